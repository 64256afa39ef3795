// A ruleset: its rules in words, its options and open questions, and a form to start a game.

import { get, settingsOf, settingsQuery, start } from "./api.js";
import { $, calm, capital, drawing, h } from "./dom.js";
import { lost } from "./lost.js";
import { apart, prose } from "./prose.js";

const main = $("#main");
const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const query = new URLSearchParams(location.search);
const settings = settingsOf(query);
const position = query.get("position");

let rules;
let asked = 0;
const board = h("div", { class: "figure-board" });
const byline = h("p", { class: "small" });
const words = h("div", { class: "rules" });
const trouble = h("p", { class: "refusal", role: "alert", hidden: true });

async function load() {
  const mine = ++asked;
  const set = settingsQuery(settings);
  const read = await get(`/api/rulesets/${encodeURIComponent(id)}${set && `?${set}`}`);
  if (mine !== asked) return;
  rules = read;
  const picture = drawing(rules.board);
  picture?.setAttribute("aria-label", `The board of ${rules.title} at the start`);
  board.replaceChildren(...(picture ? [picture] : []));
  const { sections, more } = apart(rules);
  byline.textContent = more;
  words.replaceChildren(...prose(sections));
}

// An answer given in the form changes the rules beside it, and the address.
const answer = calm(60, async () => {
  try {
    await load();
    trouble.hidden = true;
  } catch (error) {
    trouble.hidden = false;
    trouble.textContent = [error.message, error.hint].filter(Boolean).join(" ");
  }
  const set = settingsQuery(settings);
  const rest = position ? `position=${encodeURIComponent(position)}` : "";
  history.replaceState(null, "", location.pathname + (set || rest ? `?${[set, rest].filter(Boolean).join("&")}` : ""));
});

function set(option, value) {
  if (String(value) === String(option.default)) delete settings[option.name];
  else settings[option.name] = String(value);
  answer();
}

function question(option) {
  const now = h("span", { class: "answer" });
  const say = (value) => {
    const chosen = option.values?.find((one) => one.value === value);
    now.textContent = chosen ? plain(chosen.about ?? chosen.value) : value;
    now.classList.toggle("changed", String(value) !== String(option.default));
  };
  const choose = (value) => (say(value), set(option, value));
  say(String(option.value));
  const name = `option-${option.name}`;
  const body = option.range
    ? h("input", { type: "number", name, id: name, "aria-label": option.about, min: option.range.min, max: option.range.max, value: option.value,
        oninput: (e) => e.target.checkValidity() && e.target.value && choose(e.target.value) })
    : option.values.map((one) =>
        h("label", { class: "choice-line" },
          h("input", { type: "radio", name, value: one.value, checked: one.value === String(option.value), onchange: () => choose(one.value) }),
          h("span", {}, one.about || one.value, one.value === String(option.default) && h("span", { class: "tag" }, "default")),
        ),
      );
  return h("details", { class: "question" },
    h("summary", {}, h("span", { class: "asks" }, option.about || option.name), now),
    h("fieldset", {}, h("legend", { class: "unseen" }, option.about || option.name), body),
  );
}

// "yes: the herd is blocked when…" is answered in short by "yes".
const plain = (about) => (about.length > 60 && /^[^:]{1,24}:/.test(about) ? about.split(":")[0] : about);

// Open where there is room beside the rules; on a small screen the rules come first.
const WIDE = matchMedia("(min-width: 60.01rem)");

function questions(all, title, about) {
  if (!all.length) return undefined;
  return h("details", { class: "questions", open: WIDE.matches },
    h("summary", {}, h("h2", {}, title), h("span", { class: "count" }, String(all.length))),
    about && h("p", { class: "small" }, about),
    all.map(question));
}

// ---- the form that starts a game ----

function radios(name, choices, checked, onchange) {
  return choices.map(([value, label, note]) =>
    h("label", { class: "choice-line" },
      h("input", { type: "radio", name, value, checked: value === checked, onchange: () => onchange(value) }),
      h("span", {}, label, note && h("small", {}, note)),
    ),
  );
}

