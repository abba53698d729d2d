// doctest's main, in a file of its own: it is the slow part of doctest to compile and never changes.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
