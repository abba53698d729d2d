// A board: the picture that the server draws, with cells that can be clicked, walked by arrow keys, and tinted.

import { h, svg, button, picture } from "./dom.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  constructor(play) {
    this.play = play;
    this.picked = [];
    this.frame = h("div", { class: "board", keydown: event => this.walk(event) });
    this.choices = h("div", { class: "choices", role: "group", "aria-label": "Legal moves" });
    this.list = h("details", {}, h("summary", {}, "Legal moves"), this.choices);
    this.text = h("pre", {});
    this.beside = h("div", { class: "choices", role: "group", "aria-label": "Moves beside the board" });
    this.element = h("div", {}, this.frame, this.beside, this.list,
      h("details", {}, h("summary", {}, "Board as text"), this.text));
  }

  // Shows a position; if it is active, moves can be made.
  show(position, active) {
    const focused = this.frame.contains(document.activeElement) && document.activeElement.dataset.cell;
    this.position = position;
    this.active = active && !position.over;
    this.picked = [];
    this.draw(position);
    this.addCells(position);
    this.name = cellFinder([...this.cells.keys()]);
    this.moves = position.legal.map(move => ({ move, cells: this.name(move) }));
    this.text.textContent = position.text;
    this.mark();
    this.tint(this.heat);
    if (focused) this.cells.get(focused)?.focus();
  }

  draw(position) {
    const last = position.last ? `, last move ${position.last}` : "";
    const drawn = this.picture = picture(position.svg, `Board of ${position.game}: ${position.standing}${last}`, "group");
    const [width, height] = ["width", "height"].map(name => parseFloat(drawn.getAttribute(name)));
    if (!drawn.hasAttribute("viewBox") && width) drawn.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const name of ["width", "height"]) drawn.removeAttribute(name);
    if (width) drawn.style.maxWidth = `${1.6 * width}px`;
    this.frame.replaceChildren(drawn);
  }

  // The cells that the server names, or those that a picture of the user's own brings along as data-cell.
  addCells(position) {
    this.marks = svg("g");
    this.picture.append(this.marks);
    this.cells = new Map();
    for (const element of this.picture.querySelectorAll("[data-cell]")) this.cells.set(element.dataset.cell, element);
    for (const [name, [x, y, width, height]] of Object.entries(position.cells)) {
      this.cells.set(name, this.picture.appendChild(svg("rect", { x, y, width, height, rx: 3, class: "over", "data-cell": name })));
    }
    for (const [name, element] of this.cells) this.makeButton(name, element);
    this.cells.values().next().value?.setAttribute("tabindex", 0);
  }

  makeButton(name, element) {
    element.classList.add("cell");
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", -1);
    element.addEventListener("click", () => this.press(name));
  }

  // Shows which cells and moves can be chosen now.
  mark() {
    const next = new Set(this.fitting(this.picked).map(one => one.cells[this.picked.length]));
    for (const [name, element] of this.cells) {
      const legal = this.active && (next.has(name) || this.starts().has(name));
      element.classList.toggle("legal", legal);
      element.classList.toggle("picked", this.picked.includes(name));
      element.setAttribute("aria-label", this.describe(name));
      element.setAttribute("aria-disabled", !legal);
    }
    this.drawHints(this.active ? [...next].filter(name => name) : []);
    this.offer(this.active ? this.fitting(this.picked) : []);
  }

  // A cell in words: its name, what stands there, and what has happened to it.
  describe(name) {
    const last = this.name(this.position.last).includes(name) ? "last move" : "";
    const picked = this.picked.includes(name) ? "chosen" : "";
    const piece = name in this.position.cells ? pieceAt(this.position.notation, name) : "";
    return [name, piece, last, picked].filter(Boolean).join(", ");
  }

  starts() {
    return new Set(this.moves.map(one => one.cells[0]));
  }

  drawHints(names) {
    this.marks.querySelectorAll(".hint").forEach(one => one.remove());
    const texts = [...this.picture.querySelectorAll("text")].map(one => one.getBoundingClientRect());
    for (const name of names) {
      const cell = this.cells.get(name), [x, y, side] = middle(cell);
      const at = texts.some(text => covers(cell, text)) ? { cy: y - 0.4 * side, r: side / 16 } : { cy: y, r: Math.max(2.5, side / 10) };
      this.marks.append(svg("circle", { cx: x, ...at, class: "hint" }));
    }
  }

  // Lists the moves that can be chosen. A pass, which has no cell, stands beside the board as well.
  offer(moves) {
    const make = one => button(one.move, () => this.play(one.move), { class: "small mono" });
    this.list.hidden = !moves.length;
    if (!this.cells.size) this.list.open = true;
    this.choices.replaceChildren(...moves.map(make));
    this.beside.replaceChildren(...this.cells.size ? moves.filter(one => !one.cells.length).map(make) : []);
  }

  fitting(picked) {
    return this.moves.filter(one => picked.every((name, i) => one.cells[i] === name));
  }

  press(name) {
    if (!this.active) return;
    let picked = [...this.picked, name];
    let fits = this.fitting(picked);
    if (!fits.length) fits = this.fitting(picked = [name]);
    if (!fits.length) fits = this.moves.filter(one => one.cells.includes(name));
    if (fits.length === 1 && this.isWhole(fits[0], picked)) return this.play(fits[0].move);
    this.picked = fits.length && this.fitting(picked).length ? picked : [];
    if (fits.length > 1 && fits.every(one => one.cells.length === picked.length)) this.list.open = true;
    this.mark();
  }

  // Whether no cell is left to choose: all are chosen, or the first one says it in every legal move.
  isWhole(one, picked) {
    const bySecond = one.cells[0] !== picked[0];
    return one.cells.length === picked.length || this.starts().size === this.moves.length || bySecond;
  }

  walk(event) {
    if (event.key === "Escape") { this.picked = []; return this.mark(); }
    const here = document.activeElement;
    if (!here?.dataset?.cell) return;
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); return this.press(here.dataset.cell); }
    const step = ARROWS[event.key];
    const next = step && nearest(here, [...this.cells.values()], step);
    if (!step) return;
    event.preventDefault();
    if (!next) return;
    here.setAttribute("tabindex", -1);
    next.setAttribute("tabindex", 0);
    next.focus();
  }

  // Colours cells by the share of visits that moves to them have had; nothing takes the colour away.
  tint(children) {
    this.heat = children;
    this.frame.classList.toggle("tinted", Boolean(children));
    this.marks?.querySelectorAll(".heat, .heat-text").forEach(one => one.remove());
    if (!children || !this.picture) return;
    const total = children.reduce((sum, one) => sum + one.visits, 0) || 1;
    const shares = new Map();
    for (const one of children) {
      const cell = this.name(one.move).at(-1);
      if (cell) shares.set(cell, (shares.get(cell) ?? 0) + one.visits / total);
    }
    const most = Math.max(...shares.values());
    for (const [name, part] of shares) this.paint(this.cells.get(name), part, part / most);
  }

  paint(element, part, strength) {
    const { x, y, width, height } = roomOf(element);
    this.marks.append(svg("rect", { x, y, width, height, rx: 3, class: "heat", "fill-opacity": (0.65 * strength).toFixed(3) }));
    if (part < 0.01) return;
    const text = svg("text", { x: x + width / 2, y: y + height / 2 + 4, class: "heat-text" }, `${Math.round(100 * part)}%`);
    text.style.fontSize = `${Math.min(12, width / 3)}px`;
    this.marks.append(text);
  }

  // Another position for as long as somebody points at it.
  preview(position) {
    this.frame.classList.toggle("preview", Boolean(position));
    if (!position) return this.position && this.show(this.position, this.active);
    this.draw(position);
  }
}

