// Watch it think: one or two searches on any position.

import { post } from "./api.js";
import { GameChooser, firstGame } from "./choose.js";
import { h, button, check } from "./dom.js";
import { Table } from "./table.js";
import { Thinker } from "./thinker.js";

export function watchPage(catalogue, remember) {
  return new Watch(catalogue, remember);
}

class Watch {
  constructor(catalogue, remember) {
    this.remember = remember;
    this.first = firstGame(catalogue.games, 2, "connectfour(7,6)");
    this.table = new Table(position => this.changed(position));
    this.game = new GameChooser(catalogue.games, () => this.table.open(this.game.spec, null, []));
    this.heat = h("input", { type: "checkbox", checked: true, change: () => this.tint() });
    const words = catalogue.players.filter(one => one.plays || one.name === "strong").map(one => one.name);
    this.thinkers = ["First player", "Second player"].map(label => new Thinker(label, words, {
      place: () => this.place(), news: () => this.tint(), point: moves => this.point(moves), take: moves => this.table.playAll(moves),
    }));
    this.element = this.layout();
    this.pair(false);
  }

  layout() {
    this.second = button("Two players side by side", () => this.pair(this.thinkers[1].element.hidden));
    [this.beside, this.below] = [h("div"), h("div", { class: "columns even" })];
    const settings = h("section", { class: "card" }, h("h2", {}, "Position"), this.game.element,
      h("div", { class: "row" }, check("heat map", this.heat), this.second));
    return h("div", {}, h("h1", {}, "Watch it think"), h("div", { class: "columns" },
      this.left = h("div", {}, this.table.element),
      h("div", {}, settings, this.beside)), this.below);
  }

  // One search stands beside the board, two stand side by side below it.
  pair(both) {
    const [first, second] = this.thinkers;
    (both ? this.below : this.beside).append(first.element, second.element);
    (both ? this.beside : this.left).append(this.table.history, this.table.files);
    second.element.hidden = !both;
    this.second.setAttribute("aria-pressed", both);
    if (!both) second.forget();
  }

  async open(query) {
    if (query.toString() === this.query || (this.table.line && !query.size)) return;
    const game = query.get("game") ?? this.first;
    this.game.spec = game;
    this.isOpening = !this.table.line; // later, what was known is of another position
    await this.table.open(game, query.get("start"), (query.get("moves") ?? "").split(" ").filter(Boolean));
    if (!this.isOpening) return;
    this.isOpening = false;
    if (await this.thinkers[1].resume()) this.pair(true);
    await this.thinkers[0].resume();
  }

  async place() {
    const { line } = await this.table.opened;
    return { game: line.game, moves: line.moves, ...line.start ? { start: line.start } : {} };
  }

  changed(position) {
    this.table.notation.textContent = position.notation;
    if (this.game.spec !== this.table.line.game) this.game.spec = this.table.line.game;
    this.query = new URLSearchParams(this.table.query()).toString();
    this.remember(this.query);
    this.table.board.tint(null);
    if (!this.isOpening) for (const thinker of this.thinkers) thinker.moved();
  }

  // The first search that has something to say colours the board.
  tint() {
    const seen = this.heat.checked && this.thinkers.find(one => one.last?.children?.length);
    this.table.board.tint(seen ? seen.last.children : null);
  }

  async point(moves) {
    const turn = this.pointed = {};
    if (!moves) return this.table.board.preview(null);
    const place = await this.place();
    const position = await post("position", { ...place, moves: [...place.moves, ...moves] }).catch(() => null);
    if (turn === this.pointed && position) this.table.board.preview(position);
  }
}
