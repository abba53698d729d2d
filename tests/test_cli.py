"""The commands: what they print, for people and as JSON."""

import json
import shlex
from importlib.util import find_spec
from pathlib import Path
from unittest.mock import Mock

import pytest
from command import COMMANDS, DIGITS, NIM, Run, run
from libraries import COMPILER, build, changed
from toys import CATALOGUE, SPECS, Nim

import playout as po


@pytest.fixture(autouse=True)
def _fresh_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# games, bench, perft


def test_games_lists_every_size_of_the_catalogue() -> None:
    entries = run("games", "--json").json["games"]
    assert [entry["spec"] for entry in entries] == CATALOGUE
    table = run("games").out
    for entry in entries:
        game = po.game(entry["spec"])
        assert (entry["players"], tuple(entry["bounds"])) == (game.players, game.bounds)
        assert entry["state_size"] == game.state_size
        assert entry["spec"] in table
        assert entry["summary"] in table


def test_bench_measures_every_game_and_its_misere() -> None:
    rates = run("bench", "--seconds", "0.001", "--json").json["games"]
    assert set(rates) == set(SPECS)
    for spec, rate in rates.items():
        assert rate["states_per_s"] > rate["playouts_per_s"] > 0
        assert rate["state_bytes"] == po.game(spec).state_size
        assert rate["copy_ns"] >= 0


def test_bench_of_chosen_games() -> None:
    fields = run("bench", "breakthrough", NIM, "--seconds", "0.001", "--json").json
    assert list(fields["games"]) == ["breakthrough(8,8)", NIM]
    assert "misere(tictactoe)" in run("bench", "misere( tictactoe )", "--seconds", "0.001").out


def test_bench_of_rules_in_gdl_plays_in_bulk_too() -> None:
    pytest.importorskip("clingo", reason="clingo is not installed")
    fields = run("bench", "tictactoe.kif", "tictactoe", "--seconds", "0.001", "--json").json["games"]
    assert fields["tictactoe.kif"]["bulk_playouts_per_s"] > 0
    assert "bulk_playouts_per_s" not in fields["tictactoe"]
    assert "in bulk/s" in run("bench", "tictactoe.kif", "tictactoe", "--seconds", "0.001").out


def test_perft() -> None:
    fields = run("perft", "tictactoe", "5", "--json").json
    assert fields["count"] == 9 * 8 * 7 * 6 * 5
    assert fields.keys() == {"game", "depth", "count", "seconds"}
    assert "tictactoe, depth 2: 72 move sequences" in run("perft", "tictactoe", "2").out


@pytest.mark.parametrize("moves", ["b2 a1", "b2,a1", " b2 ,\ta1,\r\n", "4 0", "4,a1"])
def test_moves_are_names_or_numbers(moves: str) -> None:
    assert run("perft", "tictactoe", "1", "--moves", moves, "--json").json["count"] == 7


def test_a_name_counts_before_a_number() -> None:
    swapped = (
        "from toys import Nim\nclass Swapped(Nim):\n    def name(self, s, m):\n        return str(4 - m)\n"
    )
    Path("swapped.py").write_text(swapped)
    # The name 3 is the move 1: it leaves three matches, enough for three more moves.
    assert run("perft", "swapped:Swapped(4)", "3", "--moves", "3", "--json").json["count"] == 1


def test_a_name_may_have_spaces_and_commas() -> None:
    spaced = (
        "from toys import Nim\nclass Spaced(Nim):\n"
        "    def name(self, s, m):\n        return f'take {m}, or so'\n"
    )
    Path("spaced.py").write_text(spaced)
    for moves in ("take 1, or so take 2, or so", "take 1, or so,2", "1 2"):
        assert run("perft", "spaced:Spaced(4)", "1", "--moves", moves, "--json").json["count"] == 1
    assert "illegal move 'take'" in run("perft", "spaced:Spaced(4)", "1", "--moves", "take 4").err


# search


def test_search_prints_the_result_as_json() -> None:
    found = run("search", "tictactoe", "uct", "--moves", "a1 b1 a2 c1", "--budget", "500 sims", "--json").json
    state = po.game("tictactoe").initial().play("a1").play("b1").play("a2").play("c1")
    result = po.UCT().search(state, "500 sims", seed=0)
    assert found.pop("seconds") > 0
    assert found == {
        "move": "a3",
        "value": result.value,
        "proven": result.proven,
        "bounds": [-1.0, 1.0],
        "simulations": 500,
        "states": result.states,
        "children": [
            {
                "move": c.name,
                "visits": c.visits,
                "value": c.value,
                "bounds": list(c.bounds),
                "length": c.length,
            }
            for c in result.children
        ],
        "tree_nodes": result.tree_nodes,
        "tree_bytes": result.tree_bytes,
        "seed": 0,
        "interrupted": False,
        "notes": [],
        "game": "tictactoe",
        "player": "uct",
    }


