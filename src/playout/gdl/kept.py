"""Networks that are kept on disk, by what they are made of: the rules, and the code that makes them.

A file is a checksum and a text in JSON. What is damaged is made again, and where nothing can be kept, nothing
is.
"""

import contextlib
import hashlib
import json
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import playout
from playout import kept_files
from playout.gdl.network import Network
from playout.gdl.sexp import Source


def find(source: Source) -> Network | None:
    """The network of these rules, if it was kept."""
    try:
        checksum, _, text = _path(source).read_text(encoding="utf-8").partition("\n")
        if checksum != _checksum(text):
            return None
        found = json.loads(text)
    except (OSError, RuntimeError, ValueError):  # no such file, no home, no text
        return None
    arrays = found.pop("arrays") | {"title": source.name}
    found |= {"name": source.name, "initial": bytes(found["initial"])}
    network = Network(**{name: _tuples(value) for name, value in found.items()})
    vars(network)["arrays"] = arrays  # where the network would keep them itself
    return network


def keep(source: Source, network: Network) -> None:
    """Keeps the network of these rules."""
    text = json.dumps({**asdict(network), "initial": list(network.initial), "arrays": network.arrays})
    with contextlib.suppress(OSError, RuntimeError):
        kept_files.write(_path(source), f"{_checksum(text)}\n{text}")


def _path(source: Source) -> Path:
    return kept_files.folder("gdl") / f"{_checksum(_makers() + source.text)[:32]}.json"


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _makers() -> str:
    """The version of the library, and the code of this package."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return "\0".join([playout.__version__, *(file.read_text(encoding="utf-8") for file in files)])


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
