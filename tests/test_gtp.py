"""GTP: a transcript for each command, what GoGui and Sabaki say first, and whatever else may come in."""

import re
import signal
import subprocess
import time
from pathlib import Path

import pytest
from command import NIM, finish, run, start
from hypothesis import example, given, settings
from hypothesis import strategies as st

import playout as po
from playout.protocols.clock import Clock


def talk(*lines: str, game: str = "nogo(3,3)", player: str = "uct", budget: str = "50 sims") -> list[str]:
    """What is answered to some lines."""
    done = run("gtp", game, player, "--budget", budget, "--seed", "1", stdin="\n".join(lines))
    assert (done.status, done.err) == (0, "")
    return answers(done.out)


def answers(out: str) -> list[str]:
    """Each answer ends with an empty line, and there is nothing else."""
    assert not out or out.endswith("\n\n")
    return out.removesuffix("\n\n").split("\n\n") if out else []


# ---------------------------------------------------------------- a transcript for each command


TRANSCRIPTS = {
    "administration": """
        protocol_version       | = 2
        name                   | = playout uct
        version                | = 0.2.0
        known_command play     | = true
        known_command plan     | = false
        known_command          | = false
        quit                   | =
    """,
    "play and undo": """
        play b B2              | =
        play white a1          | =
        gogui-rules_board      | = . . ./. X ./O . .
        play b B2              | ? illegal move: B2 is not legal for black
        play b D1              | ? illegal move: D1 is not legal for black
        play b I1              | ? illegal move: I1 is not legal for black
        play b pass            | ? illegal move: pass is not legal for black
        play b                 | ? syntax error: a vertex is missing
        play                   | ? syntax error: a colour is missing
        play red A2            | ? syntax error: a colour is b, black, w or white, not 'red'
        undo                   | =
        gogui-rules_board      | = . . ./. X ./. . .
        undo                   | =
        undo                   | ? cannot undo: no move was made
    """,
    "the same colour twice": """
        play b A1              | =
        play b C3              | =
        gogui-rules_board      | = . . X/. . ./X . .
        gogui-rules_side_to_move | = white
        undo                   | =
        gogui-rules_board      | = . . ./. . ./X . .
        play w B2              | =
        play w A3              | =
        gogui-rules_board      | = O . ./. O ./X . .
    """,
    "size": """
        boardsize 5            | =
        gogui-rules_board_size | = 5
        play b E5              | =
        clear_board            | =
        gogui-rules_board_size | = 5
        gogui-rules_side_to_move | = black
        rectangular_boardsize 4 3 | =
        gogui-rules_board_size | = 4 3
        boardsize 99           | ? unacceptable size: nogo: a board of 99 rows and 99 cols does \
not work: need both from 2 to 19
        boardsize x            | ? syntax error: expected a whole number, got 'x'
        boardsize              | ? syntax error: a size is missing
        gogui-rules_board_size | = 4 3
    """,
    "komi without komi": """
        komi 6.5               | =
        komi much              | ? syntax error: expected a number, got 'much'
        komi                   | ? syntax error: komi is missing
        komi inf               | ? syntax error: expected a number, got 'inf'
    """,
    "time": """
        time_settings 60 10 5  | =
        time_left b 30 0       | =
        time_left w 5.5 2      | =
        time_left b -1 0       | =
        time_settings 1 2      | ? syntax error: expected a whole number, got ''
        time_settings a 2 3    | ? syntax error: expected a number, got 'a'
        time_left b            | ? syntax error: expected a number, got ''
        time_left 10 10        | ? syntax error: a colour is b, black, w or white, not '10'
    """,
    "the end of a game": """
        boardsize 2            | =
        final_score            | ? cannot score: the game is not over
        gogui-rules_final_result | = unknown
        play b A1              | =
        play w B2              | =
        play b B1              | =
        gogui-rules_legal_moves | =
        gogui-rules_final_result | = black
        final_score            | = B+1
        genmove w              | = resign
        reg_genmove b          | = pass
        play w A2              | ? illegal move: the game is over
        play w pass            | =
        lz-analyze 10          | ? the game is over: there is nothing to analyze
        undo                   | =
        undo                   | =
        gogui-rules_legal_moves | = B1 A2
    """,
    "GoGui": """
        gogui-rules_game_id    | = Nogo
        gogui-rules_legal_moves | = A1 B1 C1 A2 B2 C2 A3 B3 C3
        gogui-interrupt        | =
        playout-visits         | ? nothing was searched yet
        gogui-analyze_commands | = gfx/Visits/playout-visits/string/Legal moves/gogui-rules_legal_moves/\
string/Side to move/gogui-rules_side_to_move/string/Result/gogui-rules_final_result/string/Board/showboard
    """,
    "showboard": """
        boardsize 9            | =
        play b J9              | =
        showboard              | =/9 . . . . . . . . X/8 . . . . . . . . ./7 . . . . . . . . ./\
6 . . . . . . . . ./5 . . . . . . . . ./4 . . . . . . . . ./3 . . . . . . . . ./\
2 . . . . . . . . ./1 . . . . . . . . ./\
  A B C D E F G H J/O to move
    """,
    "lines": """
        12 name                | =12 playout uct
        007 name               | =007 playout uct
        3  protocol_version # which one? | =3 2
        12                     | ?12 unknown command
        nonsense               | ? unknown command: 'nonsense'
        4 nonsense             | ?4 unknown command: 'nonsense'
        Name                   | ? unknown command: 'Name'
        -1 name                | ? unknown command: '-1'
    """,
}


