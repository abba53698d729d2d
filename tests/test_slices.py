"""A search runs in slices, is looked at and played on, and none of that changes it."""

import math
import random
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from exact import Solver
from hypothesis import given, settings
from hypothesis import strategies as st
from searches import KEPT, PLAYERS, every_game, every_player, placeless, same, start, timeless
from toys import Nim, one_line

import playout as po
from playout.reference import uct as reference
from playout.reference.bounds import ScoreBounds
from playout.reference.meter import Meter
from playout.reference.rave import Rave
from playout.reference.reward import Scale
from playout.reference.rng import Rng
from playout.reference.uniform import uniform

# ---------------------------------------------------------------- slices


@every_game
@every_player
@given(cuts=st.lists(st.integers(1, 60), min_size=1, max_size=6), seed=st.integers(0, 2**64 - 1))
@settings(max_examples=5)
def test_cuts_and_looks_change_nothing(rules: Any, player: str, cuts: list[int], seed: int) -> None:
    whole, sliced = start(rules, player, seed), start(rules, player, seed)
    whole.run(po.Budget(simulations=sum(cuts)))
    for cut in cuts:
        sliced.run(po.Budget(simulations=cut))
        assert sliced.tree(depth=2, most=2) == sliced.tree(depth=2, most=2)
    same(whole, sliced)


@pytest.mark.parametrize("rules", ["breakthrough(5,5)", "go(5,5)", Nim(40)], ids=str)
@pytest.mark.parametrize(
    "player", ["uct(playout=nested(level=2), rave=30)", "nested(level=2)", "minimax(depth=4)", "flat"]
)
def test_what_time_cuts_short_is_made_again(rules: Any, player: str) -> None:
    """A slice of a microsecond ends in the middle of a simulation; every other one at least gets on."""
    sliced, whole = start(rules, player), start(rules, player)
    slices = 0
    while sliced._search.simulations < 6 and not sliced.finished:
        sliced.run(po.Budget(seconds=1e-6, simulations=6 - sliced._search.simulations))
        slices += 1
    assert slices <= 12
    whole.run("6 sims")
    assert timeless(sliced.run("1 sims")) == timeless(whole.run("1 sims"))
    assert sliced.tree(depth=2) == whole.tree(depth=2)


@pytest.mark.parametrize(
    ("rules", "player"),
    [
        ("go(9,9)", "uct"),
        ("go(9,9)", "uct(threads=2)"),
        (Nim(40), "uct"),
    ],
    ids=str,
)
def test_another_thread_ends_a_run_and_the_search_goes_on(rules: Any, player: str) -> None:
    search, done = start(rules, player), threading.Event()

    def stop() -> None:
        while not done.wait(0.01):  # the run may not have begun
            search.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    try:
        before = search.run("24h")
    finally:
        done.set()
        thread.join()
    assert before.interrupted
    assert not search.run("1 sims").interrupted


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_share_the_sum(threads: int) -> None:
    player = f"uct(threads={threads}, parallel=root, bounds=cuts)"
    sliced, whole = start("breakthrough(5,5)", player), start("breakthrough(5,5)", player)
    for simulations in (1, 1, 7, 100, 391):
        sliced.run(po.Budget(simulations=simulations))
    whole.run("500 sims")
    assert timeless(sliced.result) == timeless(whole.result)
    assert sliced.tree(depth=3) == whole.tree(depth=3)


@pytest.mark.parametrize("options", ["", "rave=50", "rave=50, grave=20", "bounds=cuts", "playout=nested"])
def test_threads_that_share_a_tree_count_every_simulation_of_every_slice(options: str) -> None:
    search = start("breakthrough(5,5)", f"uct(threads=3, {options})".replace(", )", ")"))
    for simulations in (1, 1, 7, 100):
        before = search._search.simulations
        result = search.run(po.Budget(simulations=simulations))
        assert result.simulations == before + simulations == sum(child.visits for child in result.children)
    assert search.line[0].move == result.move
    search.run(po.Budget(seconds=0.01))
    assert search.result.simulations == sum(child.visits for child in search.result.children)


def test_a_proof_of_one_thread_does_not_end_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playout.search.SLICE_SECONDS", 1e-4)
    for seed in range(5):
        sliced, whole = (
            start("connectfour(3,3)", "uct(threads=2, parallel=root, bounds=cuts)", seed) for _ in range(2)
        )
        sliced.run("3000 sims", progress=lambda _: None)
        whole.run("3000 sims")
        assert placeless(sliced.result) == placeless(whole.result)


