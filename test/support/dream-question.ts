// Questions of a night for tests: entries, claims and themes from as few words as a test needs.

import type { DreamQuestion, LogEntry, LongTermEntry, RankedClaim } from '../../src/contracts/index.js';

export function claim(text: string, more: Partial<RankedClaim> & { entry?: Partial<LogEntry> } = {}): RankedClaim {
  const { entry, ...rest } = more;
  const day = rest.days?.at(-1) ?? '2026-11-29';
  const source = { path: `memory/${day}.md`, from: 3, to: 3 };
  return {
    key: text,
    text,
    trust: 'owner',
    entries: [{ text, source, day, kind: 'log', trust: 'owner', ...entry }],
    days: [day],
    importance: 'fact',
    explicit: false,
    parts: { importance: 0.5, recurrence: 0, recall: 0, recency: 1, theme: 0 },
    score: 0.5,
    ...rest,
  };
}

export function longTerm(...texts: (string | Partial<LongTermEntry>)[]): LongTermEntry[] {
  return texts.map((one, index) => ({
    id: `m${index + 1}`,
    lines: { from: 3 + index, to: 3 + index },
    heading: '',
    hand: false,
    pinned: false,
    trust: 'owner',
    text: '',
    ...(typeof one === 'string' ? { text: one } : one),
  }));
}

export function question(more: Partial<DreamQuestion> = {}): DreamQuestion {
  return { scope: { kind: 'main' }, night: '2026-11-30', entries: [], claims: [], themes: [], room: 4_000, ...more };
}
