"""Compiled puzzles of examples/ against what does not know them: twins, exhaustive search, known values.

To compile takes seconds, so one instance of each puzzle is; that it is the same uncompiled, `check` says, and
what is tested of other sizes is tested uncompiled.
"""

import sys
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, permutations, product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from command import run
from naive_puzzles import NaiveSalesman, NaiveSameGame

import playout as po
from playout._core import Rng

pytest.importorskip("numba", reason="compiled games need Numba: pip install 'playout[compiled]'")

EXAMPLES = Path(__file__).parents[1] / "examples"
DOCS = Path(__file__).parents[1] / "docs" / "examples"
sys.path.insert(0, str(EXAMPLES))

from flowshop import BEST, FlowShop, taillard  # noqa: E402
from morpion import Morpion  # noqa: E402
from samegame import SameGame  # noqa: E402
from snake import Snake  # noqa: E402
from tsptw import Salesman  # noqa: E402

COMPILED = {
    "samegame.py:SameGame(6, 3, 1)": SameGame(6, 3),
    "tsptw.py:Salesman(10, 1)": Salesman(10),
    "snake.py:Snake(5)": Snake(5),
    "flowshop.py:FlowShop(7, 4, 11)": FlowShop(7, 4, 11),
    "morpion.py:Morpion(5D)": Morpion(),
}
NRPA = po.NRPA(level=3, iterations=20)


def random_game(game: po.Game, seed: int) -> Iterator[po.State]:
    """Every state of a random game."""
    rng, state = Rng(seed), game.initial()
    yield state
    while not state.is_terminal:
        state = state.play(state.legal_moves[rng.below(len(state.legal_moves))])
        yield state


@pytest.mark.parametrize("spec", COMPILED)
def test_compiled_and_uncompiled_are_the_same_game(spec: str) -> None:
    assert po.check(COMPILED[spec], games=5).games == 5


@pytest.mark.parametrize("spec", COMPILED)
def test_nrpa_finds_the_same_compiled_and_uncompiled(spec: str) -> None:
    rules, player = COMPILED[spec], po.NRPA(level=2, iterations=6)
    fast, slow = (player.solve(game, "40 sims", seed=3) for game in (rules, po.uncompiled(rules)))
    assert (fast.score, fast.moves, fast.states) == (slow.score, slow.moves, slow.states)


@pytest.mark.parametrize("spec", COMPILED)
def test_the_command_line_solves_and_draws(spec: str, tmp_path: Path) -> None:
    picture = tmp_path / "best.svg"
    found = run(
        "solve", f"{EXAMPLES}/{spec}", "nrpa", "--budget", "50 sims", "--svg", str(picture), "--json"
    ).json
    assert found["simulations"] == 50
    assert ElementTree.parse(picture).getroot().tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("spec", COMPILED)
def test_a_puzzle_is_called_what_makes_it_again(spec: str) -> None:
    assert spec.endswith(f":{COMPILED[spec]!r}")


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        (SameGame, (16,)),
        (SameGame, (5, 8)),
        (Salesman, (63,)),
        (Snake, (11,)),
        (FlowShop, (30, 5)),
        (Morpion, ("6D",)),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(kind: Any, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=rf"^{kind.__name__}: .* (is|are) .*\Z"):
        kind(*arguments)


# SameGame


def twin_games(rules: SameGame, seeds: range) -> Iterator[tuple[po.State, tuple[tuple[str, ...], int]]]:
    """States of random games, each with the twin's board."""
    twin = NaiveSameGame(rules.size, rules.colours, rules.seed)
    for seed in seeds:
        board = twin.initial()
        for state in random_game(po.uncompiled(rules), seed):
            if state.history:
                board = twin.play(board, cell_of_twin(state.history[-1], rules.size))
            yield state, board


