// Solve: a puzzle grows before one's eyes.

import { checkpoint, command, keep, kept, listen, post, start } from "./api.js";
import { GameChooser, PlayerChooser, firstGame, number, seedField } from "./choose.js";
import { curve } from "./curve.js";
import { h, button, count, download, field, picture } from "./dom.js";

const KEY = "solve";

export function solvePage(catalogue, remember) {
  return new Solve(catalogue, remember);
}

class Solve {
  constructor(catalogue, remember) {
    this.remember = remember;
    this.first = firstGame(catalogue.games, 1, "morpion(5D)");
    this.names = [];
    const puzzles = catalogue.games.filter(game => game.players === 1);
    const words = catalogue.players.filter(one => one.solves).map(one => one.name);
    this.game = new GameChooser(puzzles, () => this.changed());
    this.who = new PlayerChooser("Player", words, "nrpa(level=3)", "60s", () => this.save());
    this.seed = seedField(() => this.save());
    this.threads = h("input", { type: "number", min: 1, max: catalogue.threads, value: 1, class: "number", change: () => this.save() });
    this.target = h("input", { size: 8, spellcheck: "false", placeholder: "none" });
    this.standing = h("p", { class: "standing", role: "status" });
    this.facts = h("p", { class: "faded" });
    this.error = h("p", { class: "error", role: "alert" });
    this.picture = h("div", { class: "board" });
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, input: () => this.replay() });
    this.at = h("span", { class: "mono" });
    this.graph = h("div");
    this.buttons();
    this.element = this.layout();
  }

  buttons() {
    this.begin = button("Solve", () => this.solve(), { class: "main" });
    this.pause = button("Stop", () => this.command(), { disabled: true });
    this.keep = button("Save the checkpoint", () => this.saveCheckpoint(), { disabled: true });
    this.record = button("Save the record", () => this.saveRecord(), { disabled: true });
    this.draw = button("Save the picture", () => download("solution.svg", this.shown.svg, "image/svg+xml"), { disabled: true });
    this.file = h("input", { type: "file", accept: ".save" });
    this.file.addEventListener("change", () => this.loadCheckpoint());
  }

  layout() {
    const settings = h("section", { class: "card" }, h("h2", {}, "Puzzle"), this.game.element, this.who.element,
      h("div", { class: "row" }, field("Seed", this.seed), field("Streams", this.threads), field("Target", this.target)),
      h("div", { class: "row" }, this.begin, this.pause), this.error);
    const curves = h("section", { class: "card" }, h("h2", {}, "Best score of each stream over time"), this.graph);
    const files = h("section", { class: "card" }, h("h2", {}, "Files"), h("div", { class: "row" }, this.record, this.draw, this.keep),
      h("div", { class: "row" }, field("Go on from a checkpoint", this.file)));
    const best = h("section", { class: "card" }, this.standing, this.facts, this.picture,
      h("div", { class: "row" }, h("label", { class: "check replay" }, "Replay", this.slider), this.at));
    return h("div", {}, h("h1", {}, "Solve"), h("div", { class: "columns" }, h("div", {}, best), h("div", {}, settings, curves, files)));
  }

  async open(query) {
    if (query.toString() === this.query || (this.query && !query.size)) return;
    this.game.spec = query.get("game") ?? this.first;
    this.who.player = query.get("player") ?? this.who.player;
    this.who.budget = query.get("budget") ?? this.who.budget;
    this.seed.value = query.get("seed") ?? 0;
    this.threads.value = query.get("threads") ?? 1;
    this.save();
    if (!await this.resume()) await this.changed();
  }

  save() {
    this.query = new URLSearchParams({ game: this.game.spec, player: this.who.player, budget: this.who.budget,
      seed: this.seed.value, threads: this.threads.value }).toString();
    this.remember(this.query);
  }

  // Another puzzle: shows how it begins.
  async changed() {
    this.save();
    this.forget();
    this.standing.textContent = "";
    await this.show([]);
  }

  forget() {
    if (this.job) command(this.job, "close");
    this.job = this.last = null;
    this.error.textContent = this.facts.textContent = "";
    this.names = [];
    this.slider.max = this.slider.value = 0;
    delete sessionStorage[KEY];
    this.graph.replaceChildren();
    this.enable();
  }

  async solve(saved) {
    this.forget();
    this.spec = this.game.spec;
    const turn = this.turn = {};
    const asked = { game: this.spec, player: this.who.player, budget: this.who.budget, seed: number(this.seed),
      threads: Math.max(1, number(this.threads)) };
    if (this.target.value.trim()) asked.target = this.target.value.trim();
    if (saved) asked.checkpoint = saved;
    try {
      this.job = await start("solve", asked);
      keep(KEY, this.job, this.spec);
      listen(this.job, news => turn === this.turn && this.heard(news));
    } catch (error) {
      this.error.textContent = error.message;
    }
    this.enable();
  }

  // Goes on with what this page had before it was loaded again.
  async resume() {
    const job = await kept(KEY, this.game.spec);
    if (!job) return false;
    this.job = job;
    this.spec = this.game.spec;
    const turn = this.turn = {};
    listen(job, news => turn === this.turn && this.heard(news));
    return true;
  }

  command() {
    return command(this.job, this.last?.state === "running" ? "pause" : "go").catch(error => { this.error.textContent = error.message; });
  }

  heard(news) {
    if (news.state === "failed" || news.state === "lost") {
      this.job = null;
      this.error.textContent = news.error ?? "the server was started again: solve anew, or go on from a checkpoint";
      return this.enable();
    }
    this.last = news;
    const states = { running: "searching", paused: "stopped", ended: "done" };
    this.standing.textContent = news.text ? `${news.text} (${states[news.state]})` : states[news.state];
    this.facts.textContent = `${news.moves.length} moves · ${count(news.simulations)} playouts · `
      + `${count(news.simulations / Math.max(news.seconds, 1e-9))}/s · ${news.seconds.toFixed(1)} s · seed ${news.seed}`;
    this.graph.replaceChildren(curve([...news.curve, [news.seconds, ...(news.curve.at(-1) ?? []).slice(1)]],
      { label: "Best score over time", steps: true }));
    if (news.moves.join() !== this.names.join()) this.improved(news.moves);
    this.enable();
  }

  // A better solution: shown whole, unless somebody is looking at an earlier move.
  improved(moves) {
    const atEnd = Number(this.slider.value) === this.names.length;
    this.names = moves;
    this.slider.max = moves.length;
    if (atEnd) this.slider.value = moves.length;
    this.replay();
  }

  enable() {
    const runs = this.last?.state === "running", has = this.names.length > 0;
    this.pause.disabled = !this.job;
    this.pause.textContent = !this.last || runs ? "Stop" : "Go on";
    this.keep.disabled = !this.job || !this.last;
    this.record.disabled = this.draw.disabled = !has;
    this.slider.disabled = !has;
  }

  replay() {
    return this.show(this.names.slice(0, Number(this.slider.value)));
  }

  // At most one position is on its way: when it is here, the last one that was asked for follows.
  async show(moves) {
    this.wanted = moves;
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      for (let asked; asked !== this.wanted;) {
        asked = this.wanted;
        this.put(await post("position", { game: this.spec && this.job ? this.spec : this.game.spec, moves: asked }), asked);
      }
    } catch (error) {
      this.error.textContent = error.message;
    } finally {
      this.isAsking = false;
    }
  }

  put(position, moves) {
    this.shown = position;
    this.picture.replaceChildren(picture(position.svg, `${position.game}: ${position.standing}`));
    this.at.textContent = moves.length ? `${moves.length}: ${moves.at(-1)}` : "";
  }

  async saveRecord() {
    const { text } = await post("record", { game: this.spec, moves: this.names });
    download("solution.json", text);
  }

  saveCheckpoint() {
    h("a", { href: checkpoint(this.job), download: "playout.save" }).click();
  }

  // The second line of a checkpoint says what it is of.
  async loadCheckpoint() {
    const [file] = this.file.files;
    if (!file) return;
    const content = new Uint8Array(await file.arrayBuffer());
    this.file.value = "";
    try {
      const header = JSON.parse(new TextDecoder().decode(content.subarray(0, 100000)).split("\n")[1]);
      this.game.spec = header.puzzle;
      [this.who.player, this.who.budget] = [header.player, header.budget];
      [this.seed.value, this.threads.value] = [header.seed, header.threads];
    } catch {
      this.error.textContent = `${file.name} is no checkpoint`;
      return;
    }
    this.save();
    await this.solve(base64(content));
  }
}

function base64(content) {
  let text = "";
  for (let i = 0; i < content.length; i += 8192) text += String.fromCharCode(...content.subarray(i, i + 8192));
  return btoa(text);
}
