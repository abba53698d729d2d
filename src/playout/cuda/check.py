"""Rules for a card, compared with the puzzle that they are made for."""

from itertools import pairwise
from random import Random
from typing import Any

from playout.cuda.card_rules import CardRules
from playout.cuda.streams import card_rules
from playout.errors import ContractError, SpecError
from playout.games import game as make_game
from playout.state import State

__all__ = ["check_card"]


def check_card(game: Any, games: int = 100, seed: int = 0) -> int:
    """Plays random games by the rules of a puzzle and by those of its header; how many positions it compared.

    In every position both have the same legal moves, in whichever order, and codes are below `codes`; the
    ends have the same order by either score. A ContractError says where they differ. It takes a C++ compiler.

    >>> check_card("morpion(4D)")  # docs/howto/gpu.md has a puzzle with a header
    Traceback (most recent call last):
    playout.errors.SpecError: morpion(4D) has no header of its own
    """
    start = make_game(game).initial()
    rules, draw = card_rules(start.game), Random(seed)
    if not isinstance(rules, CardRules):
        raise SpecError(f"{start.game} has no header of its own")
    ends, positions = [], 0
    for _ in range(games):
        state, score = start, _compared(rules, start)
        while not state.is_terminal:
            state = state.play(draw.choice(state.legal_moves))
            score = _compared(rules, state)
        ends.append((state.score, score))
        positions += 1 + len(state.history)
    _check_order(sorted(ends))
    return positions


def _compared(rules: CardRules, state: State) -> int:
    """The score that the header has for a state."""
    played = list(state.history)
    plies, most, code_count = rules.library.sizes
    moves, codes, score = rules.library.look(played)
    if sorted(moves) != sorted(state.legal_moves):
        raise ContractError(
            f"after {played} the header has the moves {sorted(moves)}, the class {sorted(state.legal_moves)}"
        )
    if len(played) > plies or len(moves) > most or any(code >= code_count for code in codes):
        raise ContractError(f"after {played} there is more than most_plies, most_moves or codes say")
    return score


def _check_order(ends: list[tuple[float, int]]) -> None:
    for (low, low_number), (high, high_number) in pairwise(ends):
        if (low < high) != (low_number < high_number):
            raise ContractError(
                f"games of score {low:g} and {high:g} have {low_number} and {high_number} in the header"
            )
