// The computer as adviser: a hint, and a bar beside the board that says who is ahead.

import { get } from "./api.js";
import { announce, capital, h } from "./dom.js";

export class Advice {
  /** `hooks`: `seat()`, `point(move)` draws it on the board, `say(text, kind)`, `busy()`. */
  constructor(hooks) {
    this.hooks = hooks;
    this.on = false;
    this.fill = h("div", { class: "fill" });
    this.bar = h("div", { class: "bar", hidden: true, role: "img" }, this.fill);
    this.panel = h("section", { class: "analysis", hidden: true, "aria-label": "Analysis" });
  }

  async #ask(id, view) {
    if (this.asked?.version !== view.version) {
      this.asked = { version: view.version, answer: get(`/api/games/${id}/analysis`, { seat: this.hooks.seat() }) };
    }
    const asked = this.asked;
    try {
      return await asked.answer;
    } catch (error) {
      if (this.asked === asked) this.asked = undefined;
      throw error;
    }
  }

  async hint(id, view) {
    this.hooks.say("Thinking…", "info");
    try {
      const { best } = await this.#ask(id, view);
      const move = best?.[0];
      if (!move) return this.hooks.say("There is no move to advise.", "info");
      const legal = view.legal.find((one) => one.text === move.move);
      this.hooks.point({ from: move.from ?? legal?.from, to: move.to ?? legal?.to });
      const side = view.sides.find((one) => one.name === view.to_move[0])?.called;
      const words = `${side ? `As ${side}, the` : "The"} computer would play ${move.move}${move.says ? `: ${move.says}` : ""}`;
      this.hooks.say(words, "info");
      announce(words);
    } catch (error) {
      this.hooks.say(error.message, "refused");
    }
  }

  toggle(id, view, button) {
    this.on = !this.on;
    button.setAttribute("aria-pressed", String(this.on));
    this.bar.hidden = this.panel.hidden = !this.on;
    this.follow(id, view);
  }

  /** Looks at the game as it is now, where that is wanted. */
  async follow(id, view) {
    if (!this.on || !id) return;
    if (view.over) {
      this.panel.replaceChildren(h("p", { class: "small" }, "The round is over."));
      return;
    }
    this.panel.classList.add("waiting");
    try {
      const found = await this.#ask(id, view);
      if (this.asked?.version === view.version) this.#show(found, view);
    } catch (error) {
      this.panel.replaceChildren(h("p", { class: "small" }, error.message));
    } finally {
      this.panel.classList.remove("waiting");
    }
  }

  #words(found, view) {
    const plies = (n) => `${n} ${n === 1 ? "move" : "moves"}`;
    const called = (name) => view.sides.find((side) => side.name === name)?.called ?? name;
    const own = called(found.side);
    if (found.wins_in) return `${capital(own)} can win within ${plies(found.wins_in)}.`;
    if (found.loses_in) return `${capital(own)} will lose within ${plies(found.loses_in)}, against best play.`;
    const ahead = found.chance >= 0.5;
    const share = Math.max(found.chance, 1 - found.chance);
    const chance = `${capital(own)}, to move, would win ${Math.round(found.chance * 100)} games of 100`;
    if (share < 0.55 || view.sides.length !== 2) return `About even. ${chance}.`;
    const better = ahead ? found.side : view.sides.find((side) => side.name !== found.side).name;
    return `${share < 0.65 ? "A little better" : share < 0.85 ? "Better" : "Much better"} for ${called(better)}. ${chance}.`;
  }

  #show(found, view) {
    // What is said is said of the side to move; the bar fills from below for the first side.
    const first = view.sides[0].name === found.side;
    if (view.sides.length === 2) [this.fill.style.background, this.bar.style.background] = view.sides.map((side) => side.fill);
    this.fill.style.height = `${Math.round((first ? found.chance : 1 - found.chance) * 100)}%`;
    const words = this.#words(found, view);
    this.bar.setAttribute("aria-label", words);
    this.panel.replaceChildren(
      h("p", {}, words),
      h("p", { class: "small" }, `The best moves, and what each is worth to ${view.sides.find((side) => side.name === found.side)?.called ?? found.side}:`),
      h("ol", {}, (found.best ?? []).slice(0, 3).map((one) =>
        h("li", {}, h("strong", {}, one.move), ` ${one.text ?? ""} `, h("span", { class: "line" }, (one.line ?? []).slice(1, 6).join("  "))))),
    );
  }
}

