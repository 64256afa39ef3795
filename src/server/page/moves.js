// What is to be pressed for a move, one place after the other: the piece, where it goes, and whatever is chosen after that.

/** The key of a kind that is put down from the hand; other keys are names of places. */
export const hand = (kind) => `hand ${kind}`;

// Several pieces put down in one move are pressed in any order.
const together = (move) => Boolean(move.drop) && move.path?.length > 1;

// A piece that captures without going anywhere is sent to what it captures.
function goal(move) {
  const stays = move.to === move.from;
  return stays && move.captures?.length === 1 ? move.captures[0] : move.to;
}

const known = new WeakMap();

/** The keys of a move in their order. */
export function keys(move) {
  if (!known.has(move)) known.set(move, keysOf(move));
  return known.get(move);
}

function keysOf(move) {
  const first = move.drop ? hand(move.drop) : move.from;
  const places = together(move) ? move.path : [goal(move)];
  return [first, ...places, ...(move.picks ?? [])].filter((key) => key !== undefined && key !== null);
}

/** Whether a move can be made on the board at all; passing cannot. */
export const onBoard = (move) => keys(move).some((key) => !key.startsWith("hand "));

function begins(move, pressed) {
  const all = keys(move);
  if (!together(move)) return pressed.every((key, i) => all[i] === key);
  const count = 1 + move.path.length;
  const free = pressed.slice(0, count);
  return free[0] === all[0] && free.slice(1).every((key, i, list) => move.path.includes(key) && list.indexOf(key) === i)
    && pressed.slice(count).every((key, i) => all[count + i] === key);
}

/** The moves that begin with what was pressed, and pass by the places `through`. */
export function movesOf(legal, pressed, through = []) {
  return legal.filter((move) => begins(move, pressed) && through.every((site) => move.path?.includes(site)));
}

/** The keys that may come next in a move of which these were pressed. */
export function nextKeys(move, pressed) {
  if (together(move) && pressed.length <= move.path.length) return move.path.filter((site) => !pressed.includes(site));
  return keys(move).slice(pressed.length, pressed.length + 1);
}

/** The moves that pressing `site` would lead to. */
export const leading = (moves, pressed, site) => moves.filter((move) => nextKeys(move, pressed).includes(site));

/** The moves of which nothing is left to be pressed. */
export const finished = (moves, pressed) => moves.filter((move) => nextKeys(move, pressed).length === 0);

/**
 * The places that tell some of `moves` from the others of the same keys: where only some pass by, or what only some
 * capture. Each with the moves that are left then.
 */
export function telling(moves) {
  for (const of of ["path", "captures"]) {
    const found = new Map();
    for (const site of new Set(moves.flatMap((move) => move[of] ?? []))) {
      const some = moves.filter((move) => move[of]?.includes(site));
      if (some.length < moves.length) found.set(site, some);
    }
    // Each of them must be told by some place.
    if (found.size && moves.every((move) => [...found.values()].some((some) => some.includes(move)))) return found;
  }
  return new Map();
}

/** The places that some of the moves pass by on their way, and that none of them ends on. */
export function waypoints(moves, pressed) {
  const ends = new Set(moves.flatMap((move) => nextKeys(move, pressed)));
  return new Set(moves.flatMap((move) => (together(move) ? [] : (move.path ?? []).slice(0, -1))).filter((site) => !ends.has(site)));
}
