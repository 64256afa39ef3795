// Who plays: a strip for each side with its turn and its clock, and how the match stands.

import { capital, h } from "./dom.js";

/** Minutes and seconds, with tenths in the last ten seconds. */
export function time(ms) {
  const left = Math.max(0, ms);
  if (left < 10_000) return `0:0${(left / 1000).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class Seats {
  constructor() {
    this.strips = new Map();
    setInterval(() => this.#tick(), 200);
  }

  /** The strip of a side; shows what `show` is told. */
  strip(index) {
    const parts = {
      swatch: h("span", { class: `swatch ${index % 2 ? "odd" : ""}`, "aria-hidden": "true" }),
      name: h("strong", {}),
      who: h("span", { class: "who" }),
      clock: h("span", { class: "clock", hidden: true }),
      turn: h("span", { class: "turn" }),
    };
    const strip = h("div", { class: "seat" }, parts.swatch, parts.name, parts.who, parts.turn, parts.clock);
    this.strips.set(index, { strip, ...parts });
    return strip;
  }

  show(view, mine) {
    this.view = view;
    this.at = performance.now();
    view.sides.forEach((side, i) => {
      const parts = this.strips.get(i);
      if (!parts) return;
      const turn = !view.over && view.to_move.includes(side.name);
      // As its pieces are drawn.
      parts.swatch.style.background = side.fill;
      parts.swatch.style.borderColor = side.line;
      parts.name.textContent = capital(side.title ?? side.name);
      const person = side.open ? "free seat" : side.joined === false ? "not here yet" : mine.length ? "your opponent" : "a person";
      const who = side.kind === "computer" ? `computer${side.level ? `, ${side.level}` : ""}` : mine.includes(side.name) ? "you" : person;
      const alone = mine.length > 1 && side.kind === "person";
      // In a match players go by their names, since they change sides.
      const named = view.rounds && side.kind === "person" && side.player;
      parts.who.textContent = [alone ? "" : who, named].filter(Boolean).join(" · ");
      parts.strip.classList.toggle("to-move", turn);
      parts.turn.textContent = turn ? (view.thinking && side.kind === "computer" ? "thinking…" : "to move") : view.over?.winner === side.name ? "won" : "";
      parts.clock.hidden = side.clock_ms === undefined || side.clock_ms === null;
    });
    this.#tick();
  }

  #tick() {
    const view = this.view;
    if (!view) return;
    view.sides.forEach((side, i) => {
      const parts = this.strips.get(i);
      if (!parts || parts.clock.hidden) return;
      const runs = !view.over && view.to_move.includes(side.name) && view.ply > 0;
      const left = side.clock_ms - (runs ? performance.now() - this.at : 0);
      parts.clock.textContent = time(left);
      parts.clock.classList.toggle("short", left < 20_000);
    });
  }
}

/** How the match stands, or nothing where one round is played. */
export function standing(view) {
  if (!view.rounds && !view.standing?.length) return undefined;
  return h("section", { class: "standing", "aria-label": "The match" },
    h("h2", {}, view.rounds ? `Round ${view.round} of ${view.rounds}` : `Round ${view.round}`),
    view.standing?.length > 0 && h("table", {},
      h("caption", { class: "unseen" }, "Standing"),
      h("tbody", {}, view.standing.map((one) => h("tr", {}, h("th", { scope: "row" }, capital(one.player)), h("td", {}, one.points === 1 ? "1 round won" : `${one.points} rounds won`))))),
    view.tiebreak && h("p", { class: "small" }, capital(view.tiebreak)),
  );
}
