// Where things are on a board, and which is which.

import { s } from "./dom.js";

/** Whether any of these moves captures. */
export const takes = (moves) => moves.some((m) => m.captures?.length);

/** Of the pieces that have gone, the one that has become `piece`: where it came from, or the nearest of its like. */
export function like(left, piece, main, places) {
  const own = main ? left.findIndex(({ piece: p }) => p.site === main) : -1;
  if (own >= 0) return own;
  const to = places.get(piece.site);
  let best;
  let least = Infinity;
  left.forEach(({ piece: p }, i) => {
    const from = places.get(p.site);
    if (p.side !== piece.side || p.kind !== piece.kind || !from || !to) return;
    const far = (from.x - to.x) ** 2 + (from.y - to.y) ** 2;
    if (far < least) [best, least] = [i, far];
  });
  return best;
}

/** What the drawing takes up, without its margin. */
export function boxOf(svg) {
  const { x, y, width, height } = svg.getBBox();
  if (!width) return svg.getAttribute("viewBox").split(/[\s,]+/).map(Number);
  return [x - 2, y - 2, width + 4, height + 4].map((n) => Math.round(n * 10) / 10);
}

/** The least distance between two places: the size of a cell. */
export function nearest(sites) {
  let least = Infinity;
  for (let i = 0; i < sites.length; i++) {
    for (let j = i + 1; j < sites.length; j++) {
      const far = Math.hypot(sites[i].x - sites[j].x, sites[i].y - sites[j].y);
      if (far > 1 && far < least) least = far;
    }
  }
  return Number.isFinite(least) ? least : 40;
}

/** An arrow between two places, or a ring around the second. `r` is the size of a cell. */
export function arrowMarks(from, to, r) {
  if (!to) return [];
  if (!from) return [s("circle", { class: "advice", cx: to.x, cy: to.y, r: r * 0.4 })];
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / long, (to.y - from.y) / long];
  const [ex, ey] = [to.x - ux * r * 0.1, to.y - uy * r * 0.1];
  const [bx, by] = [ex - ux * r * 0.32, ey - uy * r * 0.32];
  const wide = r * 0.2;
  return [
    s("path", { class: "advice", d: `M${from.x + ux * r * 0.25} ${from.y + uy * r * 0.25}L${bx} ${by}` }),
    s("path", { class: "advice head", d: `M${ex} ${ey}L${bx - uy * wide} ${by + ux * wide}L${bx + uy * wide} ${by - ux * wide}Z` }),
  ];
}
