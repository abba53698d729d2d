// A table to play at: the board, the moves with their branches, and what can be done with a game.

import { post } from "./api.js";
import { Board } from "./board.js";
import { h, button, field, download } from "./dom.js";
import { Line } from "./line.js";

const STONES = /^(misere\()?(go|nogo|atarigo)\(/; // what SGF can hold
const USUAL = "tictactoe"; // where a link leads nowhere

// `changed` is called with the position whenever another one is shown.
export class Table {
  constructor(changed) {
    this.changed = changed;
    this.mayMove = () => true;
    this.opened = new Promise(done => { this.isOpened = () => done(this); });
    this.board = new Board(move => this.play(move));
    this.standing = h("p", { class: "standing", role: "status" });
    this.why = h("p", { class: "faded" });
    this.error = h("p", { class: "error", role: "alert" });
    this.list = h("ol", { class: "moves", tabindex: 0, "aria-label": "Moves" });
    this.typed = h("input", { size: 8, autocomplete: "off", spellcheck: "false" });
    this.undo = button("Undo", () => this.back(), { disabled: true });
    this.redo = button("Redo", () => this.forward(), { disabled: true });
    this.extra = h("span", { class: "row" });
    this.typing = this.form();
    this.element = h("div", { class: "card" }, this.standing, this.why, this.error, this.board.element,
      h("div", { class: "row" }, this.undo, this.redo, this.extra, this.typing));
    this.history = h("section", { class: "card" }, h("h2", {}, "Moves"), this.list);
    this.files = this.makeFiles();
  }

  form() {
    return h("form", { class: "row", submit: event => { event.preventDefault(); this.type(); } },
      field("Type a move", this.typed), h("button", {}, "Play"));
  }

  async type() {
    const move = this.typed.value.trim();
    if (move && this.line && this.mayMove()) await this.play(move);
    this.typed.value = "";
  }

  // Opens a game; one that goes wrong at some move, up to there. Answers whether all is well.
  async open(game, start, moves) {
    const shown = this.tryOn(Line.of(game, start, moves)), { turn } = this;
    if (await shown) return true;
    if (turn !== this.turn) return false; // another one was asked for meanwhile
    const said = this.error.textContent, [, ply] = /^move (\d+):/.exec(said) ?? [];
    if (ply) await this.tryOn(Line.of(game, start, moves.slice(0, ply - 1)));
    else if (!this.line) await this.tryOn(new Line(USUAL));
    this.error.textContent = said;
    return false;
  }

  // Shows a line if the server can replay it; else says why not, and stays where it is.
  async tryOn(line) {
    const turn = this.turn = Symbol("the last one that was asked for");
    try {
      const position = await post("position", { game: line.game, start: line.start, moves: line.moves });
      if (turn !== this.turn) return false;
      this.line = line;
      this.show(position);
      return true;
    } catch (error) {
      if (turn === this.turn) this.error.textContent = error.message;
      return false;
    }
  }

  show(position) {
    this.position = position;
    this.error.textContent = this.typed.value = "";
    this.standing.textContent = position.standing;
    this.why.textContent = position.why;
    this.setup.hidden = !position.can_be_set_up;
    this.sgf.hidden = !STONES.test(position.game);
    this.undo.disabled = !this.line.canGoBack;
    this.redo.disabled = !this.line.canGoForward;
    this.list.replaceChildren(...this.line.nodes.map((node, i) => this.item(node, i)));
    this.list.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
    this.isOpened();
    this.changed(position);
    this.board.show(position, this.mayMove());
  }

  item(node, ply) {
    const others = node.parent.children.filter(other => other !== node);
    const go = (one, text) => button(text, () => this.go(one), { class: "plain mono", "aria-current": String(one === this.line.here) });
    return h("li", {}, go(node, `${ply + 1}. ${node.move}`),
      others.length ? h("span", { class: "others" }, others.map(one => go(one, one.move))) : null);
  }

  // Makes a move; one that is not legal leaves no trace.
  async play(move) {
    const before = this.line.here;
    this.line.play(move);
    const made = this.line.here;
    if (!await this.tryOn(this.line) && this.line.here === made) {
      this.line.here = before;
      if (!made.children.length) before.children = before.children.filter(node => node !== made);
      before.next = undefined;
    }
  }

  async playAll(moves) {
    for (const move of moves) this.line.play(move);
    await this.tryOn(this.line);
  }

  async go(node) { this.line.go(node); await this.tryOn(this.line); }
  async back() { this.line.back(); await this.tryOn(this.line); }
  async forward() { this.line.forward(); await this.tryOn(this.line); }

  query() {
    const found = { game: this.line.game, moves: this.line.moves.join(" ") };
    return this.line.start ? { ...found, start: this.line.start } : found;
  }

  makeFiles() {
    const setup = h("input", { spellcheck: "false", size: 28 });
    const file = h("input", { type: "file", accept: ".json,.jsonl,.sgf" });
    file.addEventListener("change", async () => { await this.import(await file.files[0]?.text()); file.value = ""; });
    this.notation = h("code", {});
    this.sgf = button("Save as SGF", () => this.export("sgf", "game.sgf"), { hidden: true });
    return h("details", { class: "card" }, h("summary", {}, "Positions and files"),
      this.setup = h("div", {}, h("p", {}, "This position: ", this.notation), h("form", { class: "row", submit: event => { event.preventDefault(); this.open(this.line.game, setup.value.trim(), []); } },
        field("Set up a position", setup), h("button", {}, "Set up"))),
      h("div", { class: "row" }, button("Save the record", () => this.export("record", "game.json")), this.sgf,
        button("Save the picture", () => download("position.svg", this.position.svg, "image/svg+xml")),
        field("Open a record", file)));
  }

  async export(kind, name) {
    try {
      const { text } = await post(kind, { game: this.line.game, start: this.line.start, moves: this.line.moves });
      download(name, text);
    } catch (error) {
      this.error.textContent = error.message;
    }
  }

  async import(text) {
    if (!text) return;
    try {
      const { game, start, moves } = await post("import", { text });
      await this.open(game, start, moves);
    } catch (error) {
      this.error.textContent = error.message;
    }
  }
}
