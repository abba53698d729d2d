"""What a prior brings: the table of docs/algorithms/uct.md. Some minutes."""

import playout as po

GAMES = 200
BUDGETS = ("100 sims", "1000 sims")


def zeros(state: po.State) -> list[float]:
    return [0.0] * len(state.legal_moves)


def advance(state: po.State) -> list[float]:
    """Breakthrough 6×6: pieces ahead are worth more."""
    rows = [int(state.name(move)[-1]) for move in state.legal_moves]
    return [row / 6 if state.turn is po.MAX else (7 - row) / 6 for row in rows]


def centre(state: po.State) -> list[float]:
    """Connect Four: 1 in the middle column, 0 at the edges."""
    return [1 - abs("abcdefg".index(state.name(move)) - 3) / 3 for move in state.legal_moves]


LINES = [
    ("breakthrough(6,6)", po.UCT(prior=zeros)),
    ("breakthrough(6,6)", po.UCT(prior=advance)),
    ("breakthrough(6,6)", po.UCT(prior=advance, first_play=0.5)),
    ("connectfour(7,6)", po.UCT(prior=zeros)),
    ("connectfour(7,6)", po.UCT(prior=centre)),
    ("connectfour(7,6)", po.UCT(prior=centre, first_play=0.5)),
]

if __name__ == "__main__":
    for game, player in LINES:
        for budget in BUDGETS:
            result = po.match(game, player, "uct", games=GAMES, budget=budget, seed=1)
            print(f"{game}, {player}, {budget}: {result}", flush=True)
