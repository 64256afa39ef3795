// The page of a game, or of a position that was shared by its address.

import { Refusal, follow, gameKept, get, keep, keepMade, post, settingsQuery } from "./api.js";
import { Advice } from "./advice.js";
import { Board } from "./board.js";
import { $, announce, calm, capital, choose, drawing, h, icon, tool } from "./dom.js";
import { onBoard } from "./moves.js";
import { apart, prose } from "./prose.js";
import { lost } from "./lost.js";
import { Seats, standing } from "./seats.js";
import { invitation, share } from "./share.js";

const main = $("#main");
const id = location.pathname.startsWith("/game/") ? location.pathname.split("/")[2] : undefined;

let view; // the game as it is now
let shown; // what the board shows: now, or an earlier ply
let kept = (id && gameKept(id)) ?? { links: {} };
let busy = false;
let stop;
let flippedByHand;
let told; // the message of the server that is shown
const seen = new Map(); // what was shown at each ply, to look back
const reasons = new Map();

// ---- parts of the page ----

const seats = new Seats();
const frame = h("div", { class: "board-frame" });
const caption = h("p", { class: "caption" });
const hands = h("div", { class: "hands", hidden: true }); // of whoever sits near
const farHands = h("div", { class: "hands", hidden: true });
const other = h("div", { class: "row other", hidden: true });
const banner = h("section", { class: "banner", hidden: true, "aria-label": "Result" });
const notice = h("p", { class: "notice", role: "status", hidden: true });
const asks = h("section", { class: "asks-back", role: "status", "aria-label": "Taking back", hidden: true });
const guests = h("div", {});
const without = h("p", { class: "small", hidden: true }, "This game is played without the computer's advice: neither side has hints or analysis.");
const match = h("div", {});
const moveList = h("ol", { class: "moves" });
const browse = h("div", { class: "browse" });
const sharing = h("div", { class: "sharing" });
const rules = h("div", { class: "rules aside", role: "region", "aria-label": "Rules", tabindex: 0 });
const away = h("div", { class: "row away" });

const board = new Board(frame, {
  play: (move) => play(move),
  mayPlay,
  picked: (site) => reasonsOf(site),
  why: (from, to) => why(from, to),
  caption: (text, kind) => (asking.stop(), say(text, kind)),
  asking: (from, to) => asking(from, to),
  idle,
  picking: () => view && handPieces(),
});
const advice = new Advice({ seat, point: (move) => board.point(move), say, busy: () => busy });

const asking = calm(40, async (from, to) => {
  const words = await why(from, to);
  if (words && (board.over ?? board.cursor) === to) say(words, "refused");
});

function say(text, kind) {
  caption.textContent = text ?? resting();
  caption.className = `caption ${text ? (kind ?? "") : ""}`;
}

// What the caption says when nothing is pointed at.
function resting() {
  if (!view) return "";
  if (shown !== view) return `After move ${shown.ply} of ${view.ply}.`;
  if (view.over) return "";
  if (!id) return `${capital(called(view.to_move[0]))} to move.`;
  const last = view.last ? `${capital(view.last.says ?? view.last.text)}. ` : "";
  if (mayPlay()) return last ? `${last}Your turn.` : `Your turn. ${firstStep()}`;
  return `${last}${awaited()}`;
}

function firstStep() {
  if (view.legal.some((move) => move.from)) return "Press a piece to see where it may go.";
  return new Set(view.legal.map((move) => move.drop)).size > 1 ? "Press a piece in hand, then a place." : "Press a place.";
}

// Whose turn it is, where it is not that of whoever looks.
function awaited() {
  const [side] = view.to_move;
  if (!side || view.stuck) return "";
  if (view.thinking) return "The computer is thinking.";
  if (!mine().length || mine().includes(side)) return `${capital(called(side))} to move.`;
  const seat = view.sides.find((one) => one.name === side);
  if (seat?.open) return `Waiting until somebody sits down as ${called(side)}.`;
  return seat?.joined === false ? `Waiting for ${called(side)}: nobody has opened that link yet.` : `Waiting for ${called(side)} to move.`;
}

