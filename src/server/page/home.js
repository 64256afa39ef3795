// The first page: the rulesets by family, and the games of this browser.

import { forget, games, get, start } from "./api.js";
import { $, capital, drawing, h } from "./dom.js";

const main = $("#main");

async function show() {
  const { families, default: id } = await get("/api/rulesets");
  const all = families.flatMap((family) => family.rulesets);
  const first = all.find((one) => one.id === id) ?? all[0];
  const hero = h("section", { class: "hero" });
  const kept = h("section", { class: "kept", hidden: true, "aria-labelledby": "kept-title" });
  main.replaceChildren(
    hero,
    kept,
    h("section", { class: "contents", "aria-labelledby": "contents-title" },
      h("h2", { id: "contents-title" }, "All games"),
      families.map((family) =>
        h("section", { class: "family", "aria-labelledby": `family-${family.id}` },
          h("div", { class: "family-head" }, h("h3", { id: `family-${family.id}` }, family.title), h("p", {}, family.about)),
          h("ul", {}, family.rulesets.map((one) =>
            h("li", {}, h("a", { href: `/ruleset/${one.id}` }, one.title), h("p", {}, one.about)),
          )),
        ),
      ),
    ),
  );
  if (first) feature(hero, first);
  carryOn(kept);
}

// The first ruleset, ready to be played with one press.
async function feature(hero, first) {
  const rules = await get(`/api/rulesets/${first.id}`);
  const mine = rules.sides[0];
  const seats = Object.fromEntries(rules.sides.map((side) => [side.name, side === mine ? "me" : "computer"]));
  const play = h("button", { type: "button", class: "primary", onclick: async () => {
    play.disabled = true;
    try {
      await start({ ruleset: first.id, settings: {}, seats, ...(rules.levels?.includes("child") && { level: "child" }) });
    } catch (error) {
      play.disabled = false;
      play.after(h("p", { class: "refusal", role: "alert" }, error.message));
    }
  } }, `Play ${rules.title} now`);
  const board = drawing(rules.board);
  board?.setAttribute("aria-label", `The board of ${rules.title} at the start`);
  hero.append(
    h("div", { class: "hero-words" },
      h("p", { class: "kicker" }, "Board games by the book"),
      h("h1", {}, rules.title),
      h("p", { class: "about" }, rules.about),
      h("div", { class: "row" }, play, h("a", { class: "button", href: `/ruleset/${first.id}` }, "Rules and other ways to play")),
      h("p", { class: "small" }, `You are the ${mine.name}, against an easy computer. Whenever a move is refused, the page says which rule forbids it.`),
    ),
    h("div", { class: "hero-board" }, board),
  );
}

// The games this browser has a seat in, as long as the server knows them.
async function carryOn(kept) {
  const mine = games().slice(0, 6);
  const rows = await Promise.all(mine.map(async (game) => {
    try {
      return row(game, await get(`/api/games/${game.id}`, { seat: game.seat }), kept);
    } catch (error) {
      if (error.status === 404) forget(game.id);
      return undefined;
    }
  }));
  const found = rows.filter(Boolean);
  if (!found.length) return;
  kept.hidden = false;
  kept.append(h("h2", { id: "kept-title" }, "Go on where you were"), h("ul", {}, found));
}

function row(game, view, kept) {
  const sides = view.you;
  const who = sides.length > 0 && sides.length === view.sides.filter((side) => side.kind === "person").length && sides.length > 1 ? "two at one screen" : sides.length ? `you are the ${sides.join(" and the ")}` : "you watch";
  const state = view.over ? capital(view.over.says) : view.to_move.some((side) => sides.includes(side)) ? "Your turn" : "Their turn";
  const line = h("li", {},
    h("a", { href: `/game/${game.id}` }, view.ruleset.title),
    h("p", {}, `${state} · ${view.ply} ${view.ply === 1 ? "move" : "moves"} · ${who}`),
    h("button", { type: "button", class: "quiet", "aria-label": `Take ${view.ruleset.title} off this list`, onclick: () => {
      forget(game.id);
      line.remove();
      kept.hidden = !kept.querySelector("li");
    } }, "Remove"),
  );
  return line;
}

show().catch((error) => main.replaceChildren(h("p", { class: "notice", role: "alert" }, error.message)));
