// Play: each side is a person or a player with a budget.

import { command, listen, start } from "./api.js";
import { GameChooser, PlayerChooser, firstGame, number, seedField } from "./choose.js";
import { h, button, field, signed, count } from "./dom.js";
import { Table } from "./table.js";

const PERSON = "person";

export function playPage(catalogue, remember) {
  return new Play(catalogue, remember);
}

class Play {
  constructor(catalogue, remember) {
    this.remember = remember;
    this.first = firstGame(catalogue.games, 2, "breakthrough(5,5)");
    this.table = new Table(position => this.changed(position));
    this.table.mayMove = () => !this.resigned && !this.computer();
    this.game = new GameChooser(catalogue.games, () => this.again());
    const words = [PERSON, ...catalogue.players.filter(one => one.plays || one.name === "strong").map(one => one.name)];
    const settled = () => this.settle();
    this.sides = { Max: new PlayerChooser("Max", words, PERSON, "1s", settled), Min: new PlayerChooser("Min", words, "strong", "1s", settled) };
    this.seed = seedField(settled);
    this.thinks = h("p", { class: "faded", "aria-live": "off" });
    this.buttons();
    this.element = this.layout();
  }

  buttons() {
    this.now = button("Move now", () => command(this.job, "pause"), { hidden: true });
    this.resign = button("Resign", () => this.giveUp(), { disabled: true });
    this.goOn = button("Go on", () => { this.waits = false; this.settle(); }, { hidden: true });
    this.table.undo.replaceWith(this.table.undo = button("Undo", () => this.takeBack(), { disabled: true }));
    this.table.error.after(this.thinks);
    this.table.extra.append(this.now, this.goOn, this.resign, button("Again", () => this.again()));
  }

  layout() {
    const settings = h("section", { class: "card" }, h("h2", {}, "Game"), this.game.element,
      this.sides.Max.element, this.sides.Min.element, h("div", { class: "row" }, field("Seed", this.seed)),
      this.watch = h("a", { href: "#watch" }, "Watch a search on this position"), h("p", { class: "faded" },
        "The address of this page holds game, moves, players and seed."));
    return h("div", {}, h("h1", {}, "Play"), h("div", { class: "columns" },
      h("div", {}, this.table.element), h("div", {}, settings, this.table.history, this.table.files)));
  }

  // What a link says; without one, the game as it was.
  async open(query) {
    if (query.toString() === this.query || (this.table.line && !query.size)) return;
    this.game.spec = query.get("game") ?? this.first;
    for (const [name, side] of Object.entries(this.sides)) {
      const [player, budget] = (query.get(name.toLowerCase()) ?? "").split(";");
      if (player) [side.player, side.budget] = [player, budget ?? "1s"];
    }
    this.seed.value = query.get("seed") ?? 0;
    const moves = (query.get("moves") ?? "").split(" ").filter(Boolean);
    await this.begin(query.get("game") ?? this.game.spec, query.get("start"), moves);
  }

  async begin(game, start, moves) {
    this.resigned = null;
    this.waits = false;
    this.thinks.textContent = "";
    await this.table.open(game, start, moves);
  }

  again() {
    return this.begin(this.game.spec, null, []);
  }

  // The player whose turn it is; null for a person.
  computer() {
    const { position } = this.table;
    const side = this.sides[position?.players === 1 ? "Max" : position?.turn];
    return !side || side.player === PERSON || position.over ? null : side;
  }

  changed(position) {
    this.stop();
    this.table.notation.textContent = position.notation;
    if (this.game.spec !== this.table.line.game) this.game.spec = this.table.line.game;
    this.sides.Min.element.hidden = position.players === 1;
    this.save();
    this.settle();
  }

  save() {
    const players = Object.entries(this.sides).map(([name, side]) => [name.toLowerCase(), `${side.player};${side.budget}`]);
    this.query = new URLSearchParams({ ...this.table.query(), ...Object.fromEntries(players), seed: this.seed.value }).toString();
    this.remember(this.query);
    this.watch.href = `#watch?${new URLSearchParams(this.table.query())}`;
  }

  // Lets the computer think if it is its turn, and nobody has gone back in the game.
  settle() {
    if (!this.table.line) return;
    this.save();
    this.stop();
    const side = this.computer();
    const atEnd = !this.table.line.canGoForward;
    this.goOn.hidden = !side || !(this.waits || !atEnd) || this.resigned;
    this.resign.disabled = this.table.position.over || Boolean(this.resigned) || this.table.position.players === 1;
    if (side && atEnd && !this.waits && !this.resigned) this.think(side);
    else this.table.board.show(this.table.position, this.table.mayMove());
  }

  async think(side) {
    const { line } = this.table, turn = this.turn = {};
    this.thinks.textContent = `${side.player} thinks…`;
    const asked = { ...line.start ? { start: line.start } : {}, game: line.game, moves: line.moves,
      player: side.player, budget: side.budget, seed: number(this.seed) + line.ply };
    try {
      const job = await start("search", asked);
      if (turn !== this.turn) return command(job, "close");
      this.job = job;
      this.now.hidden = false;
      listen(job, news => turn === this.turn && this.heard(news, side));
    } catch (error) {
      if (turn === this.turn) this.table.error.textContent = error.message;
    }
  }

  heard(news, side) {
    if (news.state === "failed") return this.fail(news.error);
    if (news.state === "lost") return this.settle();
    if (!news.move) return;
    this.thinks.textContent = `${side.player}: ${news.move}, value ${signed(news.value)} for Max after ${count(news.simulations)} simulations`
      + (news.proven ? ", proven" : "") + news.notes.map(note => `; ${note}`).join("");
    if (news.state === "running") return;
    this.stop();
    this.table.play(news.move);
  }

  fail(error) {
    this.stop();
    this.table.error.textContent = error;
  }

  stop() {
    this.turn = null;
    this.now.hidden = true;
    if (this.job) command(this.job, "close");
    this.job = null;
  }

  // Back to where a person was to move; between two computers, one move, and they wait.
  takeBack() {
    this.thinks.textContent = "";
    if (this.resigned) {
      this.resigned = null;
      return this.table.show(this.table.position);
    }
    const people = Object.values(this.sides).some(side => side.player === PERSON);
    this.waits = !people;
    const { line } = this.table;
    line.back();
    const sides = ["Max", "Min"], other = sides.indexOf(this.table.position.turn);
    const before = this.sides[sides[1 - other]];
    if (people && this.table.position.players === 2 && before.player !== PERSON && line.canGoBack) line.back();
    this.table.tryOn(line);
  }

  giveUp() {
    const side = this.table.position.turn;
    this.resigned = side;
    this.stop();
    this.table.standing.textContent = `${side} resigns: ${side === "Max" ? "Min" : "Max"} wins`;
    this.settle();
  }
}
