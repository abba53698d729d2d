"""Searches of puzzles that are cut into slices, saved and loaded, and games that fail under them."""

import math
import threading
from contextlib import suppress
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import (
    Hills,
    all_players,
    every_puzzle,
    found,
    random_game,
    run,
    seeds,
    solver,
    start,
)
from toys import Nim, accepted

import playout as po
from playout import _core
from playout.reference.rng import Rng

LNS = po.LNS(po.NRPA(2, 3), po.NRPA(1, 5), steps=3, members=2, islands=2, slack=1, accept=0.5, exchange=0.5)

# ---------------------------------------------------------------- slices, saved searches


@every_puzzle
@given(seed=seeds, player=all_players, cuts=st.lists(st.integers(1, 40), max_size=6))
@settings(max_examples=8)
def test_cuts_change_nothing(name: str, seed: int, player: po.Player, cuts: list[int]) -> None:
    state = start(name)
    whole, sliced = solver(state, player, seed), solver(state, player, seed)
    run(whole, sum(cuts) + 20)
    for cut in cuts:
        run(sliced, cut)
        sliced = load(state, player, sliced.save())
    run(sliced, 20)
    assert found(sliced) == found(whole)
    assert sliced.save() == whole.save()


def test_a_saved_search_goes_on_from_the_same_moves() -> None:
    """Saved after every playout of a few restarts."""
    for player in (po.NRPA(2, 3), po.NMCS(3), po.NMCS(2, 2), LNS):
        state = start("hills", [0])
        known = random_game(state, 1)
        machine, whole = solver(state, player, 1, known), solver(state, player, 1, known)
        for _ in range(150):
            machine = load(state, player, machine.save())
            run(machine, 1)
        run(whole, 150)
        assert found(machine) == found(whole)


def fixed_up(saved: bytes) -> bytes:
    """With the checksum that the bytes should have."""
    total = 0xCBF29CE484222325
    for byte in saved[:-8]:
        total = ((total ^ byte) * 0x100000001B3) % 2**64
    return saved[:-8] + total.to_bytes(8, "little")


def load(state: po.State, player: po.Player, saved: bytes) -> _core.Solver:
    return _core.Solver.load(state.position, player.solver(), saved)


def saved_search(name: str, player: po.Player) -> tuple[po.State, bytes]:
    state = start(name)
    machine = solver(state, player, 1)
    run(machine, 57)
    return state, machine.save()


SAVED = [
    ("hills", po.NRPA(2, 10)),
    ("hills", po.NMCS(2)),
    ("morpion", po.NRPA(2, 10)),
    ("morpion", po.NMCS(2, 3)),
    ("crossword", po.NRPA(1, repetitions=3)),
    ("hills", LNS),
    ("morpion", LNS),
    ("morpion", po.UCT()),
]


