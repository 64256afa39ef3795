// What can be taken along from a game: links for a friend and for watchers, the record, the position.

import { get, settingsQuery } from "./api.js";
import { announce, copy, download, h } from "./dom.js";

function line(label, address, note) {
  const field = h("input", { type: "text", readonly: true, value: address, "aria-label": label, onfocus: (e) => e.target.select() });
  const button = h("button", { type: "button", onclick: () => copy(address, button) }, "Copy");
  return h("div", { class: "link" }, h("p", {}, h("strong", {}, label), note && h("small", {}, note)), h("div", { class: "row" }, field, button));
}

// A server for this machine alone has an address that leads nowhere from another one.
const alone = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
const reach = (note) => (alone ? `${note} The address works on this machine alone: for a friend elsewhere, start the server with --address.` : note);

export function positionAddress(view) {
  const set = settingsQuery(view.settings);
  return `${location.origin}/position?ruleset=${encodeURIComponent(view.ruleset.id)}${set && `&${set}`}&position=${encodeURIComponent(view.position)}`;
}

/** The panel for a game, or for a position alone. */
export function share(view, links, shown) {
  const parts = [];
  for (const [side, secret] of Object.entries(links ?? {})) {
    const called = view.sides.find((one) => one.name === side)?.called ?? side;
    parts.push(line(`Link for ${called}`, `${location.origin}/game/${view.id}#seat=${secret}`, reach("Whoever opens it takes that seat.")));
  }
  if (view.id) parts.push(line("Link for spectators", `${location.origin}/game/${view.id}`, reach("They see the game and cannot move.")));
  if (view.ruleset?.id) parts.push(line("This position", positionAddress(shown)));
  if (view.id) {
    const say = (words) => announce(words);
    const record = () => get(`/api/games/${view.id}/record`);
    const copying = h("button", { type: "button", onclick: async () => copy(await record(), copying) }, "Copy the record");
    parts.push(h("div", { class: "row" }, copying,
      h("button", { type: "button", onclick: async () => (download(`${view.ruleset.id ?? "game"}.record`, await record()), say("Saved")) }, "Download it"),
      h("a", { class: "button", href: `/api/games/${view.id}/board.svg`, download: "board.svg" }, "Board as a picture")));
  }
  return parts;
}

/** The link for the friend, large, while the seat is empty. */
export function invitation(view, links) {
  const waiting = view.sides.filter((side) => links?.[side.name] && side.joined === false);
  return waiting.map((side) => h("section", { class: "invitation", "aria-label": "Invitation" },
    line(`Send this link to whoever plays ${side.called}`, `${location.origin}/game/${view.id}#seat=${links[side.name]}`, reach("You may move already."))));
}
