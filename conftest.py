"""What all tests and examples share: how Hypothesis runs, how doctest reads Markdown, and Ctrl-C."""

import doctest
import re
import signal
from importlib.util import find_spec

from hypothesis import settings

# A loaded machine or a sanitizer makes any deadline a matter of luck.
settings.register_profile("playout", settings.default, deadline=None)
settings.register_profile("few", settings.get_profile("playout"), max_examples=20)
settings.load_profile("playout")

# A shell lets its background jobs ignore Ctrl-C, and `nohup` a hangup; so would the programs that are tested.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

collect_ignore = [
    "src/playout/compiled/entry_points.py",  # a copy of it is imported, for each game
    "src/playout/templates",  # tests/test_new.py runs what is made of them
]
# What tests import that have looked whether these are installed.
if find_spec("numba") is None:
    collect_ignore += ["tests/compiled_games.py", "tests/compiled_faults.py"]
if find_spec("httpx") is None or find_spec("starlette") is None:
    collect_ignore += ["tests/serving.py"]
if find_spec("pyspiel") is None:
    collect_ignore += ["tests/spiel_shares.py"]
if find_spec("playwright") is None:
    collect_ignore += ["tests/browser"]

_parse = doctest.DocTestParser.parse


def _parse_markdown(
    self: doctest.DocTestParser, string: str, name: str = "<string>"
) -> list[str | doctest.Example]:
    """The line that closes a code block also ends an example's output."""
    # An empty line for each fence keeps the line numbers of failures right.
    return _parse(self, re.sub(r"(?m)^ *```.*$", "", string), name)


doctest.DocTestParser.parse = _parse_markdown  # type: ignore[method-assign]