@pytest.mark.parametrize("title", TRANSCRIPTS)
def test_transcript(title: str) -> None:
    """A line and its answer, on either side of a bar; line breaks are written as slashes."""
    pairs = [line.split("|") for line in TRANSCRIPTS[title].strip().split("\n")]
    said = talk(*(line.strip() for line, _ in pairs))
    assert [answer.replace("\n", "/") for answer in said] == [answer.strip() for _, answer in pairs]


def test_every_command_is_listed_and_known() -> None:
    listed = talk("list_commands")[0].removeprefix("= ").split("\n")
    assert talk(*(f"known_command {name}" for name in listed)) == ["= true"] * len(listed)
    tested = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in listed if not re.search(rf"\b{name}\b", tested)] == []


def test_lines_without_a_command_get_no_answer() -> None:
    assert talk("", "   ", "# a comment", "\t", "\r", "name") == ["= playout uct"]


def test_control_characters_are_no_part_of_a_command() -> None:
    assert talk("na\x00me\r", "play\tb\tB2\x7f", "\x1b\x01name") == ["= playout uct", "=", "= playout uct"]


def test_genmove_answers_as_a_search_and_plays() -> None:
    first, second, board = talk("genmove b", "genmove b", "gogui-rules_board", budget="200 sims")
    assert re.fullmatch("= [ABC][123]", first)
    assert re.fullmatch("= [ABC][123]", second)
    assert (board.count("X"), board.count("O")) == (2, 0)
    assert talk("genmove b", budget="200 sims") == [first]


def test_reg_genmove_leaves_the_board_alone() -> None:
    move, board = talk("reg_genmove b", "gogui-rules_board")
    assert re.fullmatch("= [ABC][123]", move)
    assert "X" not in board


def test_go_passes_and_is_counted() -> None:
    said = talk(
        "komi 0.5", "play b B2", "final_score", "play w pass", "genmove b", "final_score", game="go(3,3)"
    )
    assert said[2] == "= B+8.5"
    assert said[-1].startswith("= B+")
    draw = talk(
        "komi 0", "play b pass", "play w pass", "final_score", "gogui-rules_final_result", game="go(3,3)"
    )
    assert draw[-2:] == ["= 0", "= draw"]


def test_komi_leaves_the_board_as_it_is() -> None:
    said = talk("play b A1", "play b A2", "play w C3", "komi 30", "gogui-rules_board", "final_score", "undo",
                "undo", "gogui-rules_board", game="go(3,3)")  # fmt: skip
    assert said[3:] == ["=", "= . . O\nX . .\nX . .", "= W+29", "=", "=", "= . . .\n. . .\nX . ."]


def test_a_side_that_cannot_move_out_of_turn_is_told_so() -> None:
    first, second, third = talk("play b 1", "play b 1", "genmove b", game=f"{NIM}(9)")
    assert first == "="
    assert second.startswith("? it is not black's turn, and the board cannot be set up: ")
    assert third.startswith("? it is not black's turn, and the board cannot be set up: ")