def test_after_a_move_nobody_catches_up_with_who_had_not_solved_the_state_before() -> None:
    search = start("seki(2,1)", "uct(threads=3, parallel=root, bounds=cuts)")
    while not search.finished:
        search.run("100 sims")
    search.play(0)
    before = search._search.simulations
    assert search.run("1 sims").simulations == before + 1


@pytest.mark.parametrize("options", ["", "bounds=cuts", "transpositions=true", "rave=50", "decisive=true"])
def test_threads_that_share_the_least_of_trees(options: str) -> None:
    for max_nodes in (2, 3, 4, 5, 6):
        search = start(
            "connectfour(4,3)", f"uct(threads=2, max_nodes={max_nodes}, {options})".replace(", )", ")")
        )
        assert search.run("100 sims").simulations == 100
        assert search.tree()


def test_a_budget_in_states_ends_where_no_move_is_made() -> None:
    player = "uct(playout=coin, max_nodes=4, bounds=solver)"
    assert start("domineering(3,3)", player).run("2000 states").states >= 2000


def test_progress_is_reported_and_changes_nothing() -> None:
    seen: list[int] = []
    search = start("breakthrough(8,8)", "uct")
    before = time.perf_counter()
    watched = search.run("400000 sims", progress=lambda s: seen.append(s.result.simulations))
    seconds = time.perf_counter() - before
    assert seen == sorted(seen)
    assert seen[-1] == 400_000
    assert len(seen) <= 2 + seconds / 0.1
    assert timeless(watched) == timeless(po.UCT().search(search.state, "400000 sims", seed=1))


def test_one_run_is_a_search() -> None:
    for player in PLAYERS:
        search = start("breakthrough(5,5)", player)
        found = po.player(player).search(search.state, "100 sims", seed=1)
        assert timeless(search.run("100 sims")) == timeless(found)


# ---------------------------------------------------------------- looks


@pytest.mark.parametrize("rules", ["tictactoe", "breakthrough(4,3)", "connectfour(4,4)", Nim(12)], ids=str)
@pytest.mark.parametrize("simulations", [1, 30, 300])
def test_the_tree_is_that_of_the_reference(rules: Any, simulations: int) -> None:
    search = start(rules, "uct", seed=5)
    search.run(po.Budget(simulations=simulations))
    S = search.state  # noqa: N806
    C, scale = po.UCT().constant, Scale(S.game.bounds)  # noqa: N806
    options = reference.Options(C, float("inf"), uniform, 1, Rave(S), ScoreBounds(S), scale, more=0)
    memory = reference.Memory(S.history)
    rng, meter = Rng(5), Meter(po.Budget(simulations=simulations))
    while not meter.spent:
        reference.simulate(S, memory, options, rng, meter)
    for history, known in memory.items():
        assert isinstance(history, tuple)
        visits = {child.move: child.visits for child in search.tree(history)}
        assert visits == {move: count for move, count in known.nb.items() if count}


@every_game
def test_the_line_goes_down_the_tree(rules: Any) -> None:
    search = start(rules, "uct(bounds=cuts)")
    result = search.run("500 sims")
    assert search.line[0].move == result.move
    state, moves = search.state, list[int]()
    for child in search.line:
        assert child == search.tree(moves)[0]
        assert state.name(child.move) == child.name
        moves.append(child.move)
        state = state.play(child.move)
    assert search.tree(moves) == ()


def test_a_tree_as_deep_and_as_wide_as_asked() -> None:
    search = start("breakthrough(5,5)", "uct")
    search.run("3000 sims")
    for child in search.tree(depth=3, most=2):
        assert len(child.children) == 2
        assert all(len(grandchild.children) <= 2 for grandchild in child.children)
        assert sum(c.visits for c in search.tree([child.name])) <= child.visits
    assert search.tree(depth=3, most=2)[0].children == search.tree([search.result.move], depth=2, most=2)
    for wrong in ({"depth": 0}, {"depth": -1}, {"most": 0}, {"depth": 101}, {"most": "a"}):
        with pytest.raises(po.SpecError) as caught:
            search.tree(**wrong)
        assert one_line(caught.value)
    with pytest.raises(po.IllegalMove):
        search.tree(["z9"])


def test_a_deep_tree_is_handed_out_in_parts() -> None:
    class Lane(Nim):
        max_length = 500

        def legal(self, state: Any) -> Any:
            return (1,) if state[0] else ()

    search = start(Lane(500), "uct")
    search.run("400 sims")
    (child,) = search.tree(depth=100)
    for _ in range(99):
        (child,) = child.children
    assert child.children == ()
    assert search.tree([1] * 300, depth=100)[0].visits == 100
    assert len(search.line) == 400


