// Lab: the tables of a store beside the published numbers, and any trial on the board.

import { post } from "./api.js";
import { h, button, field, picture, scroll } from "./dom.js";
import { Table } from "./table.js";

export function labPage(catalogue) {
  return new Lab();
}

class Lab {
  constructor() {
    this.list = h("section", { class: "card" }, h("h2", {}, "Experiments"));
    this.detail = h("section", { class: "card", "aria-live": "polite" }, h("p", { class: "faded" }, "Choose an experiment."));
    this.error = h("p", { class: "error", role: "alert" });
    this.table = new Table(() => {});
    this.table.mayMove = () => false;
    this.table.typing.hidden = true;
    this.board = h("div", { hidden: true }, this.table.element, this.table.history);
    this.element = h("div", {}, h("h1", {}, "Lab"), this.error, this.list, this.detail, this.board);
  }

  async open() {
    if (this.papers) return;
    this.papers = await this.ask("lab", {});
    if (!this.papers) return;
    this.list.append(h("p", { class: "faded" }, this.papers.store), ...this.papers.papers.map(paper => h("div", {},
      h("h3", {}, paper.title), h("div", { class: "choices" }, paper.experiments.map(one =>
        button(`${one.title} (${one.scale})`, () => this.show(one), { class: "small" }))))));
  }

  async ask(name, data) {
    this.error.textContent = "";
    try {
      return await post(name, data);
    } catch (error) {
      this.error.textContent = error.message;
      return null;
    }
  }

  async show({ experiment, scale }) {
    const found = await this.ask("lab-section", { experiment, scale });
    if (!found) return;
    this.place = { experiment, scale };
    this.detail.replaceChildren(h("h2", {}, found.title), h("p", {}, h("strong", {}, `${found.summary}.`)),
      h("p", { class: "faded" }, found.note), this.numbers(found),
      h("ul", {}, found.claims.map(text => h("li", {}, text))), h("div", { class: "plots" }, found.plots.map(text => picture(text))),
      h("details", {}, h("summary", {}, "How these numbers were made"), h("p", { class: "faded" }, found.legend),
        h("p", {}, h("code", {}, found.command)), h("ul", {}, found.runs.map(text => h("li", {}, text)))));
  }

  // A click on a number shows its trials.
  numbers({ rows, columns, entries, title }) {
    const at = new Map(entries.map(one => [`${one.row}\n${one.column}`, one]));
    const head = h("tr", {}, h("td"), columns.map(text => h("th", { scope: "col" }, text)));
    const body = rows.map(row => h("tr", {}, h("th", { scope: "row" }, row),
      columns.map(column => this.number(at.get(`${row}\n${column}`)))));
    return scroll(h("table", {}, h("thead", {}, head), h("tbody", {}, body)), title);
  }

  number(one) {
    if (!one) return h("td");
    const value = one.trials ? button(one.text || "–", () => this.trials(one), { class: "plain" }) : "–";
    return h("td", { class: one.verdict }, value, ` ${one.sign}`, h("small", {}, one.spread),
      one.published ? h("small", {}, `${one.published} published`) : null);
  }

  trials(one) {
    const which = h("input", { type: "number", min: 1, max: one.trials, value: 1, class: "number" });
    const told = h("p", { class: "faded", role: "status" });
    const form = h("form", { class: "row", submit: event => { event.preventDefault(); this.replay(one, Number(which.value) - 1, told); } },
      field(`Trial of ${one.cell}, 1 to ${one.trials}`, which), h("button", {}, "Show on the board"));
    this.asked?.remove();
    this.asked = h("div", {}, form, told);
    this.detail.append(this.asked);
    which.focus();
  }

  async replay(one, index, told) {
    const found = await post("lab-trial", { ...this.place, cell: one.cell, index }).catch(error => { told.textContent = error.message; });
    if (!found) return;
    told.textContent = `${Object.entries(found.settings).map(([key, value]) => `${key}: ${value}`).join("; ")}; seed ${found.seed}`;
    this.board.hidden = false;
    await this.table.open(found.game, found.start, found.moves);
  }
}
