"""Games in shared libraries: in every search, in records, and refused in one line where they are no games."""

import pickle
import signal
import subprocess
import sys
import time
from ctypes import Structure, sizeof
from pathlib import Path

import pytest
from command import LIMIT_SECONDS, finish, run, start
from libraries import COMPILER, PUZZLE, Change, build, changed, needs_compiler
from toys import Nim

import playout as po
from playout.c_interface import BatchStruct, GameStruct, ParameterStruct
from playout.games import shared

pytestmark = needs_compiler

CONSTRUCTOR = "__attribute__((constructor)) static void when_loaded(void)"
PLAYERS = [
    "random",
    "flat",
    "uct",
    "uct(rave=100)",
    "uct(bounds=solver)",
    "nested(level=1)",
    "minimax(depth=3)",
]


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> str:
    return build(tmp_path_factory.mktemp("nim"), changed(), "nim.so")


@pytest.fixture(scope="module")
def puzzle(tmp_path_factory: pytest.TempPathFactory) -> str:
    return build(tmp_path_factory.mktemp("puzzle"), PUZZLE, "puzzle.so")


def refusal(text: str) -> str:
    """What is said against a game, on one line."""
    with pytest.raises(ValueError, match=r".") as caught:
        po.game(text)
    assert isinstance(caught.value, po.SpecError | po.ContractError)
    said = str(caught.value)
    assert len(said.splitlines()) == 1
    return said


# What a library can do


@pytest.mark.parametrize("player", PLAYERS)
def test_searches_are_those_of_the_same_game_in_python(nim: str, player: str) -> None:
    ours, twin = (
        po.player(player).search(po.game(game).initial(), "300 sims", seed=5)
        for game in (f"{nim}(13)", Nim(13))
    )
    assert (ours.move, ours.value, ours.simulations, ours.states) == (
        twin.move,
        twin.value,
        twin.simulations,
        twin.states,
    )


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("around", ["{}", "misere({})"])
def test_matches_are_those_of_the_same_game_in_python(nim: str, workers: int, around: str) -> None:
    game = around.format(f"{nim}(stones=9)")
    ours = po.match(game, "uct", "random", games=20, budget="50 sims", seed=3, workers=workers)
    rules = po.misere(Nim(9)) if "misere" in around else po.game(Nim(9))
    twin = po.match(rules, "uct", "random", games=20, budget="50 sims", seed=3)
    assert (ours.wins, ours.losses) == (twin.wins, twin.losses)
    assert [one.moves for one in ours.record] == [one.moves for one in twin.record]


@pytest.mark.parametrize("depth", range(6))
def test_perft(nim: str, depth: int) -> None:
    assert po.perft(f"{nim}(7)", depth) == po.perft(Nim(7), depth)


def test_parameters(nim: str) -> None:
    assert str(po.game(nim)) == f"{nim}(stones=21)"
    assert po.game(f"{nim}( 7 )") == po.game(f"{nim}(stones=7)") != po.game(nim)
    assert po.game(f"{nim}(stones=7)").initial().board == "7 stones, X to take"
    assert str(po.misere(po.game(f"{nim}(7)"))) == f"misere({nim}(stones=7))"
    assert po.game(f"misere( misere({nim}) )") == po.game(nim)


def test_a_path_may_have_any_letters(nim: str, tmp_path: Path) -> None:
    folder = tmp_path / "my games, (été)"
    folder.mkdir()
    library = folder / "nim 2.so"
    library.write_bytes(Path(nim).read_bytes())
    game = po.game(f"misere({library}(stones=5))")
    assert po.game(str(game)) == game
    assert game.initial().board == "5 stones, X to take"


def test_states_are_values(nim: str) -> None:
    game = po.game(f"{nim}(9)")
    state = game.initial().play(2).play(3)
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert hash(again) == hash(state)
    assert again.history == (2, 3)
    assert game.initial().play(2) != game.initial().play(3)
    assert "<svg" in state.svg()


def test_a_pickled_game_is_found_from_another_folder(
    nim: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(nim).parent)
    game = po.misere("./nim.so(9)")
    kept = pickle.dumps(game)
    monkeypatch.chdir(tmp_path)
    assert pickle.loads(kept) == game
    assert str(pickle.loads(kept)) == "misere(./nim.so(stones=9))"


