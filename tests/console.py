"""The commands in the documentation, and what stands below them."""

import doctest
import re

BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)

BENCH_ROW = r"(?<=\)) +[\d,]+ +[\d,]+ +\d+ +[\d.]+$"
TIME = re.compile(
    rf"{BENCH_ROW}|[\d.]+ (?:ns|µs|ms|s)\b|[\d,]+ simulations/s|(?<=\"seconds\": )[\d.e-]+", re.MULTILINE
)
ANY_WIDTH = doctest.NORMALIZE_WHITESPACE  # a column is as wide as its times


def commands(text: str) -> list[tuple[str, str]]:
    """The commands in the console blocks of a text, each with its output as far as that is shown."""
    return [(command, shown) for block in BLOCK.findall(text) for command, shown in COMMAND.findall(block)]


def assert_shown(shown: str, printed: str) -> None:
    """What is shown was printed, but for the times and for what `…` stands for."""
    want, got = TIME.sub("#", shown.replace("…", "...")), TIME.sub("#", printed)
    assert doctest.OutputChecker().check_output(want, got, ANY_WIDTH | doctest.ELLIPSIS), got
