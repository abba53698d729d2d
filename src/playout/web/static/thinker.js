// A search that one watches: what it thinks of each move, the line it expects, its tree, and how fast it is.

import { ask, command, keep, kept, listen, start } from "./api.js";
import { PlayerChooser, number, seedField } from "./choose.js";
import { curve } from "./curve.js";
import { h, button, bytes, check, count, field, share, signed, table } from "./dom.js";

const SHOWN = 12;
const CHILDREN = 40, ALL_CHILDREN = 1000; // of a node of the tree

// `place` tells where it searches; `news` hears of it; `point` and `take` are for the line it expects.
export class Thinker {
  constructor(label, words, { place, news, point, take }) {
    Object.assign(this, { label, place, news, point, take });
    this.who = new PlayerChooser(label, words, "uct", "");
    this.who.time.placeholder = "until stopped";
    this.seed = seedField(() => {});
    this.proof = h("input", { type: "checkbox" });
    this.clear = h("input", { type: "checkbox" });
    this.go = button("Search", () => this.press(), { class: "main" });
    this.state = h("p", { class: "faded", role: "status" });
    this.error = h("p", { class: "error", role: "alert" });
    [this.facts, this.moves, this.line, this.graph, this.nodes] = Array.from({ length: 5 }, () => h("div"));
    this.whole = false;
    this.element = this.layout();
  }

  layout() {
    this.tree = h("details", {}, h("summary", {}, "Tree"), this.nodes);
    this.tree.addEventListener("toggle", () => this.tree.open && this.openTree());
    const options = h("div", { class: "row" }, field(`Seed of ${this.label}`, this.seed),
      check("stop at a proof", this.proof), check("stop when the choice is clear", this.clear));
    return h("section", { class: "card", "aria-label": this.label }, h("h2", {}, this.label), this.who.element, options,
      h("div", { class: "row" }, this.go, button("New search", () => this.anew())),
      this.state, this.error, this.facts, this.line, this.moves, this.graph, this.tree);
  }

  press() {
    if (!this.job) return this.anew();
    return command(this.job, this.last?.state === "running" ? "pause" : "go").catch(error => this.fail(error));
  }

