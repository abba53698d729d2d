"""The board of a notebook in a browser: the widget's module, with a stand-in for the notebook around it."""

from typing import Any

from playwright.sync_api import Page, expect

import playout as po
from playout.notebook import widget

NOTEBOOK = """
const model = {
  listeners: {},
  get(name) { return this.values[name]; },
  on(event, listener) { this.listeners[event] = listener; },
  off() {},
  async send(message) {
    this.values = await window.tell(message);
    for (const listener of Object.values(this.listeners)) listener();
  },
};
window.tell({}).then(values => {
  model.values = values;
  board.render({ model, el: document.querySelector("main") });
});
"""


def show(page: Page, board: Any) -> None:
    """Shows a board as a notebook does; what is done on it reaches Python."""

    def tell(message: dict[str, Any]) -> dict[str, Any]:
        if message:
            board._handle_custom_msg(message, [])
        return {"position": board.position, "problem": board.problem}

    page.expose_function("tell", tell)
    style = widget._text("notebook/widget.css")
    page.set_content(f"<!doctype html><title>board</title><style>{style}</style><main></main>")
    module = widget._module().replace("export default", "const board =")
    page.add_script_tag(type="module", content=module + NOTEBOOK)


def cell(page: Page, name: str) -> Any:
    return page.locator(f"[data-cell='{name}']")


def test_a_game_is_played_by_clicks(page: Page) -> None:
    board = po.board(po.game("breakthrough(5,5)").initial())
    show(page, board)
    cell(page, "b2").click()
    cell(page, "c3").click()
    expect(page.get_by_label("Board of breakthrough(5,5): Min to move, last move b2c3")).to_be_visible()
    assert board.state.history_names == ("b2c3",)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Board of breakthrough(5,5): Max to move")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_the_picture_shows_through_the_cells(page: Page) -> None:
    show(page, po.board(po.game("tictactoe").initial()))
    expect(cell(page, "a1")).to_be_visible()
    assert cell(page, "a1").evaluate("cell => getComputedStyle(cell).fill") == "rgba(0, 0, 0, 0)"


def test_a_pass_has_a_button_and_a_player_answers(page: Page) -> None:
    board = po.board(po.game("go(5,5)").initial(), against="uct", budget="20 sims", seed=1)
    show(page, board)
    page.get_by_role("group", name="Moves beside the board").get_by_role("button", name="pass").click()
    expect(page.get_by_label("Board of go(5,5): Max to move, last move")).to_be_visible()
    assert len(board.state.history) == 2
