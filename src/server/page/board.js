// A board that can be played on: the server's drawing, with places to press laid over it.
//
// The drawing's pieces and grounds are replaced with every state; the places (`.hit`) stay, so that the keyboard's
// focus does. Where a place lies is the server's word (`sites`), in the drawing's units.

import { announce, capital, choose, drawing, s } from "./dom.js";
import { arrowMarks, boxOf, like, nearest, takes } from "./geometry.js";
import { finished, hand, leading, movesOf, nextKeys, onBoard, telling, waypoints } from "./moves.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Board {
  /**
   * `hooks`: `play(move)` when a move is chosen; `why(from, to)` asks why not (resolves to a sentence);
   * `caption(text, kind)` shows a line below the board; `mayPlay()` says whether this screen has the turn;
   * `idle()` says why it has not, when a place is pressed nevertheless.
   */
  constructor(frame, hooks) {
    this.frame = frame;
    this.hooks = hooks;
    this.flipped = false;
    this.pressed = []; // of a move: the piece or the hand, where it goes, and so on
    this.through = []; // where it is to pass by
    this.places = new Map();
    this.frame.addEventListener("pointerdown", (e) => this.#press(e));
    this.frame.addEventListener("pointermove", (e) => this.#over(e));
    this.frame.addEventListener("pointerup", (e) => this.#release(e));
    this.frame.addEventListener("pointercancel", () => this.#endDrag());
    this.frame.addEventListener("pointerleave", () => this.#hover(undefined));
    this.frame.addEventListener("keydown", (e) => this.#key(e));
    this.frame.addEventListener("focusin", (e) => this.#focus(e));
    this.frame.addEventListener("focusout", () => this.#drawMarks());
    // A click without a pointer comes from a screen reader.
    this.frame.addEventListener("click", (e) => {
      const site = e.detail === 0 && e.target.closest?.(".hit")?.dataset.site;
      if (site) this.#act(site);
    });
  }

  /** Shows a state; what moved since the last one is seen moving. */
  show(view, { still = false } = {}) {
    const before = this.view;
    const fresh = drawing(view.board);
    if (!fresh) return;
    const same = this.svg && before && before.sites.length === view.sites.length
      && this.drawn === fresh.getAttribute("viewBox")
      && before.sites.every((site, i) => site.name === view.sites[i].name);
    this.view = view;
    this.drawn = fresh.getAttribute("viewBox");
    this.#endDrag();
    // What is in hand is shown beside the board, where it can be pressed.
    fresh.querySelector(".hands")?.remove();
    const gone = before && same ? this.#leaving(before, view) : [];
    if (same) {
      for (const child of [...this.svg.children]) if (!child.classList.contains("mine")) child.remove();
      this.marks.before(...fresh.children);
    } else {
      this.#lay(fresh);
    }
    this.#flip();
    this.ahead = undefined;
    if (this.pressed.length && !this.#moves().length) this.#letGo();
    this.#preview();
    this.arrow = undefined;
    if (before && same && !still && !STILL.matches) this.#animate(before, view, gone);
    this.refresh();
  }

  /** Draws marks and names anew, after who may play has changed. */
  refresh() {
    this.#drawMarks();
    this.#label();
  }

  turn(flipped) {
    this.flipped = flipped;
    if (!this.view) return;
    const view = this.view;
    this.view = undefined;
    this.svg = undefined;
    this.show(view, { still: true });
  }

  /** Points at a move. */
  point(move) {
    this.arrow = move;
    this.#drawMarks();
  }

  /** Picks a piece to be put down from a hand, or nothing. */
  pick(what) {
    if (!this.view || (!what && !this.pressed.length)) return;
    this.#letGo();
    if (what) this.pressed = [what.drop ? hand(what.drop) : what.site];
    this.refresh();
    this.hooks.picking?.();
  }

  /** What is picked: a piece on the board, or one to be put down from the hand. */
  get picked() {
    const [first] = this.pressed;
    if (!first) return undefined;
    return first.startsWith("hand ") ? { drop: first.slice(5) } : { site: first };
  }

  #letGo() {
    this.pressed = [];
    this.through = [];
    this.#preview();
  }

  /** How wide it is for its height. */
  get ratio() {
    return this.box ? this.box[2] / this.box[3] : 1;
  }

  focus() {
    this.places.get(this.cursor)?.hit.focus();
  }

  // ---- laying out ----

  #lay(svg) {
    this.svg = svg;
    svg.setAttribute("role", "application");
    svg.setAttribute("aria-roledescription", "board");
    svg.setAttribute("aria-label", "Board. Arrow keys go from place to place, Enter picks and moves, Escape lets go.");
    this.places = new Map();
    const sites = this.view.sites;
    this.apart = nearest(sites);
    this.marks = s("g", { class: "mine overlay", "aria-hidden": "true" });
    const hits = s("g", { class: "mine hits" });
    const half = this.apart / 2;
    for (const site of sites) {
      const hit = s("rect", {
        class: "hit", "data-site": site.name, role: "button", tabindex: "-1", x: site.x - half, y: site.y - half,
        width: this.apart, height: this.apart,
      });
      this.places.set(site.name, { ...site, hit });
      hits.append(hit);
    }
    svg.append(this.marks, hits);
    this.frame.replaceChildren(svg);
    this.box = boxOf(svg);
    svg.setAttribute("viewBox", this.box.join(" "));
    if (!this.places.has(this.cursor)) this.cursor = this.#firstPlace();
  }

  // The whole drawing is turned, and each piece and name turned back in its place.
  #flip() {
    if (!this.flipped) return;
    const [x, y, width, height] = this.box;
    const turn = `rotate(180 ${x + width / 2} ${y + height / 2})`;
    for (const child of this.svg.children) child.setAttribute("transform", turn);
    for (const piece of this.svg.querySelectorAll(".pieces > .piece")) {
      piece.setAttribute("transform", `${piece.getAttribute("transform") ?? ""} rotate(180)`);
    }
    // A name may be text or lines; the middle of what is seen of it stays where it is.
    for (const name of this.svg.querySelectorAll(".names > *")) {
      const group = s("g");
      name.replaceWith(group);
      group.append(name);
      const box = group.getBBox();
      group.setAttribute("transform", `rotate(180 ${box.x + box.width / 2} ${box.y + box.height / 2})`);
    }
  }

  #firstPlace() {
    const own = this.view.legal.find((move) => move.from);
    return own?.from ?? this.view.sites[0]?.name;
  }

  // ---- what may be done ----

  // The moves that what was pressed leads to; those of nothing are all.
  #moves() {
    if (!this.hooks.mayPlay()) return [];
    return movesOf(this.view.legal, this.pressed, this.through).filter(onBoard);
  }

  // The places that can be pressed next, each with the moves that are left then.
  #targets() {
    const moves = this.#moves();
    const found = new Map();
    if (!this.pressed.length) return found;
    for (const move of moves) {
      for (const site of nextKeys(move, this.pressed)) found.set(site, [...(found.get(site) ?? []), move]);
    }
    if (!found.size) return telling(moves);
    // Where only some of several moves can end already, that is said by pressing the same place again.
    const last = this.pressed.at(-1);
    const done = finished(moves, this.pressed);
    if (done.length && this.pressed.length > 1 && !found.has(last)) found.set(last, done);
    return found;
  }

  // Where nothing else can be done than putting down one kind, it need not be picked first.
  #only() {
    if (!this.hooks.mayPlay()) return undefined;
    const kinds = new Set(this.view.legal.map((m) => m.drop));
    return kinds.size === 1 ? [...kinds][0] : undefined;
  }

  #movable(site) {
    return this.#starts().has(site);
  }

  // The places where a move can begin.
  #starts() {
    if (!this.hooks.mayPlay()) return new Set();
    if (this.begun?.view !== this.view) {
      const only = this.#only();
      const start = only ? [hand(only)] : [];
      const moves = this.view.legal.filter((m) => onBoard(m) && (only || !m.drop));
      this.begun = { view: this.view, sites: new Set(moves.flatMap((m) => nextKeys(m, start))) };
    }
    return this.begun.sites;
  }

  #pieceOn(site) {
    return this.view.pieces.find((p) => p.site === site);
  }

  #named(piece) {
    return piece.name ?? piece.kind;
  }

  // What pressing a place does: pick, move, choose what else belongs to the move, let go, or hear why not.
  async #act(site) {
    this.cursor = site;
    const target = this.#targets().get(site);
    if (target) return this.#chosen(target, site);
    const way = this.#moves().filter((m) => this.pressed.length === 1 && waypoints([m], this.pressed).has(site));
    if (way.length) {
      this.through = [...this.through, site];
      return this.#narrowed(way);
    }
    if (this.pressed.includes(site)) return this.pick(undefined);
    if (this.#movable(site)) {
      const only = this.#only();
      this.#letGo();
      this.pressed = only ? [hand(only)] : [];
      const moves = leading(this.#moves(), this.pressed, site);
      // A place where something is put down, or chosen, is all that there is to press.
      if (only || moves.every((m) => !m.from)) return this.#chosen(moves, site);
      this.pick({ site });
      const many = this.#targets().size;
      const words = `${capital(this.#named(this.#pieceOn(site) ?? { kind: "piece" }))} on ${site}: ${many} ${many === 1 ? "place" : "places"} to go`;
      this.hooks.caption(words, "info");
      announce(words);
      this.hooks.picked?.(site);
      return;
    }
    if (!this.hooks.mayPlay()) {
      const words = this.hooks.idle?.();
      if (words) {
        this.hooks.caption(words, "info");
        announce(words);
      }
      return;
    }
    const from = this.picked?.site;
    if (from || this.#pieceOn(site)) {
      const words = await this.hooks.why(from ?? site, from ? site : undefined);
      if (words) {
        this.hooks.caption(words, "refused");
        announce(words);
      }
    }
  }

  // A place was pressed that these moves have next, or by which they are told from others.
  #chosen(moves, site) {
    const ahead = moves.some((m) => nextKeys(m, this.pressed).includes(site));
    if (ahead) this.pressed = [...this.pressed, site];
    else this.through = [...this.through, ...(moves.every((m) => m.path?.includes(site)) ? [site] : [])];
    return this.#narrowed(moves, !ahead);
  }

  // These moves are left: one is made, of several what tells them apart is asked for.
  async #narrowed(moves, told = false) {
    const left = told ? moves : this.#moves().filter((m) => moves.includes(m));
    if (left.length === 1) return this.#make(left[0]);
    const more = left.some((m) => nextKeys(m, this.pressed).length);
    if (!told && (more || telling(left).size)) {
      this.#preview();
      this.refresh();
      this.hooks.picking?.();
      const words = this.#asks(left);
      this.hooks.caption(words, "info");
      announce(words);
      return;
    }
    const which = await choose("Which move?", left.map((m) => this.#choice(m, left)));
    if (which === undefined) return this.pick(undefined);
    return this.#make(left[which]);
  }

  #make(move) {
    this.#letGo();
    this.refresh();
    this.hooks.picking?.();
    this.hooks.play(move);
  }

  // What is asked for in the middle of a move.
  #asks(moves) {
    const next = new Set(moves.flatMap((m) => nextKeys(m, this.pressed)));
    const taken = (site) => moves.every((m) => !nextKeys(m, this.pressed).includes(site) || m.captures?.includes(site));
    if (!next.size) return "There are several ways. Press a place that it passes by, or what it captures.";
    const done = finished(moves, this.pressed).length ? ` Press ${this.pressed.at(-1)} again for nothing more.` : "";
    if ([...next].every(taken)) return `Press the piece that is captured.${done}`;
    return `Press the next place of this move.${done}`;
  }

  // A move among several: what it becomes is drawn.
  #choice(move, moves) {
    const says = move.says ? `${capital(move.says)} (${move.text})` : move.text;
    if (new Set(moves.map((m) => m.becomes)).size < moves.length) return says;
    const side = move.side;
    const kind = move.becomes ?? this.#pieceOn(move.from)?.kind ?? move.drop;
    const svg = this.view.drawn?.find((one) => one.kind === kind && one.side === side)?.svg;
    return { picture: drawing(svg), words: move.becomes ? `${capital(kind)}` : `Stays a ${kind}`, note: move.text };
  }

  // In the middle of a move the piece stands where it goes.
  #preview() {
    const layer = this.svg?.querySelector(".pieces");
    if (this.ahead) {
      this.ahead.piece.setAttribute("transform", this.ahead.transform);
      this.ahead = undefined;
    }
    const [from, to] = this.pressed;
    const piece = from && layer?.querySelector(`[data-site="${CSS.escape(from)}"]`);
    const place = this.places.get(to);
    if (!piece || !place || this.#moves().some((m) => m.to !== to)) return;
    this.ahead = { piece, transform: piece.getAttribute("transform") };
    piece.setAttribute("transform", `translate(${place.x} ${place.y})${this.flipped ? " rotate(180)" : ""}`);
    layer.append(piece);
  }

  // ---- pointer ----

  #at(event) {
    const matrix = this.svg?.getScreenCTM();
    if (!matrix) return undefined;
    let { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    if (this.flipped) [x, y] = this.#turned(x, y);
    let best;
    let least = (this.apart * 0.75) ** 2;
    for (const place of this.places.values()) {
      const far = (place.x - x) ** 2 + (place.y - y) ** 2;
      if (far < least) [best, least] = [place.name, far];
    }
    return { site: best, x, y };
  }

  #turned(x, y) {
    const [left, top, width, height] = this.box;
    return [2 * left + width - x, 2 * top + height - y];
  }

  #press(event) {
    if (event.button !== 0) return;
    const at = this.#at(event);
    if (!at?.site) return;
    event.preventDefault();
    this.#moveCursor(at.site, document.activeElement?.closest?.(".hit"));
    this.press = { site: at.site, x: event.clientX, y: event.clientY, wasPicked: this.picked?.site === at.site };
    const target = this.#targets().has(at.site);
    // A piece may be dragged; a place where something is put down is pressed and let go.
    if (this.pressed.length < 2 && !target && this.view.legal.some((m) => m.from === at.site) && this.#movable(at.site)) {
      if (!this.press.wasPicked) this.#act(at.site);
      this.press.acted = true;
      this.frame.setPointerCapture?.(event.pointerId);
    }
  }

  #over(event) {
    const at = this.#at(event);
    if (!at) return;
    const press = this.press;
    if (press?.acted && !this.drag && Math.hypot(event.clientX - press.x, event.clientY - press.y) > 5) {
      const piece = this.svg.querySelector(`.pieces [data-site="${CSS.escape(press.site)}"]`);
      if (piece) {
        this.drag = { piece, transform: piece.getAttribute("transform") };
        piece.classList.add("dragged");
        piece.parentNode.append(piece);
      }
    }
    if (this.drag) {
      const turn = this.flipped ? " rotate(180)" : "";
      this.drag.piece.setAttribute("transform", `translate(${at.x} ${at.y})${turn}`);
    }
    this.#hover(at.site);
  }

  #release(event) {
    const press = this.press;
    const dragged = Boolean(this.drag);
    const at = this.#at(event);
    this.#endDrag();
    if (!press || !at?.site) return;
    if (dragged) {
      if (at.site !== press.site) {
        this.dropped = true;
        this.#act(at.site);
      }
    } else if (at.site === press.site && (!press.acted || press.wasPicked)) {
      this.#act(at.site);
    }
  }

  #endDrag() {
    if (this.drag) {
      this.drag.piece.classList.remove("dragged");
      if (this.drag.transform) this.drag.piece.setAttribute("transform", this.drag.transform);
    }
    this.drag = undefined;
    this.press = undefined;
  }

  #hover(site) {
    if (site === this.over) return;
    this.over = site;
    this.#drawMarks();
    this.#tell(site);
  }

  // What the pointer, or the keyboard, is on.
  #tell(site) {
    if (!site) return this.hooks.caption(undefined);
    const moves = this.#targets().get(site) ?? this.#put(site);
    if (moves.length > 4) return this.hooks.caption(`${moves.length} moves go there; press it to choose among them.`, "info");
    if (moves.length) return this.hooks.caption(moves.map((m) => capital(m.says ?? m.text)).join(" · or "), takes(moves) ? "capture" : "info");
    if (this.pressed.length > 1) return this.hooks.caption(this.#asks(this.#moves()), "info");
    if (this.picked?.site && this.picked.site !== site && !this.#movable(site)) {
      return this.hooks.asking(this.picked.site, site);
    }
    const piece = this.#pieceOn(site);
    this.hooks.caption(piece ? `${capital(this.#named(piece))} on ${site}` : undefined, "info");
  }

  // The moves that put something down there without picking it first.
  #put(site) {
    const only = this.#only();
    return only && !this.pressed.length ? leading(movesOf(this.view.legal, [hand(only)]), [hand(only)], site) : [];
  }

  // ---- keyboard ----

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      event.preventDefault();
      const next = this.#toward(this.flipped ? [-arrow[0], -arrow[1]] : arrow);
      if (next) this.#moveCursor(next, true);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#act(this.cursor);
    } else if (event.key === "Escape" && this.pressed.length) {
      event.preventDefault();
      this.pick(undefined);
      announce("Let go");
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      const names = [...this.places.keys()];
      this.#moveCursor(event.key === "Home" ? names[0] : names.at(-1), true);
    }
  }

  // The place that lies best in that direction: near, and not far off the line.
  #toward([dx, dy]) {
    const here = this.places.get(this.cursor);
    if (!here) return undefined;
    let best;
    let least = Infinity;
    for (const place of this.places.values()) {
      const along = (place.x - here.x) * dx + (place.y - here.y) * dy;
      const off = Math.abs((place.x - here.x) * dy) + Math.abs((place.y - here.y) * dx);
      if (along < this.apart * 0.2 || off > along * 1.2) continue;
      const cost = along + 2 * off;
      if (cost < least) [best, least] = [place.name, cost];
    }
    return best;
  }

  #moveCursor(site, focus) {
    const old = this.places.get(this.cursor)?.hit;
    old?.setAttribute("tabindex", "-1");
    this.cursor = site;
    const hit = this.places.get(site)?.hit;
    hit?.setAttribute("tabindex", "0");
    if (focus) hit?.focus({ preventScroll: true });
  }

  #focus(event) {
    const site = event.target.closest?.(".hit")?.dataset.site;
    if (!site) return;
    this.cursor = site;
    this.#drawMarks();
    if (event.target.matches(":focus-visible")) this.#tell(site);
  }

  // ---- marks and names ----

  #drawMarks() {
    if (!this.marks) return;
    const marks = [];
    const r = this.apart;
    const put = (site, make) => {
      const place = this.places.get(site);
      if (place) marks.push(make(place));
    };
    if (this.picked?.site) {
      put(this.picked.site, (p) => s("rect", { class: "picked", x: p.x - r * 0.47, y: p.y - r * 0.47, width: r * 0.94, height: r * 0.94, rx: r * 0.1 }));
    }
    const targets = this.#targets();
    for (const [site, some] of targets) {
      put(site, (p) =>
        (takes(some) || this.#pieceOn(site)) && site !== this.pressed.at(-1)
          ? s("circle", { class: "target taking", cx: p.x, cy: p.y, r: r * 0.43 })
          : s("circle", { class: "target", cx: p.x, cy: p.y, r: r * 0.15 }),
      );
    }
    const aim = this.over ?? (this.frame.contains(document.activeElement) ? this.cursor : undefined);
    const taken = new Set((targets.get(aim) ?? this.#put(aim)).slice(0, 40).flatMap((m) => m.captures ?? []));
    for (const site of taken) {
      const d = r * 0.3;
      put(site, (p) => s("path", { class: "taken", d: `M${p.x - d} ${p.y - d}L${p.x + d} ${p.y + d}M${p.x + d} ${p.y - d}L${p.x - d} ${p.y + d}` }));
    }
    if (this.arrow) marks.push(...arrowMarks(this.places.get(this.arrow.from), this.places.get(this.arrow.to), this.apart));
    const active = document.activeElement;
    if (this.frame.contains(active) && active.matches(":focus-visible")) {
      put(this.cursor, (p) => s("rect", { class: "cursor", x: p.x - r * 0.44, y: p.y - r * 0.44, width: r * 0.88, height: r * 0.88, rx: r * 0.12 }));
    }
    this.marks.replaceChildren(...marks);
  }

  #label() {
    const targets = this.#targets();
    const standing = new Map(this.view.pieces.map((p) => [p.site, p]));
    for (const [site, { hit }] of this.places) {
      const piece = standing.get(site);
      const aims = targets.get(site) ?? [];
      const words = [site, piece ? this.#named(piece) : "empty"];
      if (aims.length) words.push(aims.map((m) => m.says ?? "may go here").join(", or "));
      else if (this.picked?.site === site) words.push("picked");
      else if (this.#movable(site)) words.push("can move");
      hit.setAttribute("aria-label", words.join(", "));
      hit.setAttribute("tabindex", site === this.cursor ? "0" : "-1");
      hit.classList.toggle("movable", this.#movable(site));
      hit.classList.toggle("aim", aims.length > 0);
    }
  }

  // ---- motion ----

  #identity(piece) {
    return `${piece.site} ${piece.side} ${piece.kind}`;
  }

  // Clones of the pieces that are not where they were, taken before the drawing is replaced.
  #leaving(before, view) {
    const now = new Set(view.pieces.map((p) => this.#identity(p)));
    return before.pieces.filter((p) => !now.has(this.#identity(p))).map((piece) => ({
      piece,
      node: this.svg.querySelector(`.pieces [data-site="${CSS.escape(piece.site)}"]`)?.cloneNode(true),
    }));
  }

  #animate(before, view, leaving) {
    const was = new Set(before.pieces.map((p) => this.#identity(p)));
    const arriving = view.pieces.filter((p) => !was.has(this.#identity(p)));
    const layer = this.svg.querySelector(".pieces");
    if (!layer || leaving.length + arriving.length > 40) return;
    const turn = this.flipped ? " rotate(180deg)" : "";
    const dropped = this.dropped;
    this.dropped = false;
    const left = [...leaving];
    for (const piece of arriving) {
      const node = layer.querySelector(`[data-site="${CSS.escape(piece.site)}"]`);
      if (!node) continue;
      const last = view.last;
      const main = last?.to === piece.site && last.from;
      // Its own start where that is known; else the nearest of its like, of another kind where it has become one.
      const which = like(left, piece, main, this.places);
      if (which === undefined) {
        node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 180 });
        continue;
      }
      const [{ piece: old }] = left.splice(which, 1);
      if (main && dropped) continue;
      const path = main && last.path?.length > 1 && last.from === old.site ? [old.site, ...last.path] : [old.site, piece.site];
      const frames = path.map((site) => this.places.get(site)).filter(Boolean)
        .map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)${turn}` }));
      node.animate(frames, { duration: 140 + 90 * (frames.length - 1), easing: "ease-in-out" });
    }
    for (const { node } of left) {
      if (!node) continue;
      node.classList.add("leaving");
      layer.prepend(node);
      node.animate([{ opacity: 1 }, { opacity: 1, offset: 0.4 }, { opacity: 0 }], { duration: 380 }).finished
        .catch(() => {}).then(() => node.remove());
    }
  }
}
