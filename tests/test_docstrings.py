"""Every public name has an example in its docstring, and the example holds."""

import doctest
from types import ModuleType

import pytest

import playout as po
from playout import cuda, gdl, lab, openspiel

MODULES: tuple[ModuleType, ...] = (po, po.games, po.playouts, lab, openspiel, gdl, cuda)
PUBLIC = [(module, name) for module in MODULES for name in module.__all__]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def docstring(module: ModuleType, name: str) -> str:
    return getattr(module, name).__doc__ or ""


@pytest.mark.parametrize(("module", "name"), PUBLIC, ids=lambda value: getattr(value, "__name__", value))
def test_a_public_name_has_an_example(module: ModuleType, name: str) -> None:
    assert doctest.DocTestParser().get_examples(docstring(module, name))


@pytest.mark.parametrize("name", ["ContractError", "IllegalMove", "Turn", "MAX"])
def test_the_example_of_a_name_of_the_core_holds(name: str) -> None:
    """Those of the other names are run where they stand, in their modules."""
    test = doctest.DocTestParser().get_doctest(docstring(po, name), {}, name, None, None)
    assert doctest.DocTestRunner(optionflags=FLAGS).run(test).failed == 0
