"""The parameters of players and playouts, from their classes and docstrings: for help and completion."""

import ast
import dataclasses
import inspect
import textwrap
from dataclasses import dataclass
from threading import Lock

from playout import spec
from playout.spec import Function, OneOf, Spec

__all__ = ["Parameter", "parameters", "summary"]

_PARSING = Lock()
"""Python 3.11 counts the depth of its parser for all threads together, and ends with a SystemError."""


@dataclass(frozen=True)
class Parameter:
    """One parameter of a spec."""

    name: str
    default: str
    values: str
    """What it may be, in words."""
    words: tuple[str, ...]
    """The words that it may be, if it is a word; the names of specs, if it is a spec."""
    meaning: str


def summary(cls: type[Spec]) -> str:
    """What it is, in one line.

    >>> import playout as po
    >>> summary(po.Random)
    'Plays any legal move: the yardstick of every other player.'
    """
    return inspect.getdoc(cls).partition("\n")[0]  # type: ignore[union-attr]


def parameters(cls: type[Spec]) -> list[Parameter]:
    """The parameters that a text can name, in order.

    >>> import playout as po
    >>> level = parameters(po.NMCS)[0]
    >>> level.name, level.default, level.values, level.meaning
    ('level', '3', 'an integer from 1 to 20', 'The nesting level.')
    """
    defaults = {f.name: f.default for f in dataclasses.fields(cls)}  # type: ignore[arg-type]
    meanings = _meanings(cls)
    return [
        Parameter(
            name, spec.value_text(defaults[name]), spec.wanted(kind), _words(kind), meanings.get(name, "")
        )
        for name, kind in spec.parameters(cls).items()
        if not isinstance(spec.alternatives(kind)[1], Function)
    ]


def _words(kind: object) -> tuple[str, ...]:
    types, span = spec.alternatives(kind)
    if isinstance(span, OneOf):
        return span.words
    specs = [name for one in types if issubclass(one, Spec) for name in spec.known(one)]
    return (*(("true", "false") if bool in types else ()), *specs)


def _meanings(cls: type) -> dict[str, str]:
    """The docstrings of the fields, which Python itself forgets."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if issubclass(base, Spec):
            found |= _field_docstrings(base)
    return found


def _field_docstrings(cls: type) -> dict[str, str]:
    with _PARSING:
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    assert isinstance(tree, ast.ClassDef)
    return {
        field.target.id: " ".join(str(text.value.value).split())
        for field, text in zip(tree.body, tree.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
    }