def test_a_library_that_is_built_again_is_loaded_again(tmp_path: Path) -> None:
    old = po.game(build(tmp_path, changed()))
    new = po.game(
        build(tmp_path, changed((": 3;\n    (void)self;\n    for", ": 2;\n    (void)self;\n    for")))
    )
    assert (len(old.initial().legal_moves), len(new.initial().legal_moves)) == (3, 2)


def test_rules_are_closed_once(tmp_path: Path) -> None:
    source = changed(("{ free((void *)self); }", '{ puts("closed"), fflush(stdout), free((void *)self); }'))
    script = "import gc, sys, playout as po; po.game(sys.argv[1]); gc.collect(); print('end')"
    library = build(tmp_path, source)
    done = subprocess.run([sys.executable, "-c", script, library], capture_output=True, text=True, check=True)
    assert done.stdout == "closed\nend\n"


def test_what_a_library_prints_is_no_matter(tmp_path: Path) -> None:
    hello = f'{CONSTRUCTOR} {{ printf("hello\\nplayout"); }}\n'
    assert po.check(build(tmp_path, changed() + hello), games=5).games == 5


@pytest.mark.parametrize("threads", [1, 2])
def test_a_puzzle_is_solved_and_goes_on_from_a_checkpoint(puzzle: str, tmp_path: Path, threads: int) -> None:
    file = tmp_path / "run.save"
    po.solve(puzzle, "nrpa(level=2)", "200 sims", seed=2, threads=threads, checkpoint=file)
    later = po.solve(puzzle, "nrpa(level=2)", "600 sims", seed=2, threads=threads, checkpoint=file)
    whole = po.solve(puzzle, "nrpa(level=2)", "600 sims", seed=2, threads=threads)
    assert (later.score, later.moves, later.states) == (whole.score, whole.moves, whole.states)
    assert po.solve(puzzle, "nmcs(level=2)", "2000 sims", seed=1).score == 7


def test_positions_of_a_puzzle_are_set_up_from_text(puzzle: str) -> None:
    state = po.game(puzzle).state("0123....")
    assert state.legal_names == ("d0", "d1", "d2", "d3", "d4")
    assert state.play("d4").notation == "01234... X"
    assert pickle.loads(pickle.dumps(state.play("d4"))) == state.play("d4")
    with pytest.raises(po.SpecError, match=r"'9\.\.\.\.\.\.\.' is no position of puzzle"):
        po.game(puzzle).state("9.......")


def test_positions_without_setup(nim: str) -> None:
    with pytest.raises(po.SpecError, match="nim has no setup: its states cannot be set up from text"):
        po.game(nim).state("7 X")


def test_a_search_is_kept_in_a_file(nim: str, tmp_path: Path) -> None:
    search = po.UCT().start(po.game(nim).initial(), seed=1)
    search.run("100 sims")
    search.save(tmp_path / "search.save")
    again = po.Search.load(tmp_path / "search.save", game=nim)
    ours, whole = again.run("100 sims"), search.run("100 sims")
    assert (ours.value, ours.children) == (whole.value, whole.children)
    with pytest.raises(po.CheckpointError, match="give yours, as game="):
        po.Search.load(tmp_path / "search.save")


# Records


def test_records_name_the_library_and_load_none(nim: str, tmp_path: Path) -> None:
    record = po.game(f"{nim}(5)").initial().play(3).play(2).to_record()
    assert (record.game, record.score) == (f"{nim}(stones=5)", -1)
    assert record.replay(f"{nim}(5)").score == -1
    with pytest.raises(po.RecordError) as caught:
        record.replay()
    assert "is a shared library (a record loads no code, so give one of your own: --game" in str(caught.value)


@pytest.mark.parametrize("around", ["{}", "misere({})"])
def test_verify_wants_the_game(
    nim: str, tmp_path: Path, around: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(nim).parent)
    file = str(tmp_path / "games.jsonl")
    game = around.format("./nim.so(5)")
    assert run("match", game, "uct", "random", "--games", "4", "--record", file).status == 0
    refused = run("verify", file)
    assert refused.is_wrong_usage
    assert "is a shared library" in refused.err
    assert run("verify", file, "--game", around.format(f"{nim}(5)"), "--json").json["records"] == 4
    other = run("verify", file, "--game", around.format("./nim.so"))
    assert other.is_wrong_usage
    assert "the record is of" in other.err