// Why a place does nothing when it is pressed.
function idle() {
  if (!view || busy || view.over || view.stuck) return undefined;
  if (shown !== view) return "This is an earlier position. “Now” leads back to the game.";
  if (!mine().length) return "You watch this game and have no seat in it.";
  return `It is not your turn yet. ${awaited()}`;
}

// ---- who may do what ----

function mine() {
  return view?.you ?? [];
}

// A side in a sentence.
function called(name) {
  return view.sides.find((side) => side.name === name)?.called ?? name;
}

function seat() {
  return kept.seat;
}

function mayPlay() {
  // Of a position alone one sees where the pieces may go.
  if (!id) return Boolean(view && !view.over);
  return Boolean(view && shown === view && !busy && !view.over && view.to_move.some((side) => mine().includes(side)));
}

// ---- asking the server ----

// All reasons of a piece come at once, when it is picked: pointing about asks nothing.
function reasonsOf(from) {
  const key = `${view.version} ${from}`;
  if (!reasons.has(key)) reasons.set(key, get(`/api/games/${id}/why?from=${encodeURIComponent(from)}`).catch(() => undefined));
  return reasons.get(key);
}

async function why(from, to) {
  if (!id) return undefined;
  const answer = await reasonsOf(from);
  const found = to ? answer?.sites?.find((one) => one.site === to) : answer && { sentence: answer.sentences?.[0], clause: answer.clause };
  if (!found?.sentence || found.legal) return undefined;
  return found.clause && !found.sentence.includes(found.clause) ? `${found.sentence} (${found.clause})` : found.sentence;
}

async function act(what, body) {
  if (busy) return;
  busy = true;
  try {
    show(await post(`/api/games/${id}/${what}`, { version: view.version, ...body }, { seat: seat() }));
    notice.hidden = true;
  } catch (error) {
    refused(error);
  } finally {
    busy = false;
    board.refresh();
  }
}

function play(move) {
  if (id) return act("moves", { move: move.text });
  say("This is a position and no game: “Play on from here” makes it one.", "info");
}

function refused(error) {
  if (!(error instanceof Refusal)) throw error;
  const words = [error.message, error.hint].filter(Boolean).join(" ");
  notice.hidden = false;
  notice.textContent = words;
  if (error.body?.game) show(error.body.game);
}

// A new game with the same people, or the seat of one that is free.
async function make(what, body) {
  if (busy) return;
  busy = true;
  try {
    const made = await post(`/api/games/${id}/${what}`, { version: view.version, ...body }, { seat: seat() });
    const here = made.id === id;
    kept = keepMade(made, (side) => made.game.you.includes(side));
    if (here) location.reload();
    else location.assign(`/game/${made.id}`);
  } catch (error) {
    refused(error);
  } finally {
    busy = false;
    board.refresh();
  }
}

// The next round; where the loser chooses a side for it, that is asked first.
async function nextRound() {
  if (!view.choose?.you) return act("next-round");
  const which = await choose("Which side do you play in the next round?", view.choose.sides.map(capital));
  if (which !== undefined) act("next-round", { side: view.choose.sides[which] });
}

async function resign() {
  const sure = await choose(view.rounds ? "Give up this round?" : "Give up this game?", ["Yes, resign"], "No, play on");
  if (sure === 0) act("resign");
}

// ---- showing ----

