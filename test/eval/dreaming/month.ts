// Makes a month of daily logs from a seed: facts that are to be kept, among what is not. Knows what stands on which line and
// why; never reads what a dream made of it.

import { addDays } from '../../../src/text/local-time.js';
import { cjkFamilies } from './families-cjk.js';
import { latinFamilies } from './families-latin.js';
import { type Family, fill, type Language, type Matter } from './family.js';
import type { LogLine } from './log-line.js';
import { dayOfNoise, talkOf } from './noise.js';
import { asksAbout, leads } from './noise-words.js';
import { type Random, seeded } from './random.js';

export type FactKind = 'explicit' | 'repeated' | 'corrected' | 'contradicted';

export interface PlantedFact {
  id: string;
  kind: FactKind;
  matter: Matter;
  language: Language;
  /** How somebody would write down its final state. */
  text: string;
  /** Days it is told on, ascending. */
  days: string[];
}

export interface Month {
  seed: number;
  days: string[];
  lines: LogLine[];
  facts: PlantedFact[];
  /** Tails of conversations, in which the assistant says what is not so. */
  snapshots: { day: string; path: string; text: string }[];
}

export interface MonthOptions {
  seed: number;
  first?: string;
  days?: number;
  facts?: number;
  noisePerDay?: number;
  /** Nothing is corrected or contradicted. */
  steady?: boolean;
}

/** Of a hundred facts. */
const SHARES: readonly [FactKind, number][] = [
  ['corrected', 20],
  ['contradicted', 12],
  ['repeated', 34],
  ['explicit', 34],
];

export function makeMonth({
  seed,
  first = '2026-10-01',
  days: count = 31,
  facts = 60,
  noisePerDay = 38,
  steady = false,
}: MonthOptions): Month {
  const random = seeded(seed);
  const days = Array.from({ length: count }, (_, index) => addDays(first, index));
  const planted: PlantedFact[] = [];
  const told: LogLine[] = [];
  for (const [index, { kind, matter }] of matters(facts, steady, random).entries()) {
    const id = `f${index + 1}`;
    const lines = tell(id, kind, matter, days, random);
    const now = lines.filter(({ fact }) => fact?.state === 'now');
    planted.push({
      id,
      kind,
      matter,
      language: matter.family.language,
      text: matter.direct,
      days: now.map(({ day }) => day),
    });
    told.push(...lines);
    if (random.chance(0.25)) told.push(question(matter, random.one(days), random));
  }
  const lines = days.flatMap((day) => {
    const own = told.filter((one) => one.day === day);
    return withTimes(random.some([...own, ...dayOfNoise(day, noisePerDay, random)], 10_000), random);
  });
  const snapshots = days.filter((_, index) => index % 5 === 3).map((day) => snapshotOf(day, planted, random));
  return { seed, days, lines, facts: planted, snapshots };
}

/** Each of a family and a person at most once, a quarter of them in Chinese, Japanese or Korean. */
function matters(count: number, steady: boolean, random: Random): { kind: FactKind; matter: Matter }[] {
  const open = (families: readonly Family[]) =>
    random.some(
      families.flatMap((family) => random.some(family.who ?? [''], 2).map((who) => ({ family, who }))),
      10_000,
    );
  const cjk = open(cjkFamilies).slice(0, Math.round(count * 0.3));
  const chosen = [...cjk, ...open(latinFamilies).slice(0, count - cjk.length)];
  // Those first that only some facts can be told as.
  const shares = SHARES.toSorted(([one], [other]) => Number(other === 'contradicted') - Number(one === 'contradicted'));
  const kinds = shares.flatMap(([kind, share]) => {
    if (steady && (kind === 'corrected' || kind === 'contradicted')) return [];
    return Array<FactKind>(Math.round((count * share) / 100)).fill(kind);
  });
  const changing = random.some(
    chosen.filter(({ family }) => family.changes),
    chosen.length,
  );
  const canChange = [
    ...changing.filter(({ family }) => !family.several),
    ...changing.filter(({ family }) => family.several),
  ];
  const fixed = chosen.filter(({ family }) => !family.changes);
  return [...canChange, ...fixed].map(({ family, who }, index) => ({
    kind: kinds[index] ?? 'explicit',
    matter: fill(family, who, random),
  }));
}

function tell(id: string, kind: FactKind, matter: Matter, days: readonly string[], random: Random): LogLine[] {
  const half = Math.floor(days.length / 2);
  const [early, late] = [days.slice(0, half), days.slice(half)];
  const line = (day: string, state: 'now' | 'before', text: string, asked: boolean): LogLine => {
    const lead = asked && random.chance(0.5) ? random.one(leads[matter.family.language] ?? ['']) : '';
    return {
      day,
      line: lead + text,
      trust: 'owner',
      by: asked && lead === '' ? 'tool' : 'flush',
      fact: { id, state, said: text },
    };
  };
  const [again = ''] = matter.says;
  const now = matter.direct;
  switch (kind) {
    case 'explicit':
      return [line(random.one(days), 'now', now, true)];
    case 'repeated': {
      const on = random.some(days, 3 + random.int(2)).sort();
      return on.map((day, index) => line(day, 'now', matter.says[index % matter.says.length] ?? now, false));
    }
    case 'corrected': {
      const before = random.some(early, 1 + random.int(2)).sort();
      return [
        ...before.map((day, index) =>
          line(day, 'before', index === 0 ? matter.directBefore : (matter.before[0] ?? ''), index === 0),
        ),
        line(random.one(late), 'now', matter.changes[0] ?? now, random.chance(0.5)),
      ];
    }
    case 'contradicted': {
      const [first = '', second = ''] = random.some(late, 2).sort();
      return [
        line(random.one(early), 'before', matter.directBefore, true),
        line(first, 'now', now, true),
        line(second, 'now', again, false),
      ];
    }
  }
}

/** Names the matter without stating it. */
function question({ family, who, telling }: Matter, day: string, random: Random): LogLine {
  const x = who === '' ? (telling[0]?.[0] ?? '') : who;
  const text = random.one(asksAbout[family.language] ?? ['{x}?']).replaceAll('{x}', x);
  return { day, line: text, trust: 'owner', by: 'flush', noise: 'question' };
}

/** Bullets with a time, ascending; what has a shape of its own stays as it is. */
function withTimes(lines: readonly LogLine[], random: Random): LogLine[] {
  const times = lines.map(() => 6 * 60 + random.int(17 * 60)).sort((a, b) => a - b);
  return lines.map((one, index) => {
    if (one.noise === 'heading' || /^\s|\n/.test(one.line)) return one;
    // Somebody who writes by hand makes no bullets.
    if (one.noise === 'passing' && random.chance(0.1)) return { ...one, line: `\n${one.line}\n` };
    const at = times[index] ?? 0;
    const clock = `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
    return { ...one, line: `- ${clock} ${one.line.replace(/^- /, '')}` };
  });
}

function snapshotOf(day: string, facts: readonly PlantedFact[], random: Random): Month['snapshots'][number] {
  const wrong = random.some(facts, 3).map(({ matter }) => matter.wrong);
  const said = talkOf(day, 8, random).flatMap((text, index) => [
    `owner, 20:${10 + index}:\n\n> ${text}`,
    `assistant, 20:${10 + index}:\n\n> ${wrong[index] ?? 'All right.'}`,
  ]);
  const text = [`# ${day} 20:30`, 'The end of a conversation, word for word.', ...said].join('\n\n');
  return { day, path: `memory/${day}-small-things.md`, text: `${text}\n` };
}