def test_a_record_does_not_load_a_library(tmp_path: Path) -> None:
    trap = f'{CONSTRUCTOR} {{ fclose(fopen("{tmp_path}/sprung", "w")); }}\n'
    library = build(tmp_path, changed() + trap)
    for name in (library, f"misere({library}(stones=3))"):
        with pytest.raises(po.RecordError):
            po.Record(name, ()).replay()
    assert not (tmp_path / "sprung").exists()
    po.game(library)
    assert (tmp_path / "sprung").exists()


# On the command line


def test_commands_take_libraries(nim: str, puzzle: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(nim).parent)
    assert run("perft", "./nim.so(stones=7)", "3", "--json").json["game"] == "./nim.so(stones=7)"
    assert run("search", "misere(nim.so)", "uct", "--budget", "10 sims").status == 0
    assert run("match", "./nim.so", "uct", "random", "--games", "4", "--workers", "2").status == 0
    assert run("solve", puzzle, "nrpa", "--budget", "100 sims", "--json").json["score"] > 3
    assert run("check", "./nim.so", "--games", "7", "--json").json == {
        "game": "./nim.so(stones=21)",
        "games": 7,
        "states": po.check(nim, games=7).states,
        "longest": po.check(nim, games=7).longest,
    }
    refused = run("check", "uncompiled(./nim.so)")
    assert refused.is_wrong_usage
    assert "only a compiled game can be run uncompiled" in refused.err


def test_a_library_beside_a_python_file_of_its_name(
    nim: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sticks.so").write_bytes(Path(nim).read_bytes())
    Path("sticks.py").write_text("from toys import Nim\n")
    refused = run("check", "sticks.py:Nim")
    assert refused.is_wrong_usage
    assert "Python has another module 'sticks'; give the file another name" in refused.err
    for language in ("python", "c"):
        other = run("new", "sticks", "--language", language)
        assert other.is_wrong_usage
        assert "for each other; choose another name" in other.err


@pytest.mark.parametrize("name", ["hex.c", "src/hex.cpp", "hex.rs"])
def test_source_code_is_no_library(name: str) -> None:
    refused = run("check", name)
    assert refused.is_wrong_usage
    assert "is source code; build a library of it, and name that, as in ./hex.so" in refused.err


# The layout


def c_layout(folder: Path, struct: type[Structure], c_name: str) -> dict[str, int]:
    """Where the C compiler puts the fields, and the size of it all."""
    names = [field[0] for field in struct._fields_]
    lines = [f'    printf("{name} %zu\\n", offsetof({c_name}, {name}));' for name in names]
    body = "\n".join(lines)
    source = folder / "layout.c"
    source.write_text(
        f"#include <playout/game.h>\n#include <stddef.h>\n#include <stdio.h>\n"
        f'int main(void) {{\n{body}\n    printf("size %zu\\n", sizeof({c_name}));\n}}\n'
    )
    program = folder / "layout"
    subprocess.run([str(COMPILER), "-I", po.include_dir(), str(source), "-o", str(program)], check=True)
    printed = subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout
    return {name: int(place) for name, place in (line.split() for line in printed.splitlines())}


@pytest.mark.parametrize(
    ("struct", "c_name"),
    [(GameStruct, "playout_game"), (ParameterStruct, "playout_parameter"), (BatchStruct, "playout_batch")],
)
def test_python_and_c_lay_out_the_same(tmp_path: Path, struct: type[Structure], c_name: str) -> None:
    ours = {field[0]: getattr(struct, field[0]).offset for field in struct._fields_}
    assert c_layout(tmp_path, struct, c_name) == ours | {"size": sizeof(struct)}


# Refused


def test_files_that_are_no_libraries(tmp_path: Path) -> None:
    assert refusal(f"{tmp_path}/none.so").startswith("no such file: ")
    assert refusal(f"misere({tmp_path}/none.so(stones=3))").startswith("no such file: ")
    assert refusal(f"./{'long' * 100}.so").startswith("no such file: ")
    text = tmp_path / "text.so"
    text.write_text("int main(void) { return 0; }\n")
    assert refusal(str(text)).startswith(f"{text}: no library that can be loaded: ")


def test_a_library_of_something_else(tmp_path: Path) -> None:
    library = build(tmp_path, "int answer = 42;\n")
    assert refusal(library) == f"{library}: no library of rules: it has no playout_open (see playout/game.h)"


@pytest.mark.parametrize("function", ["initial", "legal", "play", "turn", "score"])
def test_a_missing_function(tmp_path: Path, function: str) -> None:
    library = build(tmp_path, changed((f".{function} = {function},", "")))
    assert refusal(library) == f"mygame: the function {function} is missing"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            (".version = PLAYOUT_VERSION", ".version = 2"),
            "made for version 2 of playout/game.h; this is version 1",
        ),
        ((".players = 2", ".players = 3"), "players is 3; expected 1 to 2"),
        ((".state_size = sizeof(State)", ".state_size = 0"), "state_size is 0; expected 1 to 1048576"),
        (
            (".state_size = sizeof(State)", ".state_size = 1ull << 40"),
            "state_size is 1099511627776; expected 1 to 1048576",
        ),
        ((".max_moves = 3", ".max_moves = 0"), "max_moves is 0; expected 1 to 1000000"),
        ((".max_moves = 3", ".max_moves = -1"), "max_moves is 4294967295; expected 1 to 1000000"),
        (
            (".max_length = (uint32_t)rules->stones", ".max_length = 0"),
            "max_length is 0; expected 1 to 1000000000",
        ),
        ((".code_count = 4", ".code_count = -1"), "code_count is 4294967295; expected 0 to 100000000"),
        ((".high = 1", ".high = -2"), "low and high must be two finite numbers"),
        ((".high = 1", ".high = 0.0 / 0.0"), "low and high must be two finite numbers"),
        ((".low = -1", ".low = -1e999"), "low and high must be two finite numbers"),
    ],
)
def test_numbers_that_make_no_sense(tmp_path: Path, change: Change, said: str) -> None:
    assert refusal(build(tmp_path, changed(change))).startswith(f"mygame: {said}")


