"""What `solve` promises."""

import math

import pytest
from puzzles import (
    Hills,
    every_puzzle,
    run,
    solver,
    start,
)
from toys import Digits

import playout as po
from playout import _core
from playout.seeds import derive


def summary(result: po.SolveResult) -> tuple[object, ...]:
    """All but the seconds."""
    return result.score, result.moves, result.simulations, result.states, result.seed, result.threads


@every_puzzle
def test_a_result_is_a_game(name: str) -> None:
    root = start(name, [3])
    for player in (po.NRPA(2, 5), po.LNS(po.NRPA(1, 5), po.NRPA(1, 5)), po.NMCS(2), po.UCT(), po.Random()):
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
    for target in (math.nan, 10**400):
        with pytest.raises(po.SpecError, match="a target is a score"):
            po.NRPA().solve("morpion(5D)", target=target)
    with pytest.raises(po.IllegalMove):
        po.NRPA().solve("morpion(5D)", known=["nonsense"])
    with pytest.raises(po.SpecError, match="the tree of uct cannot be sent to other processes"):
        po.UCT().solve(Digits(4), "1 sims", threads=2)


@pytest.mark.parametrize(
    "text",
    [
        "nmcs",
        "nmcs(level=4)",
        "nmcs(sample=5)",
        "nmcs(playout=tuned)",
        "nrpa",
        "nrpa(level=2, iterations=50)",
        "lns",
        "lns(repair=nrpa(level=2, iterations=50), first=nrpa, forget=near, members=8)",
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
