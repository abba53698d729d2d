"""Games in GDL in the core: the same as in Python, state by state and draw by draw."""

import random
import signal
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from compiled_cache import own_cache  # noqa: F401
from gdl_networks import networks
from gdl_texts import GAMES, LIGHT, MATCHING, THREE, checked, damaged, written
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("clingo", reason="clingo is not installed")

import playout as po
from playout import _core, gdl
from playout.gdl.arrays import arrays
from playout.gdl.build import build
from playout.gdl.face import GdlFace
from playout.gdl.ground import ground

GAMES_IN_BULK = {"nogo_4x4.kif": 2, "atarigo_4x4.kif": 2, "breakthrough_8x8.kif": 4, "reversi.kif": 2}
"""How many random games the slow ones play in Python."""


def network_of(text: str) -> gdl.Network:
    rules = checked(text)
    return build(rules, ground(rules, gdl.Limits(memory=2**62)))  # sanitizers take no end of addresses


def answer(ask: Callable[[], Any]) -> Any:
    """What comes back, or the error that is raised."""
    try:
        return ask()
    except po.ContractError as error:
        return str(error)


def assert_same_state(machine: gdl.Machine, position: gdl.Position) -> None:
    state = position.facts
    assert machine.is_terminal(state) == position.is_terminal
    assert answer(lambda: machine.legal(state)) == answer(lambda: position.legal)
    roles = range(len(position.network.roles))
    assert answer(lambda: machine.goals(state)) == answer(lambda: [position.goal(role) for role in roles])


def assert_same_game(machine: gdl.Machine, seed: int, length: int = 200) -> None:
    """All that both say of the states of a random game; and of some again, in another order."""
    rng, position, seen = random.Random(seed), gdl.initial(machine.network), []
    for _ in range(length):
        assert_same_state(machine, position)
        seen.append(position)
        legal = answer(partial(getattr, position, "legal"))
        if position.is_terminal or isinstance(legal, str):
            break
        moves = [rng.choice(moves) for moves in legal]
        position = position.play(*moves)
        assert machine.play(seen[-1].facts, moves) == position.facts
    for position in rng.sample(seen, min(5, len(seen))):
        assert_same_state(machine, position)


@pytest.mark.parametrize("name", gdl.names())
def test_the_core_agrees_with_python(name: str) -> None:
    machine = gdl.Machine(gdl.load(gdl.find(name)))
    for seed in range(1 if name in GAMES_IN_BULK or name.startswith("misere") else 3):
        assert_same_game(machine, seed)


@pytest.mark.parametrize("name", GAMES)
def test_small_games_agree_with_python(name: str) -> None:
    machine = gdl.Machine(network_of(GAMES[name]))
    for seed in range(10):
        assert_same_game(machine, seed)


@settings(max_examples=30)
@given(damaged())
def test_damaged_rules_agree_with_python(text: str) -> None:
    try:
        network = network_of(text)
    except po.SpecError:
        return
    assert_same_game(gdl.Machine(network), seed=1, length=10)


@pytest.mark.fuzz
@given(networks(), st.integers(0, 2**32))
def test_random_networks_agree_with_python(network: gdl.Network, seed: int) -> None:
    machine = gdl.Machine(network)
    assert_same_game(machine, seed, length=5)
    rng = random.Random(seed)
    for _ in range(3):  # states that are far from one another
        facts = bytes(rng.randrange(2) for _ in network.facts)
        assert_same_state(machine, gdl.Position(network, facts))


def one_by_one(network: gdl.Network, count: int, seed: int, length: int = 10_000) -> gdl.Tally:
    """What `Machine.playouts` plays, in Python."""
    seeds, finished, moves, totals = _core.Rng(seed), 0, 0, [0] * len(network.roles)
    for _ in range(count):
        *before, last = gdl.random_game(network, seeds.next(), length)
        moves += len(before)
        if last.is_terminal:
            finished += 1
            totals = [total + last.goal(role) for role, total in enumerate(totals)]
    return gdl.Tally(finished, moves, tuple(totals))