OPEN = "    Rules *rules = malloc(sizeof *rules);\n"


def test_a_struct_of_another_version_may_be_larger(tmp_path: Path) -> None:
    larger = changed(
        ("    return NULL;\n", "    __builtin_memset(game, 0x7f, sizeof *game + 2000);\n    return NULL;\n")
    )
    assert refusal(build(tmp_path, larger)).startswith("mygame: made for version 2139062143")


def test_a_crash_when_it_is_loaded(tmp_path: Path) -> None:
    library = build(tmp_path, changed() + f"{CONSTRUCTOR} {{ abort(); }}\n")
    assert refusal(library) == f"{library} crashes when it is opened (SIGABRT)"


def test_a_crash_when_it_is_opened(tmp_path: Path) -> None:
    library = build(tmp_path, changed((OPEN, f"{OPEN}    *(volatile int *)0 = 1;\n")))
    assert refusal(library) == f"{library} crashes when it is opened (SIGSEGV)"


def test_an_exit_when_it_is_opened(tmp_path: Path) -> None:
    library = build(tmp_path, changed((OPEN, f"{OPEN}    exit(0);\n")))
    assert refusal(library) == f"{library} ends the program when it is opened (status 0)"


def test_a_loop_when_it_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "SECONDS_TO_OPEN", 2)
    library = build(tmp_path, changed((OPEN, f"{OPEN}    for (volatile int i = 0;; ++i) {{}}\n")))
    assert refusal(library) == f"{library} does not come back from being opened (2 s)"


def test_values_that_the_library_refuses(tmp_path: Path) -> None:
    odd = '    if ((int)values[0] % 2 == 0) return "stones must be odd,\\nand no even number";\n'
    library = build(tmp_path, changed((OPEN, odd + OPEN)))
    assert po.game(f"{library}(7)").initial().board == "7 stones, X to take"
    assert refusal(f"{library}(8)") == f"{library}: stones must be odd, and no even number"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ("stone=3", "unknown parameter 'stone' (did you mean 'stones'?): the parameters are stones"),
        ("stones=1001", "stones must be from 1 to 1000, got 1001"),
        ("stones=0", "stones must be from 1 to 1000, got 0"),
        ("stones=2.5", "stones must be an integer from 1 to 1000, got '2.5'"),
        ("stones=nan", "stones must be an integer from 1 to 1000, got 'nan'"),
        ("stones=many", "stones must be an integer from 1 to 1000, got 'many'"),
        ("5,stones=5", "'stones' given twice"),
    ],
)
def test_wrong_parameters(nim: str, values: str, said: str) -> None:
    assert refusal(f"{nim}({values})") == f"nim.so: {said}"


