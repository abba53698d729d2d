"""What every search answers, on every game; and how strong uct is, against exhaustive search."""

import math
import random
import statistics
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from exact import Solver
from toys import SPECS, Digits, Nim, one_line, short_id

import playout as po

pytestmark = pytest.mark.core

PLAYERS = [po.Random(), po.Flat(), po.UCT(), po.UCT(exploration=0, max_nodes=50)]
SEARCHES = PLAYERS[1:]
RULES = [*SPECS, "knightthrough(6,3,pieces=1)", Nim(), Digits()]

NODE_BYTES = 24

game_and_player = pytest.mark.parametrize(
    ("rules", "player"), [(rules, player) for rules in RULES for player in PLAYERS], ids=str
)
game_and_search = pytest.mark.parametrize(
    ("rules", "player"), [(rules, player) for rules in RULES for player in SEARCHES], ids=str
)
every_player = pytest.mark.parametrize("player", PLAYERS, ids=str)
every_search = pytest.mark.parametrize("player", SEARCHES, ids=str)


def random_states(state: po.State, seed: int) -> Iterator[po.State]:
    """The states of a random game in which there is a move."""
    rng = random.Random(seed)
    while not state.is_terminal:
        yield state
        state = state.play(rng.choice(state.legal_moves))


def timeless(result: po.SearchResult) -> po.SearchResult:
    return replace(result, seconds=0)


def assert_sound(result: po.SearchResult, state: po.State) -> None:
    """What holds of every answer of every search."""
    low, high = state.game.bounds
    assert result.move in state.legal_moves
    assert result.name == state.name(result.move)
    assert low <= result.value <= high
    assert result.bounds == (low, high)
    assert not result.proven
    assert not result.interrupted
    assert result.seconds >= 0
    assert {child.move for child in result.children} <= set(state.legal_moves)
    assert len({child.move for child in result.children}) == len(result.children)
    assert sum(child.visits for child in result.children) == result.simulations
    for child in result.children:
        assert child.visits > 0
        assert child.name == state.name(child.move)
        assert low <= child.value <= high


@game_and_player
def test_every_answer_is_sound(rules: Any, player: po.Player) -> None:
    for state in random_states(po.game(rules).initial(), 1):
        assert_sound(player.search(state, "60 sims", seed=5), state)


@game_and_search
@pytest.mark.parametrize("simulations", [1, 2, 3, 25, 100])
def test_simulations_are_counted_exactly(rules: Any, player: po.Player, simulations: int) -> None:
    for state in random_states(po.game(rules).initial(), 2):
        result = player.search(state, po.Budget(simulations=simulations), seed=1)
        assert result.simulations == simulations


@game_and_search
@pytest.mark.parametrize("states", [1, 50, 333])
def test_a_search_ends_with_the_simulation_that_spends_its_states(
    rules: Any, player: po.Player, states: int
) -> None:
    start = po.game(rules).initial()
    result = player.search(start, po.Budget(states=states), seed=3)
    assert result.states >= states
    if result.simulations > 1:
        before = player.search(start, po.Budget(simulations=result.simulations - 1), seed=3)
        assert before.states < states
    same = player.search(start, po.Budget(simulations=result.simulations), seed=3)
    assert timeless(same) == timeless(result)


@every_search
def test_states_are_the_moves_made(player: po.Player) -> None:
    """Every simulation of this puzzle makes four moves."""
    result = player.search(po.game(Digits(4)).initial(), "100 sims", seed=1)
    assert result.states == 400


@every_search
@pytest.mark.parametrize("rules", ["breakthrough(8,8)", Nim()], ids=str)
def test_seconds_end_a_search(rules: Any, player: po.Player) -> None:
    result = player.search(po.game(rules).initial(), "100ms", seed=1)
    assert 0.1 <= result.seconds < 5
    assert result.simulations > 0


@every_search
def test_the_first_limit_reached_ends_a_search(player: po.Player) -> None:
    start = po.game("breakthrough(5,5)").initial()
    assert player.search(start, "1h or 10 sims").simulations == 10
    assert player.search(start, "20 sims or 1h or 1000000 states").simulations == 20
    assert player.search(start, "1h or 1000 sims or 1 states").simulations == 1


@game_and_player
def test_the_seed_decides(rules: Any, player: po.Player) -> None:
    start = po.game(rules).initial()
    for seed in (0, 1, 2**64 - 1):
        one, two = (player.search(start, "200 sims", seed=seed) for _ in range(2))
        assert timeless(one) == timeless(two)
        assert one.seed == seed


