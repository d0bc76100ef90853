// A day of what is not worth keeping, from a chance that is handed in.

import type { Trust } from '../../../src/contracts/index.js';
import type { LogLine } from './log-line.js';
import { fillers, type NoiseKind, noiseShare, noiseTemplates } from './noise-words.js';
import type { Random } from './random.js';

const kinds = Object.entries(noiseShare).flatMap(([kind, share]) => Array<NoiseKind>(share).fill(kind as NoiseKind));

export function dayOfNoise(day: string, count: number, random: Random): LogLine[] {
  return Array.from({ length: count }, (): LogLine => {
    const kind = random.one(kinds);
    const line = filled(random.one(noiseTemplates[kind]), random);
    return { day, line, trust: trustOf(kind, line), by: kind === 'machine' ? 'run' : 'flush', noise: kind };
  });
}

/** What somebody says to the assistant of an evening. */
export function talkOf(day: string, count: number, random: Random): string[] {
  const spoken = dayOfNoise(day, count * 8, random).filter(({ noise }) => noise && SPOKEN.has(noise));
  return spoken.slice(0, count).map(({ line }) => line);
}

const SPOKEN: ReadonlySet<NoiseKind> = new Set(['small-talk', 'question', 'chore', 'passing']);

/** As the log's own writers would have judged it. */
function trustOf(kind: NoiseKind, line: string): Trust {
  if (line.startsWith('A web page said:')) return 'web';
  if (kind === 'tool' || kind === 'machine' || line.startsWith('A tool said:')) return 'tool';
  return 'owner';
}

function filled(template: string, random: Random): string {
  return template.replace(/\{(\w+)\}/g, (slot, name: string) => {
    if (name === 'n') return String(2 + random.int(97));
    if (name === 't') return `${7 + random.int(15)}:${String(random.int(60)).padStart(2, '0')}`;
    const list = fillers[name];
    return list ? random.one(list) : slot;
  });
}