function show(fresh) {
  if (view && fresh.version < view.version) return;
  const first = !view;
  const news = view && fresh.version !== view.version;
  const looking = shown && shown !== view;
  const before = view;
  view = fresh;
  const newRound = before && before.round !== fresh.round;
  if (newRound) seen.clear();
  for (const ply of seen.keys()) if (ply > fresh.ply) seen.delete(ply);
  seen.set(fresh.ply, fresh);
  if (first) layOut();
  // Who looks at an earlier move is not torn away from it by a new one.
  if (!looking || newRound) {
    shown = view;
    frame.classList.remove("past");
    board.show(shown, { still: newRound });
  }
  if (newRound) {
    far = farSide();
    arrange();
  }
  table.style.setProperty("--ratio", board.ratio);
  seats.show(view, mine());
  if (news && view.last && view.ply > before.ply) announce(`${capital(view.last.side ?? "")}: ${view.last.says ?? view.last.text}`);
  if (news && view.ply < before.ply) announce("Taken back");
  if (news) takenBack(before);
  if (news && view.over && !before.over) announce(view.over.says);
  around();
  advice.follow(id, view);
}

function around() {
  const own = mayPlay();
  document.title = `${view.over ? "Over" : own ? "Your turn" : "Game"} · ${view.ruleset.title}`;
  for (const [name, button] of Object.entries(tools)) if (name in (view.can ?? {})) button.disabled = !view.can[name];
  tools.resign.hidden = !mine().length;
  for (const one of [tools.hint, tools.analysis]) one.hidden = !view.hints;
  tools.analysis.disabled = Boolean(view.stuck);
  without.hidden = view.hints || !id;
  banner.hidden = !view.over;
  if (view.over) result();
  guests.replaceChildren(...invitation(view, kept.links));
  match.replaceChildren(...[standing(view)].filter(Boolean));
  away.replaceChildren(...[
    view.can?.claim && view.sides.filter((side) => side.open).map((side) =>
      h("button", { type: "button", onclick: () => make("claim", { side: side.name }) }, `Sit down as ${side.called}`)),
  ].flat().filter(Boolean));
  // In the box is said what is asked, and by two buttons it is answered.
  if (view.undo_asked) tools.undo.disabled = true;
  askBack();
  const message = view.undo_asked ? undefined : view.message;
  if (message && message !== told) {
    notice.hidden = false;
    notice.textContent = message;
  } else if (!message && told) {
    notice.hidden = true;
  }
  told = message;
  sharing.replaceChildren(...share(view, kept.links, shown));
  listMoves();
  handPieces();
  otherMoves();
  say(undefined);
}

// ---- taking back, where somebody else has to agree ----

let answered; // what became of it, until the next move

const named = (moves) => (moves.length > 1 ? `${moves.slice(0, -1).join(", ")} and ${moves.at(-1)}` : moves[0] ?? "the last move");

function askBack() {
  const asker = view.undo_asked;
  const words = asker ? askedWords(asker) : answered;
  asks.hidden = !words || shown !== view;
  const button = (label, what, kind) => h("button", { type: "button", class: kind, onclick: () => act(what) }, label);
  const key = `${view.version} ${words}`;
  if (asks.dataset.key === key) return;
  asks.dataset.key = key;
  asks.replaceChildren(h("p", {}, words ?? ""), ...(!asker || !mine().length ? []
    : [h("div", { class: "row" }, mine().includes(asker) ? button("Never mind", "play-on")
      : [button("Agree", "undo", "primary"), button("Play on", "play-on")])]));
}

function askedWords(asker) {
  const moves = named(view.undo_moves ?? []);
  const others = view.sides.filter((side) => side.kind === "person" && !mine().includes(side.name)).map((side) => side.called);
  if (mine().includes(asker)) return `You asked to take back ${moves}. Waiting for ${others.join(" and ")}.`;
  return `${capital(called(asker))} ${view.undo_moves?.length > 1 ? "would like to take back these moves" : "would like to take back this move"}: ${moves}.`;
}

// What became of the question is said to whoever asked it, and to whoever was asked.
function takenBack(before) {
  if (view.ply !== before.ply) answered = undefined;
  const asker = before.undo_asked;
  if (!asker || view.undo_asked) return;
  const own = mine().includes(asker);
  if (view.undo_refused === asker) answered = own ? "They played on: the moves stand. You can ask again after the next move." : undefined;
  else if (view.ply < before.ply) answered = own ? "They agreed: the moves are taken back." : "The moves are taken back.";
  if (answered) announce(answered);
}

