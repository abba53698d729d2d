"""Searches that let games in GDL play side by side: what comes of them is what comes of one after another."""

import threading
import time
from pathlib import Path

import pytest
from compiled_cache import own_cache  # noqa: F401
from gdl_texts import LIGHT, written
from searches import same, start, timeless
from test_gdl_games import NATIVE
from test_reference import native

pytest.importorskip("clingo", reason="clingo is not installed")

import playout as po
from playout.reference.batch import Batch
from playout.reference.flat import flat
from playout.reference.uct import uct

SMALL = ["tictactoe.kif", "connectfour_4x4.kif", "eightpuzzle.kif", "hanoi.kif", "misere_tictactoe.kif"]
LONG = ["reversi.kif", "breakthrough_8x8.kif", "nogo_4x4.kif", "misere_knightthrough_5x5.kif"]
IN_BULK = ["flat(bulk=true)", "uct(playout=batch(games=20))"]

in_bulk = pytest.mark.parametrize("player", IN_BULK)


def found(game: str, player: str, budget: str, seed: int = 1) -> po.SearchResult:
    return po.player(player).search(po.game(game).initial(), budget, seed)


@pytest.mark.parametrize(("name", "sims"), [*((name, 600) for name in SMALL), *((name, 30) for name in LONG)])
def test_flat_agrees_with_python(name: str, sims: int) -> None:
    state = po.game(name).initial()
    for budget in (f"{sims} sims", f"{10 * sims} states"):
        assert native(state, po.Flat(bulk=True), budget, 7) == flat(state, budget, 7, bulk=True)


@pytest.mark.parametrize("name", [*SMALL, *LONG])
def test_batches_agree_with_python(name: str) -> None:
    state = po.game(name).initial()
    player = po.UCT(playout=po.playouts.Batch(5))
    assert native(state, player, "8 sims", 3) == uct(state, "8 sims", 3, player.constant, playout=Batch(5))


@in_bulk
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("name", NATIVE)
def test_searches_are_those_of_the_native_game(name: str, misere: bool, player: str) -> None:
    """Native games play one after another."""
    budget = "3000 sims" if player.startswith("flat") else "60 sims"
    one = found(f"misere_{name}.kif" if misere else f"{name}.kif", player, budget)
    other = found(f"misere({NATIVE[name]})" if misere else NATIVE[name], player, budget)
    assert [(child.visits, child.value) for child in one.children] == [
        (child.visits, child.value) for child in other.children
    ]
    assert (one.value, one.simulations, one.states) == (other.value, other.simulations, other.states)


@pytest.mark.parametrize("spec", ["misere(breakthrough_5x5.kif)", "misere(tictactoe.kif)"])
def test_a_misere_version_of_rules_in_gdl(spec: str) -> None:
    one, other = (
        found(spec, "flat(bulk=true)", "1000 sims"),
        found(f"misere({NATIVE[spec[7:-5]]})", "flat(bulk=true)", "1000 sims"),
    )
    assert (one.value, one.states) == (other.value, other.states)


@in_bulk
@pytest.mark.parametrize("game", ["tictactoe.kif", "breakthrough_5x5.kif", "hanoi.kif"])
def test_slices_change_nothing(game: str, player: str, tmp_path: Path) -> None:
    whole, sliced = start(game, player), start(game, player)
    whole.run("1100 sims")
    for cut in (1, 511, 88, 500):
        sliced.run(po.Budget(simulations=cut))
    same(whole, sliced)
    sliced.save(tmp_path / "kept")
    same(sliced, po.Search.load(tmp_path / "kept", game=po.game(game)))


@in_bulk
@pytest.mark.parametrize("count", [1, 2, 511, 512, 513, 2000])
def test_simulations_are_counted_exactly(player: str, count: int) -> None:
    result = found("connectfour_4x4.kif", player, f"{count} sims")
    assert result.simulations == sum(child.visits for child in result.children) == count


@pytest.mark.parametrize("states", [1, 100, 5000, 30_000])
def test_states_are_counted_simulation_by_simulation(states: int) -> None:
    result = found("breakthrough_5x5.kif", "flat(bulk=true)", f"{states} states")
    before = found("breakthrough_5x5.kif", "flat(bulk=true)", f"{max(result.simulations - 1, 1)} sims")
    assert result.states >= states
    assert before.states < states or result.simulations == 1


def test_bulk_and_plain_playouts_have_the_same_mean() -> None:
    """Of other draws, but of the same games: within four standard errors."""
    sims = 20_000
    plain, bulk = (
        found("breakthrough_5x5.kif", player, f"{sims} sims") for player in ("flat", "flat(bulk=true)")
    )
    values = [{child.move: child.value for child in result.children} for result in (plain, bulk)]
    arm = sims / len(values[0])
    for move, value in values[0].items():
        assert abs(value - values[1][move]) < 4 * (2 / arm) ** 0.5
    assert values[0] != values[1]


@in_bulk
def test_what_time_cuts_short_is_made_again(player: str) -> None:
    sliced, whole = start("breakthrough_8x8.kif", player), start("breakthrough_8x8.kif", player)
    for _ in range(12):
        sliced.run(po.Budget(seconds=1e-6, simulations=1000))
    simulations = sliced.result.simulations
    assert simulations > 0
    whole.run(po.Budget(simulations=simulations))
    assert timeless(sliced.result) == timeless(whole.result)


@in_bulk
def test_another_thread_ends_a_run(player: str) -> None:
    search = start("reversi.kif", player)
    thread = threading.Timer(0.1, search.stop)
    thread.start()
    began = time.monotonic()
    assert search.run("60s").interrupted
    thread.join()
    assert time.monotonic() - began < 30


@pytest.mark.parametrize(
    "options",
    ["rave=50", "bounds=cuts", "threads=2", "threads=2, parallel=root", "transpositions=true", "reuse=true"],
)
def test_batches_go_with_every_option(options: str) -> None:
    result = found("connectfour_4x4.kif", f"uct(playout=batch(games=16), {options})", "200 sims")
    assert result.simulations == sum(child.visits for child in result.children) == 200
    assert all(-1 <= child.value <= 1 for child in result.children)


def test_batches_prove_the_same() -> None:
    result = found("tictactoe.kif", "uct(playout=batch(games=8), bounds=cuts)", "1000000 sims")
    assert result.bounds == (0, 0)


def test_a_puzzle_is_not_solved_by_means() -> None:
    with pytest.raises(ValueError, match="uct solves puzzles with uniform playouts only"):
        po.player("uct(playout=batch)").solve("hanoi.kif", "10 sims")


@in_bulk
def test_rules_that_do_not_describe_a_game_are_one_line(player: str, tmp_path: Path) -> None:
    path = written(tmp_path, LIGHT.replace("(goal player 100) (true on)", "(goal player 100) (true off)"))
    with pytest.raises(po.ContractError, match="the role player has no goal at the end") as caught:
        found(str(path), player, "10 sims")
    assert len(str(caught.value).splitlines()) == 1
