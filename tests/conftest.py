"""Lets doctest read Markdown: the line that closes a code block also ends an example's output."""

import doctest
import re

_parse = doctest.DocTestParser.parse


def _parse_markdown(
    self: doctest.DocTestParser, string: str, name: str = "<string>"
) -> list[str | doctest.Example]:
    # An empty line for each fence keeps the line numbers of failures right.
    return _parse(self, re.sub(r"(?m)^ *```.*$", "", string), name)


doctest.DocTestParser.parse = _parse_markdown  # type: ignore[method-assign]
