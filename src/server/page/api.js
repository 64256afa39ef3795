// The server's JSON API, and what this browser keeps: the secrets of its seats.

import { sentence } from "./dom.js";

/** What the server refused, in its own words. */
export class Refusal extends Error {
  constructor(status, body) {
    const error = body?.error ?? {};
    super(sentence(error.message ?? "The server did not answer as expected."));
    this.status = status;
    this.code = error.code ?? "unknown";
    this.hint = error.hint && sentence(error.hint);
    this.body = body;
  }
}

async function send(method, path, { body, seat, signal } = {}) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (seat) headers.Authorization = `Seat ${seat}`;
  let answer;
  try {
    answer = await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(0, { error: { code: "no-connection", message: "The server cannot be reached." } });
  }
  const text = await answer.text();
  let read;
  try {
    read = JSON.parse(text);
  } catch {
    read = text;
  }
  if (!answer.ok) throw new Refusal(answer.status, read);
  return read;
}

export const get = (path, how) => send("GET", path, how);
export const post = (path, body, how) => send("POST", path, { ...how, body });

/** `set=a=b&set=c=d` of the settings that are not left as they are. */
export function settingsQuery(settings) {
  return Object.entries(settings ?? {}).map(([name, value]) => `set=${encodeURIComponent(`${name}=${value}`)}`).join("&");
}

/** The settings that an address holds. */
export function settingsOf(query) {
  const settings = {};
  for (const pair of query.getAll("set")) {
    const at = pair.indexOf("=");
    if (at > 0) settings[pair.slice(0, at)] = pair.slice(at + 1);
  }
  return settings;
}

/**
 * Follows a game: `onview` gets each state, `onstate` whether the connection holds. It comes back by itself when the
 * connection is lost. The answer stops it. (EventSource cannot send the seat's secret, hence the reading by hand.)
 */
export function follow(id, seat, onview, onstate) {
  const stopper = new AbortController();
  let pause = 500;
  const listen = async () => {
    while (!stopper.signal.aborted) {
      try {
        const answer = await fetch(`/api/games/${id}/events`, {
          headers: { Accept: "text/event-stream", ...(seat && { Authorization: `Seat ${seat}` }) },
          signal: stopper.signal,
        });
        if (answer.status === 404) return onstate("gone");
        if (!answer.ok) throw new Error(answer.statusText);
        onstate("live");
        pause = 500;
        await events(answer.body, (data) => onview(JSON.parse(data)));
      } catch (error) {
        if (stopper.signal.aborted) return;
      }
      onstate("lost");
      await new Promise((done) => setTimeout(done, pause));
      pause = Math.min(pause * 2, 8000);
    }
  };
  listen();
  return () => stopper.abort();
}

async function events(body, ondata) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value.replaceAll("\r", "")).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const data = part.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trimStart());
      if (data.length) ondata(data.join("\n"));
    }
  }
}

// ---- what this browser keeps ----

const KEY = "houserules.games";
const KEPT = 50;

/** The games of this browser, latest first: `{id, title, when, seat: secret, links: {side: secret}}`. */
export function games() {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(all) ? all : [];
  } catch {
    return [];
  }
}

export function gameKept(id) {
  return games().find((game) => game.id === id);
}

/** Keeps a game, or what is new about it. */
export function keep(id, news) {
  const game = { id, links: {}, ...gameKept(id), ...news, when: Date.now() };
  try {
    localStorage.setItem(KEY, JSON.stringify([game, ...games().filter((other) => other.id !== id)].slice(0, KEPT)));
  } catch {
    // A browser that keeps nothing still plays until the page is left.
  }
  return game;
}

export function forget(id) {
  localStorage.setItem(KEY, JSON.stringify(games().filter((game) => game.id !== id)));
}

/** Keeps a game that was made: our own seat, and the links for those who are to be sent one. */
export function keepMade(made, isMine) {
  let seat;
  const links = {};
  for (const [side, secret] of Object.entries(made.seats ?? {})) {
    if (isMine(side)) seat = secret;
    else links[side] = secret;
  }
  return keep(made.id, { title: made.game?.ruleset?.title, ...(seat && { seat }), links });
}

/** Makes a game, keeps its seats, and gives its id. `order.seats` says per side: me, friend, computer or open. */
export async function made(order) {
  const game = await post("/api/games", order);
  keepMade(game, (side) => order.seats[side] === "me");
  return game.id;
}

/** Starts a game and goes to it. */
export async function start(order) {
  location.assign(`/game/${await made(order)}`);
}
