// Readings of many days are no facts (C077), and what somebody asked for is none of them.

import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../../../src/contracts/index.js';
import { mergeClaims } from '../../../../../src/memory/dream/claims/claims.js';
import { readingsIn } from '../../../../../src/memory/dream/claims/series.js';
import { openDreamStage } from '../../../../support/memory/dreaming.js';

const days = Array.from({ length: 29 }, (_, n) => `2026-11-${String(n + 1).padStart(2, '0')}`);

function readings(words: (n: number) => string, more: Partial<LogEntry> = {}, count = 29): string[] {
  const entries = days.slice(0, count).map(
    (day, n): LogEntry => ({
      ...{ text: words(n), day, kind: 'log', trust: 'owner', source: { path: `memory/${day}.md`, from: 1, to: 1 } },
      ...more,
    }),
  );
  const found = readingsIn(mergeClaims(entries));
  return mergeClaims(entries).flatMap(({ key, text }) => (found.has(key) ? [text] : []));
}

describe('a series', () => {
  it.each([
    ['of a queue', (n: number) => `Queue depth was ${400 + n * 7} at noon.`],
    ['in Chinese', (n: number) => `比特币价格是${6000 + n}元。`],
    ['in Korean', (n: number) => `서버 온도는 ${40 + n}도입니다.`],
    ['of times', (n: number) => `Server web-1 is up since 0${n % 9}:1${n % 10}.`],
  ])('C077 %s is known by its sentence', (_, words) => {
    expect(readings(words).length).toBeGreaterThan(8);
  });

  it('is not what was said of two numbers, on few days, without one, or on request', () => {
    expect(readings((n) => `The door code is ${n < 15 ? 4711 : 4812}.`)).toEqual([]);
    expect(readings((n) => `Room ${n} is booked for us.`, {}, 3)).toEqual([]);
    expect(readings(() => 'Ann lives in Kyoto.')).toEqual([]);
    expect(readings((n) => `Locker ${n} belongs to Ann.`, { asked: true })).toEqual([]);
  });

  it('C077 leaves the one fact of a person among the reports of a month', async () => {
    const home = await openDreamStage();
    for (const [n, day] of days.entries()) {
      const fact = n === 12 ? '- 20:00 My daughter Mia starts school in August 2027.\n' : '';
      const lines = `- 12:00 Queue depth was ${400 + n * 7} at noon.\n- 12:01 Server web-1 is up, latency ${n + 20} ms.\n`;
      home.put(`memory/${day}.md`, `# ${day}\n${lines}${fact}`);
    }
    await home.night('2026-11-30');
    const bullets = home.has('MEMORY.md')
      ? home
          .text('MEMORY.md')
          .split('\n')
          .filter((line) => line.startsWith('-'))
      : [];
    expect(bullets.filter((line) => /Queue|latency/.test(line))).toEqual([]);
  });
});
