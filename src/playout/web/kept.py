"""Games in files, read for the page: a record of this library, or SGF where its reader is installed."""

from typing import Any

import playout as po
from playout.web.catalogue import Catalogue

__all__ = ["read_game"]


def read_game(catalogue: Catalogue, text: str, game: str | None) -> dict[str, Any]:
    """The game, where it starts and its moves, from the text of a file that replays."""
    record = po.Record.from_json(text)
    rules = catalogue.game(game or record.game)
    record.replay(rules)
    return {"game": catalogue.name_of(rules), "start": record.start, "moves": record.moves}
