#!/usr/bin/env bash
# Builds and runs a program of C++ tests in a configured build folder. Usage: cpp_tests.sh CMAKE BUILD_DIR PROGRAM
set -euo pipefail
cmake=$1
build=$2
program=$3

has_doctest() {
    echo '#include <doctest/doctest.h>' | "${CXX:-c++}" -E -x c++ - >/dev/null 2>&1
}

install_doctest() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    echo "   installing doctest-dev"
    apt-get install -qq -y doctest-dev >/dev/null 2>&1 ||
        { apt-get update -qq && apt-get install -qq -y doctest-dev >/dev/null; }
}

if ! has_doctest && ! { install_doctest && has_doctest; }; then
    echo "   <doctest/doctest.h> is not installed (Debian: doctest-dev)"
    [ -z "${CI:-}" ] || exit 1 # in CI nothing may be skipped
    echo "   skipped"
    exit 0
fi
MAKEFLAGS= "$cmake" --build "$build" --target "$program" -- --quiet # make keeps its job server to itself
"$build/$program" --no-intro
