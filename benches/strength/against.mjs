// Plays the program against another engine that speaks UCI and knows the game by a variant file: pairs of games from
// random openings, each opening with both sides. See README.md in this folder.
//
//   node against.mjs PROGRAM ENGINE_FOLDER VARIANT_FILE --openings 30 --level full --nodes 300000
//   node against.mjs PROGRAM ENGINE_FOLDER VARIANT_FILE --openings 30 --time 1000

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { join, resolve } from 'node:path';

const [program, folder, variantFile, ...rest] = process.argv.slice(2);
const option = (name, usual) => {
  const at = rest.indexOf(`--${name}`);
  return at < 0 ? usual : rest[at + 1];
};
const ruleset = option('ruleset', 'bison');
const openings = Number(option('openings', 30));
const level = option('level', 'full');
const nodes = Number(option('nodes', 300000));
const time = option('time');
const seed = Number(option('seed', 1));
const plies = Number(option('plies', 4));

/** The lines of a process, one at a time. */
class Table {
  constructor(args) {
    this.process = spawn(program, ['play', ruleset, ...args]);
    this.lines = [];
    this.waiting = [];
    this.over = false;
    createInterface({ input: this.process.stdout }).on('line', line => this.give(line)).on('close', () => this.give(null));
  }
  give(line) {
    const taker = this.waiting.shift();
    if (taker) taker(line);
    else this.lines.push(line);
  }
  next() {
    return this.lines.length ? Promise.resolve(this.lines.shift()) : new Promise(done => this.waiting.push(done));
  }
  say(line) {
    this.process.stdin.write(`${line}\n`);
  }
  /** Reads until a line fits. */
  async until(test) {
    for (;;) {
      const line = await this.next();
      if (line === null || test(line)) return line;
    }
  }
  end() {
    this.process.stdin.end();
    this.process.kill();
  }
}

/** Numbers that depend on a seed alone (mulberry32). */
function dice(state) {
  return n => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

async function opening(number) {
  const roll = dice(seed * 1000 + number);
  const table = new Table(['--players', 'person', '--seed', '1']);
  await table.until(line => line.startsWith('Seed'));
  for (let ply = 0; ply < plies; ply++) {
    table.say('moves');
    const moves = (await table.next()).trim().split(/\s+/);
    table.say(moves[roll(moves.length)]);
    await table.next();
  }
  table.say('position');
  const position = await table.next();
  table.end();
  return position;
}

delete globalThis.fetch; // so that the engine reads its file from the disk
const engine = await createRequire(import.meta.url)(resolve(folder, 'stockfish.js'))();
const heard = [];
let waiting = null;
engine.addMessageListener(line => {
  heard.push(line);
  if (waiting && line.startsWith('bestmove')) waiting(line);
});
engine.FS.writeFile('/variants.ini', readFileSync(variantFile));
for (const line of ['uci', 'load /variants.ini', 'setoption name Use NNUE value false', 'setoption name Hash value 64',
  `setoption name UCI_Variant value ${option('variant', 'bisonx')}`]) engine.postMessage(line);

/** The other engine's board: ranks from the top, the second side in small letters. */
function fen(position) {
  const [board, side] = position.split(' ');
  const small = board.replace(/[CD]/g, letter => letter.toLowerCase());
  return `${small} ${side === 'herd' ? 'w' : 'b'} - - 0 1`;
}

function think(start, moves) {
  return new Promise(done => {
    waiting = line => done(line.split(' ')[1]);
    engine.postMessage(`position fen ${fen(start)}${moves.length ? ` moves ${moves.join(' ')}` : ''}`);
    engine.postMessage(time ? `go movetime ${time}` : `go nodes ${nodes}`);
  });
}

const SIDES = ['herd', 'defenders'];
const toUci = text => text.replace(/[-x]/, '');

async function game(start, own, number) {
  const other = SIDES[1 - SIDES.indexOf(own)];
  const strength = time ? ['--time', `${time}ms`] : ['--level', level];
  const table = new Table(['--position', start, '--side', other, '--seed', String(number), ...strength]);
  await table.until(line => line.startsWith('Seed'));
  engine.postMessage('ucinewgame');
  const moves = [];
  let turn = start.split(' ')[1];
  for (;;) {
    if (turn === other) {
      const best = await think(start, moves);
      if (best === '(none)') throw new Error(`no move at ${start} ${moves}`);
      const [from, to] = best.match(/[a-k]\d+/g);
      table.say('moves ' + from);
      // Positions that were asked for before may still be in between.
      const legal = (await table.until(text => !text.includes('/'))).trim().split(/\s+/);
      const found = legal.find(text => toUci(text) === from + to);
      if (!found) throw new Error(`${best} is not among ${legal} at ${start} ${moves}`);
      table.say(found);
    }
    const line = await table.until(text => /^(herd|defenders): /.test(text));
    moves.push(toUci(line.split(': ')[1]));
    turn = turn === own ? other : own;
    // The end is told right behind the move that makes it; if there is none, the position is what comes next.
    table.say('position');
    const after = await table.next();
    const over = /(The herd|The defenders) (win|wins)\b/i.exec(after ?? '');
    if (over || /draw/i.test(after ?? '')) {
      table.end();
      const winner = over ? over[1].toLowerCase().replace('the ', '') : 'nobody';
      return { winner, plies: moves.length };
    }
    if (/^(herd|defenders): /.test(after ?? '')) {
      // The computer has answered already.
      table.lines.unshift(after);
    }
  }
}

const sum = { won: 0, drawn: 0, lost: 0, pairs: [0, 0, 0], sides: { herd: 0, defenders: 0, nobody: 0 } };
for (let number = 1; number <= openings; number++) {
  const start = await opening(number);
  let balance = 0;
  for (const own of SIDES) {
    const { winner, plies: length } = await game(start, own, number);
    const result = winner === own ? 1 : winner === 'nobody' ? 0 : -1;
    balance += result;
    sum[result > 0 ? 'won' : result < 0 ? 'lost' : 'drawn'] += 1;
    sum.sides[winner] += 1;
    console.error(`${number} ${own}: ${winner} after ${length} plies`);
  }
  sum.pairs[balance > 0 ? 0 : balance < 0 ? 2 : 1] += 1;
}
console.log(JSON.stringify({ ...sum, pairs: { won: sum.pairs[0], even: sum.pairs[1], lost: sum.pairs[2] } }));
process.exit(0);
