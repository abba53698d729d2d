"""Specs: the one grammar of games, players and playouts, text to objects and back.

    spec  = name [ "(" [ item { "," item } ] ")" ]
    item  = value | parameter "=" value
    value = number | "true" | "false" | word | spec

A parameter that is true or false may be given by its name alone. `openspiel(…)` holds a text of another
grammar, of which nothing is read but that parentheses come in pairs. What a spec can name is a dataclass that
derives from `Spec`: its fields are the parameters, their annotations say what is allowed.

`grammar.py` reads a text, `base.py` makes objects of what it finds; `kinds.py` is what an annotation allows,
`numbers.py` how a number is written.
"""

from playout.spec.base import (
    Spec,
    check,
    class_of,
    exact_text,
    from_call,
    function_name,
    is_spec,
    known,
    matched,
    parameters,
    read,
    register,
    value_text,
)
from playout.spec.grammar import Call, Open, Parser, Value, as_call, call_text, is_word, parse, unwrap
from playout.spec.kinds import Function, OneOf, Range, alternatives, wanted
from playout.spec.numbers import literal, number

__all__ = [
    "Call",
    "Function",
    "OneOf",
    "Open",
    "Parser",
    "Range",
    "Spec",
    "Value",
    "alternatives",
    "as_call",
    "call_text",
    "check",
    "class_of",
    "exact_text",
    "from_call",
    "function_name",
    "is_spec",
    "is_word",
    "known",
    "literal",
    "matched",
    "number",
    "parameters",
    "parse",
    "read",
    "register",
    "unwrap",
    "value_text",
    "wanted",
]
