// Match and tournament: who is better, and by how much.

import { ask, command, keep, kept, listen, start } from "./api.js";
import { GameChooser, PlayerChooser, firstGame, number, seedField } from "./choose.js";
import { h, button, field, share, svg, table } from "./dom.js";
import { Table } from "./table.js";

export function matchPage(catalogue, remember) {
  const words = catalogue.players.filter(one => one.plays || one.name === "strong").map(one => one.name);
  const games = catalogue.games.filter(game => game.players === 2);
  const match = new Match(games, words, remember), tournament = new Tournament(games);
  const element = h("div", {}, h("h1", {}, "Match and tournament"), match.element, tournament.element);
  return { element, open: query => { match.open(query); tournament.resume(); } };
}

// Something long that runs on the server and can be stopped, also after the page was loaded again.
class Contest {
  constructor(kind) {
    this.kind = kind;
    this.begin = button("Start", () => this.start(), { class: "main" });
    this.halt = button("Stop", () => command(this.job, "pause"), { disabled: true });
    this.standing = h("p", { class: "standing", role: "status" });
    this.error = h("p", { class: "error", role: "alert" });
  }

  async start() {
    if (this.job) await command(this.job, "close");
    this.error.textContent = "";
    try {
      const job = await start(this.kind, this.asked());
      keep(this.kind, job, this.about);
      this.hold(job);
    } catch (error) {
      this.error.textContent = error.message;
    }
  }

  hold(job) {
    this.job = job;
    this.halt.disabled = false;
    listen(job, news => job === this.job && this.heard(news));
  }

  async resume() {
    const job = this.job ? null : await kept(this.kind, this.about);
    if (job) this.hold(job);
  }

  heard(news) {
    this.halt.disabled = news.state !== "running";
    if (news.state === "failed" || news.state === "lost") {
      this.error.textContent = news.error ?? "the server was started again: start anew";
      this.job = null;
    } else this.show(news);
  }
}

const DONE = { running: "playing", paused: "stopped", ended: "done" };

class Match extends Contest {
  constructor(games, words, remember) {
    super("match");
    this.remember = remember;
    this.first = firstGame(games, 2, "breakthrough(5,5)");
    const settled = () => this.save();
    this.game = new GameChooser(games, settled);
    this.a = new PlayerChooser("A", words, "uct", "1000 sims", settled);
    this.b = new PlayerChooser("B", words, "flat", "1000 sims", settled);
    this.games = h("input", { type: "number", min: 1, max: 10000, value: 100, class: "number", change: settled });
    this.opening = h("input", { type: "number", min: 0, max: 1000, value: 0, class: "number", change: settled });
    this.seed = seedField(settled);
    this.result = h("div");
    this.replays = h("div", { class: "choices", role: "group", "aria-label": "Games" });
    this.table = new Table(() => {});
    this.table.mayMove = () => false;
    this.which = h("h2");
    this.table.element.prepend(this.which);
    this.table.typing.hidden = true;
    this.table.element.hidden = this.table.history.hidden = true;
    this.element = this.layout();
  }

  layout() {
    const settings = h("section", { class: "card" }, h("h2", {}, "Match"), this.game.element, this.a.element, this.b.element,
      h("div", { class: "row" }, field("Games", this.games), field("Random opening moves", this.opening), field("Seed", this.seed)),
      h("div", { class: "row" }, this.begin, this.halt), this.error);
    this.outcome = h("section", { class: "card", hidden: true }, this.standing, this.result, this.replays);
    return h("div", { class: "columns even" }, h("div", {}, settings, this.outcome), h("div", {}, this.table.element, this.table.history));
  }

  open(query) {
    if (query.toString() === this.query || (this.query && !query.size)) return;
    this.game.spec = query.get("game") ?? this.first;
    for (const name of ["a", "b"]) {
      const [player, budget] = (query.get(name) ?? "").split(";");
      if (player) [this[name].player, this[name].budget] = [player, budget ?? "1000 sims"];
    }
    for (const name of ["games", "opening", "seed"]) this[name].value = query.get(name) ?? this[name].value;
    this.save();
    this.resume();
  }

  save() {
    this.query = new URLSearchParams({ game: this.game.spec, a: `${this.a.player};${this.a.budget}`, b: `${this.b.player};${this.b.budget}`,
      games: this.games.value, opening: this.opening.value, seed: this.seed.value }).toString();
    this.remember(this.query);
  }

  get about() { return this.game.spec; }

  asked() {
    this.spec = this.game.spec;
    this.shown = "";
    this.replays.replaceChildren();
    return { game: this.spec, a: this.a.player, b: this.b.player, budget: this.a.budget, budget_b: this.b.budget,
      games: Math.max(1, number(this.games)), opening: number(this.opening), seed: number(this.seed) };
  }

