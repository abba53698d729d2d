"""Searches in files: they go on as if there had been no break, and nothing that is read is trusted."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from searches import KEPT, LEARNING, every_game, same, start
from toys import Digits, Nim, one_line

import playout as po
from playout import _core
from playout.run.sealed_file import SealedFile


@every_game
@pytest.mark.parametrize("player", KEPT)
def test_a_saved_search_goes_on(rules: Any, player: str, tmp_path: Path) -> None:
    search = start(rules, player)
    search.run("200 sims")
    search.play(search.result.move)
    if not search.finished:
        search.run("57 sims")
    search.save(tmp_path / "kept")
    loaded = po.Search.load(tmp_path / "kept", game=rules)
    assert loaded.state == search.state
    assert loaded.seed == search.seed
    if "max_nodes" not in player:
        same(search, loaded)


def test_a_pending_playout_is_saved_too() -> None:
    state = po.game("connectfour(7,6)").initial().position
    options = po.player("uct(playout=nested(level=2))").native()
    one = _core.Search(state, options, 1)
    one.run(_core.Budget(seconds=1e-6), _core.Stop())
    other = _core.Search.load(state, options, one.save())
    for search in (one, other):
        search.run(_core.Budget(simulations=3), _core.Stop())
    assert one.save()[24:] == other.save()[24:]  # all but the counters and the seconds, which come first
    assert one.simulations == other.simulations
    assert one.states == other.states


def test_a_puzzle_with_the_scores_seen() -> None:
    search = start(Digits(6), "uct(scale=seen)")
    search.run("100 sims")
    position = search.state.position
    options = search.player.native()
    loaded = _core.Search.load(position, options, search._search.save())
    for one in (loaded, search._search):
        one.run(_core.Budget(simulations=100), _core.Stop())
    assert [c.value for c in loaded.result.children] == [c.value for c in search.result.children]


@pytest.mark.parametrize("player", ["nested", "minimax", "random"])
def test_who_keeps_nothing_is_not_saved(player: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="only uct and flat"):
        start("tictactoe", player).save(tmp_path / "kept")
    assert list(tmp_path.iterdir()) == []


def kept_file(tmp_path: Path) -> Path:
    search = start("tictactoe", "uct(rave=10, bounds=cuts)")
    search.run("100 sims")
    search.save(tmp_path / "kept")
    return tmp_path / "kept"


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = kept_file(tmp_path)
    content = path.read_bytes()
    rng = random.Random(1)
    for _ in range(100):
        place = rng.randrange(len(content))
        broken = content[:place] + bytes([content[place] ^ 1 << rng.randrange(8)]) + content[place + 1 :]
        for damaged in (broken, content[:place]):
            path.write_bytes(damaged)
            with pytest.raises(po.CheckpointError) as caught:
                po.Search.load(path)
            assert one_line(caught.value)


FORGED = [
    ({"game": 7}, "does not describe"),
    ({"game": "breakthrough(5,5)"}, "illegal move|rules|position|damaged"),
    ({"moves": ["a1", "a1"]}, "illegal move"),
    ({"moves": 1}, "does not describe"),
    ({"moves": [1]}, "does not describe"),
    ({"player": None}, "does not describe"),
    ({"board": "nothing"}, "have changed"),
    ({"player": "uct"}, "damaged"),
    ({"player": "no such"}, "kept"),
    ({"seed": -1}, "seed"),
    ({"start": "..."}, "position"),
    ({"start": []}, "does not describe"),
]


@pytest.mark.parametrize(("change", "message"), FORGED, ids=str)
def test_a_forged_description_is_refused(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    path = kept_file(tmp_path)
    file = SealedFile(path, "search")
    content = file.read()
    assert content is not None
    header, body = content
    file.write(json.loads(json.dumps(header | change)), body)
    file.close()
    with pytest.raises(po.CheckpointError, match=message) as caught:
        po.Search.load(path)
    assert one_line(caught.value)


def test_what_is_not_there_or_of_something_else(tmp_path: Path) -> None:
    path = kept_file(tmp_path)
    for arguments, message in [
        ({"game": "breakthrough(5,5)"}, "a search of tictactoe, not of"),
        ({"player": "uct"}, "not of uct"),
    ]:
        with pytest.raises(po.CheckpointError, match=message):
            po.Search.load(path, **arguments)
    with pytest.raises(po.CheckpointError, match="no such file"):
        po.Search.load(tmp_path / "nothing")
    (tmp_path / "text").write_text("hello")
    with pytest.raises(po.CheckpointError, match="is no search"):
        po.Search.load(tmp_path / "text")
    with pytest.raises(po.CheckpointError, match="cannot write"):
        start("tictactoe", "uct").save(tmp_path / "no" / "folder")


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_a_tree_that_threads_share_goes_on_with_any_number_of_them(threads: int, tmp_path: Path) -> None:
    search = start("breakthrough(5,5)", "uct(rave=50, threads=3)")
    search.run("200 sims")
    search.save(tmp_path / "kept")
    loaded = po.Search.load(tmp_path / "kept", player=po.UCT(rave=50, threads=threads))
    assert loaded.tree(depth=2) == search.tree(depth=2)
    assert sum(child.visits for child in loaded.run("100 sims").children) == 300
    with pytest.raises(po.CheckpointError, match="it is a search of"):
        po.Search.load(tmp_path / "kept", player=po.UCT(rave=50, threads=3, parallel="root"))


@pytest.mark.parametrize(
    "options", ["rave=50, grave=20", "transpositions=true", "transpositions=true, bounds=cuts"]
)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("rules", ["misere(breakthrough(4,3))", "seki(1,1)"])
def test_a_search_whose_memory_is_full_is_loaded(
    rules: str, threads: int, options: str, tmp_path: Path
) -> None:
    for nodes in (20, 50, 100):
        for seed in range(10):
            search = start(rules, f"uct({options}, threads={threads}, max_nodes={nodes})", seed)
            search.run(f"{nodes} sims")
            search.save(tmp_path / "kept")
            loaded = po.Search.load(tmp_path / "kept")
            assert loaded.tree() == search.tree()


def test_a_tree_that_several_threads_cannot_hold(tmp_path: Path) -> None:
    search = start("breakthrough(5,5)", "uct(max_nodes=300)")
    search.run("210 sims")
    search.save(tmp_path / "kept")
    with pytest.raises(
        po.CheckpointError, match="max_nodes is too low for the saved search with so many thr"
    ):
        po.Search.load(tmp_path / "kept", player="uct(max_nodes=300, threads=2)")


@pytest.mark.fuzz
@pytest.mark.parametrize("rules", ["tictactoe", "breakthrough(4,3)", "go(3,3)", Nim(9)], ids=str)
@pytest.mark.parametrize(
    "player", [*KEPT[:5], *LEARNING, "flat", "uct(threads=2)", "uct(threads=2, parallel=root)"]
)
def test_no_bytes_are_trusted(rules: Any, player: str) -> None:
    """Whatever the bytes of a saved search are turned into, the core refuses them or searches with them."""
    if isinstance(rules, Nim) and "threads" in player:
        return
    search = start(rules, player)
    search.run("60 sims")
    position, options, saved = search.state.position, search.player.native(), search._search.save()
    rng = random.Random(1)
    for _ in range(150):
        forged = bytearray(saved)
        for _ in range(rng.choice([1, 1, 2, 8])):
            forged[rng.randrange(len(forged))] = rng.choice([0, 1, 127, 128, 255, rng.randrange(256)])
        try:
            loaded = _core.Search.load(position, options, bytes(forged[: rng.choice([len(forged), 10**9])]))
            loaded.run(_core.Budget(simulations=50, states=5000), _core.Stop())
            _ = loaded.result, loaded.line, loaded.children([], 3, 3)
            loaded.play(loaded.result.move)
            loaded.run(_core.Budget(simulations=50, states=5000), _core.Stop())
        except ValueError:
            pass


class Coarse(po.PythonGame[tuple[int, ...]]):
    """A hundred moves that are one action."""

    players = 1
    max_length = 6

    def initial(self) -> tuple[int, ...]:
        return ()

    def legal(self, state: tuple[int, ...]) -> list[int]:
        return list(range(100)) if len(state) < 6 else []

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def score(self, state: tuple[int, ...]) -> float:
        return sum(state)

    def bounds(self) -> tuple[float, float]:
        return 0, 600

    def code(self, state: tuple[int, ...], move: int) -> int:
        return 0


def test_a_search_whose_statistics_found_no_room_is_loaded(tmp_path: Path) -> None:
    game, file = po.game(Coarse()), tmp_path / "tree.search"
    search = po.UCT(rave=50, grave=1, max_nodes=200).start(game.initial(), seed=1)
    for _ in range(10):
        search.run("20 sims")
        search.save(file)
        assert po.Search.load(file, game=game).result.simulations == search.result.simulations