@pytest.mark.parametrize(
    "player", ["random", "flat", "uct", "uct(exploration=1.6)", "nested(level=0)", "minimax(depth=2)"]
)
@pytest.mark.parametrize("game", [*SPECS, NIM, f"misere({NIM}(9))", DIGITS])
def test_search_runs_every_player_on_every_game(game: str, player: str) -> None:
    argv = ["search", game, player, "--budget", "50 sims", "--seed", "3"]
    found = run(*argv, "--json").json
    assert (found["game"], found["player"], found["seed"]) == (game, player, 3)
    text = run(*argv).out
    assert f"{player} plays {found['move']}" in text
    assert all(child["move"] in text for child in found["children"][:3])


def test_search_says_what_is_proved_and_how_large_the_tree_is() -> None:
    argv = ["search", "tictactoe", "uct(bounds=cuts)", "--moves", "a1 b1 a2", "--budget", "100000 sims"]
    fields = run(*argv, "--json").json
    assert (fields["proven"], fields["bounds"], fields["value"]) == (True, [1.0, 1.0], 1.0)
    assert fields["simulations"] < 100000
    assert fields["tree_bytes"] == 40 * fields["tree_nodes"]
    text = run(*argv).out
    assert "value +1.000 for Max, proven\n" in text
    assert f"a tree of {fields['tree_nodes']:,} nodes, {fields['tree_bytes'] / 1000:.1f} kB\n" in text


def test_search_says_what_is_known_of_a_state_that_is_not_solved() -> None:
    state, player = po.game("connectfour(3,3)").initial(), po.UCT(bounds="cuts")
    results = [player.search(state, po.Budget(simulations=n), seed=0) for n in range(50, 3000, 50)]
    result = next(result for result in results if result.bounds != (-1, 1))
    assert not result.proven
    low, high = result.bounds
    text = run("search", "connectfour(3,3)", str(player), "--budget", f"{result.simulations} sims").out
    assert f"for Max, proven to be from {low:+.3f} to {high:+.3f}\n" in text


def test_search_without_a_tree_speaks_of_none() -> None:
    assert "tree" not in run("search", "tictactoe", "flat", "--budget", "100 sims").out


TABLE_1 = ["search", "tictactoe", "nested(level=2, discount=true)", "--moves", "0 1 7 4"]


@pytest.mark.parametrize("seed", range(10))
def test_nested_search_finds_the_only_winning_move(seed: int) -> None:
    """Table 1 of the nested search paper: every move has its value, and the length of its playout."""
    found = run(*TABLE_1, "--seed", str(seed), "--json").json
    assert (found["move"], found["value"]) == ("a3", 1)
    assert found["children"][0] == {"move": "a3", "visits": 1, "value": 1, "bounds": [-1, 1], "length": 2}
    assert sorted(child["move"] for child in found["children"]) == ["a2", "a3", "c1", "c2", "c3"]
    assert {child["length"] for child in found["children"][1:]} == {4}


def test_nested_search_shows_values_and_lengths() -> None:
    lines = run(*TABLE_1).out.splitlines()
    head = next(i for i, line in enumerate(lines) if line.startswith("move"))
    assert lines[head].split() == ["move", "value", "length"]
    assert lines[head + 1].split() == ["a3", "+1.000", "2"]


def test_search_shows_the_most_visited_children() -> None:
    lines = run("search", "breakthrough", "uct", "--budget", "1000 sims").out.splitlines()
    table = lines[lines.index("", lines.index("") + 1) + 2 :]
    visits = [int(line.split()[1]) for line in table[:-1]]
    assert visits == sorted(visits, reverse=True)
    assert len(visits) == 10
    assert table[-1] == "and 12 more"


def test_search_writes_a_picture_of_the_board_after_the_move() -> None:
    argv = ["search", "tictactoe", "uct", "--budget", "100 sims", "--svg", "board.svg", "--json"]
    move = run(*argv).json["move"]
    assert Path("board.svg").read_text("utf-8") == po.game("tictactoe").initial().play(move).svg()