@pytest.mark.parametrize("name", [name for name in gdl.names() if not name.startswith("misere")])
def test_games_side_by_side_are_those_played_one_by_one(name: str) -> None:
    network = gdl.load(gdl.find(name))
    count = GAMES_IN_BULK.get(name, 20)
    assert gdl.Machine(network).playouts(network.initial, count, seed=7) == one_by_one(network, count, 7)


@pytest.mark.parametrize("count", [1, 511, 512, 513, 1500])
@pytest.mark.parametrize("name", ["matching", "dice", "three"])
def test_any_number_of_games_is_played(name: str, count: int) -> None:
    network = network_of(GAMES[name])
    assert gdl.Machine(network).playouts(network.initial, count, seed=2) == one_by_one(network, count, 2)


@pytest.mark.parametrize("length", [1, 5, 8])
def test_long_games_are_left_unfinished(length: int) -> None:
    network = gdl.load(gdl.find("tictactoe.kif"))
    expected = one_by_one(network, 600, seed=3, length=length)
    assert gdl.Machine(network).playouts(network.initial, 600, seed=3, length=length) == expected
    assert expected.finished < 600


@pytest.mark.fuzz
@given(networks(), st.integers(0, 2**32))
def test_random_networks_are_played_side_by_side(network: gdl.Network, seed: int) -> None:
    machine = gdl.Machine(network)
    found = answer(lambda: machine.playouts(network.initial, 5, seed=seed, length=6))
    expected = answer(lambda: one_by_one(network, 5, seed, length=6))
    if isinstance(expected, gdl.Tally):
        assert found == expected
    else:  # which game is wrong first is another matter
        assert isinstance(found, str)


def test_first_moves_are_made_first() -> None:
    machine = gdl.Machine(network_of(MATCHING))
    head, tail = machine.legal(machine.initial)[0]
    other = machine.legal(machine.initial)[1][0]
    for move, total in ((head, 100), (tail, 0)):
        assert machine.playouts(machine.initial, 600, seed=1, moves=[move, other]).totals[0] == 600 * total
    mixed = machine.playouts(machine.initial, 600, seed=1, moves=[head])
    assert 200 < mixed.mean(0) * 6 < 400


def test_games_start_in_any_state() -> None:
    network = gdl.load(gdl.find("tictactoe.kif"))
    machine = gdl.Machine(network)
    state = machine.initial
    names = {machine.network.moves[move]: move for move in range(len(network.moves))}
    for role, cell in enumerate(["1 a", "2 a", "1 b", "2 b", "1 c"]):
        mark = names[role % 2, ("mark", *cell.split())]
        state = machine.play(state, [mark, names[1 - role % 2, "noop"]])
    assert machine.goals(state) == [100, 0]
    assert machine.playouts(state, 700, seed=1) == gdl.Tally(700, 0, (70_000, 0))


def test_what_is_no_state_or_move_is_refused() -> None:
    machine = gdl.Machine(network_of(THREE))
    with pytest.raises(ValueError, match="a state has 7 facts, not 2"):
        machine.legal(b"ab")
    for moves, said in [([0], "the role b has no move"), ([0, 0], "has two moves"), ([99], "is not legal")]:
        move = [machine.legal(machine.initial)[0][0]] if moves[0] == 0 else []
        with pytest.raises(ValueError, match=said):
            machine.play(machine.initial, move * len(moves) or moves)
    with pytest.raises(po.SpecError, match="count must be an integer from 1"):
        machine.playouts(machine.initial, 0, seed=1)


