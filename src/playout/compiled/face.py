"""What people see of a compiled game: its methods for people, run by Python."""

from collections.abc import Sequence

from playout import _core
from playout.compiled.build import build
from playout.compiled.uncompiled import Uncompiled
from playout.compiled_game import CompiledGame
from playout.errors import ContractError


class CompiledFace:
    """What the core asks, besides the compiled functions."""

    def __init__(self, rules: CompiledGame) -> None:
        self.title = type(rules).__name__
        self.built = build(rules)
        self.plain = Uncompiled(rules)

    def name(self, state: bytes, move: int) -> str:
        """What the rules call a move."""
        return self.plain.name(state, move)

    def parse(self, state: bytes, legal: Sequence[int], text: str) -> int:
        """The legal move of this name, or -1."""
        return next((move for move in legal if self.name(state, move) == text), -1)

    def text(self, state: bytes) -> str:
        """The state as the rules write it."""
        return self.plain.text(state)

    def setup(self, text: str, turn: _core.Turn) -> bytes:
        """Nothing: such a game starts at its beginning."""
        raise ContractError(
            f"{self.title} is written in Python: its states cannot be set up from text, only played to"
        )