def test_wrong_calls(nim: str, puzzle: str) -> None:
    assert refusal(f"{nim}(1,2)") == "nim.so got 2 values; its parameters are stones"
    assert refusal(f"{puzzle}(1)") == "puzzle.so got 1 values; its parameters are none"
    assert "'stones' given twice in the spec 'nim.so(stones=1,stones=1)'" in refusal(
        f"{nim}(stones=1,stones=1)"
    )
    assert "expected ',' but found the end" in refusal(f"{nim}(5")
    assert "only a game of two players has a misère version" in refusal(f"misere({puzzle})")


TABLE = '{{"stones", 21, 1, 1000, 1}, {0}}'


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (
            '{{"stones", 21, 22, 1000, 1}, {0}}',
            "a parameter needs a plain name, and a value within its bounds; 'stones' is 21, from 22 to 1000",
        ),
        ('{{"stones", 21, 0.0 / 0.0, 1000, 1}, {0}}', "a parameter needs a plain name, "),
        ('{{"the stones", 21, 1, 1000, 1}, {0}}', "a parameter needs a plain name, "),
        ('{{"stones", 2.5, 1, 1000, 1}, {0}}', "a parameter needs a plain name, "),
        ('{{"stones", 21, 1, 99, 1}, {"stones", 21, 1, 99, 1}, {0}}', "two parameters have the same name"),
        ('{[0 ... 120] = {"stones", 21, 1, 1000, 1}}', "playout_parameters does not end within 100"),
    ],
)
def test_wrong_tables_of_parameters(tmp_path: Path, table: str, said: str) -> None:
    assert said in refusal(build(tmp_path, changed((TABLE, table))))


# What check finds

LEGAL = "    for (int32_t i = 0; i < n; ++i) moves[i] = i + 1;\n"
PLAY = "    s->stones -= move;\n"
NAME = """
static int32_t name(const void *self, const void *state, int32_t move, char *text, int32_t room) {
    %s
}

static void forget"""


def named(body: str) -> tuple[Change, ...]:
    return ("\nstatic void forget", NAME % body), (".text = text", ".text = text, .name = name")