def test_threads_share_a_machine() -> None:
    machines = [gdl.Machine(gdl.load(gdl.find(name))) for name in ("tictactoe.kif", "connectfour_4x4.kif")]
    expected = [machine.playouts(machine.initial, 2000, seed=5) for machine in machines]
    found: list[object] = []

    def play() -> None:
        for machine in machines * 3:
            found.append(machine.playouts(machine.initial, 2000, seed=5))
            assert_same_game(machine, seed=len(found))

    threads = [threading.Thread(target=play) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 18
    assert all(tally in expected for tally in found)


def test_a_search_of_several_threads_runs_the_rules() -> None:
    found = po.player("uct(threads=2)").search(po.game("tictactoe.kif").initial(), "2000 sims", seed=1)
    assert found.simulations >= 2000


def test_many_machines_come_and_go() -> None:
    """More than a thread keeps, and new ones where old ones stood."""
    networks = [network_of(text) for text in GAMES.values()]
    for seed in range(10):
        for network in networks:
            assert_same_game(gdl.Machine(network), seed)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("(<= (goal player 100) (true on))", "", "the role player has no goal at the end, in on"),
        (
            "(goal player 0) (true off)",
            "(goal player 0) (true on)",
            "the role player has 2 goals at the end, in on",
        ),
        (
            "(<= terminal (true on))",
            "(<= terminal (true never))",
            "the role player has no legal move, and the game is not over, in on",
        ),
    ],
)
def test_rules_that_are_no_game_are_told_with_the_state(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    path = written(tmp_path, LIGHT.replace(old, new))
    game, machine = po.game(str(path)), gdl.Machine(gdl.load(path))
    with pytest.raises(po.ContractError, match=f"game.kif: {said}"):
        game.initial().play("push").score  # noqa: B018
    with pytest.raises(po.ContractError, match=f"game.kif: {said}"):
        po.solve(game, "nmcs", "10 sims", seed=1)
    with pytest.raises(po.ContractError, match=f"game.kif: {said}"):
        machine.playouts(machine.initial, 3, seed=1)


def test_the_roles_move_at_once_only_later() -> None:
    """What random games did not come upon is found in play."""
    network = network_of(MATCHING)
    rules, machine = gdl.GdlRules(network, gdl.Kind(2)), gdl.Machine(network)
    engine = machine.core.game(0.0, 1.0, 10, GdlFace(rules), False)
    with pytest.raises(
        po.ContractError, match="both roles have a choice of moves, so they move at once, in begin"
    ):
        engine.initial().legal_moves  # noqa: B018


def test_ctrl_c_ends_playouts_with_what_there_is() -> None:
    machine = gdl.Machine(gdl.load(gdl.find("tictactoe.kif")))
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    timer.start()
    assert 0 < machine.playouts(machine.initial, 10**12, seed=1).finished < 10**12
    timer.join()


PLAIN = arrays(network_of(MATCHING))


@st.composite
def hostile(draw: st.DrawFn) -> dict[str, Any]:
    """Good arrays, of which one or two are not."""
    found = {name: list(value) if isinstance(value, list) else value for name, value in PLAIN.items()}
    for name in draw(st.lists(st.sampled_from(sorted(PLAIN)), min_size=1, max_size=2)):
        value = found[name]
        if isinstance(value, int):
            found[name] = draw(st.integers(0, 2**32 - 1) | st.integers(0, 60))
        elif isinstance(value, list) and value and isinstance(value[0], int):
            _damage(
                value, draw(st.integers(0, len(value) - 1)), draw(st.integers(0, 60)), draw(st.integers(0, 2))
            )
        elif isinstance(value, list) and value:
            del value[draw(st.integers(0, len(value) - 1)) :]
    return found


def _damage(numbers: list[int], place: int, number: int, how: int) -> None:
    if how == 0:
        numbers[place] = number
    elif how == 1:
        numbers.insert(place, number)
    else:
        del numbers[place]


def made(found: dict[str, Any]) -> "_core.GdlMachine | str":
    """The machine, or why there is none."""
    try:
        return _core.GdlMachine(**found)
    except ValueError as error:
        return str(error)


@pytest.mark.fuzz
@settings(max_examples=300)
@given(hostile())
def test_hostile_arrays_are_refused_or_run(found: dict[str, Any]) -> None:
    machine = made(found)
    if isinstance(machine, str):
        assert machine.startswith("not a network: ")
        return
    state = bytes(found["initial"])
    answer(lambda: machine.legal(state))
    answer(lambda: machine.goals(state))
    answer(lambda: machine.playouts(state, 5, 1, [], 20, _core.Stop()))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("literals", [2**32 - 1] * len(PLAIN["literals"])),
        ("starts", [0, 99]),
        ("terminal", 2**31),
        ("guards", [40, 40]),
        ("movers", [7] * len(PLAIN["movers"])),
        ("state_gates", 99),
        ("roles", []),
    ],
)
def test_each_array_is_checked(name: str, value: object) -> None:
    with pytest.raises(ValueError, match="not a network: "):
        _core.GdlMachine(**{**PLAIN, name: value})