def test_bounds_of_children_are_told() -> None:
    state = po.game("tictactoe").initial().play("a1").play("b1").play("a2").play("c1")
    result = po.UCT(bounds="cuts").search(state, "1000 sims", seed=1)
    assert result.finished
    assert result.children[0].proven
    assert result.children[0].bounds == (1, 1)


# ---------------------------------------------------------------- notes


@pytest.mark.parametrize("player", ["uct(playout=nested(level=3))", "nested(level=4)"])
def test_a_result_says_that_nothing_was_searched(player: str) -> None:
    result = start("go(9,9)", player).run("1ms")
    assert result.simulations == 0
    assert result.notes == ("nothing was searched: the budget ended before the first simulation did",)


def test_minimax_deepens_and_says_how_far() -> None:
    result = start("breakthrough(8,8)", "minimax(depth=12)").run("100ms")
    assert 1 <= result.depth < 12
    assert result.simulations > 0
    assert result.notes == (f"the budget ended it after {result.depth} of 12 moves ahead",)
    whole = start("tictactoe", "minimax(depth=20)").run("1h")
    assert (whole.finished, whole.notes, whole.depth, whole.value) == (True, (), 9, 0)


def test_a_full_tree_is_told_and_goes_on() -> None:
    result = start("breakthrough(5,5)", "uct(max_nodes=200)").run("5000 sims")
    assert result.recycled > 1
    assert result.tree_nodes <= 200
    assert "forgot" in result.notes[0]
    assert result.notes[0] in repr(result)
    assert result.notes[0] in result._repr_html_()
    assert not start("breakthrough(5,5)", "random").run("1 sims").notes


def test_a_search_that_begins_anew_has_forgotten_nothing() -> None:
    search = start("tictactoe", "uct(max_nodes=30)")
    assert search.run("500 sims").recycled
    search.begin(search.state, seed=1)
    assert search.run("1 sims").recycled == 0


@pytest.mark.parametrize("player", ["uct(bounds=cuts, max_nodes=16)", "uct(bounds=solver, max_nodes=30)"])
@pytest.mark.parametrize("rules", ["tictactoe", "connectfour(4,3)", "misere(tictactoe)"])
def test_what_is_proven_after_a_move_has_a_move_that_keeps_it(rules: str, player: str) -> None:
    """The moves that proved it may have been forgotten."""
    rng, exact, proven = random.Random(1), Solver(), 0
    for seed in range(20):
        search = start(rules, player, seed)
        while not search.state.is_terminal:
            result = search.run("150 sims")
            if result.proven:
                proven += 1
                assert (
                    exact.value(search.state.play(result.move)) == exact.value(search.state) == result.value
                )
            search.play(rng.choice(search.state.legal_moves))
    assert proven > 20


# ---------------------------------------------------------------- playing on


@every_game
@pytest.mark.parametrize("player", KEPT[:4])
def test_playing_on_keeps_the_subtree(rules: Any, player: str) -> None:
    search = start(rules, player)
    best = search.run("300 sims").move
    below, counted = search.tree([best], depth=3), search.result.simulations
    search.play(best)
    assert search.state == po.game(rules).initial().play(best)
    assert search.tree(depth=3) == below
    if not search.finished:
        assert search.run("10 sims").simulations == counted + 10


@every_player
def test_a_move_that_was_not_searched_starts_empty(player: str) -> None:
    search = start("breakthrough(5,5)", player)
    search.play(search.state.legal_moves[-1])
    assert search.tree() == ()
    with pytest.raises(ValueError, match="run the search"):
        _ = search.result
    assert search.run("20 sims").move in search.state.legal_moves


@every_game
@every_player
def test_a_whole_game_by_one_search(rules: Any, player: str) -> None:
    search = start(rules, player)
    while not search.state.is_terminal:
        search.play(search.run("5 sims").move)
    assert search.finished
    with pytest.raises(ValueError, match="the game is over"):
        search.run("5 sims")
    with pytest.raises(ValueError, match="the game is over"):
        _ = search.result
    with pytest.raises(po.IllegalMove):
        search.play(0)


def test_an_illegal_move_changes_nothing() -> None:
    search = start("tictactoe", "uct")
    before = search.run("50 sims")
    for wrong in ("z9", 99, -1, None, 2**40):
        with pytest.raises((po.IllegalMove, TypeError)):
            search.play(wrong)  # type: ignore[arg-type]
    assert search.result == before


