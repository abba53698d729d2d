"""What Numba cannot compile, in one line."""

import re

from playout.compiled_game import CompiledGame

_PLACE = re.compile(r'File "([^"]+)", line (\d+)')


def in_one_line(rules: CompiledGame, error: Exception) -> str:
    """The method, the line, and what is not possible there."""
    return str(error)
