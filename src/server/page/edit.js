// The editor: the rule file on the left with what is wrong in it, the board on the right, the examples below.

import { get, made, post } from "./api.js";
import { Board } from "./board.js";
import { $, announce, calm, capital, choose as choice, download, h } from "./dom.js";
import { Editor } from "./editor.js";

const main = $("#main");
const query = new URLSearchParams(location.search);
// How a variant of a ruleset begins.
const variant = (of) => `game "My ${of.title}" extends ${of.id} {
    version 1.0
    about "What is different, in a sentence."
}
`;

let id = query.get("ruleset") ?? "";
let own; // the rules that may be saved
let base; // the ruleset that a new variant is of
let held = { rules: "", companion: "" }; // what is on disk, or was there to begin with
let position; // where the board is; without one, the start
let trail = []; // positions to go back to
let state; // the last answer
let view; // the board as the board wants it
let asked = 0;
let stopper;
let running = false; // the examples
let allowed = false; // rules that are not saved may be played
let again = false;

const editor = new Editor(() => ask());
const companion = h("textarea", { spellcheck: "false", wrap: "off", "aria-label": "Companion: questions and answers", oninput: () => ask() });
const problems = h("ul", { class: "problems", id: "problems" });
const verdict = h("p", { class: "state", role: "status" });
const frame = h("div", { class: "board-frame" });
const caption = h("p", { class: "caption" });
const trying = h("section", { class: "trying", "aria-label": "Board" });
const examples = h("ul", { class: "examples" });
const remark = h("p", { class: "small" });
const coverage = h("div", { class: "coverage" });

const board = new Board(frame, {
  play: (move) => go(move),
  mayPlay: () => Boolean(state?.opened && view && !state.over),
  why: async () => undefined,
  caption: (text, kind) => {
    caption.textContent = text ?? resting();
    caption.className = `caption ${text ? (kind ?? "") : ""}`;
  },
  asking: () => {},
});

const resting = () => (state?.over ? capital(state.over.says) : view?.to_move?.length ? `${capital(view.sides.find((side) => side.name === view.to_move[0])?.called ?? view.to_move[0])} to move.` : "");

// A short pause, so that a word typed at once is asked about once; the examples are run when the hands rest.
const ask = calm(50, () => {
  quick();
  inFull();
});

const wish = (more) => ({ source: editor.text, ...(id && { ruleset: id }), ...(position && { position }), ...more });

// What is found at once: the board and what is wrong. A newer question ends an older one.
async function quick(move) {
  offer();
  const mine = ++asked;
  stopper?.abort();
  stopper = new AbortController();
  try {
    const answer = await post("/api/edit", wish({ quick: true, ...(move && { move }) }), { signal: stopper.signal });
    if (mine !== asked) return;
    show(answer, Boolean(move));
    if (answer.refused) caption.textContent = answer.refused;
  } catch (error) {
    if (error.name === "AbortError") return;
    say(error.message, true);
  }
}

// Everything else. One such question at a time: it keeps a processor busy whether or not its answer is still wanted.
const inFull = calm(500, async () => {
  if (running) return void (again = true);
  running = true;
  const text = editor.text;
  const questions = companion.value;
  try {
    const answer = await post("/api/edit", wish(questions.trim() && { companion: questions }));
    if (text === editor.text && questions === companion.value) {
      told(answer.diagnostics);
      if (answer.opened) company(answer);
    }
  } catch (error) {
    company({ trouble: error.message });
  } finally {
    running = false;
    if (again) inFull();
    again = false;
  }
});

function go(move) {
  trail.push(position);
  quick(move.text);
}

function say(words, bad) {
  if (verdict.textContent !== words) verdict.textContent = words;
  verdict.classList.toggle("bad", bad);
}

const OTHER_ANSWERS = ["HR0750"];