@every_player
def test_different_seeds_differ(player: po.Player) -> None:
    start = po.game("breakthrough(5,5)").initial()
    results = [timeless(player.search(start, "200 sims", seed=seed)) for seed in range(10)]
    distinct = {(result.move, result.states, result.children) for result in results}
    assert len(distinct) >= 5, "ten seeds, and the random player has thirteen moves"


@every_player
def test_a_search_without_a_seed_tells_the_one_it_took(player: po.Player) -> None:
    start = po.game("breakthrough(5,5)").initial()
    one, two = (player.search(start, "50 sims") for _ in range(2))
    assert one.seed != two.seed
    assert timeless(player.search(start, "50 sims", seed=one.seed)) == timeless(one)


def test_a_search_does_not_depend_on_the_searches_before_it() -> None:
    states = [po.game(spec).initial() for spec in SPECS]
    first = [timeless(po.UCT().search(state, "300 sims", seed=1)) for state in states]
    again = [timeless(po.UCT().search(state, "300 sims", seed=1)) for state in reversed(states)]
    assert first == again[::-1]


def test_searches_in_threads_answer_as_they_do_alone() -> None:
    state = po.game("breakthrough(5,5)").initial()

    def search(seed: int) -> po.SearchResult:
        return timeless(po.UCT().search(state, "2000 sims", seed=seed))

    alone = [search(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(search, range(8))) == alone


@game_and_player
def test_a_finished_game_cannot_be_searched(rules: Any, player: po.Player) -> None:
    *_, last = random_states(po.game(rules).initial(), 3)
    end = next(s for s in map(last.play, last.legal_moves) if s.is_terminal)
    with pytest.raises(ValueError, match="the game is over") as caught:
        player.search(end, "10 sims")
    assert one_line(caught.value)


@pytest.mark.parametrize("state", [None, "tictactoe", 5, po.game("tictactoe")], ids=short_id)
def test_a_search_takes_a_state(state: po.State) -> None:
    with pytest.raises(po.SpecError, match="search takes a State") as caught:
        po.UCT().search(state, "10 sims")
    assert one_line(caught.value)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, True, "1", math.nan, 10**5000], ids=short_id)
def test_wrong_seeds(seed: int) -> None:
    with pytest.raises(po.SpecError, match="a seed is an integer from 0") as caught:
        po.UCT().search(po.game("tictactoe").initial(), "10 sims", seed=seed)
    assert one_line(caught.value)


@pytest.mark.parametrize("budget", ["0 sims", "-1 sims", "0s", "1e999s", "nan s", "9" * 40 + " sims", "x"])
@every_player
def test_wrong_budgets(player: po.Player, budget: str) -> None:
    with pytest.raises(po.SpecError, match="budget"):
        player.search(po.game("tictactoe").initial(), budget)


def test_children_stand_in_the_order_of_their_visits() -> None:
    for spec in SPECS:
        result = po.UCT().search(po.game(spec).initial(), "500 sims", seed=1)
        visits = [child.visits for child in result.children]
        assert visits == sorted(visits, reverse=True)
        assert result.move == result.children[0].move
        assert result.value == result.children[0].value


def test_flat_deals_its_playouts_evenly_and_takes_the_best_mean() -> None:
    for spec in SPECS:
        for state in random_states(po.game(spec).initial(), 4):
            result = po.Flat().search(state, "100 sims", seed=1)
            visits = [child.visits for child in result.children]
            assert max(visits) - min(visits) <= 1
            sign = 1 if state.turn is po.MAX else -1
            assert sign * result.value == max(sign * child.value for child in result.children)


def test_random_draws_every_move_as_often() -> None:
    start = po.game("tictactoe").initial()
    moves = [po.Random().search(start, "1 sims", seed=seed).move for seed in range(1800)]
    assert set(moves) == set(start.legal_moves)
    # Each of the nine counts has mean 200 and standard deviation 13.3.
    assert all(130 < moves.count(move) < 270 for move in start.legal_moves)


def test_flat_values_are_those_of_random_games() -> None:
    """X wins 58.5% of random games of tic-tac-toe and O 28.8%: a known mean score of 0.297."""
    start = po.game("tictactoe").initial()
    children = po.Flat().search(start, "90000 sims", seed=1).children
    assert statistics.fmean(child.value for child in children) == pytest.approx(0.297, abs=0.02)


@pytest.mark.parametrize("max_nodes", [2, 3, 4, 10, 100, 1000])
def test_the_tree_keeps_within_its_memory(max_nodes: int) -> None:
    for spec in SPECS:
        start = po.game(spec).initial()
        result = po.UCT(max_nodes=max_nodes).search(start, "3000 sims", seed=1)
        assert_sound(result, start)
        assert result.simulations == 3000
        assert result.tree_bytes <= max_nodes * NODE_BYTES