// A function that finds the cells in the name of a move, in their order.
function cellFinder(names) {
  const longest = names.sort((a, b) => b.length - a.length).map(name => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = longest.length ? new RegExp(longest.join("|"), "g") : null;
  return move => pattern ? move.match(pattern) ?? [] : [];
}

// What stands on a cell such as b2, where the board is rows of letters with / between them.
function pieceAt(notation, name) {
  const rows = notation.split(" ")[0].split("/");
  const [, file, rank] = /^([a-z])(\d+)$/.exec(name) ?? [];
  const letter = rank && rows[rows.length - rank]?.[file.charCodeAt(0) - 97];
  return { X: "Max", x: "Max", O: "Min", o: "Min", ".": "empty" }[letter] ?? letter ?? "";
}

// The room of a cell; of a whole column its top, where something can still be put.
function roomOf(element) {
  const { x, y, width, height } = element.getBBox();
  return { x, y, width, height: height > 1.5 * width ? width : height };
}

function middle(element) {
  const box = roomOf(element);
  return [box.x + box.width / 2, box.y + box.height / 2, Math.min(box.width, box.height)];
}

// Whether a text stands in the middle of a cell, where a dot would hide it.
function covers(cell, text) {
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  const x = (text.left + text.right) / 2, y = (text.top + text.bottom) / 2;
  return left < x && x < right && top < y && y < bottom;
}

// The cell that is nearest in a direction; what lies aside counts double.
function nearest(from, cells, [right, down]) {
  const [x, y] = middle(from);
  let best = null, least = Infinity;
  for (const cell of cells) {
    const [u, v] = middle(cell);
    const ahead = (u - x) * right + (v - y) * down, aside = Math.abs((u - x) * down) + Math.abs((v - y) * right);
    if (ahead > 1 && ahead + 2 * aside < least) [best, least] = [cell, ahead + 2 * aside];
  }
  return best;
}
