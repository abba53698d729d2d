"""What people see of a game in GDL that the core runs."""

from collections.abc import Sequence

from playout import _core
from playout.errors import ContractError
from playout.gdl.game import GdlRules
from playout.gdl.position import Position


class GdlFace:
    """What the core asks, besides the network."""

    def __init__(self, rules: GdlRules) -> None:
        self.title = rules.network.name
        self.rules = rules

    def seen(self, state: bytes) -> Position:
        """A state of the core, whose facts are bits."""
        bits, network = int.from_bytes(state, "little"), self.rules.network
        return Position(network, bytes(bits >> fact & 1 for fact in range(len(network.facts))))

    def name(self, state: bytes, move: int) -> str:
        """What the rules call a move."""
        return self.rules.names[move]

    def parse(self, state: bytes, legal: Sequence[int], text: str) -> int:
        """The legal move of this name, or -1."""
        return next((move for move in legal if self.rules.names[move] == text), -1)

    def text(self, state: bytes) -> str:
        """The state as the rules write it."""
        return self.rules.text(self.seen(state))

    def setup(self, text: str, turn: _core.Turn) -> bytes:
        """Nothing: such a game starts at its beginning."""
        raise ContractError(
            f"{self.title} is written in GDL: its states cannot be set up from text, only played to"
        )