function result() {
  const over = view.over;
  const [title] = over.clause ? over.says.split(`: ${over.clause}`) : [over.says];
  const end = view.match_over;
  banner.replaceChildren(...[
    h("h2", {}, title.replace(/\.$/, "")),
    over.clause && h("p", {}, `${capital(over.clause)}.`),
    end && h("p", {}, h("strong", {}, end.says)),
    h("div", { class: "row" },
      view.can?.next_round && h("button", { type: "button", class: "primary", onclick: nextRound }, "Next round"),
      view.rematch ? h("a", { class: "button primary", href: `/game/${view.rematch}`, onclick: () => seat() && keep(view.rematch, { title: view.ruleset.title, seat: seat() }) }, "To the rematch")
        : view.can?.rematch && h("button", { type: "button", onclick: () => make("rematch") }, "Rematch, sides swapped"),
      view.can?.undo && h("button", { type: "button", onclick: () => act("undo") }, "Take the last move back"),
      view.ruleset.id ? h("a", { class: "button", href: `/ruleset/${view.ruleset.id}` }, "Another game") : h("a", { class: "button", href: "/" }, "All games")),
  ].filter(Boolean));
}

function listMoves() {
  const across = Math.max(2, view.sides.length);
  const rows = [];
  view.moves.forEach((text, i) => {
    if (i % across === 0) rows.push(h("li", {}));
    rows.at(-1).append(h("button", {
      type: "button", class: "ply", "aria-current": shown.ply === i + 1 ? "true" : undefined, onclick: () => look(i + 1),
    }, text));
  });
  moveList.replaceChildren(...rows);
  moveList.hidden = !rows.length;
  const step = (name, label, ply) => h("button", {
    type: "button", "aria-label": label, title: label, disabled: ply < 0 || ply > view.ply || ply === shown.ply, onclick: () => look(ply),
  }, icon(name));
  const had = browse.contains(document.activeElement) && document.activeElement.getAttribute("aria-label");
  browse.replaceChildren(
    step("first", "The start", 0), step("back", "One move back", shown.ply - 1),
    step("next", "One move on", shown.ply + 1), step("last", "Now", view.ply));
  if (had) [...browse.children].find((b) => b.getAttribute("aria-label") === had)?.focus();
  // The list alone is scrolled: on a small screen the board stays where it is.
  const now = moveList.querySelector("[aria-current]")?.parentElement;
  if (now) moveList.scrollTop = now.offsetTop - moveList.offsetTop - moveList.clientHeight / 2;
}

// Shows the game as it was after `ply` moves.
async function look(ply) {
  if (ply === view.ply) {
    shown = view;
  } else {
    if (!seen.has(ply)) {
      try {
        seen.set(ply, await get(`/api/games/${id}?ply=${ply}`, { seat: seat() }));
      } catch (error) {
        return refused(error);
      }
    }
    shown = seen.get(ply);
  }
  board.pick(undefined);
  board.show(shown);
  frame.classList.toggle("past", shown !== view);
  around();
}

// Pieces in hand are picked here and put down on the board; those of each side beside its seat.
function handPieces() {
  const all = shown.hands ?? [];
  const near = view.sides[lowSide()].name;
  for (const [tray, own] of [[hands, all.filter((one) => one.side === near)], [farHands, all.filter((one) => one.side !== near)]]) {
    tray.hidden = !own.length;
    const had = tray.contains(document.activeElement) && document.activeElement.dataset.hand;
    const several = new Set(own.map((one) => one.side)).size > 1;
    tray.replaceChildren(...own.flatMap((one, i) => [
      several && own[i - 1]?.side !== one.side && h("span", { class: "whose" }, sideTitle(one.side)), handPiece(one)]).filter(Boolean));
    if (had) [...tray.children].find((button) => button.dataset.hand === had)?.focus();
  }
}