  // Begins at the position that is shown.
  async anew() {
    this.forget();
    const turn = this.turn = {};
    const place = await this.place();
    const asked = { ...place, player: this.who.player, seed: number(this.seed),
      at_proof: this.proof.checked, when_clear: this.clear.checked };
    if (this.who.budget) asked.budget = this.who.budget;
    try {
      const job = await start("search", asked);
      if (turn !== this.turn) return command(job, "close");
      keep(this.label, job, JSON.stringify(place));
      this.hold(job, turn);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  hold(job, turn) {
    this.job = job;
    listen(job, news => turn === this.turn && this.heard(news));
  }

  // Goes on with the search that this page had before it was loaded again; answers whether there is one.
  async resume() {
    const job = await kept(this.label, JSON.stringify(await this.place()));
    if (!job) return false;
    this.hold(job, this.turn = {});
    return true;
  }

  get isRunning() {
    return Boolean(this.job) && this.last?.state === "running";
  }

  // The position has changed: what was known is of another one.
  moved() {
    const goOn = this.isRunning;
    this.forget();
    if (goOn) this.anew();
  }

  forget() {
    this.turn = null;
    if (this.job) command(this.job, "close");
    this.job = this.last = null;
    delete sessionStorage[this.label];
    this.go.textContent = "Search";
    this.state.textContent = this.error.textContent = "";
    for (const part of [this.facts, this.moves, this.line, this.graph, this.nodes]) part.replaceChildren();
    this.news(null);
  }

  fail(error) {
    this.error.textContent = error.message ?? error;
  }

  heard(news) {
    if (news.state === "lost") { this.forget(); return this.fail("the server was started again: search anew"); }
    if (news.state === "failed") { this.job = null; return this.fail(news.error); }
    this.last = news;
    const states = { running: "searching", paused: "paused", ended: `ended: ${news.why}` };
    this.state.textContent = states[news.state];
    this.go.textContent = news.state === "running" ? "Pause" : "Go on";
    if (news.move === undefined) return;
    this.show(news);
    this.news(news);
  }

  show(news) {
    const rate = news.simulations / Math.max(news.seconds, 1e-9);
    this.facts.replaceChildren(h("p", {}, h("strong", {}, `${news.move} ${signed(news.value)}`), news.proven ? " proven" : "",
      ` · ${count(news.simulations)} simulations · ${count(rate)}/s · ${count(news.nodes)} nodes, ${bytes(news.bytes)}`),
      ...news.notes.map(note => h("p", { class: "faded" }, note)));
    this.showMoves(news.children);
    if (!this.line.matches(":hover, :focus-within")) this.showLine(news.line);
    this.graph.replaceChildren(h("p", { class: "faded" }, "Value for Max over time"),
      curve(news.curve, { label: `Value over time, now ${signed(news.value)}`, least: 0.1 }));
  }

  showMoves(children) {
    const total = children.reduce((sum, one) => sum + one.visits, 0) || 1;
    const rows = (this.whole ? children : children.slice(0, SHOWN)).map(one => [
      h("td", { class: "mono" }, one.move), count(one.visits), share(one.visits / total), signed(one.value),
      one.proven ? "proven" : one.low === null ? "–" : `${one.low} … ${one.high}`]);
    const more = children.length > SHOWN
      ? button(this.whole ? "Fewer" : `All ${children.length}`, () => { this.whole = !this.whole; this.showMoves(children); }, { class: "small" }) : null;
    this.moves.replaceChildren(table(["move", "visits", "share", "value", "bounds"], rows, `Moves of ${this.label}`), more ?? "");
  }

  // Each move of the line shows its position when pointed at, and is played, with those before it, by a click.
  showLine(line) {
    const names = line.map(one => one.move);
    const parts = names.map((name, i) => button(name, () => this.take(names.slice(0, i + 1)), {
      class: "plain mono",
      mouseenter: () => this.point(names.slice(0, i + 1)), focus: () => this.point(names.slice(0, i + 1)),
      mouseleave: () => this.point(null), blur: () => this.point(null),
    }));
    this.line.replaceChildren(h("p", {}, h("span", { class: "faded" }, "Expected: "), ...parts));
  }

  async openTree() {
    if (this.job) this.nodes.replaceChildren(h("div", { class: "tree" }, await this.branch([])));
  }

  // The moves after some moves, each of which can be opened: the most visited ones, and the others by a button.
  async branch(moves, most = CHILDREN) {
    try {
      const { children } = await ask("tree", { job: this.job, moves, most });
      if (!children.length) return h("p", { class: "faded" }, "nothing was tried here");
      const list = h("ul", {}, children.map(one => this.node(one, moves)));
      const all = async () => list.replaceWith(await this.branch(moves, ALL_CHILDREN));
      if (children.length === most && most < ALL_CHILDREN) list.append(h("li", {}, button("More", all, { class: "small" })));
      return list;
    } catch (error) {
      return h("p", { class: "error" }, error.message);
    }
  }

  node(one, moves) {
    const way = [...moves, one.move];
    const inside = h("div");
    const open = async () => {
      const isOpen = inside.hasChildNodes();
      toggle.setAttribute("aria-expanded", !isOpen);
      inside.replaceChildren(...isOpen ? [] : [await this.branch(way)]);
    };
    const toggle = button(one.move, open, { class: "plain mono", "aria-expanded": "false",
      mouseenter: () => this.point(way), mouseleave: () => this.point(null) });
    return h("li", {}, toggle, ` ${count(one.visits)} visits, ${signed(one.value)}${one.proven ? ", proven" : ""}`, inside);
  }
}
