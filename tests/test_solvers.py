"""NMCS and NRPA: native against plain Python, to the last bit; cuts, saved searches, what solve promises."""

import math
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal, localcontext
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toys import Digits, Nim, accepted

import playout as po
from playout import _core
from playout.reference.exp import exp
from playout.reference.nmcs import nmcs
from playout.reference.nrpa import Policy, Search, nrpa
from playout.reference.rng import Rng
from playout.reference.sequence import Run, Solution
from playout.reference.uct import uct
from playout.reference.weights import add_up, draw, running_sums
from playout.seeds import derive


@dataclass(frozen=True)
class Hills(po.PythonGame[tuple[int, ...]]):
    """A puzzle whose codes are of any kind, shared by moves, and whose games end at different lengths."""

    players = 1

    def initial(self) -> tuple[int, ...]:
        return ()

    def legal(self, state: tuple[int, ...]) -> Sequence[int]:
        return () if len(state) >= 5 or state[-1:] == (0,) else [3, 0, 2, 1, 9][len(state) % 2 :]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def score(self, state: tuple[int, ...]) -> float:
        return sum(state[0::2]) / 4 - sum(state[1::2]) / 4

    def bounds(self) -> tuple[float, float]:
        return -10.0, 10.0

    def code(self, state: tuple[int, ...], move: int) -> int:
        return (move // 2 - 1) * 10**15 + len(state)

    def bias(self, state: tuple[int, ...], move: int) -> float:
        return 0.25 * move - 0.5


@dataclass(frozen=True)
class Wide(po.PythonGame[tuple[int, ...]]):
    """A puzzle with more moves than there are lanes."""

    players = 1

    def initial(self) -> tuple[int, ...]:
        return ()

    def legal(self, state: tuple[int, ...]) -> Sequence[int]:
        return (range(100), range(23), range(8), range(1), range(0))[len(state)]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def score(self, state: tuple[int, ...]) -> float:
        return (7 * state[0] + 3 * state[1] + state[2]) % 31

    def bounds(self) -> tuple[float, float]:
        return 0.0, 30.0


PUZZLES: dict[str, str | po.PythonGame[Any]] = {
    "digits": Digits(5),
    "hills": Hills(),
    "wide": Wide(),
    "morpion": "morpion(4D)",
    "morpion(4T)": "morpion(4T, replace_dominated=false)",
    "crossword": f"crossword({Path(__file__).with_name('words.txt')}, size=7)",
}
every_puzzle = pytest.mark.parametrize("name", PUZZLES)

seeds = st.integers(0, 2**64 - 1)
openings = st.lists(st.integers(0, 999), max_size=6)
budgets = st.builds(lambda n: po.Budget(simulations=n), st.integers(1, 60)) | st.builds(
    lambda n: po.Budget(states=n), st.integers(1, 600)
)
nmcs_players = st.builds(po.NMCS, st.integers(1, 4), st.sampled_from([0, 0, 1, 2, 5]))
nrpa_players = st.builds(
    po.NRPA,
    level=st.integers(1, 4),
    iterations=st.sampled_from([1, 2, 3, 5, 20, 100]),
    alpha=st.sampled_from([1.0, 1.0, 0.0, 0.3, 7.5, 1000.0]),
    tau=st.sampled_from([1.0, 1.0, 0.5, 3.0]),
    repetitions=st.sampled_from([0, 0, 1, 3]),
)
players = nmcs_players | nrpa_players
uct_players = st.builds(
    po.UCT,
    exploration=st.sampled_from([0.05, 0.5]),
    creation=st.sampled_from([1, 1, 3]),
    scale=st.sampled_from(["bounds", "seen"]),
)
all_players = players | uct_players | st.just(po.Random())


def start(name: str, opening: Sequence[int] = ()) -> po.State:
    """A state that is not terminal; each number of the opening picks a move."""
    state = po.game(PUZZLES[name]).initial()
    for pick in opening:
        following = state.play(state.legal_moves[pick % len(state.legal_moves)])
        if following.is_terminal:
            break
        state = following
    return state


def random_game(state: po.State, seed: int) -> tuple[int, ...]:
    """The moves of a whole game."""
    rng, moves = Rng(seed), []
    while not state.is_terminal:
        moves.append(state.legal_moves[rng.below(len(state.legal_moves))])
        state = state.play(moves[-1])
    return tuple(moves)


def solver(state: po.State, player: po.Player, seed: int, known: Sequence[int] = ()) -> _core.Solver:
    return _core.Solver(state.position, player.solver(), seed, known)


def run(machine: _core.Solver, simulations: int | None = None, states: int | None = None) -> None:
    machine.run(_core.Budget(None, simulations, states), _core.Stop())


def found(machine: _core.Solver) -> Solution:
    """What a native solver has found, as the reference says it."""
    best = machine.best
    return Solution(best.score, tuple(best.moves), machine.simulations, machine.states)


def twin(
    state: po.State, player: po.Player, budget: po.Budget, seed: int, known: tuple[int, ...] = ()
) -> Solution:
    """What plain Python finds."""
    if isinstance(player, po.NMCS):
        tuned = player.playout == "tuned"
        return nmcs(state, budget, seed, player.level, player.sample, tuned, known)
    assert isinstance(player, po.NRPA)
    return nrpa(
        state,
        budget,
        seed,
        level=player.level,
        N=player.iterations,
        Alpha=player.alpha,
        tau=player.tau,
        bias=(lambda s, move: 0.25 * move - 0.5) if player.bias else None,
        repetitions=player.repetitions,
        known=known,
    )


def check_twins(
    state: po.State, player: po.Player, budget: po.Budget, seed: int, known: tuple[int, ...] = ()
) -> None:
    machine = solver(state, player, seed, known)
    run(machine, budget.simulations, budget.states)
    assert found(machine) == twin(state, player, budget, seed, known)


# ---------------------------------------------------------------- the arithmetic


@given(st.floats(-708, 709) | st.floats(-2, 2))
def test_exponential(x: float) -> None:
    assert _core.exp(x) == exp(x)
    with localcontext(prec=60):
        error = abs(Decimal(exp(x)) - Decimal(x).exp())
    assert error < Decimal(math.ulp(exp(x)))


weights = st.lists(st.floats(2.0**-900, 2.0**500), min_size=1, max_size=40)


@given(weights)
def test_a_sum_in_lanes_is_a_sum(numbers: list[float]) -> None:
    assert add_up(numbers) == pytest.approx(math.fsum(numbers), rel=1e-14)


@given(weights, seeds)
def test_a_draw_is_one_of_the_weights(numbers: list[float], seed: int) -> None:
    assert 0 <= draw(numbers, Rng(seed)) < len(numbers)


class Fixed(Rng):
    """A generator that always draws the same fraction."""

    def __init__(self, at: float) -> None:
        self.at = at

    def fraction(self) -> float:
        return self.at


@given(weights, st.floats(0, 1, exclude_max=True))
def test_a_draw_is_in_proportion(numbers: list[float], at: float) -> None:
    """Lane by lane, the weights lie side by side; the draw is the one that the fraction falls on."""
    order = [i for lane in range(8) for i in range(lane, len(numbers), 8)]
    edge, total = at * math.fsum(numbers), 0.0
    picked = draw(numbers, Fixed(at))
    for i in order[: order.index(picked)]:
        total += numbers[i]
    slack = 1e-12 * math.fsum(numbers)
    assert total - slack <= edge <= total + numbers[picked] + slack


@given(st.lists(st.floats(0, 1e300), min_size=8, max_size=8))
def test_running_sums(lanes: list[float]) -> None:
    expected = [math.fsum(lanes[: i + 1]) for i in range(8)]
    assert running_sums(lanes) == pytest.approx(expected, rel=1e-14)


# ---------------------------------------------------------------- native against plain Python


@every_puzzle
@given(opening=openings, seed=seeds, budget=budgets, player=players)
@settings(max_examples=20)
def test_twins(name: str, opening: list[int], seed: int, budget: po.Budget, player: po.Player) -> None:
    check_twins(start(name, opening), player, budget, seed)


@every_puzzle
@given(opening=openings, seed=seeds, player=players)
@settings(max_examples=5)
def test_twins_with_a_known_sequence(name: str, opening: list[int], seed: int, player: po.Player) -> None:
    state = start(name, opening)
    check_twins(state, player, po.Budget(simulations=30), seed, random_game(state, seed))


@given(seed=seeds, level=st.integers(1, 3), tau=st.sampled_from([1.0, 2.0]))
@settings(max_examples=20)
def test_twins_with_a_bias(seed: int, level: int, tau: float) -> None:
    player = po.NRPA(level=level, iterations=6, tau=tau, bias=True)
    check_twins(start("hills"), player, po.Budget(simulations=80), seed)


@pytest.mark.parametrize("variant", ["5T", "5D", "4T", "4D"])
@given(opening=openings, seed=seeds, level=st.integers(1, 2))
@settings(max_examples=3)
def test_twins_with_the_tuned_playout(variant: str, opening: list[int], seed: int, level: int) -> None:
    PUZZLES[variant] = f"morpion({variant})"
    check_twins(start(variant, opening), po.NMCS(level, playout="tuned"), po.Budget(simulations=4), seed)
    del PUZZLES[variant]


def test_twins_over_whole_searches() -> None:
    """Long enough for restarts, and for a level's best sequence to be found again and again."""
    for player in (po.NRPA(2, 8), po.NRPA(3, 4), po.NRPA(1, 30, repetitions=2), po.NMCS(2), po.NMCS(3, 1)):
        check_twins(start("hills"), player, po.Budget(simulations=400), 7)
    check_twins(start("morpion"), po.NRPA(2, 10), po.Budget(simulations=120), 7)


def test_twins_of_a_policy_that_must_be_rescaled() -> None:
    """Each step of the only choice multiplies a weight by e^300."""
    for name in ("digits", "hills"):
        check_twins(start(name), po.NRPA(1, 100, alpha=300.0), po.Budget(simulations=100), 3)
        check_twins(start(name), po.NRPA(2, 10, alpha=1e6), po.Budget(simulations=100), 3)


@pytest.mark.parametrize("name", ["digits", "hills", "wide"])
@given(opening=openings, seed=seeds, budget=budgets, player=uct_players)
@settings(max_examples=10)
def test_uct_and_its_twin_by_scores_seen(
    name: str, opening: list[int], seed: int, budget: po.Budget, player: po.UCT
) -> None:
    state, seen = start(name, opening), player.scale == "seen"
    ours = player.search(state, budget, seed)
    twin_ = uct(state, budget, seed, player.exploration, z=player.creation, seen=seen)
    assert (ours.move, ours.value, ours.states) == (twin_.move, twin_.value, twin_.states)
    assert [(c.move, c.visits, c.value) for c in ours.children] == [
        (c.move, c.visits, c.value) for c in twin_.children
    ]


class Vast(Digits):
    """The same puzzle, whose author knows nothing about the scores."""

    def bounds(self) -> tuple[float, float]:
        return -1e300, 1e300


def test_scores_seen_tell_good_from_bad_where_bounds_do_not() -> None:
    for seed in range(5):
        start = po.game(Vast(12)).initial()
        by_bounds, by_seen = (
            po.UCT(0.05, scale=scale).solve(start, "400 sims", seed=seed).score
            for scale in ("bounds", "seen")
        )
        assert by_seen > by_bounds


def test_uct_goes_on_after_an_exception() -> None:
    """Its tree is made again."""
    whole = solver(start("hills"), po.UCT(), 5)
    run(whole, 200)
    machine = solver(po.game(Failing()).initial(), po.UCT(), 5)
    Failing.calls = -300
    with pytest.raises(ArithmeticError, match="not now"):
        run(machine, 200)
    Failing.calls = -(10**6)
    run(machine, 200 - machine.simulations)
    Failing.calls = 0
    assert found(machine) == found(whole)


# ---------------------------------------------------------------- the policy against the figure as printed


def textbook_adapt(
    root: po.State, pol: dict[int, float], seq: Sequence[int], alpha: float
) -> dict[int, float]:
    """Adapt(pol, seq), lines 21 to 29 of the figure as they are printed."""
    node, new = root, dict(pol)
    for move in seq:
        new[node.code(move)] = new.get(node.code(move), 0.0) + alpha
        z = sum(math.exp(pol.get(node.code(i), 0.0)) for i in node.legal_moves)
        for i in node.legal_moves:
            code = node.code(i)
            new[code] = new.get(code, 0.0) - alpha * math.exp(pol.get(code, 0.0)) / z
        node = node.play(move)
    return new


@every_puzzle
@given(seed=seeds, alpha=st.sampled_from([1.0, 0.3, 2.0]))
@settings(max_examples=5)
def test_adapt_is_the_figures(name: str, seed: int, alpha: float) -> None:
    """After some steps towards some games, both policies give every move the same probability."""
    root = start(name)
    search = Search(root, Run("1 sims", 0), Alpha=alpha)
    policy, pol = Policy(), dict[int, float]()
    for step in range(6):
        seq = list(random_game(root, seed + step // 2))
        policy, pol = search.adapt(policy, seq), textbook_adapt(root, pol, seq, alpha)
    state = root
    for move in random_game(root, seed ^ 1):
        weights = [policy[state.code(i)] for i in state.legal_moves]
        expected = [math.exp(pol.get(state.code(i), 0.0)) for i in state.legal_moves]
        assert [w / math.fsum(weights) for w in weights] == pytest.approx(
            [w / math.fsum(expected) for w in expected], rel=1e-9
        )
        state = state.play(move)


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
    for player in (po.NRPA(2, 3), po.NMCS(3), po.NMCS(2, 2)):
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
        (start("hills", [0]), po.NRPA(2, 10), "another state"),
        (start("morpion"), po.NRPA(2, 10), "another state"),
    ]
    for other, player, reason in refused:
        with pytest.raises(ValueError, match=reason):
            load(other, player, saved)


# ---------------------------------------------------------------- games that fail, threads that meet


class Failing(Hills):
    """Raises at some calls of play."""

    calls = 0

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        Failing.calls += 1
        if Failing.calls >= 0 and Failing.calls % 41 == 3:
            raise ArithmeticError("not now")
        return super().play(state, move)


@pytest.mark.parametrize("player", [po.NRPA(2, 5), po.NMCS(3), po.NMCS(2, 2)], ids=str)
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
    with pytest.raises(ValueError, match="two players"):
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


# ---------------------------------------------------------------- solve


def summary(result: po.SolveResult) -> tuple[object, ...]:
    """All but the seconds."""
    return result.score, result.moves, result.simulations, result.states, result.seed, result.threads


@every_puzzle
def test_a_result_is_a_game(name: str) -> None:
    root = start(name, [3])
    for player in (po.NRPA(2, 5), po.NMCS(2), po.UCT(), po.Random()):
        result = player.solve(root, "60 sims", seed=1)
        state = root
        for move, move_name in zip(result.moves, result.names, strict=True):
            assert state.name(move) == move_name
            state = state.play(move)
        assert state == result.state
        assert state.is_terminal
        assert state.score == result.score
        assert result.simulations == 60


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("budget", ["1000 sims", "20000 states"])
def test_the_answer_does_not_depend_on_the_timing(budget: str, threads: int) -> None:
    player = po.NRPA(2, 10)
    results = [player.solve("morpion(5D)", budget, seed=3, threads=threads) for _ in range(3)]
    assert len({summary(result) for result in results}) == 1
    if budget == "1000 sims":
        assert results[0].simulations == 1000


def test_threads_are_streams_of_their_own() -> None:
    """The answer is the best of the streams, the first of them where there are several."""
    root, player = po.game("morpion(4D)").initial(), po.NRPA(1, 20)
    streams = [solver(root, player, derive("solve", 9, i)) for i in range(3)]
    for i, stream in enumerate(streams):
        run(stream, 34 if i == 0 else 33)
    best = max((stream.best for stream in streams), key=lambda best: best.score)
    result = player.solve(root, "100 sims", seed=9, threads=3)
    assert (result.score, result.moves) == (best.score, tuple(best.moves))
    assert result.states == sum(stream.states for stream in streams)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_target_ends_it_and_the_quickest_stream_has_it(threads: int) -> None:
    root, player = po.game("morpion(4D)").initial(), po.NRPA(2, 10)
    needed = []
    for i in range(threads):
        stream = solver(root, player, derive("solve", 4, i))
        stream.run(_core.Budget(), _core.Stop(), 32.0)
        needed.append((stream.simulations, i, tuple(stream.best.moves)))
    results = [player.solve(root, "10min", seed=4, threads=threads, target=32) for _ in range(3)]
    for result in results:
        assert result.moves == min(needed)[2]
        assert result.score >= 32
    assert len({summary(result) for result in results}) == 1


def test_a_known_sequence_is_where_it_begins() -> None:
    root = po.game("morpion(5D)").initial()
    known = po.NRPA(2).solve(root, "3000 sims", seed=1)
    for player in (po.NRPA(2), po.NMCS(2)):
        result = player.solve(root, "200 sims", seed=2, known=known.names)
        assert result.score >= known.score
    assert po.NMCS(1).solve(root, "1 sims", known=known.moves).moves == known.moves


def test_progress_is_told() -> None:
    reports: list[po.Progress] = []
    result = po.NRPA(2).solve("morpion(5D)", "20000 sims", seed=1, threads=2, progress=reports.append)
    assert reports[-1].simulations == result.simulations == 20000
    assert reports[-1].score == result.score
    assert [report.improved for report in reports] == [
        i == 0 or report.score > reports[i - 1].score for i, report in enumerate(reports)
    ]


def test_an_exception_of_the_game_or_of_the_callback_reaches_the_caller() -> None:
    class Broken(Hills):
        def score(self, state: tuple[int, ...]) -> float:
            raise ArithmeticError("no score")

    def complain(_: po.Progress) -> None:
        raise ArithmeticError("enough")

    with pytest.raises(ArithmeticError, match="no score"):
        po.NRPA(1).solve(Broken(), "10 sims")
    for threads in (1, 2):
        with pytest.raises(ArithmeticError, match="enough"):
            po.NRPA(1).solve("morpion(4D)", "10s", threads=threads, progress=complain)


def test_the_shortest_time_is_one_playout() -> None:
    for threads in (1, 2):
        result = po.NRPA().solve("morpion(5D)", po.Budget(seconds=1e-9), threads=threads)
        assert result.state.is_terminal


def test_a_search_answers_the_first_move_of_the_best_sequence() -> None:
    root = po.game("morpion(4D)").initial()
    for player in (po.NRPA(2, 10), po.NMCS(2)):
        result, solved = player.search(root, "500 sims", seed=1), player.solve(root, "500 sims", seed=1)
        assert (result.move, result.name) == (solved.moves[0], solved.names[0])
        assert (result.value, result.bounds) == (solved.score, (solved.score, 35.0))
        assert (result.simulations, result.states) == (500, solved.states)
    proven = po.NRPA(1).search(po.game(Digits(2)).initial(), "100 sims", seed=1)
    assert proven.proven
    assert proven.value == 6


def test_wrong_calls() -> None:
    with pytest.raises(po.SpecError, match="is for puzzles"):
        po.match("tictactoe", "nrpa", "random", games=1)
    with pytest.raises(po.SpecError, match="does not solve puzzles"):
        po.solve("morpion(5D)", "flat", "1 sims")
    with pytest.raises(po.SpecError, match="threads must be"):
        po.NRPA().solve("morpion(5D)", threads=0)
    with pytest.raises(po.SpecError, match="a target is a score"):
        po.NRPA().solve("morpion(5D)", target=math.nan)
    with pytest.raises(po.IllegalMove):
        po.NRPA().solve("morpion(5D)", known=["nonsense"])


@pytest.mark.parametrize(
    "text",
    [
        "nmcs",
        "nmcs(level=4)",
        "nmcs(sample=5)",
        "nmcs(playout=tuned)",
        "nrpa",
        "nrpa(level=2, iterations=50)",
    ],
)
def test_specs(text: str) -> None:
    assert str(po.player(text)) == text
    assert po.player(str(po.player(text))) == po.player(text)


# ---------------------------------------------------------------- what it is worth


def test_nrpa_finds_the_longest_game_of_4d() -> None:
    assert po.NRPA(2).solve("morpion(4D)", "100000 sims", seed=0, target=35).score == 35


def test_nrpa_beats_nmcs_as_the_paper_says() -> None:
    for seed in range(5):
        learned = po.NRPA(2).solve("morpion(5D)", "10000 sims", seed=seed).score
        assert learned > po.NMCS(2).solve("morpion(5D)", "10000 sims", seed=seed).score


def test_the_tuned_playout_is_better_than_the_uniform_one() -> None:
    for seed in range(3):
        tuned = po.NMCS(1, playout="tuned").solve("morpion(5T)", "1000 sims", seed=seed).score
        assert tuned > po.NMCS(1).solve("morpion(5T)", "1000 sims", seed=seed).score
