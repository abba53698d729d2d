// Games and players: rules, pictures, parameters and what they mean.

import { post } from "./api.js";
import { h, button, picture, table } from "./dom.js";

export function gamesPage(catalogue, remember) {
  const detail = h("section", { class: "card", "aria-live": "polite" });
  const choose = (label, items, show) => h("section", { class: "card" }, h("h2", {}, label),
    h("div", { class: "choices" }, items.map(one => button(one.name, () => go(one, show), { class: "small" }))));
  const go = (one, show) => { remember(new URLSearchParams({ name: one.name }).toString()); return show(one, detail); };
  const element = h("div", {}, h("h1", {}, "Games and players"), h("div", { class: "columns" },
    h("div", {}, detail), h("div", {},
      choose("Games", catalogue.games, showGame), choose("Players", catalogue.players, showPlayer),
      choose("Playouts", catalogue.playouts, showPlayer), h("p", { class: "faded" }, `playout ${catalogue.version}`))));
  const open = query => {
    const named = list => list.find(one => one.name === query.get("name"));
    const game = named(catalogue.games), player = named([...catalogue.players, ...catalogue.playouts]);
    if (game) showGame(game, detail);
    else if (player) showPlayer(player, detail);
    else if (!detail.dataset.name) showGame(catalogue.games[0], detail);
  };
  return { element, open };
}

// Shows a game, unless something else was chosen before it was there.
async function showGame(game, detail) {
  detail.dataset.name = game.name;
  try {
    const spec = game.sizes[0];
    const [about, position] = await Promise.all([post("game", { game: spec }), post("position", { game: spec })]);
    if (detail.dataset.name !== game.name) return;
    const page = about.players === 1 ? "solve" : "play";
    detail.replaceChildren(h("h2", {}, game.name), ...about.about.map(text => h("p", {}, text)), beginning(position),
      h("p", {}, `${about.players === 1 ? "A puzzle" : "Two players"}; scores from ${about.bounds.join(" to ")}; `
        + `a state takes ${about.state_size} bytes. Usual sizes: `, ...sizes(game.sizes, page)),
      game.given ? h("p", { class: "faded" }, "Given at the start, with its parameters.") : parameters(about.parameters));
  } catch (error) {
    detail.replaceChildren(h("p", { class: "error" }, error.message));
  }
}

function sizes(specs, page) {
  return specs.flatMap((spec, i) => [i ? ", " : "", h("a", { href: `#${page}?${new URLSearchParams({ game: spec })}` }, spec)]);
}

function beginning(position) {
  const frame = h("div", { class: "board" }, picture(position.svg, `The beginning of ${position.game}`));
  frame.style.maxWidth = "26rem";
  return frame;
}

function showPlayer(player, detail) {
  detail.dataset.name = player.name;
  detail.replaceChildren(h("h2", {}, player.name), h("p", {}, player.summary), parameters(player.parameters));
}

function parameters(list) {
  if (!list.length) return h("p", { class: "faded" }, "No parameters.");
  const rows = list.map(one => [h("td", { class: "mono" }, one.name), one.default,
    h("td", { class: "wide" }, one.meaning, h("small", {}, one.values))]);
  return table(["parameter", "default", h("span", { class: "wide" }, "meaning")], rows, "Parameters");
}
