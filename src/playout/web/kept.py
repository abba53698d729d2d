"""Games in files, as the page opens and saves them: records of this library, and SGF."""

from dataclasses import replace
from typing import Any

import playout as po
from playout import sgf
from playout.web.catalogue import Catalogue

__all__ = ["read_game", "record_of"]


def read_game(catalogue: Catalogue, text: str, game: str | None) -> dict[str, Any]:
    """The game, where it starts and its moves, from the text of a file that replays."""
    given = catalogue.game(game) if game else None
    if text.lstrip().startswith("("):
        record = sgf.parse(text, given).to_record()
        return {"game": record.game, "start": record.start, "moves": record.moves}
    record = po.Record.from_json(text)
    rules = given or catalogue.game(record.game)
    record.replay(rules)
    return {"game": catalogue.name_of(rules), "start": record.start, "moves": record.moves}


def record_of(catalogue: Catalogue, state: po.State) -> str:
    """The text of a record file."""
    return replace(state.to_record(), game=catalogue.name_of(state.game)).to_json()