def test_games_whose_moves_are_no_points() -> None:
    said = talk("play b A2A3", "play b x", "gogui-rules_legal_moves", "genmove w", game="breakthrough(5,5)")
    assert said[:2] == ["=", "? illegal move: x is not legal for black"]
    assert "a4a3" not in said[2]
    assert re.fullmatch("= [a-e]4[a-e]3", said[3])


def test_connect_four_is_played_on_points() -> None:
    said = talk(
        "play b D1", "play w d6", "gogui-rules_legal_moves", "gogui-rules_board_size", game="connectfour"
    )
    assert said == ["=", "=", "= A1 B1 C1 E1 F1 G1 D3", "= 7 6"]


def test_a_game_without_a_board_of_stones() -> None:
    said = talk("gogui-rules_board", "gogui-rules_board_size", "showboard", "boardsize 5", game="seki(1,1)")
    assert said[0] == "? seki(1,1) has no board of black and white stones"
    assert said[1] == said[0]
    assert said[2].startswith("=\n")
    assert said[3] == "? unacceptable size: seki(1,1) has one size"


def test_loadsgf(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[5]KM[3.5];B[aa];W[bb];B[cc])")
    said = talk(
        f"loadsgf {path}", "gogui-rules_board", f"loadsgf {path} 2", "gogui-rules_board",
        "gogui-rules_side_to_move", "undo", "final_score", f"loadsgf {tmp_path}/no.sgf", "loadsgf",
        game="go(9,9)",
    )  # fmt: skip
    assert said[1] == "= X . . . .\n. O . . .\n. . X . .\n. . . . .\n. . . . ."
    assert said[3].count("X") == 1
    missing = f"? cannot load file: cannot read {tmp_path}/no.sgf: No such file or directory"
    assert said[4:] == ["= white", "=", "= W+3.5", missing, "? syntax error: a file is missing"]
    path.write_text("(;SZ[5];B[zz])")
    assert talk(f"loadsgf {path}") == ["? cannot load file: line 1, column 8: 'zz' is no point of the board"]
    assert talk(f"loadsgf {path}", game="tictactoe") == [
        "? cannot load file: SGF is for atarigo, go and nogo, not for tictactoe"
    ]


INFO = r"info move [A-J][1-9] visits \d+ {} order \d+ pv [A-J][1-9]( [A-J][1-9]| pass)*"
LZ = INFO.format(r"winrate \d+ lcb \d+")
KATA = INFO.format(r"utility -?[\d.]+ winrate [01]\.\d+ lcb [01]\.\d+")


@pytest.mark.parametrize(("style", "info"), [("lz", LZ), ("kata", KATA)])
def test_analysis(style: str, info: str) -> None:
    (said,) = talk(f"5 {style}-analyze b 1 maxmoves 2", game="nogo(5,5)")
    head, *lines = said.split("\n")
    assert head == "=5"
    assert lines
    assert all(re.fullmatch(f"{info} {info}", line) for line in lines)


@pytest.mark.parametrize(("style", "info"), [("lz", LZ), ("kata", KATA)])
def test_a_move_with_its_analysis(style: str, info: str) -> None:
    said, board = talk(f"{style}-genmove_analyze w interval 1 maxmoves 1", "gogui-rules_board", budget="0.3s")
    head, *lines, end = said.split("\n")
    assert head == "="
    assert all(re.fullmatch(info, line) for line in lines)
    assert re.fullmatch("play [A-C][1-3]", end)
    assert board.count("O") == 1


def test_wishes_of_an_analysis() -> None:
    unknown = "? 'avoid' is not known here; what can be given is interval and maxmoves"
    assert talk("lz-analyze b avoid b A1 1") == [unknown]
    assert talk("kata-analyze 1x") == ["? '1x' is not known here; what can be given is interval and maxmoves"]
    assert talk("lz-analyze interval") == ["? interval needs a whole number, got ''"]
    assert talk("lz-analyze 99999999999") == ["? interval needs a whole number, got '99999999999'"]
    assert talk("kata-analyze 1 ownership true rootInfo true")[0].startswith("=\ninfo move")