def test_a_file_that_cannot_be_written_is_noticed_before_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(po.Player, "search", lambda *_: pytest.fail("it searched"))
    for path in ("missing/board.svg", "."):
        done = run("search", "tictactoe", "uct", "--svg", path)
        assert done.is_wrong_usage
        assert "--svg" in done.err


@pytest.mark.parametrize("existed", [False, True])
def test_a_search_that_fails_leaves_the_files_alone(existed: bool) -> None:
    source = (
        "from toys import Nim\nclass Raises(Nim):\n    def play(self, state, move):\n        return 1 / 0\n"
    )
    Path("raises.py").write_text(source)
    picture = Path("board.svg")
    if existed:
        picture.write_text("mine")
    assert run("search", "raises.py:Raises", "uct", "--svg", str(picture)).status == 1
    assert picture.exists() == existed
    assert not existed or picture.read_text() == "mine"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_picture_that_fails_after_the_search_costs_no_result() -> None:
    done = run("search", "tictactoe", "uct", "--budget", "10 sims", "--svg", "/dev/full", "--json")
    assert json.loads(done.out)["simulations"] == 10
    assert (done.status, done.err) == (1, "playout: [Errno 28] No space left on device\n")


def test_out_of_memory_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(po.Player, "search", Mock(side_effect=MemoryError("std::bad_alloc")))
    assert run("search", "tictactoe", "uct") == Run(1, "", "playout: out of memory\n")


# match


def test_match_gives_the_same_json_again_and_with_one_worker() -> None:
    argv = [
        "match",
        "breakthrough(5,5)",
        "uct",
        "random",
        "--games",
        "100",
        "--budget",
        "1000 sims",
        "--json",
    ]
    first, again = run(*argv, "--workers", "2").json, run(*argv, "--workers", "2").json
    alone = run(*argv, "--workers", "1").json
    for fields in (first, again, alone):
        assert fields.pop("seconds") > 0
    assert first == again == alone
    assert first["wins"] + first["draws"] + first["losses"] == first["games"] == 100
    assert 0 <= first["low"] <= first["score"] <= first["high"] <= 1


def test_match_prints_what_the_library_says() -> None:
    argv = ["match", NIM, "uct(exploration=1)", "flat", "--games", "6", "--budget", "30 sims", "--seed", "5"]
    result = po.match(Nim(), "uct(exploration=1)", "flat", games=6, budget="30 sims", seed=5)
    fields = run(*argv, "--json").json
    assert fields.pop("seconds") > 0
    assert fields == {
        "games": 6,
        "wins": result.wins,
        "draws": result.draws,
        "losses": result.losses,
        "score": result.score,
        "low": result.interval[0],
        "high": result.interval[1],
        "seed": 5,
        "interrupted": False,
        "game": NIM,
        "a": "uct(exploration=1)",
        "b": "flat",
        "budget": "30 sims",
        "budget_b": "30 sims",
        "opening": 0,
        "sprt": None,
    }
    assert str(result) in run(*argv).out


def test_match_with_a_budget_for_each() -> None:
    argv = ["match", "tictactoe", "uct", "uct", "--games", "4", "--budget", "50 sims", "--budget-b", "1 sims"]
    fields = run(*argv, "--json").json
    assert (fields["budget"], fields["budget_b"]) == ("50 sims", "1 sims")
    assert "tictactoe: uct, 50 sims against uct, 1 sims a move\n" in run(*argv).out
    assert run(*argv, "--budget-b", "soon").is_wrong_usage


def test_match_of_a_python_game_in_processes() -> None:
    argv = ["match", f"{NIM}(9)", "uct", "random", "--games", "4", "--budget", "20 sims", "--json"]
    alone, together = run(*argv).json, run(*argv, "--workers", "2").json
    assert alone | {"seconds": 0} == together | {"seconds": 0}


# play


def test_a_whole_game_against_the_computer() -> None:
    # Random moves of the computer differ by seed; the person takes the first free cell each time.
    cells = "\n".join(po.game("tictactoe").initial().legal_names)
    done = run("play", "tictactoe", "--against", "random", "--seed", "1", stdin=cells)
    assert done.status == 0
    assert done.out.splitlines()[-1] in ("you win", "you lose", "a draw")
    assert "random plays" in done.out