FAULTS: dict[str, tuple[tuple[Change, ...], str]] = {
    "a move beyond the array": (
        ((LEGAL, f"{LEGAL}    moves[3] = 4;\n"),),
        "mygame.legal writes past the end of the moves, of which there are at most max_moves = 3, after ",
    ),
    "too many moves": (
        ((LEGAL, "    for (n = 0; n < 9; ++n) moves[n] = n;\n"),),
        "mygame.legal writes past the end of the moves",
    ),
    "too high a count": (
        ((LEGAL, f"{LEGAL}    if (n) n = 4;\n"),),
        "mygame.legal gave 4 moves; expected 0 to max_moves = 3",
    ),
    "past the end of the state": (
        ((PLAY, f"{PLAY}    s[1].stones = 7;\n"),),
        "mygame.play writes past the end of the state, which has 8 bytes, for the move ",
    ),
    "before the beginning of the state": (
        ((PLAY, f"{PLAY}    s[-1].turn = 7;\n"),),
        "mygame.play writes before the beginning of the state, which has 8 bytes, for the move ",
    ),
    "legal that changes the state": (
        ((LEGAL, f"{LEGAL}    ((State *)state)->stones |= 1 << 20;\n"),),
        "mygame.legal changes the state, after no move",
    ),
    "score that changes the state": (
        (("    return s->turn == PLAYOUT_MAX ? -1 : 1;", "    return --((State *)state)->stones;"),),
        "mygame.score changes the state, after ",
    ),
    "a game without end": (((PLAY, ""),), "mygame: a game did not end within max_length = 21 moves"),
    "a wrong turn": (
        (("    return s->turn;", "    return 1 + s->turn;"),),
        "mygame.turn gave 2; expected 0 for Max or 1 for Min",
    ),
    "negative moves": (
        ((LEGAL, LEGAL.replace("i + 1", "-i - 1")),),
        "mygame.legal gave the move -3; a move is 0 or more",
    ),
    "the same move twice": (((LEGAL, LEGAL.replace("i + 1", "1")),), "legal() names a move twice"),
    "a failing function": (
        ((PLAY, f"{PLAY}    if (s->stones < 9) return 7;\n"),),
        "mygame.play has failed: it answered 7, for the move ",
    ),
    "legal fails": (((LEGAL, "    n = -1;\n"),), "mygame.legal gave -1 moves"),
    "a score out of bounds": (
        (("? -1 : 1;", "? -5 : 5;"),),
        "mygame.score gave -5; expected -1 to 1, as bounds say",
    ),
    "no score": ((("? -1 : 1;", "? 0.0 / 0.0 : 1;"),), "mygame.score gave nan"),
    "codes out of bounds": (
        ((".code_count = 4", ".code_count = 2"),),
        "mygame.code gave 2, but codes are from 0 to 1",
    ),
    "a name without end": (
        named("text[0] = 'a'; return 1;"),
        "mygame.name answered the length 1, where no zero ends the text",
    ),
    "a name that is too long": (
        named("return 1 << 21;"),
        "mygame.name gave a text of more than 1048576 bytes",
    ),
    "a name past its room": (
        named("for (int i = 0; i < 300; ++i) text[i] = 'a'; return 1;"),
        "mygame.name writes past the end of the text, which has room for 256 bytes",
    ),
    "a name that fails": (named("return -1;"), "mygame.name has failed: it answered -1"),
    "the same name twice": (named('return snprintf(text, room, "a");'), "two legal moves have the same name"),
    "another playout": (
        (("    return playout_run(self, state, moves, rng, limit, legal, play);", "    return 0;"),),
        "mygame.playout is not what legal and play make of the same draws",
    ),
    "a playout of other draws": (
        (("    return playout_run(", "    ++*rng;\n    return playout_run("),),
        "mygame.playout is not what legal and play make of the same draws",
    ),
    "a playout past its moves": (
        (("    return playout_run(", "    moves[3] = 1;\n    return playout_run("),),
        "mygame.playout writes past the end of the moves",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_check_finds(fault: str, tmp_path: Path) -> None:
    changes, said = FAULTS[fault]
    library = build(tmp_path, changed(*changes))
    with pytest.raises(po.ContractError) as caught:
        po.check(library)
    assert said in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    refused = run("check", library)
    assert refused.is_wrong_usage
    assert refused.err == f"playout: {caught.value}\n"


MORE = """
static int32_t with_turn(const void *self, void *state, int32_t turn) {
    ((State *)state)->turn = turn;
    return 0;
}

static int32_t biases(const void *self, const void *state, const int32_t *moves, int32_t n, double *biases) {
    for (int32_t i = 0; i < n; ++i) biases[i] = 0.5 * moves[i];
    return 0;
}

static double distance(const void *self, const void *state, int32_t move, const void *other,
                       int32_t other_move) {
    return 0.5 * (((const State *)state)->stones - ((const State *)other)->stones) + move - other_move;
}

static int32_t parse(const void *self, const void *state, const char *text) {
    return text[0] == 'x' ? 99 : text[0] - '0';
}

static uint64_t hash(const void *self, const void *state) { return ((const State *)state)->stones; }

static int32_t playouts(const void *self, const void *state, const playout_batch *batch) {
    for (int32_t i = 0; i < batch->n; ++i) {
        State own = *(const State *)state;
        uint64_t rng = batch->rngs[i];
        int32_t moves[3], given = batch->firsts != NULL;
        if (given) play(self, &own, batch->firsts[i]);
        batch->lengths[i] = given + playout_run(self, &own, moves, &rng, batch->limit, legal, play);
        batch->scores[i] = score(self, &own);
        if (batch->spent(batch->asker)) return -1;
    }
    return 0;
}

static void forget"""
HOOKS = "with_turn", "biases", "distance", "parse", "hash", "playouts"


def with_more(*changes: Change) -> str:
    """The game with functions that may be left out."""
    more = MORE
    for old, new in changes:
        assert more.count(old) == 1, old
        more = more.replace(old, new)
    hooks = "".join(f".{hook} = {hook}, " for hook in HOOKS)
    return changed(("\nstatic void forget", more), (".text = text", f"{hooks}.text = text"))


class NormalNim(Nim):
    def with_turn(self, state: tuple[int, po.Turn], turn: po.Turn) -> tuple[int, po.Turn]:
        return state[0], turn


def test_functions_that_may_be_left_out(tmp_path: Path) -> None:
    game = po.game(f"{build(tmp_path, with_more())}(9)")
    assert po.check(game, games=20).games == 20
    ours, twin = (
        po.player("uct(playout=mobility)").search(each.initial(), "200 sims", seed=3)
        for each in (game, po.game(NormalNim(9)))
    )
    assert (ours.value, ours.children) == (twin.value, twin.children)
    for player in ("flat(bulk=true)", "uct(playout=batch(games=7))"):
        many, one_by_one = (
            po.player(player).search(each.initial(), "2000 sims", seed=3)
            for each in (game, po.game(NormalNim(9)))
        )
        assert (many.children, many.states) == (one_by_one.children, one_by_one.states)
    assert hash(game.initial()) == 9
    assert game.initial().play("2").board == "7 stones, O to take"
    with pytest.raises(po.IllegalMove, match="illegal move 'x': the legal moves are 1 2 3"):
        game.initial().play("x")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("->turn = turn", "->turn = 0"), "with_turn() for the other player leaves the turn as it is"),
        (("->turn = turn", "->stones += 1"), "with_turn() for the player to move gives another state"),
        (("0.5 * moves[i]", "60"), "mygame.biases gave 60; expected -50 to 50"),
        (("0.5 * moves[i]", "0.0 / 0.0"), "mygame.biases gave nan; expected -50 to 50"),
        (("biases[i] = ", "biases[i + 1] = "), "mygame.biases writes past the end of the numbers"),
        (("+ move - other_move", "/ 0.0"), "mygame.distance gave nan; expected a finite number"),
        (
            ("return 0.5 * (", "((State *)other)->turn ^= 1; return 0.5 * ("),
            "mygame.distance changes the state",
        ),
        (("- '0';", "- '1';"), "the name '1' is not read back as its move 1"),
        (("rngs[i];", "rngs[0] + i;"), "mygame.playouts is not what legal and play make of the same draws"),
        (("= batch->firsts != NULL;", "= 0;"), "mygame.playouts is not what legal and play make of the same"),
        (
            ("batch->scores[i] = ", "batch->scores[i + 1] = "),
            "mygame.playouts writes past the end of the scores",
        ),
        (("= batch->firsts != NULL;", "= 0; return 7;"), "mygame.playouts has failed: it answered 7"),
    ],
)
def test_check_finds_faults_in_them(change: Change, said: str, tmp_path: Path) -> None:
    with pytest.raises(po.ContractError) as caught:
        po.check(build(tmp_path, with_more(change)))
    assert said in str(caught.value)