const sideTitle = (name) => view.sides.find((side) => side.name === name)?.title ?? name;

function handPiece(one) {
  const may = mayPlay() && view.to_move.includes(one.side) && view.legal.some((m) => m.drop === one.kind);
  const picked = may && board.picked?.drop === one.kind;
  const count = one.count ?? "∞";
  const label = `${capital(one.name)} × ${count}, ${sideTitle(one.side)}`;
  return h("button", { type: "button", class: "hand", disabled: !may, "aria-pressed": String(Boolean(picked)), "aria-label": label, title: label,
    "data-hand": `${one.side} ${one.kind}`, onclick: () => {
      board.pick(picked ? undefined : { drop: one.kind });
      if (!picked) say(`Press a place to put the ${one.name} down.`, "info"), board.focus();
    } }, drawing(one.svg), h("span", {}, `×${count}`));
}

// Moves that no place on the board stands for, such as passing.
function otherMoves() {
  const all = id && mayPlay() ? view.legal.filter((m) => !onBoard(m)) : [];
  other.hidden = !all.length;
  other.replaceChildren(...all.map((m) => h("button", { type: "button", onclick: () => play(m) }, capital(m.says ?? m.text))));
}

// ---- laying out ----

const tools = {
  undo: tool("undo", "Undo", () => act("undo")),
  redo: tool("redo", "Redo", () => act("redo")),
  hint: tool("hint", "Hint", () => advice.hint(id, view)),
  analysis: tool("analysis", "Analysis", () => advice.toggle(id, view, tools.analysis), { "aria-pressed": "false" }),
  flip: tool("flip", "Flip", () => {
    flippedByHand = !board.flipped;
    arrange();
    handPieces();
  }),
  resign: tool("resign", "Resign", resign),
};

// Who plays from the far side sees the board from there, unless they turned it by hand.
function farSide() {
  const ours = mine();
  if (ours.length !== 1 || view.sides.length !== 2) return false;
  const ys = view.sites.map((p) => p.y);
  const middle = (Math.min(...ys) + Math.max(...ys)) / 2;
  const at = new Map(view.sites.map((p) => [p.name, p.y]));
  const own = view.pieces.filter((p) => p.side === ours[0]).map((p) => at.get(p.site) ?? middle);
  return own.length > 0 && own.reduce((a, b) => a + b, 0) / own.length < middle - 1;
}

let far = false;

// The first side sits at the bottom, the others above.
const lowSide = () => (view.sides.length === 2 && (flippedByHand ?? far) ? 1 : 0);

const table = h("div", { class: "table" });
const top = h("div", { class: "seats" });
const bottom = h("div", { class: "seats" });

function arrange() {
  const flipped = flippedByHand ?? far;
  board.turn(flipped);
  const strips = view.sides.map((_, i) => seats.strips.get(i)?.strip ?? seats.strip(i));
  const low = lowSide();
  bottom.replaceChildren(strips[low]);
  top.replaceChildren(...strips.filter((_, i) => i !== low));
}

function tabs(list) {
  const show = (chosen) => list.forEach(({ tab, panel }, i) => {
    tab.setAttribute("aria-selected", String(i === chosen));
    tab.tabIndex = i === chosen ? 0 : -1;
    panel.hidden = i !== chosen;
  });
  list.forEach((one, i) => {
    one.panel = h("div", { role: "tabpanel", id: `panel-${i}`, "aria-labelledby": `tab-${i}` }, one.content);
    one.tab = h("button", { type: "button", role: "tab", id: `tab-${i}`, "aria-controls": `panel-${i}`, onclick: () => show(i), onkeydown: (e) => {
      const to = { ArrowRight: i + 1, ArrowLeft: i - 1 }[e.key];
      if (to === undefined) return;
      const next = (to + list.length) % list.length;
      show(next);
      list[next].tab.focus();
    } }, one.title);
  });
  show(0);
  return h("div", { class: "tabs" }, h("div", { role: "tablist", "aria-label": "About this game" }, list.map((one) => one.tab)), list.map((one) => one.panel));
}