def test_a_tree_is_kept_from_search_to_search_if_the_player_does() -> None:
    state = po.game("connectfour(5,5)").initial()
    for player, kept in [("uct(reuse=true)", True), ("uct", False)]:
        search = po.player(player).start(state, seed=1)
        later = state.play(search.run("2000 sims").move).play("c")
        search.begin(later, seed=2)
        assert bool(search.tree()) == kept
        assert search.run("10 sims").simulations == 10
        assert (sum(child.visits for child in search.tree()) > 10) == kept
    with pytest.raises(ValueError, match="another game"):
        search.begin(po.game("connectfour(6,5)").initial(), seed=1)


# ---------------------------------------------------------------- threads, and what is no search


def look_until_it_ends(search: po.Search, thread: threading.Thread) -> None:
    while thread.is_alive():
        _ = search.result


def test_nobody_looks_at_a_search_that_runs() -> None:
    search = start("breakthrough(8,8)", "uct")
    search.run("1 sims")
    thread = threading.Thread(target=search.run, args=("1s",))
    thread.start()
    with pytest.raises(ValueError, match="running already"):
        look_until_it_ends(search, thread)
    thread.join()
    assert search.result.simulations > 1


def test_what_cannot_be_started() -> None:
    state = po.game("tictactoe").initial()
    with pytest.raises(po.SpecError, match="takes a State"):
        po.UCT().start("tictactoe")  # type: ignore[arg-type]
    with pytest.raises(po.SpecError, match="watch it with solve"):
        po.NRPA().start(po.game("morpion(4D)").initial())
    for move in ("a1", "b1", "a2", "b2", "a3"):
        state = state.play(move)
    with pytest.raises(ValueError, match="the game is over"):
        po.UCT().start(state)


class Failing(Nim):
    """Fails when it has been asked so many times."""

    left = math.inf

    def legal(self, state: Any) -> Any:
        self.count()
        return super().legal(state)

    def play(self, state: Any, move: int) -> Any:
        self.count()
        return super().play(state, move)

    @classmethod
    def count(cls) -> None:
        cls.left -= 1
        if cls.left < 0:
            raise ZeroDivisionError("mine")


def fails(act: Callable[[], object], calls: int) -> bool:
    """Whether the rules fail, if they do after so many calls."""
    Failing.left = calls
    try:
        act()
    except ZeroDivisionError:
        return True
    finally:
        Failing.left = math.inf
    return False


@pytest.mark.fuzz
@pytest.mark.parametrize("player", [*PLAYERS, "random", "uct(reuse=true)"])
@pytest.mark.parametrize("plays", [True, False])
def test_rules_that_fail_while_a_search_moves_leave_it_where_it_was(player: str, plays: bool) -> None:
    game = po.game(Failing(30))
    later = game.initial().play(1).play(2)
    for calls in range(1000):
        search = po.player(player).start(game.initial(), seed=1)
        before = timeless(search.run("20 sims")), search.tree(depth=2)
        act = partial(search.play, 2) if plays else partial(search.begin, later, seed=2)
        if not fails(act, calls):
            break
        assert (timeless(search.result), search.tree(depth=2)) == before
    assert search.state != game.initial()


def test_a_first_run_that_failed_says_nothing_of_the_rules() -> None:
    search = po.UCT().start(po.game(Failing(30)).initial(), seed=1)
    assert fails(lambda: search.run("5 sims"), 1)
    with pytest.raises(ValueError, match="run the search"):
        _ = search.result


def test_rules_cannot_reach_into_the_search_that_calls_them() -> None:
    refused: list[str] = []

    class Curious(Nim):
        def play(self, state: Any, move: int) -> Any:
            for reach in (lambda: search.result, lambda: search.line, lambda: search.run("1 sims")):
                with pytest.raises(ValueError, match="running already"):
                    reach()
            refused.append("")
            return super().play(state, move)

    search = start(Curious(3), "uct")
    search.run("5 sims")
    assert refused


def test_an_exception_of_the_rules_leaves_a_search_that_goes_on() -> None:
    class Failing(Nim):
        fails = False

        def play(self, state: Any, move: int) -> Any:
            if self.fails and random.random() < 0.02:
                raise ZeroDivisionError("mine")
            return super().play(state, move)

    rules = Failing(30)
    for player in PLAYERS:
        search = po.player(player).start(po.game(rules).initial(), seed=1)
        Failing.fails = True
        random.seed(1)
        failures = 0
        for _ in range(40):
            try:
                search.run("5 sims")
            except ZeroDivisionError:
                failures += 1
        Failing.fails = False
        assert failures
        assert search.run("20 sims").move in (1, 2, 3)