def test_what_the_last_search_looked_at_is_a_heat_map() -> None:
    said = talk("genmove w", "playout-visits")
    heat, text = said[1].split("\n")
    assert re.fullmatch(r"= INFLUENCE( [ABC][123] -[01]\.\d\d){9}", heat)
    assert re.fullmatch(rf"TEXT {said[0][2:]}, value .*", text)


def test_a_player_in_python_moves_and_cannot_be_watched(tmp_path: Path) -> None:
    path = tmp_path / "eager.py"
    path.write_text("class Eager:\n    def search(self, state, budget, seed):\n        return 0\n")
    player = f"{path}:Eager"
    assert talk("genmove b", player=player) == ["= A1"]
    assert talk("lz-analyze 1", player=player) == [f"? {player} cannot be watched while it thinks"]


FAULTY = """
import playout as po

class Faulty(po.PythonGame):
    def initial(self):
        return 0
    def legal(self, state):
        return [1, 2] if state < 5 else []
    def turn(self, state):
        return po.MAX if state % 2 == 0 else po.MIN
    def play(self, state, move):
        print("this must not get in the way")
        if move == 2:
            raise RuntimeError("no\\n\\nsuch luck")
        return state + move
    def score(self, state):
        return 1.0
"""


def test_a_fault_in_a_game_is_answered_by_the_protocol(tmp_path: Path) -> None:
    path = tmp_path / "breaks_in_gtp.py"
    path.write_text(FAULTY)
    done = run("gtp", f"{path}:Faulty", "uct", stdin="play b 1\n7 play w 2\n8 genmove w\nname\n")
    assert answers(done.out)[0] == "="
    assert answers(done.out)[1:3] == ["?7 RuntimeError: no such luck", "?8 RuntimeError: no such luck"]
    assert answers(done.out)[3] == "= playout uct"
    assert "Traceback" not in done.err


# ---------------------------------------------------------------- programs of others


def test_what_gogui_says_first() -> None:
    """As GtpClientBase and GtpSynchronizer of GoGui send it, here with a set-up of two black stones."""
    said = talk(
        "name", "protocol_version", "list_commands", "version", "gogui-analyze_commands", "gogui-interrupt",
        "boardsize 9", "clear_board", "play b C3", "play b G7", "komi 6.5", "time_settings 1800 60 10",
        "time_left w 1800 0", "genmove w", "undo", "quit", game="go(9,9)",
    )  # fmt: skip
    assert all(answer.startswith("=") for answer in said)
    assert re.fullmatch("= [A-J][1-9]", said[-3])


def test_what_gogui_asks_about_another_game() -> None:
    """As GenericBoard of GoGui asks a program that knows the rules, before and after a move."""
    said = talk(
        "gogui-rules_game_id", "gogui-rules_board_size", "clear_board", "gogui-rules_board",
        "gogui-rules_side_to_move", "gogui-rules_legal_moves", "play b D4", "gogui-rules_board",
        "gogui-rules_side_to_move", "gogui-rules_legal_moves", "gogui-rules_final_result",
        game="atarigo(5,5)",
    )  # fmt: skip
    assert said[:3] == ["= Atarigo", "= 5", "="]
    assert said[4] == "= black"
    assert said[6:9] == ["=", "= . . . . .\n. . . X .\n. . . . .\n. . . . .\n. . . . .", "= white"]
    assert len(said[9].removeprefix("= ").split()) == 24
    assert said[10] == "= unknown"


def test_what_sabaki_says_first() -> None:
    """As EngineSyncer of Sabaki starts, and @sabaki/gtp brings the board up to date and analyses it."""
    said = talk(
        "name", "version", "protocol_version", "list_commands", "komi 6.5", "boardsize 9", "clear_board",
        "play B D4", "play W F6", "undo", "play W G5", "lz-analyze B 50", "protocol_version",
        "lz-genmove_analyze B 50", "quit", game="go(9,9)",
    )  # fmt: skip
    assert all(answer.startswith("=") for answer in said)
    assert said[-3] == "= 2"
    assert re.search(r"\nplay ([A-HJ][1-9]|pass)\Z", said[-2])