def test_check_of_a_sound_library(nim: str, puzzle: str) -> None:
    assert str(po.check(nim, games=20)).endswith("moves: fine")
    assert str(po.check(f"misere({nim}(30))", games=20)).endswith("moves: fine")
    assert po.check(puzzle, games=20).longest == 8


@pytest.mark.parametrize("crime", ["*(volatile int *)0 = 1", "abort()", "exit(0)", "moves[1 << 28] = 1"])
def test_a_crash_ends_no_command(tmp_path: Path, crime: str) -> None:
    library = build(tmp_path, changed((LEGAL, f"{LEGAL}    if (n < 3) {crime};\n")))
    refused = run("check", library)
    assert refused.is_wrong_usage
    assert f"{library}(stones=21) crashes while it is checked" in refused.err


@pytest.mark.parametrize(("sign", "status"), [(signal.SIGINT, 1), (signal.SIGKILL, -signal.SIGKILL)])
def test_an_endless_loop_ends_with_the_command(tmp_path: Path, sign: signal.Signals, status: int) -> None:
    at_it = tmp_path / "at_it"
    loop = f'    fclose(fopen("{at_it}", "w"));\n    for (volatile int i = 0;; ++i) {{}}\n'
    process = start("check", build(tmp_path, changed((PLAY, loop))))
    end = time.monotonic() + LIMIT_SECONDS
    while not at_it.exists() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    process.send_signal(sign)
    assert finish(process).status == status  # its child has its stdout as well, so that this waits for both
