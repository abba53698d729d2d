"""What a person types: a line, in which Tab completes words where Python has readline."""

import sys
from importlib.util import find_spec

HAS_READLINE = find_spec("readline") is not None


def read_line(prompt: str, words: list[str]) -> str:
    """One line, without the spaces around it; EOFError at the end of the input."""
    if not sys.stdin.isatty():
        # Without a person at the keyboard, a prompt would only stand in the way of the text that follows it.
        return input().strip()
    if HAS_READLINE:
        _complete(words)
    return input(prompt).strip()


def _complete(words: list[str]) -> None:
    import readline

    readline.set_completer_delims(" \t\n")  # the names of moves may have any other sign
    readline.set_completer(lambda text, number: dict(enumerate(_beginning(text, words))).get(number))
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")


def _beginning(text: str, words: list[str]) -> list[str]:
    return [word for word in words if word.startswith(text)]