@pytest.mark.parametrize(("side", "last"), [("max", "you win"), ("min", "you lose")])
def test_the_result_is_told_from_the_persons_side(side: str, last: str) -> None:
    # Of one match, the first to move takes the last.
    done = run("play", f"{NIM}(1)", "--as", side, "--budget", "10 sims", stdin="1\n")
    assert done.out.splitlines()[-1] == last


def test_a_draw_is_told() -> None:
    source = "from toys import Nim\nclass Even(Nim):\n    def score(self, state):\n        return 0\n"
    Path("even.py").write_text(source)
    assert run("play", "even:Even(1)", stdin="1\n").out.splitlines()[-1] == "a draw"


def test_play_tells_what_is_allowed_and_asks_again() -> None:
    done = run("play", "tictactoe", "--budget", "10 sims", stdin="z9\n\nb2\n")
    assert done.status == 0
    assert "illegal move 'z9': the legal moves are a1" in done.out
    assert "the game ends here, after b2 " in done.out
    assert done.err == ""


def test_play_commands() -> None:
    script = "help\nmoves\nundo\nhint\nb2\nundo\nboard\nquit\nb2\n"
    out = run("play", "tictactoe", "--budget", "100 sims", "--seed", "1", stdin=script).out
    assert "take your last move back" in out
    assert "\na1 b1 c1 a2 b2 c2 a3 b3 c3\n" in out
    assert "there is no move of yours to take back" in out
    assert "hint: " in out
    assert out.count("3 . . .\n2 . . .\n1 . . .") == 3  # at first, after undo, on demand
    assert out.endswith("the game ends here, after no move\n")


def test_undo_takes_back_the_answer_too() -> None:
    out = run("play", f"{NIM}(12)", "--against", "random", stdin="1\n2\nundo\nquit\n").out
    moves = out.splitlines()[-1].partition("after ")[2].split()
    assert moves[0] == "1"
    assert len(moves) == 2


def test_play_as_min_lets_the_computer_begin() -> None:
    out = run("play", "tictactoe", "--as", "min", "--budget", "10 sims").out
    assert "You are Min." in out
    assert "strong plays" in out


def test_a_puzzle_is_played_alone() -> None:
    out = run("play", DIGITS, "--budget", "50 sims", stdin="hint\n3\n3\nundo\n2\n1\n0\n").out
    assert "hint: " in out
    assert "strong plays" not in out
    assert out.splitlines()[-1] == "the score is 6"


def test_a_move_called_quit_is_a_move() -> None:
    method = "def name(self, state, move):\n        return ['quit', 'b', 'c'][move - 1]"
    source = f"from toys import Nim\nclass Words(Nim):\n    {method}\n"
    Path("words.py").write_text(source)
    assert run("play", "words:Words(1)", stdin="quit\n").out.splitlines()[-1] == "you win"


# Help, version, completion


# The page and the player of matches have tests of their own: they run until they are told to stop.
@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in ("serve", "ggp")])
def test_the_examples_of_the_help_work(command: str) -> None:
    if command == "tune":
        pytest.importorskip("optuna")
    Path("nim.py").write_text("from toys import Nim\n")
    Path("my_player.py").write_text("from toys import First as Mine\n")
    if COMPILER and command != "new":
        build(Path(), changed(), "hex.so")
    run("match", "nim.py:Nim", "random", "random", "--games", "2", "--record", "nims.jsonl")
    Path("game.json").write_text(po.Record.of(po.game("tictactoe").initial().play("b2")).to_json())
    text = run(command, "--help").out
    examples = [line.strip() for line in text.splitlines() if line.strip().startswith("playout ")]
    assert len(examples) >= 2
    for example in examples:
        argv = shlex.split(example)[1:]
        assert argv[0] == command
        if ".so" in example and not COMPILER:
            continue
        if ".kif" in example and find_spec("clingo") is None:
            continue
        stdin = "ugi\nquit\n" if command == "ugi" else "quit\n"
        done = run(*argv, *(["--seconds", "0.001"] if command == "bench" else []), stdin=stdin)
        assert (done.status, done.err) == (0, ""), example
        assert done.out


def test_help_lists_the_commands_and_no_other() -> None:
    text = run("--help").out
    assert text == run().out
    listed = [line.split()[0] for line in text.partition("Commands:\n")[2].splitlines()]
    assert listed == list(COMMANDS)
    assert "..." not in text.partition("Commands:")[2]  # each purpose fits its line


def test_version() -> None:
    assert run("--version") == Run(0, f"playout {po.__version__}\n", "")