// What is wrong; what is only worth knowing is folded away.
function told(diagnostics) {
  const of = (severity) => diagnostics.filter((d) => d.severity === severity);
  const [errors, warnings, all] = ["error", "warning", "note"].map(of);
  // What does not hold of the rules as they stand, but would under other answers to their questions.
  const others = all.filter((d) => OTHER_ANSWERS.includes(d.code));
  const notes = all.filter((d) => !others.includes(d));
  const count = (all, word) => all.length > 0 && `${all.length} ${word}${all.length === 1 ? "" : "s"}`;
  editor.show(diagnostics.filter((d) => !d.file && !others.includes(d)));
  problems.replaceChildren(...[...errors, ...warnings].map(problem),
    ...(notes.length ? [h("li", { class: "notes" }, h("details", {}, h("summary", {}, count(notes, "note")), h("ul", {}, notes.map(problem))))] : []),
    ...(others.length ? [h("li", { class: "notes" }, h("details", {},
      h("summary", {}, `${count(others, "choice")} of options that cannot be played`),
      h("p", { class: "small" }, "The rules as they stand are not concerned. Whoever starts a game with one of these answers is told so then; an “if” in the file can rule it out."),
      h("ul", {}, others.map(problem))))] : []));
  say([count(errors, "error") || "No errors", count(warnings, "warning")].filter(Boolean).join(", "), errors.length > 0);
}

function problem(d) {
  return h("li", { class: `problem ${d.severity}` }, h("button", { type: "button", disabled: Boolean(d.file), onclick: () => editor.go(d) },
    h("span", { class: "code" }, d.code), h("span", { class: "place" }, `${d.file ? `${d.file}:` : ""}${d.line}:${d.column}`), capital(d.message),
    d.hint && h("span", { class: "hint" }, d.hint)));
}

function show(answer, moved) {
  state = answer;
  told(answer.diagnostics);
  offer();
  trying.classList.toggle("stale", !answer.board);
  if (answer.board) {
    if (position && answer.kept === false) {
      trail = [];
      announce("The board is at the start again: the position does not fit these rules.");
    }
    // The start is not kept: a change of it is to be seen.
    position = trail.length ? answer.position : undefined;
    view = { sides: [], pieces: [], legal: [], sites: [], to_move: [], ...answer };
    board.show(view, { still: !moved });
    board.hooks.caption(undefined);
  } else {
    caption.textContent = "The board as it was before the error.";
  }
  buttons();
}

function company(answer) {
  const none = !answer.examples?.length;
  remark.hidden = !none;
  remark.textContent = answer.trouble ?? (companion.value.trim() ? "" : "These rules have no companion yet. Write one below: questions and answers about positions, checked as you type.");
  examples.replaceChildren(...(answer.examples ?? []).map((one) =>
    h("li", { class: one.ok ? "right" : "wrong" }, one.title, !one.ok && one.message && h("pre", {}, one.message))));
  const found = answer.coverage;
  coverage.replaceChildren(...(found?.of ? [
    h("meter", { min: 0, max: found.of, value: found.covered, "aria-label": "Clauses that an example exercises" }),
    h("span", {}, `${found.covered} of ${found.of} clauses exercised`),
    found.missing?.length > 0 && h("details", {}, h("summary", {}, "Which are not"), h("ul", {}, found.missing.map((one) => h("li", {}, one)))),
  ].filter(Boolean) : []));
}

// ---- the page ----

const back = h("button", { type: "button", class: "quiet", onclick: () => ((position = trail.pop()), quick()) }, "Take back");
const restart = h("button", { type: "button", class: "quiet", onclick: () => ((trail = []), (position = undefined), quick()) }, "To the start");
const buttons = () => (back.disabled = restart.disabled = !trail.length);

const unsaved = () => editor.text !== held.rules || companion.value !== held.companion;
const hold = () => (held = { rules: editor.text, companion: companion.value });

const picker = h("select", { "aria-label": "Rule file to start from", onchange: () => {
  if (unsaved() && !confirm("What you have written here is not saved. Leave it?")) return void (picker.value = id);
  choose(picker.value);
} });

