"""Games in files, as the page opens and saves them: records of this library, and SGF where it can be read."""

import importlib
import importlib.util
from dataclasses import replace
from typing import Any

import playout as po
from playout.web.catalogue import Catalogue

__all__ = ["HAS_SGF", "read_game", "record_of", "sgf_of"]

HAS_SGF = importlib.util.find_spec("playout.sgf") is not None


def _sgf() -> Any:
    """The module that reads and writes SGF."""
    if not HAS_SGF:
        raise po.SpecError("this version of playout does not read SGF")
    return importlib.import_module("playout.sgf")


def read_game(catalogue: Catalogue, text: str, game: str | None) -> dict[str, Any]:
    """The game, where it starts and its moves, from the text of a file that replays."""
    if text.lstrip().startswith("("):
        record = _sgf().parse(text, game).to_record()
        return {"game": record.game, "start": record.start, "moves": record.moves}
    record = po.Record.from_json(text)
    rules = catalogue.game(game or record.game)
    record.replay(rules)
    return {"game": catalogue.name_of(rules), "start": record.start, "moves": record.moves}


def record_of(catalogue: Catalogue, state: po.State) -> str:
    """The text of a record file."""
    return replace(state.to_record(), game=catalogue.name_of(state.game)).to_json()


def sgf_of(state: po.State) -> str:
    """The text of an SGF file."""
    return str(_sgf().text(state))