function layOut() {
  far = farSide();
  const known = view.ruleset.id;
  $("#where").replaceChildren(known ? h("a", { href: `/ruleset/${known}` }, view.ruleset.title) : view.ruleset.title);
  $("#edit-link").href = known ? `/edit?ruleset=${encodeURIComponent(known)}` : "/edit";
  const { analysis, flip, hint, redo, resign, undo } = tools;
  const content = id
    ? [{ title: "Moves", content: [browse, moveList, advice.panel, without, away] }, { title: "Rules", content: rules }, { title: "Share", content: sharing }]
    : [{ title: "Position", content: [playOn(), sharing] }, { title: "Rules", content: rules }];
  main.replaceChildren(
    h("h1", { class: "unseen" }, view.ruleset.title),
    table,
    h("aside", { class: "margin", "aria-label": "Beside the board" }, notice, banner, guests, match, tabs(content)),
  );
  table.replaceChildren(
    top, farHands,
    h("div", { class: "board-row" }, advice.bar, frame),
    hands, bottom,
    caption, asks, other,
    h("div", { class: "tools", role: "toolbar", "aria-label": "Board" }, ...(id ? [undo, redo, hint, analysis] : []), flip, ...(id ? [resign] : [])),
  );
  arrange();
  // A game knows its own rules, which may be nowhere else.
  get(id ? `/api/games/${id}/rules` : `/api/rulesets/${encodeURIComponent(view.ruleset.id)}?${settingsQuery(view.settings)}`)
    .then((read) => rules.replaceChildren(...prose(apart(read).sections)))
    .catch((error) => rules.replaceChildren(h("p", { class: "small" }, error.message)));
}

function playOn() {
  const set = settingsQuery(view.settings);
  return h("p", {}, h("a", { class: "button primary", href: `/ruleset/${view.ruleset.id}?${set}${set && "&"}position=${encodeURIComponent(view.position)}` }, "Play on from here"));
}

// ---- opening ----

// A secret in the address is kept in this browser and taken out of the address at once.
async function takeSeat() {
  const secret = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (!secret) return;
  // Only once it is kept does it leave the address: what fails can be tried again.
  const held = await get(`/api/games/${id}`, { seat: secret });
  const other = seat() && seat() !== secret;
  const wanted = !other || confirm("You have a seat in this game already; this link is for the other player. Take that seat here, and give yours up?");
  if (held.you.length && wanted) kept = keep(id, { title: held.ruleset.title, seat: secret });
  history.replaceState(null, "", location.pathname);
}

async function open() {
  if (!id) {
    const query = new URLSearchParams(location.search);
    query.set("ruleset", query.get("ruleset") ?? "");
    show(await get(`/api/position?${query}`));
    return;
  }
  await takeSeat();
  show(await get(`/api/games/${id}`, { seat: seat() }));
  if (mine().length) keep(id, { title: view.ruleset.title });
  let lost;
  stop = follow(id, seat(), show, (state) => {
    clearTimeout(lost);
    if (state === "live") {
      if (notice.dataset.lost) notice.hidden = true;
      delete notice.dataset.lost;
    } else {
      lost = setTimeout(() => {
        notice.dataset.lost = "yes";
        notice.hidden = false;
        notice.textContent = state === "gone" ? "The server does not know this game any more." : "The connection is lost. The page tries again by itself; the game is kept.";
      }, 1500);
    }
  });
}

addEventListener("pagehide", () => stop?.());
addEventListener("pageshow", (event) => event.persisted && location.reload());
addEventListener("hashchange", () => location.reload());
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
  if (event.key === "Escape") return board.pick(undefined);
  const does = { u: tools.undo, r: tools.redo, h: tools.hint, f: tools.flip, a: tools.analysis }[event.key];
  if (does && does.isConnected && !does.disabled) does.click();
});

open().catch((error) => lost(main, error, id ? "There is no such game" : "There is no such position"));