// Only the file that the server was started for is written, and only with its own rules.
const saving = h("button", { type: "button", class: "primary", onclick: async () => {
  const now = { rules: editor.text, companion: companion.value };
  try {
    await post("/api/edit/save", { file: `${own}.rules`, source: now.rules });
    if (now.companion !== held.companion) await post("/api/edit/save", { file: `${own}.md`, source: now.companion });
    held = now;
    say("Saved", false);
    offer();
  } catch (error) {
    say(error.message, true);
  }
} }, "Save");

// A game by the rules as they are written here; of the file that is edited, by those that are saved.
const playing = h("button", { type: "button", onclick: () => play() }, "Play it");

function offer() {
  const mine = own && id === own;
  playing.hidden = !mine && !allowed;
  playing.disabled = !state?.opened || (mine && unsaved());
  playing.title = mine && unsaved() ? "Save it first" : "";
}

async function play() {
  const sides = state.sides ?? [];
  const which = await choice("Who plays?", [...sides.map((side) => `I as ${side.called}, against the computer`), "Two at this screen"], "Not now");
  if (which === undefined) return;
  const seats = Object.fromEntries(sides.map((side, i) => [side.name, which === i || which === sides.length ? "me" : "computer"]));
  const mine = own && id === own;
  try {
    const game = await made({ ...(mine ? { ruleset: own } : { source: editor.text }), settings: {}, seats, ...(which < sides.length && { level: "casual" }) });
    // Beside the editor, where nothing that is written is lost.
    if (!window.open(`/game/${game}`)) verdict.replaceChildren(h("a", { href: `/game/${game}`, target: "_blank" }, "The game is ready"));
  } catch (error) {
    say([error.message, error.hint].filter(Boolean).join(" "), true);
  }
}

addEventListener("beforeunload", (event) => unsaved() && event.preventDefault());

async function choose(chosen) {
  id = chosen;
  history.replaceState(null, "", chosen ? `/edit?ruleset=${encodeURIComponent(chosen)}` : "/edit");
  position = undefined;
  trail = [];
  if (chosen) {
    const rules = await get(`/api/rulesets/${encodeURIComponent(chosen)}`);
    editor.text = rules.source;
    companion.value = rules.companion ?? "";
    document.title = `${rules.title} · edit · houserules`;
  } else {
    editor.text = variant(base);
    companion.value = "";
  }
  hold();
  saving.hidden = !own || id !== own;
  offer();
  await quick();
  inFull();
}

async function open() {
  const { families, default: usual, edits, rules_allowed } = await get("/api/rulesets");
  allowed = rules_allowed;
  // What is built in can be extended from anywhere; a file of the owner's only from its folder.
  const all = families.filter((family) => family.id !== "own").flatMap((family) => family.rulesets);
  base = all.find((one) => one.id === usual) ?? all[0];
  own = edits?.replace(/\.rules$/, "");
  if (!query.has("ruleset") && own) id = own;
  picker.append(h("option", { value: "" }, "A new variant"),
    ...families.map((family) => h("optgroup", { label: family.title }, family.rulesets.map((one) => h("option", { value: one.id, selected: one.id === id }, one.title)))));
  trying.append(frame, caption, h("div", { class: "row" }, back, restart));
  main.replaceChildren(
    h("h1", { class: "unseen" }, "Edit rules"),
    h("section", { class: "writing", "aria-label": "Rules" },
      h("div", { class: "writing-head" }, picker, saving, playing, h("button", { type: "button", onclick: () => {
        const name = id || `my-${base.id}`;
        download(`${name}.rules`, editor.text);
        if (companion.value.trim() && companion.value !== held.companion) download(`${name}.md`, companion.value);
        hold();
      } }, "Download"), verdict),
      editor.element, problems),
    trying,
    h("section", { class: "companion", "aria-labelledby": "companion-title" },
      h("div", { class: "companion-head" }, h("h2", { id: "companion-title" }, "Examples"), coverage),
      remark, examples,
      h("details", {}, h("summary", {}, "The companion: questions and answers that are checked as you type"), companion)),
  );
  await choose(id);
}

open().catch((error) => main.replaceChildren(h("p", { class: "notice", role: "alert" }, error.message)));