@pytest.mark.parametrize(("name", "player"), SAVED)
def test_damage_is_told(name: str, player: po.Player) -> None:
    state, saved = saved_search(name, player)
    rng = Rng(1)
    for _ in range(200):
        at, flip = rng.below(len(saved)), 1 << rng.below(8)
        damaged = saved[:at] + bytes([saved[at] ^ flip]) + saved[at + 1 :]
        with pytest.raises(ValueError, match="damaged"):
            load(state, player, damaged)
    for size in range(0, len(saved), max(1, len(saved) // 100)):
        with pytest.raises(ValueError, match="damaged"):
            load(state, player, saved[:size])


@pytest.mark.fuzz
@pytest.mark.parametrize(("name", "player"), SAVED)
def test_forged_bytes_do_no_harm(name: str, player: po.Player) -> None:
    """With a right checksum: either refused by a line that people can read, or a search that runs."""
    state, saved = saved_search(name, player)
    rng = Rng(2)
    for _ in range(400):
        forged = bytearray(saved)
        for _ in range(1 + rng.below(3)):
            forged[rng.below(len(saved) - 8)] = (0, 1, 0x7F, 0x80, 0xFF, rng.below(256))[rng.below(6)]
        cut = len(saved) if rng.below(4) else 8 + rng.below(len(saved) - 8)
        machine = accepted(partial(load, state, player), fixed_up(bytes(forged[:cut])))
        if machine is not None:
            run(machine, 30)
            assert machine.best.moves


def test_a_foreign_search_is_refused() -> None:
    state, saved = saved_search("hills", po.NRPA(2, 10))
    refused = [
        (state, po.NMCS(2), "another kind"),
        (state, po.NRPA(2, 11), "other options"),
        (state, po.NRPA(2, 10, alpha=0.5), "other options"),
        (state, LNS, "another kind"),
        (start("hills", [0]), po.NRPA(2, 10), "another state"),
        (start("morpion"), po.NRPA(2, 10), "another state"),
    ]
    for other, player, reason in refused:
        with pytest.raises(ValueError, match=reason):
            load(other, player, saved)


def test_a_tree_of_other_options_is_refused() -> None:
    """It is made again from its seed: with other options it would be another tree."""
    state, saved = saved_search("morpion", po.UCT(exploration=0.4))
    for other in (po.UCT(exploration=0.4, formula="nogo"), po.UCT(exploration=0.4, creation=2)):
        with pytest.raises(ValueError, match="other options"):
            load(state, other, saved)


def as_saved(number: int) -> bytes:
    return number.to_bytes(8, "little")


def test_a_tree_is_not_made_again_by_loading() -> None:
    """So a forged number of simulations takes no longer than it is let."""
    state, saved = saved_search("morpion", po.UCT())
    assert saved.count(as_saved(57)) == 2  # of the solver, and of its tree
    forged = fixed_up(saved.replace(as_saved(57), as_saved(2**62)))
    machine = load(state, po.UCT(), forged)
    machine.run(_core.Budget(seconds=0.01), _core.Stop())
    assert machine.simulations == 2**62
    assert machine.save() == forged


def test_a_tree_of_more_or_fewer_simulations_than_were_made_is_damage() -> None:
    state, saved = saved_search("morpion", po.UCT())
    for number in (0, 56, 58, 2**62):
        with pytest.raises(ValueError, match="damaged"):
            load(state, po.UCT(), fixed_up(saved[:-16] + as_saved(number) + saved[-8:]))


# ---------------------------------------------------------------- games that fail, threads that meet


class Failing(Hills):
    """Raises at some calls of play."""

    calls = 0

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        Failing.calls += 1
        if Failing.calls >= 0 and Failing.calls % 41 == 3:
            raise ArithmeticError("not now")
        return super().play(state, move)


@pytest.mark.parametrize("player", [po.NRPA(2, 5), po.NMCS(3), po.NMCS(2, 2), LNS], ids=str)
def test_an_exception_passes_and_the_solver_goes_on(player: po.Player) -> None:
    """The result is the one of a run in which nothing happened."""
    whole, game = solver(start("hills"), player, 5), Failing()
    run(whole, 200)
    machine = solver(po.game(game).initial(), player, 5)
    for _ in range(6):
        with pytest.raises(ArithmeticError, match="not now"):
            run(machine, 200 - machine.simulations)
    while machine.simulations < 200:
        with suppress(ArithmeticError):
            run(machine, 200 - machine.simulations)
    assert found(machine) == found(whole)


def test_uct_goes_on_after_an_exception() -> None:
    """Its tree is made again, also if that fails at first."""
    whole = solver(start("hills"), po.UCT(), 5)
    run(whole, 200)
    machine = solver(po.game(Failing()).initial(), po.UCT(), 5)
    for calls in (300, 100):
        Failing.calls = -calls
        with pytest.raises(ArithmeticError, match="not now"):
            run(machine, 200)
        assert 100 < machine.states < 300
    Failing.calls = -(10**6)
    run(machine, 200 - machine.simulations)
    Failing.calls = 0
    assert found(machine) == found(whole)


class Curious(Hills):
    """Looks at the solver that plays it."""

    machine: _core.Solver | None = None

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        if self.machine is not None:
            self.machine.save()
        return super().play(state, move)


def test_a_running_solver_is_left_alone() -> None:
    machine = solver(po.game(Curious()).initial(), po.NRPA(1), 1)
    Curious.machine = machine
    with pytest.raises(ValueError, match="is running"):
        run(machine, 10)
    Curious.machine = None
    run(machine, 10)
    assert machine.simulations == 10


def test_a_stop_ends_a_run_from_outside() -> None:
    machine, stop = solver(start("morpion"), po.NRPA(3), 1), _core.Stop()
    timer = threading.Timer(0.05, stop.request)
    timer.start()
    machine.run(_core.Budget(60), stop)
    timer.join()
    assert machine.best.moves


def test_wrong_starts() -> None:
    puzzle, game = po.game("morpion(5D)").initial(), po.game("tictactoe").initial()
    with pytest.raises(ValueError, match="two players"):
        solver(game, po.NRPA(), 1)
    with pytest.raises(ValueError, match="cannot play against somebody"):
        po.NMCS().search(game, "10 sims")
    with pytest.raises(ValueError, match="two players"):
        solver(po.game(Nim()).initial(), po.NRPA(), 1)
    finished = puzzle
    while not finished.is_terminal:
        finished = finished.play(finished.legal_moves[0])
    with pytest.raises(ValueError, match="game is over"):
        solver(finished, po.NRPA(), 1)
    with pytest.raises(ValueError, match="illegal move"):
        solver(puzzle, po.NRPA(), 1, [5])
    with pytest.raises(ValueError, match="does not reach the end"):
        solver(puzzle, po.NMCS(), 1, puzzle.legal_moves[:1])
    with pytest.raises(ValueError, match="Morpion Solitaire only"):
        solver(start("hills"), po.NMCS(playout="tuned"), 1)
    with pytest.raises(ValueError, match="uniform playouts only"):
        solver(puzzle, po.player("uct(playout=nested)"), 1)
    with pytest.raises(ValueError, match="threads"):
        solver(puzzle, po.UCT(threads=2), 1)
    with pytest.raises(ValueError, match="scale=seen"):
        po.UCT(scale="seen").search(game, "10 sims")
    with pytest.raises(ValueError, match="has no bias"):
        solver(puzzle, po.NRPA(bias=True), 1)


@pytest.mark.parametrize("bias", ["x", math.nan, math.inf, 51, None])
def test_a_bias_must_be_a_small_number(bias: object) -> None:
    class Odd(Hills):
        def bias(self, state: tuple[int, ...], move: int) -> float:
            return bias  # type: ignore[return-value]

    with pytest.raises(po.ContractError, match=r"Odd\.bias gave"):
        po.NRPA(1, bias=True).solve(Odd(), "10 sims")


@pytest.mark.parametrize("distance", ["x", math.nan, -math.inf, None])
def test_a_distance_must_be_a_finite_number(distance: object) -> None:
    class Odd(Hills):
        def distance(
            self, state: tuple[int, ...], move: int, other: tuple[int, ...], other_move: int
        ) -> float:
            return distance  # type: ignore[return-value]

    with pytest.raises(po.ContractError, match=r"Odd\.distance gave"):
        po.LNS(po.NRPA(1, 2), po.NRPA(1, 2), forget="near").solve(Odd(), "20 sims")
