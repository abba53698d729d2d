"""`playout play` on a terminal: colours, the last move marked, one board a turn, Tab."""

import os
import pty
import re
from random import Random
from typing import Any

import pytest
from command import finish, run, start
from test_completion import typed

import playout as po
from playout.cli.board import coloured
from playout.cli.keyboard import HAS_READLINE
from playout.cli.table import Computer

REVERSED = re.compile(r"\x1b\[1;7;9[45]m([XO])")


def test_one_board_a_turn() -> None:
    out = run("play", "tictactoe", "--against", "random", "--seed", "1", stdin="b2\nmoves\nz9\n\nhint\n").out
    assert out.count("X to move") == 2, "before each move of the person, and not again after words"
    assert "O to move" not in out, "not after the person's own move"


def test_the_end_is_shown() -> None:
    cells = "\n".join(po.game("tictactoe").initial().legal_names)
    out = run("play", "tictactoe", "--against", "random", "--seed", "1", stdin=cells).out
    assert re.search(r"\n(X wins|O wins|draw)\n\n(you win|you lose|a draw)\n\Z", out)


def marked(state: po.State, before: po.State | None) -> list[str]:
    """The cells that are marked, by their names."""
    text = coloured(state, before)
    rows = po.game(state.game).initial().board.count("/") + 1
    lines = text.split("\n")[:rows]
    return [
        f"{'abcdefghij'[(span.start - 2) // 2]}{rows - number}"
        for number, line in enumerate(lines)
        for span in line.spans
        if "reverse" in str(span.style)
    ]


@pytest.mark.parametrize(
    ("rules", "moves", "cells"),
    [
        ("tictactoe", ["b2", "a1"], ["a1"]),
        ("breakthrough(5,5)", ["a2a3"], ["a3"]),
        ("connectfour(7,6)", ["d", "d"], ["d2"]),
        ("domineering(5,5)", ["b1b2"], ["b2", "b1"]),
        ("go(9,9)", ["e5", "pass"], []),
    ],
)
def test_the_last_move_is_marked(rules: str, moves: list[str], cells: list[str]) -> None:
    states = [po.game(rules).initial()]
    for move in moves:
        states.append(states[-1].play(move))
    assert marked(states[-1], states[-2]) == cells
    assert str(coloured(states[-1], states[-2])) == str(states[-1])


def test_other_boards_are_left_as_they_are() -> None:
    for rules in ("morpion(4D)", "crossword(capitals)", "seki(3,4)"):
        state = po.game(rules).initial()
        after = state.play(state.legal_moves[0])
        assert str(coloured(after, state)) == str(after)
        assert not coloured(after, state).spans


@pytest.mark.skipif(not HAS_READLINE, reason="this Python has no readline")
def test_colours_and_tab_on_a_terminal() -> None:
    screen, terminal = pty.openpty()
    env = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    streams: dict[str, Any] = {"stdin": terminal, "stdout": terminal, "stderr": terminal}
    argv = ["play", "breakthrough(5,5)", "--against", "random", "--seed", "1"]
    process = start(*argv, env=env | {"TERM": "xterm-256color", "COLUMNS": "80"}, **streams)
    os.close(terminal)
    first = typed(screen, "", "Max> ")
    assert "\x1b[1;94mX\x1b[0m" in first
    assert not REVERSED.search(first), "no move was made yet"
    assert "3" in typed(screen, "a2a\t", "3")
    second = typed(screen, "\n", "Max> ")
    assert "random plays" in second
    assert len(REVERSED.findall(second)) == 1
    typed(screen, "qu\t\n", "the game ends here, after a2a3")
    assert finish(process).status == 0
    os.close(screen)


@pytest.mark.parametrize(
    ("player", "keeps"), [("strong", True), ("uct(reuse=true)", True), ("uct", False), ("flat", False)]
)
def test_the_tree_is_kept_where_the_player_keeps_it(player: str, keeps: bool) -> None:
    computer = Computer(po.player(player), po.Budget.parse("200 sims"), Random(1))
    state = po.game("connectfour(7,6)").initial()
    first = computer.search(state)
    second = computer.search(state.play(first.move).play("d"))
    assert (computer.kept is not None) == keeps
    visits = sum(child.visits for child in second.children)
    assert visits > 200 if keeps else visits <= 200
