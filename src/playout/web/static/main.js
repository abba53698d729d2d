// The pages, and which one is shown: the part of the address behind # says it.

import { get } from "./api.js";
import { h } from "./dom.js";
import { gamesPage } from "./games.js";
import { labPage } from "./lab.js";
import { matchPage } from "./match.js";
import { playPage } from "./play.js";
import { solvePage } from "./solve.js";
import { watchPage } from "./watch.js";

const PAGES = {
  play: ["Play", playPage],
  watch: ["Watch", watchPage],
  solve: ["Solve", solvePage],
  match: ["Match", matchPage],
  lab: ["Lab", labPage],
  games: ["Games and players", gamesPage],
};

const main = document.getElementById("main");
const nav = document.querySelector("nav");
const made = new Map();
const catalogue = await get("catalogue");
document.getElementById("loading").remove();

function place() {
  const [name, query = ""] = location.hash.slice(1).split("?");
  return [name in PAGES ? name : "play", new URLSearchParams(query)];
}

// A page is made when it is first shown, and goes on with what it does while another one is.
function show() {
  if (location.hash === "#main") return main.focus();
  const [name, query] = place();
  const [title, make] = PAGES[name];
  if (!made.has(name)) {
    made.set(name, make(catalogue, own => remember(name, own)));
    main.append(made.get(name).element);
  }
  for (const [other, page] of made) page.element.hidden = other !== name;
  for (const link of nav.children) {
    if (link.dataset.page === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${title} – playout`;
  made.get(name).open(query);
}

// Keeps in the address what a page shows, so that a link, and loading it again, lead back here.
function remember(name, query) {
  const address = `#${name}?${query}`;
  nav.querySelector(`[data-page=${name}]`).href = address;
  if (place()[0] === name) history.replaceState(null, "", address);
}

nav.append(...Object.entries(PAGES)
  .filter(([name]) => name !== "lab" || catalogue.lab)
  .map(([name, [title]]) => h("a", { href: `#${name}`, "data-page": name }, title)));
addEventListener("hashchange", show);
show();