def test_a_game_is_played_to_its_end_between_two_engines() -> None:
    """As a referee does it: each move of one is told to the other, until one resigns."""
    engines = {"b": engine("nogo(3,3)", "random"), "w": engine("nogo(3,3)", "uct")}
    try:
        for number in range(10):
            colour, other = "bw"[number % 2], "wb"[number % 2]
            move = ask(engines[colour], f"genmove {colour}").removeprefix("= ")
            if move == "resign":
                break
            assert ask(engines[other], f"play {colour} {move}") == "="
        assert move == "resign"
        results = {ask(one, "final_score") for one in engines.values()}
        assert results == {f"= {other.upper()}+1"}
    finally:
        for one in engines.values():
            finish(one)


# ---------------------------------------------------------------- as a process


def engine(*arguments: str) -> "subprocess.Popen[str]":
    return start("gtp", *arguments, stdin=subprocess.PIPE)


def say(process: "subprocess.Popen[str]", line: str) -> None:
    assert process.stdin
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def hear(process: "subprocess.Popen[str]") -> str:
    """An answer, as soon as it is there."""
    assert process.stdout
    lines = list(iter(lambda: _line(process), "\n"))
    return "".join(lines).removesuffix("\n")


def _line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout
    line = process.stdout.readline()
    assert line, "the engine has left"
    return line


def ask(process: "subprocess.Popen[str]", line: str) -> str:
    say(process, line)
    return hear(process)


def test_an_analysis_ends_with_the_next_line() -> None:
    process = engine("go(9,9)", "strong")
    say(process, "kata-analyze b 10")
    assert _line(process) == "=\n"
    assert _line(process).startswith("info move ")
    say(process, "name")
    while (line := _line(process)) != "\n":
        assert line.startswith("info move ")
    assert hear(process) == "= playout strong"
    say(process, "lz-analyze 10")
    assert _line(process) == "=\n"
    assert finish(process).status == 0  # the end of the input ends it too


def test_an_analysis_that_knows_all_waits_for_the_next_line() -> None:
    process = engine("nogo(2,2)", "strong")
    say(process, "lz-analyze 1")
    assert _line(process) == "=\n"
    time.sleep(0.5)
    say(process, "")
    hear(process)
    assert ask(process, "genmove b").startswith("= ")
    finish(process)


def test_gogui_interrupts_a_move() -> None:
    process = engine("go(9,9)", "uct", "--budget", "24h")
    say(process, "genmove b")
    time.sleep(0.5)
    say(process, "# interrupt")
    assert re.fullmatch("= ([A-J][1-9]|pass)", hear(process))
    say(process, "genmove w\n# interrupt")  # before the search has begun
    assert re.fullmatch("= ([A-J][1-9]|pass)", hear(process))
    finish(process)


def test_a_slow_playout_is_interrupted() -> None:
    process = engine("breakthrough(8,8)", "uct(playout=nested(level=3))", "--budget", "24h")
    say(process, "genmove b")
    time.sleep(0.5)
    say(process, "# interrupt")
    assert hear(process).startswith("= ")
    finish(process)


def test_ctrl_c_ends_a_move_with_the_best_so_far() -> None:
    process = engine("go(9,9)", "uct", "--budget", "24h")
    assert ask(process, "protocol_version") == "= 2"
    say(process, "genmove b")
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert re.fullmatch("= ([A-J][1-9]|pass)", hear(process))
    finish(process)


def test_ctrl_c_and_terminate_end_an_engine_that_waits() -> None:
    process = engine("go(9,9)", "uct")
    assert ask(process, "protocol_version") == "= 2"
    process.send_signal(signal.SIGINT)
    done = finish(process)
    assert (done.status, done.err) == (1, "playout: interrupted\n")
    process = engine("go(9,9)", "uct")
    assert ask(process, "protocol_version") == "= 2"
    process.terminate()
    assert (finish(process).status, process.returncode) == (-signal.SIGTERM, -signal.SIGTERM)


def test_a_listener_that_leaves_is_no_traceback() -> None:
    process = engine("go(9,9)", "uct")
    assert process.stdout
    process.stdout.close()
    process.stdout = None
    say(process, "name")
    done = finish(process)
    assert (done.status, done.err) == (1, "")


