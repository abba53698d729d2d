"""In a notebook: the board as a widget, a search that is watched, and the example, run by a real kernel."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import playout as po

EXAMPLE = Path(__file__).parents[1] / "examples" / "notebook.ipynb"
WIDGET = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def start() -> po.State:
    pytest.importorskip("anywidget")
    return po.game("tictactoe").initial()


def click(board: Any, **message: Any) -> None:
    """What the JavaScript sends."""
    board._handle_custom_msg(message, [])


def test_a_click_is_a_move(start: po.State) -> None:
    board = po.board(start)
    click(board, play="b2")
    assert board.state == start.play("b2")
    assert board.position["last"] == "b2"
    assert "b2" not in board.position["legal"]
    click(board, undo=True)
    click(board, undo=True)
    assert board.state == start


def test_a_click_that_comes_too_late_is_told(start: po.State) -> None:
    board = po.board(start.play("b2"))
    click(board, play="b2")
    assert board.problem.startswith("illegal move 'b2'")
    assert board.state == start.play("b2")
    click(board, play="a1")
    assert board.problem == ""


def test_a_player_answers(start: po.State) -> None:
    boards = [po.board(start, against="uct", budget="100 sims", seed=1) for _ in range(2)]
    for board in boards:
        click(board, play="b2")
        assert len(board.state.history) == 2
    assert boards[0].state == boards[1].state
    click(boards[0], undo=True)
    assert boards[0].state == start
    with pytest.raises(po.SpecError, match="nobody plays against you"):
        po.board(start).reply()


def test_after_the_end_nobody_answers(start: po.State) -> None:
    board = po.board(start.play("a1").play("b1").play("a2").play("b2"), against="uct", budget="10 sims")
    click(board, play="a3")
    assert board.position["over"]
    assert board.position["standing"] == "Max wins"
    board.reply()
    assert len(board.state.history) == 5


def test_where_no_widget_can_be_shown_it_is_the_picture(start: po.State) -> None:
    data = po.board(start)._repr_mimebundle_()[0]
    assert data["image/svg+xml"] == start.svg()
    assert WIDGET in data


def test_what_is_no_state_is_refused() -> None:
    with pytest.raises(po.SpecError, match="a board takes a State"):
        po.board("tictactoe")  # type: ignore[arg-type]


def test_without_anywidget_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "playout.notebook.widget", None)
    with pytest.raises(po.SpecError, match=r"pip install 'playout\[notebook\]'"):
        po.board(po.game("tictactoe").initial())


def test_the_module_is_javascript_that_needs_no_other(tmp_path: Path) -> None:
    pytest.importorskip("anywidget")
    from playout.notebook import widget

    text = widget._module()
    assert "import " not in [line[:7] for line in text.splitlines()]
    assert text.count("\nexport ") == 1
    assert ".over { fill: transparent; }" in widget.BoardWidget._css  # what lies over the picture
    assert 'class: "over"' in text
    node = shutil.which("node")
    if node:
        path = tmp_path / "widget.mjs"
        path.write_text(text)
        subprocess.run([node, "--check", path], check=True)


def test_the_example_runs_and_everything_in_it_shows() -> None:
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    pytest.importorskip("anywidget")
    book = nbformat.read(EXAMPLE, as_version=4)
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    shown = [[sorted(one["data"]) for one in cell.outputs] for cell in book.cells if cell.cell_type == "code"]
    text, picture, table = ["text/plain"], ["image/svg+xml", "text/plain"], ["text/html", "text/plain"]
    widget = sorted([*picture, WIDGET])
    assert shown == [[], [picture], [widget], [picture], [table], [text], [table], [table], [table]]
    assert not any(cell.get("outputs") for cell in nbformat.read(EXAMPLE, as_version=4).cells)
