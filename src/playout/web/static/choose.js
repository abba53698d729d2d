// Fields to choose a game, and a player with its budget.

import { h, field, check, suggestions } from "./dom.js";

const SPEC = /^\s*(misere\()?\s*([^(]+?)\s*(?:\((.*?)\))?\s*\)?\s*$/;

// Chooses a game of the catalogue: name, sizes, misère. `changed` is called when somebody has chosen.
export class GameChooser {
  constructor(games, changed = () => {}) {
    this.games = games;
    this.name = h("select", { change: () => { this.usual(); changed(); } },
      games.map(game => h("option", { value: game.name }, game.name)));
    this.sizes = h("input", { size: 10, spellcheck: "false", change: changed });
    this.misere = h("input", { type: "checkbox", change: changed });
    this.switch = check("misère", this.misere);
    this.element = h("div", { class: "row" },
      field("Game", this.name), field("Size and options", this.sizes), this.switch);
    this.usual();
  }

  get game() {
    return this.games.find(game => game.name === this.name.value);
  }

  // The usual size of the game that is chosen.
  usual() {
    const { name, sizes, given, players } = this.game;
    this.sizes.value = given ? "" : sizes[0].slice(name.length + 1, -1);
    this.sizes.disabled = given || sizes[0] === name;
    this.switch.hidden = players === 1;
    this.misere.checked = false;
  }

  get spec() {
    const { name } = this.game, sizes = this.sizes.value.trim();
    const plain = sizes ? `${name}(${sizes})` : name;
    return this.misere.checked ? `misere(${plain})` : plain;
  }

  set spec(text) {
    const given = this.games.find(game => game.given && [game.name, `misere(${game.name})`].includes(text));
    const [, misere, name, sizes] = given
      ? [0, text !== given.name, given.name, ""] : SPEC.exec(text) ?? [0, false, this.games[0].name, ""];
    if (!this.games.some(game => game.name === name)) return;
    this.name.value = name;
    this.usual();
    if (!given) this.sizes.value = sizes ?? "";
    this.misere.checked = Boolean(misere);
  }
}

// What a page begins with: the first game of so many players that was given at the start, or else a usual one.
export function firstGame(games, players, usual) {
  return games.find(game => game.given && game.players === players)?.name ?? usual;
}

let lists = 0;

// Chooses a player by its spec, and what a move of it may take.
export class PlayerChooser {
  constructor(label, words, player, budget, changed = () => {}) {
    const list = `players-${++lists}`;
    this.name = h("input", { list, value: player, size: 18, spellcheck: "false", change: changed });
    this.time = h("input", { value: budget, size: 9, spellcheck: "false", change: changed });
    this.element = h("div", { class: "row" }, suggestions(list, words),
      field(label, this.name), field(`Budget of ${label}`, this.time));
  }

  get player() { return this.name.value.trim(); }
  set player(text) { this.name.value = text; }
  get budget() { return this.time.value.trim(); }
  set budget(text) { this.time.value = text; }
}

export function seedField(changed) {
  return h("input", { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, value: 0, class: "number", change: changed });
}

export const number = input => Math.max(0, Math.floor(Number(input.value)) || 0);