def test_hostile_lines() -> None:
    any_bytes = {"encoding": "utf-8", "errors": "surrogateescape"}
    process = start("gtp", "go(9,9)", "uct", stdin=subprocess.PIPE, **any_bytes)
    binary = bytes(range(256)).replace(b"\n", b"").replace(b"#", b"").decode(**any_bytes)
    long, many = "x" * 3_000_000, "a " * 1_000_000
    out, err = process.communicate(f"{long}\n5 name {many}\n{binary}\n7 name\nname", timeout=120)
    first, second, third, *last = answers(out)
    assert first == second == "? syntax error: a line has more than 1000000 bytes"
    assert third.startswith("? unknown command")
    assert last == ["=7 playout uct", "= playout uct"]
    assert err == ""


def test_puzzles_have_no_opponent() -> None:
    assert run("gtp", "morpion(5D)", "uct").is_wrong_usage
    assert "nrpa is for puzzles" in run("gtp", "go(9,9)", "nrpa").err
    assert run("gtp", "go(9,9)", "uct", "--budget", "soon").is_wrong_usage
    assert run("gtp", "chess", "uct").is_wrong_usage


# ---------------------------------------------------------------- any line


WORDS = st.sampled_from(
    "name play genmove reg_genmove undo b w black white A1 b2 pass 3 5 0 -1 boardsize komi clear_board 12 # "
    "final_score time_left time_settings loadsgf /dev/null known_command list_commands lz-analyze interval "
    "kata-analyze lz-genmove_analyze kata-genmove_analyze gogui-rules_legal_moves gogui-rules_board "
    "showboard playout-visits 1e400 nan".split()
) | st.text(max_size=5)  # fmt: skip
LINES = st.lists(st.lists(WORDS, max_size=5).map(" ".join), max_size=8)


def is_a_command(line: str) -> bool:
    """Whether a line has anything but white space and control characters, before a comment."""
    return bool(re.sub(r"[\x00-\x20\x7f]|\s|#.*", "", line, flags=re.DOTALL))


@given(LINES)
@example(["genmove b", "genmove b", "undo", "undo", "undo"])
@example(["1", "#", "\x85", "\u2028"])
@settings(max_examples=60, deadline=None)
def test_every_line_gets_one_answer(lines: list[str]) -> None:
    text = [part for line in lines for part in line.split("\n")]
    said = talk(*lines, budget="5 sims")
    assert len(said) == sum(map(is_a_command, text))
    assert all(re.match(r"[=?]\d*( |\n|\Z)", answer) for answer in said)


# ---------------------------------------------------------------- time


def test_a_game_never_runs_out_of_time() -> None:
    clock = Clock()
    clock.set(main=10, overtime=0, stones=0)
    left = 10.0
    for moves in range(81, 0, -1):
        seconds = clock.seconds(po.MAX, moves)
        assert seconds is not None
        clock.spend(po.MAX, seconds + 0.001)
        left -= seconds + 0.001
    assert left > 0
    assert clock.seconds(po.MIN, 81) == pytest.approx(10 / 27 - 0.02)


def test_overtime() -> None:
    clock = Clock()
    clock.set(main=1, overtime=10, stones=5)
    clock.spend(po.MAX, 1.5)
    assert clock.seconds(po.MAX, 81) == pytest.approx(10 / 5 - 0.02)
    clock.spend(po.MAX, 2)
    assert clock.seconds(po.MAX, 81) == pytest.approx(8 / 4 - 0.02)
    for _ in range(4):
        clock.spend(po.MAX, 0)
    assert clock.seconds(po.MAX, 81) == pytest.approx(10 / 5 - 0.02)
    clock.tell(po.MAX, 0, 1)
    assert clock.seconds(po.MAX, 81) == 0.01
    clock.restart()
    assert clock.seconds(po.MAX, 30) == pytest.approx(1 - 0.02)


def test_time_counts_instead_of_the_seconds_of_the_budget() -> None:
    """A budget of a day would not come back."""
    said = talk("time_settings 1 0 0", "genmove b", "time_settings 0 0 0", "genmove w", budget="24h")
    assert all(re.fullmatch(r"=( [ABC][123])?", answer) for answer in said)


def test_simulations_count_beside_the_time() -> None:
    free = talk("genmove b", budget="200 sims")
    assert talk("time_settings 9999 0 0", "genmove b", budget="200 sims")[1:] == free