def test_the_tree_grows_where_it_may() -> None:
    start = po.game("breakthrough(5,5)").initial()
    small, large = (po.UCT(max_nodes=n).search(start, "5000 sims", seed=1) for n in (100, 100_000))
    assert small.tree_bytes > 50 * NODE_BYTES
    assert large.tree_bytes > 5000 * NODE_BYTES


@pytest.mark.parametrize("exploration", [0, 1e-300, 1e6])
def test_extreme_exploration_is_sound(exploration: float) -> None:
    for spec in SPECS:
        start = po.game(spec).initial()
        assert_sound(po.UCT(exploration=exploration).search(start, "500 sims", seed=1), start)


def test_exploration_spreads_the_visits() -> None:
    start = po.game("breakthrough(5,5)").initial()
    greedy, curious = (po.UCT(exploration=c).search(start, "5000 sims", seed=1) for c in (0.1, 100))
    assert greedy.children[0].visits > curious.children[0].visits
    assert curious.children[0].visits < 2 * curious.children[-1].visits


def test_a_forced_move_is_found_at_once() -> None:
    state = po.game("tictactoe").initial()
    for name in ["a1", "b1", "c1", "a2", "b2", "a3", "c2", "c3"]:
        state = state.play(name)
    for player in PLAYERS:
        assert player.search(state, "10 sims", seed=1).name == "b3"


def play_perfect(player: po.Player, side: po.Turn, solver: Solver, rng: random.Random) -> float:
    """One game of tic-tac-toe against a perfect player; the score from the other's side."""
    state = po.game("tictactoe").initial()
    while not state.is_terminal:
        if state.turn is side:
            state = state.play(player.search(state, "10000 sims", seed=rng.getrandbits(64)).move)
        else:
            state = state.play(solver.choose(state, rng))
    return state.score if side is po.MAX else -state.score


@pytest.mark.parametrize("player", [po.UCT(exploration=0.6), po.Strong()], ids=str)
def test_uct_solves_tictactoe_in_play(player: po.Player) -> None:
    """A thousand games against a perfect player, none lost."""
    solver, rng = Solver(), random.Random(2024)
    scores = [play_perfect(player, (po.MAX, po.MIN)[i % 2], solver, rng) for i in range(1000)]
    assert scores.count(-1) == 0
    assert set(scores) == {0}, "a perfect player does not lose either"


@pytest.mark.parametrize(
    ("spec", "simulations"),
    [
        ("breakthrough(4,3,pieces=1)", 10_000),
        ("breakthrough(4,3)", 4_000),
        ("misere(breakthrough(4,3))", 40_000),
        ("misere(knightthrough(5,3,pieces=1))", 4_000),
        ("knightthrough(4,3)", 4_000),
        ("knightthrough(5,3,pieces=1)", 4_000),
    ],
)
def test_uct_finds_forced_wins(spec: str, simulations: int) -> None:
    """Wherever a move wins by force and another one loses, uct plays one that wins."""
    solver, decisions = Solver(), 0
    for seed in range(15):
        for state in random_states(po.game(spec).initial(), seed):
            options = solver.options(state)
            if {-1, 1} <= set(options.values()):
                decisions += 1
                found = po.UCT(exploration=0.4).search(state, po.Budget(simulations=simulations), seed=seed)
                assert options[found.move] == 1, state
    assert decisions > 20


def test_uct_finds_the_best_answer_of_a_puzzle() -> None:
    state = po.game(Digits(4)).initial()
    while not state.is_terminal:
        state = state.play(po.UCT(exploration=1).search(state, "5000 sims", seed=1).move)
    assert state.score == 12


def test_uct_plays_nim_perfectly() -> None:
    for matches in range(1, 12):
        found = po.UCT().search(po.game(Nim(matches)).initial(), "3000 sims", seed=1)
        if matches % 4:
            assert found.move == matches % 4
            assert found.value > 0.5
        else:
            assert found.value < -0.5


@pytest.mark.parametrize("spec", ["breakthrough(5,5)", "knightthrough(5,5)"])
def test_stronger_players_win(spec: str) -> None:
    for rules in (spec, f"misere({spec})"):
        assert po.match(rules, "uct", "random", games=60, budget="300 sims", seed=1).wins >= 55
        assert po.match(rules, "flat", "random", games=60, budget="300 sims", seed=1).wins >= 45
    assert po.match(spec, "uct", "flat", games=60, budget="1000 sims", seed=1).interval[0] > 0.5