function startForm() {
  const sides = rules.sides;
  const wanted = { against: "computer", side: sides[0].name, level: undefined };
  const levels = rules.levels ?? [];
  wanted.level = levels.includes("casual") ? "casual" : levels[0];
  const level = h("label", { class: "field" }, h("span", {}, "Level"),
    h("select", { name: "level", onchange: (e) => (wanted.level = e.target.value) },
      levels.map((one) => h("option", { value: one, selected: one === wanted.level }, capital(one)))));
  const side = h("fieldset", {}, h("legend", {}, "You play"),
    radios("side", sides.map((one) => [one.name, capital(one.title ?? one.name)]), wanted.side, (value) => (wanted.side = value)));
  const against = h("fieldset", {}, h("legend", {}, "Against"),
    radios("against", [
      ["computer", "the computer"],
      ["friend", "a friend", "by a link that you send"],
      ["screen", "each other", "two at this screen"],
    ], "computer", (value) => {
      wanted.against = value;
      level.hidden = value !== "computer";
      side.hidden = value === "screen";
      hints.hidden = value !== "friend";
    }));
  const hints = h("label", { class: "choice-line", hidden: true }, h("input", { type: "checkbox", name: "hints" }),
    h("span", {}, "With hints and analysis", h("small", {}, "both of you may ask the computer, and both see that")));
  const match = rules.match && h("label", { class: "choice-line" }, h("input", { type: "checkbox", name: "match" }), h("span", {}, "A whole match", h("small", {}, "several rounds, as the rules say")));
  const minutes = h("input", { type: "number", name: "minutes", min: 1, max: 180, value: 10 });
  const increment = h("input", { type: "number", name: "increment", min: 0, max: 60, value: 5 });
  const times = h("div", { class: "times", hidden: true },
    h("label", { class: "field" }, h("span", {}, "Minutes each"), minutes),
    h("label", { class: "field" }, h("span", {}, "Seconds more a move"), increment));
  const clock = h("input", { type: "checkbox", name: "clock", onchange: () => (times.hidden = !clock.checked) });
  const go = h("button", { class: "primary", type: "submit" }, "Start");
  const refusal = h("p", { class: "refusal", role: "alert", hidden: true });
  return h("form", { class: "card start", onsubmit: async (event) => {
    event.preventDefault();
    go.disabled = true;
    const seats = Object.fromEntries(sides.map((one) => {
      const me = wanted.against === "screen" || one.name === wanted.side;
      return [one.name, me ? "me" : wanted.against];
    }));
    try {
      await start({
        ruleset: id, settings, seats,
        ...(wanted.against === "computer" && wanted.level && { level: wanted.level }),
        ...(wanted.against === "friend" && { hints: $("input", hints).checked }),
        ...(match && $("input", match).checked && { match: true }),
        ...(clock.checked && { clock: { minutes: Number(minutes.value), increment: Number(increment.value) } }),
        ...(position && { position }),
      });
    } catch (error) {
      go.disabled = false;
      refusal.hidden = false;
      refusal.textContent = [error.message, error.hint].filter(Boolean).join(" ");
    }
  } },
    h("h2", {}, "Play"),
    position && h("p", { class: "small" }, "From the position that you looked at."),
    against, level, side,
    match,
    h("label", { class: "choice-line" }, clock, h("span", {}, "With a clock")), times, hints,
    go, refusal,
  );
}

async function show() {
  await load();
  document.title = `${rules.title} · houserules`;
  $("#edit-link").href = `/edit?ruleset=${encodeURIComponent(id)}`;
  const open = rules.options.filter((one) => one.unclear);
  const chosen = rules.options.filter((one) => !one.unclear);
  main.replaceChildren(
    h("div", { class: "rulebook" },
      h("header", { class: "title-page" }, h("h1", {}, rules.title), h("p", { class: "about" }, rules.about), byline),
      h("aside", { class: "margin", "aria-label": "Play this game" },
        startForm(),
        trouble,
        questions(chosen, "Options"),
        questions(open, "Where the rulebook is silent", "Each question has the answer that is played unless you choose another; the rules change as you do.")),
      h("article", { class: "text", "aria-label": "The rules" }, board, words),
    ),
  );
}

show().catch((error) => lost(main, error, "There is no such game"));
