"""The propositions of the two-player nested search paper against exhaustive search, and minimax with them.

Proposition 3 is about whole playouts, which only the core shows: see cpp/tests/test_nested.cpp.
"""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from exact import Solver

import playout as po
from playout import playouts

pytestmark = pytest.mark.core

Outcome = tuple[float, int]
"""A score and the number of moves that lead to it."""


class Horizon:
    """Exhaustive search of a few moves: who can force a win within them, and when, if both play for it."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, po.Turn, int], Outcome | None] = {}

    def forced(self, state: po.State, moves: int) -> Outcome | None:
        """The outcome if a player can force a win within so many moves, the sooner the better."""
        key = state.board, state.turn, moves
        if key not in self._known:
            self._known[key] = self._forced(state, moves)
        return self._known[key]

    def _forced(self, state: po.State, moves: int) -> Outcome | None:
        if state.is_terminal:
            return (state.score, 0) if state.score in state.game.bounds else None
        if moves == 0:
            return None
        low, high = state.game.bounds
        win, loss = (high, low) if state.turn is po.MAX else (low, high)
        following = [self.forced(state.play(move), moves - 1) for move in state.legal_moves]
        wins = [outcome[1] for outcome in following if outcome and outcome[0] == win]
        losses = [outcome[1] for outcome in following if outcome and outcome[0] == loss]
        if wins:
            return win, 1 + min(wins)
        return (loss, 1 + max(losses)) if len(losses) == len(following) else None


# A board tells the whole state of each of them.
GAMES = [
    "tictactoe",
    "breakthrough(4,3)",
    "knightthrough(5,3)",
    "domineering(4,4)",
    "nogo(3,4)",
    "atarigo(3,3)",
    "connectfour(4,4,connect=3)",
]
GAMES += [f"misere({game})" for game in GAMES]
every_game = pytest.mark.parametrize("name", GAMES)


def game_of(name: str, rng: random.Random) -> list[po.State]:
    """The states of a random game, without the last one."""
    states = [po.game(name).initial()]
    while not states[-1].is_terminal:
        states.append(states[-1].play(rng.choice(states[-1].legal_moves)))
    return states[:-1]


def late_states(name: str, count: int) -> Iterator[po.State]:
    """Random states of which most are a few moves from the end."""
    rng = random.Random(name)
    for _ in range(count):
        yield rng.choice(game_of(name, rng)[-6:])


def search(state: po.State, player: po.Player, seed: int) -> po.SearchResult:
    return player.search(state, "1h", seed)


@every_game
def test_proposition_1(name: str) -> None:
    """With a forced win or loss in n moves, a discounted playout of level n ends in it, and when it must.

    A player of level n evaluates each move by such a playout.
    """
    horizon, checked = Horizon(), 0
    for seed, state in enumerate(late_states(name, 40)):
        for n in (1, 2, 3):
            for child in search(state, po.Nested(n, discount=True), seed).children:
                outcome = horizon.forced(state.play(child.move), n)
                if outcome is not None:
                    assert (child.value, child.length) == outcome
                    checked += 1
    assert checked > 40


@every_game
def test_proposition_2(name: str) -> None:
    """With a forced win or loss in n + 1 moves, the discounting player of level n plays perfectly."""
    horizon, checked = Horizon(), 0
    for seed, state in enumerate(late_states(name, 60)):
        for n in (0, 1, 2, 3):
            outcome = horizon.forced(state, n + 1)
            if outcome is not None:
                result = search(state, po.Nested(n, discount=True), seed)
                score, length = outcome
                assert horizon.forced(state.play(result.move), n) == (score, length - 1)
                checked += 1
    assert checked >= (3 if name.startswith("misere") else 50)


def test_proposition_1_needs_discounting() -> None:
    """X wins at once, with a3, but another move may look as good to NMC(1): a lucky playout follows it."""
    state = po.game("tictactoe").state("..X/X.O/XO. O")
    assert Horizon().forced(state.play("b3"), 1) == (1, 1)

    def values(player: po.Player) -> set[float]:
        results = [search(state, player, seed).children for seed in range(200)]
        return {child.value for children in results for child in children if child.name == "b3"}

    assert values(po.Nested(1)) == {1, -1}
    assert values(po.Nested(1, discount=True)) == {1}


def table_1() -> po.State:
    """X at cells 0 and 7, O at 1 and 4 of the 3×3 board read row by row; X to play."""
    state = po.game("tictactoe").initial()
    for move in (0, 1, 7, 4):
        state = state.play(move)
    return state


@pytest.mark.parametrize("discount", [False, True])
def test_table_1(discount: bool) -> None:
    """The counter-example to Proposition 2 without discounting: only a3 wins, and only discounting knows."""
    state, player = table_1(), po.Nested(2, discount=discount)
    a = state.legal_moves
    results = [search(state, player, seed) for seed in range(1000)]
    chosen = Counter(result.move for result in results)
    assert [move for move in a if (Horizon().forced(state.play(move), 2) or (0, 0))[0] == 1] == [a[3]]
    if discount:
        assert chosen == {a[3]: 1000}
    else:
        assert chosen[a[0]] == 0
        assert 450 < chosen[a[3]] < 600
        assert min(chosen[a[1]], chosen[a[2]], chosen[a[4]]) > 80


PRUNED = [
    *GAMES,
    "breakthrough(5,2)",
    "misere(breakthrough(5,2))",
    "go(2,3,komi=0)",
    "misere(go(3,3))",
    "seki(2,3)",
    "misere(seki(3,2))",
]


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("name", PRUNED)
def test_proposition_4(name: str, level: int) -> None:
    """Prune on depth changes no choice, whatever levels it acts at, and spares states.

    The root of a player is the choice of one level above its playouts. Its values are the playouts' whole
    outcomes, so that equal values mean equal choices all the way to the end.
    """
    rng, pruned, plain = random.Random(name), 0, 0
    for seed in range(50):
        state = rng.choice(game_of(name, rng)[2 * level - 12 :])
        without = search(state, po.Nested(level, discount=True), seed)
        depth = rng.choice([True, *range(1, level + 2)])
        result = search(state, po.Nested(level, discount=True, prune_on_depth=depth), seed)
        assert (result.move, result.children[0]) == (without.move, without.children[0])
        assert set(result.children) <= set(without.children)
        pruned, plain = pruned + result.states, plain + without.states
    assert pruned < plain


@every_game
def test_minimax_is_exact_where_its_depth_suffices(name: str) -> None:
    solver = Solver()
    for seed, state in enumerate(late_states(name, 10)):
        if len(state.legal_moves) > 7:
            continue
        result = search(state, po.Minimax(20), seed)
        sign = 1 if state.turn is po.MAX else -1
        options = {move: sign * value for move, value in solver.options(state).items()}
        assert {child.move: child.value for child in result.children} == options
        assert options[result.move] == solver.value(state)


@every_game
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_minimax_rollout_misses_no_win(name: str, depth: int) -> None:
    """A player of level 0 evaluates each move by one rollout."""
    horizon, checked = Horizon(), 0
    player = po.Nested(0, base=playouts.MinimaxRollout(depth))
    for seed, state in enumerate(late_states(name, 40)):
        for child in search(state, player, seed).children:
            outcome = horizon.forced(state.play(child.move), depth)
            if outcome is not None:
                assert child.value == outcome[0]
                checked += 1
    assert checked > 10
