// Claims, questions and checks of dreams, as short as a test wants to say them.

import type {
  DreamOperation,
  DreamQuestion,
  LineOrigin,
  LogEntry,
  LongTermEntry,
  RankedClaim,
  Scope,
} from '../../../src/contracts/index.js';
import {
  type CheckedOperation,
  type CheckParts,
  checkOperations,
} from '../../../src/memory/dream/file/check-operations.js';
import { longTermEntries } from '../../../src/memory/dream/file/long-term.js';
import { knownLines } from '../../../src/text/known-lines.js';

export const MAIN: Scope = { kind: 'main' };
export const GROUP: Scope = { kind: 'group', channel: 'telegram', chat: '-1' };
export const NIGHT = '2026-11-30';

let line = 0;

export function logged(text: string, more: Partial<LogEntry> = {}): LogEntry {
  line++;
  const day = more.day ?? '2026-11-29';
  return {
    text,
    day,
    kind: 'log',
    trust: 'owner',
    source: { path: `memory/${day}.md`, from: line, to: line },
    ...more,
  };
}

export function claimOf(entries: readonly LogEntry[], more: Partial<RankedClaim> = {}): RankedClaim {
  const [first] = entries;
  const speaker = first?.speaker;
  return {
    key: entries.map(({ text }) => text).join('|'),
    text: entries.at(-1)?.text ?? '',
    trust: first?.trust ?? 'owner',
    entries,
    days: [...new Set(entries.map(({ day }) => day))],
    importance: 'fact',
    explicit: false,
    parts: { importance: 0, recurrence: 0, recall: 0, recency: 0, theme: 0 },
    score: 1,
    ...(speaker === undefined ? {} : { speaker }),
    ...more,
  };
}

/** A claim of one entry. */
export function said(text: string, entry: Partial<LogEntry> = {}, more: Partial<RankedClaim> = {}): RankedClaim {
  return claimOf([logged(text, entry)], more);
}

/** Every line is known as a dream's own, of the owner's trust, unless told otherwise. */
export function entriesOf(text: string, origin: (line: string) => LineOrigin = dreamt): LongTermEntry[] {
  return longTermEntries(text, (lines) => lines.map(origin));
}

export function dreamt(): LineOrigin {
  return { trust: 'owner', by: 'dream' };
}

export interface Asked {
  scope?: Scope;
  file?: string;
  entries?: LongTermEntry[];
  claims: readonly RankedClaim[];
  parts?: Partial<CheckParts>;
}

export function questionOf({ scope = MAIN, file = '', entries = entriesOf(file), claims }: Asked): DreamQuestion {
  return { scope, night: NIGHT, entries, claims, themes: [], room: 10_000 };
}

export function partsFor(entries: readonly LongTermEntry[], more: Partial<CheckParts> = {}): CheckParts {
  const same = (a: string, b: string) => knownLines([a]).has(b);
  return {
    whyNoMemory: (text) => (/^(?:Candidate:|confidence:)/.test(text) ? 'it is a score' : undefined),
    knownEntry: (text) => entries.find((entry) => same(entry.text, text)),
    saysTheSame: same,
    apply: 'ask-if',
    ...more,
  };
}

export function check(
  asked: Asked,
  ...operations: DreamOperation[]
): { accepted: CheckedOperation[]; refused: string[] } {
  const question = questionOf(asked);
  return checkOperations(question, operations, partsFor(question.entries, asked.parts));
}

export function textsOf(accepted: readonly CheckedOperation[]): string[] {
  return accepted.flatMap((one) => ('text' in one ? [one.text] : []));
}