  show(news) {
    this.outcome.hidden = false;
    this.standing.textContent = news.games
      ? `A scores ${share(news.score)} [${share(news.low)}, ${share(news.high)}] (${DONE[news.state]})` : DONE[news.state];
    const part = (name, count) => { const one = h("span", { class: name }); one.style.flexGrow = count; return one; };
    this.result.replaceChildren(
      h("div", { class: "shares", role: "img", "aria-label": `${news.wins} wins, ${news.draws} draws, ${news.losses} losses of A` },
        part("win", news.wins), part("draw", news.draws), part("loss", news.losses)),
      h("p", {}, `${news.games} of ${news.planned} games: A has ${news.wins} wins, ${news.draws} draws, ${news.losses} losses. `
        + "The brackets are the 95% Wilson interval."));
    this.list(news.results);
  }

  list(results) {
    const seen = this.replays.children.length;
    this.replays.append(...[...results].slice(seen).map((result, i) =>
      button(`${seen + i + 1}${{ "+": " A", "=": " ½", "-": " B" }[result]}`, () => this.replay(seen + i), { class: "small" })));
  }

  async replay(index) {
    try {
      const { moves, a_is_max: first } = await ask("match-game", { job: this.job, index });
      this.table.element.hidden = this.table.history.hidden = false;
      await this.table.open(this.spec ?? this.game.spec, null, moves);
      this.which.textContent = `Game ${index + 1}: A is ${first ? "Max" : "Min"}`;
    } catch (error) {
      this.error.textContent = error.message;
    }
  }
}

class Tournament extends Contest {
  constructor(games) {
    super("tournament");
    const given = games.filter(game => game.given).map(game => game.name).join(", ");
    this.games = h("input", { value: given || "tictactoe, connectfour(5,4)", size: 30, spellcheck: "false" });
    this.players = h("input", { value: "uct, flat, random", size: 30, spellcheck: "false" });
    this.budget = h("input", { value: "500 sims", size: 10, spellcheck: "false" });
    this.each = h("input", { type: "number", min: 2, step: 2, value: 20, class: "number" });
    this.seed = seedField(() => {});
    this.result = h("div");
    this.element = h("section", { class: "card" }, h("h2", {}, "Tournament"),
      h("div", { class: "row" }, field("Games", this.games), field("Players", this.players)),
      h("div", { class: "row" }, field("Budget of a move", this.budget), field("Games of each pair", this.each), field("Seed of the tournament", this.seed)),
      h("div", { class: "row" }, this.begin, this.halt), this.error, this.standing, this.result);
    this.begin.textContent = "Start the tournament";
    this.halt.textContent = "Stop the tournament";
  }

  get about() { return this.kind; }

  asked() {
    return { games: specs(this.games.value), players: specs(this.players.value), budget: this.budget.value.trim(),
      games_per_pair: Math.max(2, number(this.each)), seed: number(this.seed) };
  }

  show(news) {
    this.standing.textContent = `${news.games} of ${news.planned} games (${DONE[news.state]})`;
    if (!news.ratings.length) return;
    const rows = news.ratings.map((one, i) => [h("td", { class: "mono" }, `${i + 1}. ${one.player}`), elo(one.elo),
      `${one.low === null ? "−∞" : elo(one.low)} … ${one.high === null ? "+∞" : elo(one.high)}`,
      `${one.points} of ${one.games}`, ...news.table[i]]);
    this.result.replaceChildren(ladder(news.ratings),
      table(["player", "Elo", "95% interval", "points", ...news.ratings.map((_, i) => String(i + 1))], rows, "Ratings"));
  }
}

const elo = value => (value >= 0 ? "+" : "−") + Math.abs(Math.round(value));

// The ratings as dots on lines from one end of their intervals to the other.
function ladder(ratings) {
  const ends = ratings.flatMap(one => [one.elo, one.low, one.high]).filter(value => value !== null);
  const low = Math.min(...ends), high = Math.max(...ends) + 1;
  const left = 12 + 6.5 * Math.max(...ratings.map(one => one.player.length));
  const x = value => left + 12 + 320 * (value - low) / (high - low);
  const rows = ratings.map((one, i) => svg("g", {},
    svg("text", { x: left, y: 20 + 22 * i, "text-anchor": "end" }, one.player),
    svg("path", { d: `M${x(one.low ?? low)} ${16 + 22 * i}H${x(one.high ?? high)}`, class: "line", stroke: "#2f7fd0" }),
    svg("circle", { cx: x(one.elo), cy: 16 + 22 * i, r: 4, fill: "#2f7fd0" })));
  return svg("svg", { viewBox: `0 0 ${left + 340} ${22 * ratings.length + 12}`, class: "curve", role: "img", "aria-label": "Elo with 95% intervals" }, rows);
}

// Specs with commas between them; those in parentheses belong to a spec.
function specs(text) {
  const found = [""];
  let depth = 0;
  for (const letter of text) {
    depth += (letter === "(") - (letter === ")");
    if (letter === "," && !depth) found.push("");
    else found[found.length - 1] += letter;
  }
  return found.map(part => part.trim()).filter(Boolean);
}
