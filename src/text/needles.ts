// Words that were taken out, kept in memory for as long as a forgetting takes, and a look for their bytes in other files: lines, as they
// stand in a text and in JSON. Pure. What others said too is no sign of anything and has to be left out by the caller.

import { foldLine, isName, isTelling, linesAsTheyStand } from './forgetting.js';

/** So much of a line is looked for, at its beginning and at its end. */
const PIECE = 64;
const MOST = 100_000;
/** Fewer stand anywhere by chance. */
const LEAST_BYTES = 6;
const SLOTS = 1 << 22;

export interface Needles {
  /** Takes in every line of a text that somebody would know it by. */
  add(text: string): void;
  /** One line that somebody named, however little it tells. */
  addNamed(text: string): void;
  all(): string[];
}

export function gatherNeedles(): Needles {
  const pieces = new Set<string>();
  const take = (line: string) => {
    const ends = line.length <= PIECE ? [line] : [line.slice(0, PIECE), line.slice(-PIECE)];
    for (const end of ends) pieces.add(withoutHalves(end));
  };
  return {
    add(text) {
      for (const line of linesAsTheyStand(text)) {
        const bare = line.replace(/^(?:>\s?|[-*+•]\s|\d+[.)]\s)+/, '').trim();
        if (pieces.size >= MOST || !isTelling(foldLine(bare))) continue;
        take(bare);
      }
    },
    addNamed: (text) => take(text.trim()),
    all: () => [...pieces],
  };
}

/** A cut may have parted a pair of surrogates, which no encoding would keep. */
function withoutHalves(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}

/** What lines of an entry are in `before` and not in `after`, in any of its texts. */
export function goneTexts(before: unknown, after: unknown): string[] {
  const left = new Set(textsIn(after));
  return textsIn(before).filter((text) => !left.has(text));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    const inside = /^\s*[{[]/.test(value) ? parsed(value) : undefined;
    return typeof inside === 'object' && inside !== null ? textsIn(inside) : value.split('\n');
  }
  if (typeof value !== 'object' || value === null) return [];
  // Names of things and places stand in rows and paths that stay.
  return Object.entries(value).flatMap(([key, one]) => (isName(key) && typeof one === 'string' ? [] : textsIn(one)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface ByteFinder {
  /** So many bytes may stand in the next piece of a file with the end of this one. */
  readonly longest: number;
  /** Numbers of the needles that stand there. */
  find(bytes: Uint8Array, found: Set<number>): void;
}

/** Time grows with the bytes, hardly with the needles. */
export function byteFinder(needles: readonly string[]): ByteFinder {
  const slots = new Uint8Array(SLOTS);
  const byHead = new Map<number, { bytes: Buffer; needle: number }[]>();
  let longest = 0;
  for (const [needle, text] of needles.entries()) {
    for (const form of formsOf(text)) {
      const bytes = Buffer.from(form);
      if (bytes.length < LEAST_BYTES) continue;
      const head = bytes.readUInt32LE(0);
      slots[slotOf(head)] = 1;
      const same = byHead.get(head);
      if (same) same.push({ bytes, needle });
      else byHead.set(head, [{ bytes, needle }]);
      longest = Math.max(longest, bytes.length);
    }
  }
  return {
    longest,
    find(bytes, found) {
      const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      let word = 0;
      for (let at = 0; at < all.length; at++) {
        word = ((word >>> 8) | ((all[at] ?? 0) << 24)) >>> 0;
        if (at < 3 || slots[slotOf(word)] === 0) continue;
        for (const one of byHead.get(word) ?? []) {
          const from = at - 3;
          if (found.has(one.needle) || from + one.bytes.length > all.length) continue;
          if (one.bytes.compare(all, from, from + one.bytes.length) === 0) found.add(one.needle);
        }
      }
    },
  };
}

/** As it stands, in JSON, and in JSON within JSON. */
function formsOf(text: string): Set<string> {
  const once = JSON.stringify(text).slice(1, -1);
  return new Set([text, once, JSON.stringify(once).slice(1, -1)]);
}

function slotOf(word: number): number {
  return Math.imul(word, 0x9e3779b1) >>> 10;
}
