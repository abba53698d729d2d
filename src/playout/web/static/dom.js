// Small helpers to build a page.

const SVG = "http://www.w3.org/2000/svg";

// An element with its properties and what is in it. A property that is a function is a listener.
export function h(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

export function svg(tag, properties = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), properties, children);
}

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") element[name] = value;
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined));
  return element;
}

export function button(text, click, properties = {}) {
  return h("button", { type: "button", click, ...properties }, text);
}

export function field(text, input) {
  return h("label", {}, text, input);
}

export function check(text, input) {
  return h("label", { class: "check" }, input, text);
}

export function table(headings, rows, caption) {
  const head = h("thead", {}, h("tr", {}, headings.map(text => h("th", { scope: "col" }, text))));
  const body = h("tbody", {}, rows.map(cells => h("tr", {}, cells.map(cell =>
    cell instanceof HTMLTableCellElement ? cell : h("td", {}, cell)))));
  return scroll(h("table", {}, caption ? h("caption", { hidden: true }, caption) : null, head, body), caption);
}

// What is too wide scrolls by itself, by keyboard as well.
export function scroll(inner, label = "table") {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, inner);
}

// A picture from the text of an SVG file, with words for those who do not see it.
export function picture(text, label, role = "img") {
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  drawn.setAttribute("role", role);
  if (label) drawn.setAttribute("aria-label", label);
  return document.importNode(drawn, true);
}

export function download(name, text, type = "application/json") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

// A list of suggestions for text fields.
export function suggestions(id, words) {
  return h("datalist", { id }, words.map(value => h("option", { value })));
}

export const signed = value => value === null || value === undefined ? "–" : (value >= 0 ? "+" : "−") + Math.abs(value).toFixed(3);
export const count = number => Math.round(number).toLocaleString("en");
export const share = value => (100 * value).toFixed(1) + "%";
export const bytes = number => number >= 1e6 ? (number / 1e6).toFixed(1) + " MB" : (number / 1e3).toFixed(1) + " kB";