def cell_of_twin(cell: int, size: int) -> int:
    return 100 * (cell // size) + cell % size


def drawn(board: tuple[tuple[str, ...], int], size: int) -> str:
    columns = [column.ljust(size, ".") for column in board[0]] + ["." * size] * (size - len(board[0]))
    rows = [" ".join(column[y] for column in columns) for y in reversed(range(size))]
    return "\n".join([*rows, f"{board[1]} points"])


@pytest.mark.parametrize(("size", "colours", "seed"), [(5, 2, 1), (8, 3, 2), (15, 5, 1)])
def test_samegame_is_its_twin(size: int, colours: int, seed: int) -> None:
    twin = NaiveSameGame(size, colours, seed)
    for state, board in twin_games(SameGame(size, colours, seed), range(2)):
        assert str(state) == drawn(board, size)
        assert [cell_of_twin(move, size) for move in state.legal_moves] == twin.legal(board)
        assert not state.is_terminal or state.score == twin.score(board)


def test_an_empty_board_gives_1000_points() -> None:
    state = po.uncompiled(SameGame(4, 1)).initial()
    assert state.legal_names == ("a1",)
    assert state.play("a1").score == 14**2 + 1000


def test_a_code_of_samegame_is_for_colour_and_cells() -> None:
    """Two groups, wherever met, have one code if and only if they have one colour and the same cells."""
    twin, groups = NaiveSameGame(6, 3), set()
    for state, board in twin_games(SameGame(6, 3), range(5)):
        theirs = [twin.code(board, move) for move in twin.legal(board)]
        groups |= set(zip(map(state.code, state.legal_moves), theirs, strict=True))
    codes, colours_and_cells = (set(side) for side in zip(*groups, strict=True))
    assert len(codes) == len(colours_and_cells) == len(groups) > 50


def best_score(twin: NaiveSameGame) -> float:
    """By looking at every board that can be reached."""

    @cache
    def more(board: tuple[str, ...]) -> float:
        after = [twin.play((board, 0), move) for move in twin.legal((board, 0))]
        return max((points + more(rest) for rest, points in after), default=0)

    return more(twin.board)


def test_nrpa_finds_the_best_score_of_samegame() -> None:
    assert NRPA.solve(SameGame(6, 3), "8000 sims", seed=1).score == best_score(NaiveSameGame(6, 3))


# The travelling salesman


@pytest.mark.parametrize("seed", range(5))
def test_the_salesman_is_his_twin(seed: int) -> None:
    twin = NaiveSalesman(12, seed)
    tour = twin.initial()
    for state in random_game(po.uncompiled(Salesman(12, seed)), seed):
        tour = twin.play(tour, state.history[-1]) if state.history else tour
        assert list(state.legal_moves) == twin.legal(tour)
    assert state.score == twin.score(tour)


def cheapest_tour(rules: NaiveSalesman) -> float:
    """The least that a tour costs that is never late: dynamic programming over sets of places.

    Of two ways to have visited a set of places, one that is later and no cheaper is forgotten; so is one from
    which a place can no longer be reached in time.
    """
    shortest = shortest_ways(rules.way)
    ways = {(frozenset(rules.places), 0): [(0, 0)]}  # what is left and where we are: when, and at what cost
    for _ in rules.places:
        longer: dict[tuple[frozenset[int], int], list[tuple[int, int]]] = {}
        for (left, here), labels in ways.items():
            for there, (clock, cost) in product(left, labels):
                now = max(clock + rules.way[here][there], rules.opens[there])
                if all(now + shortest[there][other] <= rules.closes[other] for other in left):
                    label = now, cost + rules.way[here][there]
                    longer.setdefault((left - {there}, there), []).append(label)
        ways = {key: undominated(labels) for key, labels in longer.items()}
    return min(cost + rules.way[here][0] for (_, here), labels in ways.items() for _, cost in labels)


def shortest_ways(way: list[list[int]]) -> list[list[int]]:
    """From place to place by any others: rounded distances may be longer than a way round."""
    shortest = [list(row) for row in way]
    for via, here, there in product(range(len(way)), repeat=3):
        shortest[here][there] = min(shortest[here][there], shortest[here][via] + shortest[via][there])
    return shortest


def undominated(labels: list[tuple[int, int]]) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    for clock, cost in sorted(labels):
        if not kept or cost < kept[-1][1]:
            kept.append((clock, cost))
    return kept


def test_nrpa_finds_the_cheapest_tour() -> None:
    assert NRPA.solve(Salesman(10), "8000 sims", seed=1).score == -cheapest_tour(NaiveSalesman(10))


# Snakes


def longest_snake(dimensions: int) -> int:
    """By trying all paths that begin at 0 and take new directions in order."""

    def longest(path: tuple[int, ...], used: int) -> int:
        lengths = [len(path) - 1]
        for bit in range(min(used + 1, dimensions)):
            corner = path[-1] ^ 1 << bit
            if all((corner ^ other).bit_count() > 1 for other in path[:-1]):
                lengths.append(longest((*path, corner), max(used, bit + 1)))
        return max(lengths)

    return longest((0,), 0)


def test_nrpa_finds_the_longest_snake() -> None:
    """Sequence A099155 of the On-Line Encyclopedia of Integer Sequences has these lengths too."""
    assert [longest_snake(dimensions) for dimensions in (2, 3, 4, 5)] == [2, 4, 7, 13]
    assert NRPA.solve(Snake(5), "8000 sims", seed=1).score == 13


@pytest.mark.parametrize("seed", range(5))
def test_a_snake_is_an_induced_path(seed: int) -> None:
    *_, end = random_game(po.uncompiled(Snake(6)), seed)
    corners = [0]
    for bit in end.history:
        corners.append(corners[-1] ^ 1 << bit)
    assert all((a ^ b).bit_count() == 1 for a, b in pairwise(corners))
    apart = (pair for pair in combinations(range(len(corners)), 2) if pair[1] > pair[0] + 1)
    assert all((corners[i] ^ corners[j]).bit_count() > 1 for i, j in apart)
    ends = (corners[-1] ^ 1 << bit for bit in range(6))  # and it cannot go on
    assert all(any((new ^ corner).bit_count() < 2 for corner in corners[:-1]) for new in ends)


# The flow shop


def makespan(times: Any, order: tuple[int, ...]) -> int:
    """The longest way through the table of jobs and machines: what delays the end."""

    @cache
    def longest(machine: int, k: int) -> int:
        before = [longest(machine - 1, k)] if machine else []
        before += [longest(machine, k - 1)] if k else []
        return int(times[machine][order[k]]) + max(before, default=0)

    return longest(len(times) - 1, len(order) - 1)


def test_the_instances_are_taillards() -> None:
    """The first and the last row of his first instance of 20 jobs and 5 machines, as it is published."""
    times = taillard(20, 5, 873654221)
    first = [54, 83, 15, 71, 77, 36, 53, 38, 27, 87, 76, 91, 14, 29, 12, 77, 32, 87, 68, 94]
    last = [58, 56, 20, 85, 53, 35, 53, 41, 69, 13, 86, 72, 8, 49, 47, 87, 58, 18, 68, 28]
    assert (times[0].tolist(), times[4].tolist()) == (first, last)


def test_the_makespan_is_the_longest_way() -> None:
    rules = FlowShop(20, 10)
    for seed in range(5):
        *_, end = random_game(po.uncompiled(rules), seed)
        assert -end.score == makespan(rules.times, end.history)


def test_the_makespan_of_a_good_order() -> None:
    """By the heuristic of Nawaz, Enscore and Ham: the longest job first, each where it does least harm."""
    rules = FlowShop(20, 5)
    order: tuple[int, ...] = ()
    for job in sorted(range(20), key=lambda job: -rules.times[:, job].sum()):
        longer = [(*order[:i], job, *order[i:]) for i in range(len(order) + 1)]
        order = min(longer, key=lambda order: makespan(rules.times, order))
    state = po.uncompiled(rules).initial()
    for job in order:
        state = state.play(job)
    assert state.score == -1286 <= -BEST[20, 5]


def test_nrpa_finds_the_shortest_makespan() -> None:
    rules = FlowShop(7, 4, 11)
    best = min(makespan(rules.times, order) for order in permutations(range(7)))
    assert NRPA.solve(rules, "8000 sims", seed=1).score == -best


# Morpion Solitaire


@pytest.mark.parametrize("variant", ["5D", "5T", "4D", "4T"])
def test_morpion_is_the_native_one(variant: str) -> None:
    for seed in range(3):
        native = po.game(f"morpion({variant})").initial()
        for state in random_game(po.uncompiled(Morpion(variant)), seed):
            native = native.play(state.history[-1]) if state.history else native
            assert (state.legal_moves, state.legal_names) == (native.legal_moves, native.legal_names)
        assert state.score == native.score


@pytest.mark.parametrize("variant", ["5D", "5T"])
def test_nrpa_finds_the_same_as_in_the_native_morpion(variant: str) -> None:
    games = f"morpion({variant})", Morpion(variant)
    native, ours = (NRPA.solve(game, "8000 sims", seed=5) for game in games)
    assert (ours.score, ours.moves, ours.states) == (native.score, native.moves, native.states)


# The solutions that are kept, and the pages that tell of them


SOLUTIONS = {
    "samegame": (SameGame(), "samegame"),
    "tsptw-20": (Salesman(), "tsptw"),
    "snake-6": (Snake(6), "snake"),
    "snake-7": (Snake(7), "snake"),
    "snake-8": (Snake(8), "snake"),
    "flowshop-20-5": (FlowShop(20, 5), "flowshop"),
    "flowshop-20-10": (FlowShop(20, 10), "flowshop"),
    "flowshop-20-20": (FlowShop(20, 20), "flowshop"),
}


def test_every_solution_is_known() -> None:
    assert {file.stem for file in (EXAMPLES / "records").iterdir()} == SOLUTIONS.keys()


@pytest.mark.parametrize("name", SOLUTIONS)
def test_a_solution_holds_and_is_on_its_page(name: str) -> None:
    rules, page = SOLUTIONS[name]
    record = po.read_record(EXAMPLES / "records" / f"{name}.json")
    score = record.replay(po.uncompiled(rules)).score
    assert record.game == repr(rules)
    assert record.origin is not None
    row = f"| {abs(score):,.0f} | `{record.origin['player']}`, {record.origin['simulations']:,} playouts, "
    assert row + f"seed {record.origin['seed']} |" in (DOCS / f"{page}.md").read_text("utf-8")


def test_the_kept_tour_is_the_cheapest() -> None:
    kept = po.read_record(EXAMPLES / "records" / "tsptw-20.json")
    assert kept.score == -cheapest_tour(NaiveSalesman(20))
