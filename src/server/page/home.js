// The first page: the rulesets by family, and the games of this browser.

import { forget, games, get, start } from "./api.js";
import { $, capital, drawing, h } from "./dom.js";
import { lost } from "./lost.js";

const main = $("#main");
// As the form that starts a game has it.
const LEVEL = "casual";

async function show() {
  const { families, default: id } = await get("/api/rulesets");
  const all = families.flatMap((family) => family.rulesets);
  const first = all.find((one) => one.id === id) ?? all[0];
  const hero = h("section", { class: "hero" });
  const kept = h("section", { class: "kept", hidden: true, "aria-labelledby": "kept-title" });
  main.replaceChildren(
    hero,
    kept,
    contents(families),
  );
  if (first) feature(hero, first);
  carryOn(kept);
}

// All rulesets by family: the names at a glance, what is special about each when a family is opened, and a field to search.
function contents(families) {
  const many = families.reduce((sum, family) => sum + family.rulesets.length, 0);
  const none = h("p", { class: "small", hidden: true, role: "status" });
  const field = h("input", { type: "search", id: "search", placeholder: "a name, or a word such as “capture”", autocomplete: "off", spellcheck: "false" });
  const parts = families.map((family, i) => {
    const rows = family.rulesets.map((one) => ({
      words: `${one.title} ${one.about} ${one.id}`.toLowerCase(),
      row: h("li", {}, h("a", { href: `/ruleset/${one.id}` }, one.title), h("p", {}, one.about)),
    }));
    const names = h("span", { class: "names" }, family.rulesets.map((one) => one.title).join(" · "));
    const count = h("span", { class: "count" }, String(rows.length));
    const fold = h("details", { class: "family", open: i === 0, "aria-labelledby": `family-${family.id}` },
      h("summary", {}, h("h3", { id: `family-${family.id}` }, family.title), count, h("span", { class: "says" }, family.about), names),
      h("ul", {}, rows.map(({ row }) => row)));
    return { fold, rows, count, open: i === 0, words: `${family.title} ${family.about}`.toLowerCase() };
  });
  // Words of a family show all of it, those of a ruleset it alone.
  const search = () => {
    const asked = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const part of parts) {
      const whole = asked.every((word) => part.words.includes(word));
      let shown = 0;
      for (const { row, words } of part.rows) {
        row.hidden = asked.length > 0 && !whole && !asked.every((word) => words.includes(word) || part.words.includes(word));
        shown += row.hidden ? 0 : 1;
      }
      found += shown;
      part.fold.hidden = !shown;
      part.fold.open = asked.length ? true : part.open;
      part.count.textContent = shown === part.rows.length ? String(shown) : `${shown} of ${part.rows.length}`;
    }
    none.hidden = !asked.length;
    none.textContent = found ? `${found} of ${many} games` : `No game has “${field.value.trim()}” in its name or its description.`;
  };
  field.addEventListener("input", search);
  for (const part of parts) part.fold.addEventListener("toggle", () => (field.value.trim() ? undefined : (part.open = part.fold.open)));
  return h("section", { class: "contents", "aria-labelledby": "contents-title" },
    h("div", { class: "contents-head" }, h("h2", { id: "contents-title" }, "All games"),
      h("label", { class: "search" }, h("span", {}, "Search"), field)),
    none, parts.map(({ fold }) => fold));
}

// The first ruleset, ready to be played with one press.
async function feature(hero, first) {
  const rules = await get(`/api/rulesets/${first.id}`);
  const mine = rules.sides[0];
  const seats = Object.fromEntries(rules.sides.map((side) => [side.name, side === mine ? "me" : "computer"]));
  const play = h("button", { type: "button", class: "primary", onclick: async () => {
    play.disabled = true;
    try {
      await start({ ruleset: first.id, settings: {}, seats, ...(rules.levels?.includes(LEVEL) && { level: LEVEL }) });
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
      h("p", { class: "small" }, `You are ${mine.called}, against the computer at its level “${LEVEL}”. Whenever a move is refused, the page says which rule forbids it.`),
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
  const who = sides.length > 0 && sides.length === view.sides.filter((side) => side.kind === "person").length && sides.length > 1 ? "two at one screen" : sides.length ? `you are ${view.sides.filter((side) => sides.includes(side.name)).map((side) => side.called).join(" and ")}` : "you watch";
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

show().catch((error) => lost(main, error, "There is nothing here"));
