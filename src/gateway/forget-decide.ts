// What goes, decided once for a wish to forget: which entries, lines, rows and files. Pure but for what it is handed; writes nothing.

import type { Scope } from '../contracts/index.js';
import type { EntryWish, RawEntry } from '../sessions/forget.js';
import { type Finds, findsRuns, findsText, foldLine } from '../text/forgetting.js';
import { type Telling, tellingOf } from '../text/telling-words.js';
import type { Forgotten } from './forget-person.js';
import type { Scan } from './forget-scan.js';

export type ForgetWish =
  /** With a scope, only there. */
  | { kind: 'text'; text: string; scope?: Scope }
  | { kind: 'session'; session: string }
  | { kind: 'person'; person: string };

export interface Decision {
  kind: ForgetWish['kind'];
  scan?: Scan;
  person?: Forgotten;
  /** Of a line whoever wrote it; nothing unless a text is to go. */
  everywhere: Finds;
  /** Of a line that a machine wrote for somebody else. */
  machine: Finds;
  /** Of a line that was made of many things. */
  mixture: Finds;
  /** Of a line that repeats what goes, word for word. */
  repeats: Finds;
  /** Whether a name is theirs and nobody else's. */
  isName(name: string): boolean;
  /** Whether a name is theirs, and somebody else's, too. */
  isSharedName(name: string): boolean;
  /** Of a whole line that they said, perhaps cut at its end. */
  isSaid: Finds;
  /** Of a line that says what only they said, in whatever words. */
  tells: Finds;
  /** Lines of memory that went, or rest on what goes and went before: known as more are found. */
  noteGone(lines: Iterable<string>): void;
}

const never: Finds = () => false;

export function decideText(text: string): Decision {
  const finds = findsText(text);
  return {
    kind: 'text',
    everywhere: finds,
    machine: finds,
    mixture: finds,
    repeats: finds,
    isName: () => false,
    isSharedName: () => false,
    isSaid: never,
    tells: never,
    noteGone() {},
  };
}

export function decideBy(kind: 'session' | 'person', scan: Scan, person?: Forgotten): Decision {
  const repeats = findsRuns(scan.runs);
  const telling: Telling = tellingOf({ ...scan.words, names: scan.passing?.names ?? [] });
  const lines = new Set<string>();
  let gone: Finds = never;
  const isGone: Finds = (line) => lines.has(foldLine(line)) || gone(line);
  return {
    kind,
    scan,
    ...(person ? { person } : {}),
    everywhere: never,
    machine: (line) => repeats(line) || isGone(line) || telling.inOthers(line),
    mixture: (line) => repeats(line) || isGone(line) || telling.inMixture(line),
    repeats,
    isName: (name) => scan.passing?.names.includes(nameOf(name)) ?? false,
    isSharedName: (name) => scan.passing?.shared.includes(nameOf(name)) ?? false,
    isSaid: isSaidIn(scan.lines),
    tells: telling.inOthers,
    noteGone(more) {
      for (const line of more) lines.add(foldLine(line));
      lines.delete('');
      gone = findsRuns([...lines].map(bareOf).filter((one) => one.length >= 10));
    },
  };
}

/** As a speaker stands in a log. */
function nameOf(name: string): string {
  return foldLine(name)
    .replace(/ \((?:member|quoted|a person)\)$/, '')
    .replace(/^“|”$/g, '');
}

const LEAST_OF_CUT = 12;

function isSaidIn(lines: ReadonlySet<string>): Finds {
  return (line) => {
    const folded = foldLine(line.replace(/^(\s*)\\(?=[#>=-])/, '$1'));
    if (folded === '' || lines.has(folded)) return folded !== '';
    const begin = /^(.*\S)\s*(?:…|\.\.\.)$/.exec(folded)?.[1] ?? '';
    return begin.length >= LEAST_OF_CUT && [...lines].some((one) => one.startsWith(begin));
  };
}

/** A line of memory as a diary quotes it: without bullet, time and speaker, and cut. */
function bareOf(line: string): string {
  return line
    .replace(/^(?:[-*+•]|\d+[.)])\s+/, '')
    .replace(/^\d{1,2}:\d{2}\s+/, '')
    .slice(0, 120)
    .trim();
}

/** What goes of the entries of one conversation. `words`: what people said themselves goes too; before that only what rests on it. */
export function entryWish(decision: Decision, session: string, words: boolean): EntryWish {
  const { scan, person, kind } = decision;
  if (!scan) {
    const finds = decision.everywhere;
    return {
      whole: () => false,
      lines: () => ({ own: finds, passed: finds }),
      isTheirs: () => false,
      unreadable: (line) => finds(line) || finds(unescaped(line)),
    };
  }
  const all = scan.whole.has(session);
  const answers = findsRuns(scan.answers.get(session) ?? []);
  const whoseOf = (entry: RawEntry) => scan.whose.get(String(entry.id)) ?? guess(entry);
  const guess = (entry: RawEntry) => {
    if (all) return 'own';
    const from = entry.from as { account?: unknown } | undefined;
    if (entry.type === 'user') return person?.accounts.has(String(from?.account)) ? 'own' : 'other';
    return typeof entry.turn === 'string' && scan.turns.has(entry.turn) ? 'own' : 'other';
  };
  const isWords = (entry: RawEntry) => entry.type === 'user' || entry.type === 'edit';
  return {
    whole: (entry) => whoseOf(entry) === 'own' && (words || !isWords(entry)),
    lines(entry) {
      if (isWords(entry)) return whoseOf(entry) === 'own' ? {} : { passed: decision.repeats };
      const isMixed = whoseOf(entry) === 'mixed';
      const own: Finds = (line) =>
        (isMixed ? decision.mixture(line) : decision.machine(line)) ||
        (entry.type === 'compaction' && isMixed && answers(line));
      return { own, passed: own };
    },
    isTheirs: (one, { message }) => scan.passing?.whose(one, message) === 'theirs',
    unreadable: (line) =>
      all ||
      decision.repeats(unescaped(line)) ||
      (kind === 'person' && [...(person?.accounts ?? [])].some((one) => line.includes(`"${one}"`))),
  };
}

function unescaped(line: string): string {
  return line.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
