// What people's questions found again: which lines count, which questions are one, and that nobody is held up by it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Hit, Scope } from '../../../../../src/contracts/index.js';
import { openState } from '../../../../../src/db/state.js';
import { openRecalls } from '../../../../../src/memory/dream/claims/recalls.js';
import { FakeClock } from '../../../../support/fake-clock.js';
import { hit } from '../../../../support/memory/answering-view.js';
import { bob, main, team } from '../../../../support/memory/open.js';
import { memoryLog } from '../../../../support/memory-log.js';
import { tempDir } from '../../../../support/temp-dir.js';

const EVER = '2000-01-01';
const LOG = 'memory/2026-11-29.md';

async function stage(timezone = 'UTC') {
  const file = join(tempDir(), 'state.sqlite');
  const state = await openState(file);
  onTestFinished(() => state.close());
  const { db } = state;
  const clock = new FakeClock('2026-11-29T09:00:00Z');
  const log = memoryLog();
  const claimKey = (text: string, speaker?: string) => (speaker === undefined ? text : `${speaker}: ${text}`);
  const recalls = openRecalls({ db, clock, timezone, log, claimKey: async () => claimKey });
  async function found(query: string, hits: Hit[], scope: Scope = main, session = 's1'): Promise<string[]> {
    recalls.note(scope, session, query, hits);
    await recalls.idle();
    return [...recalls.all(scope, EVER).keys()].sort();
  }
  return { file, db, clock, log, recalls, found, state };
}

describe('a line that is found again', () => {
  it('counts without bullet, time and speaker when it shares a telling word with the question', async () => {
    const { found } = await stage();
    const snippet = [
      '# 2026-11-29',
      '- 09:00 The boat is called Mira.',
      '- 09:05 Anna said: Mira is a fine boat.',
      '- 09:06 “Anna Kowalska” said: The boats are sold.',
      '- 09:07 A web page said: Every boat needs paint.',
      '* 09:08 The car is red.',
      '',
    ].join('\n');
    expect(await found('What is my boat called?', [hit(LOG, snippet)])).toEqual([
      'A web page: Every boat needs paint.',
      'Anna Kowalska: The boats are sold.',
      'Anna: Mira is a fine boat.',
      'The boat is called Mira.',
    ]);
  });

  it('may stand in the long-term file, or in a snapshot as it was said', async () => {
    const { found } = await stage();
    const hits = [
      hit('MEMORY.md', '## Boat\n- The boat is called Mira.\n  1. The boat lies in Gdynia.'),
      hit('memory/2026-11-20-boat.md', 'Boat, 09:12:\n\n> > My boat is for sale.\n> I bought a boat.'),
    ];
    expect(await found('boat', hits)).toEqual([
      'I bought a boat.',
      'My boat is for sale.',
      'The boat is called Mira.',
      'The boat lies in Gdynia.',
    ]);
  });

  it.each([
    ['妹妹住在哪里？', '- 09:00 妹妹住在京都。', '妹妹住在京都。', '- 09:01 明天开会。'],
    [
      '妹はどこに住んでいますか',
      '- 09:00 妹は京都に住んでいます。',
      '妹は京都に住んでいます。',
      '- 09:01 会議は三時です。',
    ],
    [
      '차고 비밀번호가 뭐야?',
      '- 09:00 차고 비밀번호는 4711이다.',
      '차고 비밀번호는 4711이다.',
      '- 09:01 내일 회의가 있다.',
    ],
    [
      'Wo liegt der Schlüssel?',
      '- 09:00 Der Schlüssel liegt im Schuppen.',
      'Der Schlüssel liegt im Schuppen.',
      '- 09:01 Der Tee ist aus.',
    ],
  ])('is known in any language: %s', async (query, line, claim, other) => {
    const { found } = await stage();
    expect(await found(query, [hit(LOG, `${line}\n${other}`)])).toEqual([claim]);
  });

  it('is not one of somebody else, nor of a document, a conversation, a topic or a report', async () => {
    const { found } = await stage();
    const line = '- The boat is called Mira.';
    const elsewhere = [
      hit('groups/team/MEMORY.md', line, { owner: 'group:console:team' }),
      hit('groups/team/MEMORY.md', line),
      hit('shared/MEMORY.md', line),
      hit('shared/memory/2026-11-29.md', line),
      hit('notes/memory/2026-11-29.md', line),
      hit('memory/topics/boat.md', line),
      hit('USER.md', line),
      hit('DREAMS.md', line),
      hit('memory/dreams/2026-11-29.md', line),
      hit(LOG, line, { corpus: 'wiki' }),
      hit('sessions/s1.jsonl', line, { corpus: 'sessions' }),
    ];
    expect(await found('boat', elsewhere)).toEqual([]);
  });

  it('C079 belongs to its own scope alone', async () => {
    const { found, recalls } = await stage();
    const line = '- The boat is called Mira.';
    expect(await found('boat', [hit('groups/team/MEMORY.md', line), hit('MEMORY.md', '- A boat.')], team)).toHaveLength(
      1,
    );
    expect(await found('boat', [hit(`people/bob/${LOG}`, '- Bob has a boat.')], bob)).toEqual(['Bob has a boat.']);
    expect(recalls.all(main, EVER).size).toBe(0);
    expect(recalls.of(team, 'The boat is called Mira.', EVER).questions).toBe(1);
  });

  it('is one of at most twenty a search, from the best hit down', async () => {
    const { found } = await stage();
    const lines = (from: number) => Array.from({ length: 15 }, (_, n) => `- Boat number ${from + n}`).join('\n');
    const claims = await found('boat', [hit(LOG, lines(100)), hit(LOG, lines(200))]);
    expect(claims).toHaveLength(20);
    expect(claims.filter((one) => one.startsWith('Boat number 1'))).toHaveLength(15);
  });

  it('leaves no word in the database, of itself or of the question', async () => {
    const { found, db, file } = await stage();
    await found('Which colour has the lighthouse?', [hit(LOG, '- A boat.')]);
    await found('Does my lighthouse blink turquoise?', [hit(LOG, '- The lighthouse is green.')]);
    const [row] = db.sql<{ query: string }>('SELECT query FROM recalls').all();
    expect(row?.query).toMatch(/^[0-9a-f]{24}$/);
    expect(readFileSync(`${file}-wal`).includes('turquoise')).toBe(false);
  });
});

describe('how often', () => {
  const boat = [hit(LOG, '- 09:00 The boat is called Mira.')];
  const key = 'The boat is called Mira.';

  it('counts different questions and different days; the same words in another order are one question', async () => {
    const { found, recalls, clock } = await stage();
    await found('What is the boat called?', boat);
    await found('Called what, my BOAT?', boat, main, 's2');
    await found('boat called', boat);
    expect(recalls.of(main, key, EVER)).toMatchObject({ questions: 1, days: 1 });
    await found('Where is the boat?', boat);
    await clock.advance(24 * 3_600_000);
    await found('What is the boat called?', boat);
    expect(recalls.of(main, key, EVER)).toMatchObject({ questions: 2, days: 2 });
    expect(recalls.all(main, EVER).get(key)).toEqual(recalls.of(main, key, EVER));
  });

  it('counts from a day on, and days are those of the owner', async () => {
    const { found, recalls, clock } = await stage('Asia/Tokyo');
    clock.set(Date.parse('2026-11-29T14:59:00Z'));
    await found('boat', boat);
    clock.set(Date.parse('2026-11-29T15:01:00Z'));
    await found('boat', boat);
    expect(recalls.of(main, key, '2026-11-29').days).toBe(2);
    expect(recalls.of(main, key, '2026-11-30').days).toBe(1);
    expect(recalls.of(main, key, '2026-12-01')).toEqual({ questions: 0, days: 0, best: 0 });
    expect(recalls.all(main, '2026-12-01').size).toBe(0);
  });

  it('keeps the best score of a claim', async () => {
    const { found, recalls } = await stage();
    for (const score of [0.3, 0.9, 0.5]) await found('boat', [hit(LOG, '- The boat is called Mira.', { score })]);
    expect(recalls.of(main, key, EVER).best).toBe(0.9);
  });

  it('is told of thousands at once', async () => {
    const { db, recalls } = await stage();
    await db.write(() => {
      const insert = db.sql("INSERT INTO recalls VALUES ('[\"main\"]', ?, ?, ?, 's', 0.5, 0)");
      for (let n = 0; n < 20_000; n++)
        insert.run([`c${n % 5_000}`, `q${Math.floor(n / 5_000)}`, `2026-11-${10 + (n % 3)}`]);
    });
    const began = performance.now();
    const all = recalls.all(main, '2026-11-01');
    expect(performance.now() - began).toBeLessThan(500);
    expect(all.size).toBe(5_000);
    expect(all.get('c7')).toEqual(recalls.of(main, 'c7', '2026-11-01'));
  });

  it('is forgotten in steps, by when it was last found', async () => {
    const { db, recalls, found, clock } = await stage();
    await db.write(() => {
      const insert = db.sql("INSERT INTO recalls VALUES ('[\"main\"]', ?, 'q', '2026-01-01', 's', 0.5, ?)");
      for (let n = 0; n < 2_500; n++) insert.run([`c${n}`, n]);
    });
    await found('boat', boat);
    expect(await recalls.prune(2_400)).toBe(2_400);
    expect(recalls.all(main, EVER).size).toBe(101);
    expect(await recalls.prune(clock.now())).toBe(100);
    expect([...recalls.all(main, EVER).keys()]).toEqual([key]);
  });
});

describe('whoever asks', () => {
  it('is not held up: nothing is written or read before they go on', async () => {
    const { recalls } = await stage();
    const touched: string[] = [];
    const guarded = new Proxy(hit(LOG, '- A boat.'), {
      get(target, name) {
        touched.push(String(name));
        return Reflect.get(target, name);
      },
    });
    recalls.note(main, 's', 'boat', [guarded]);
    expect(touched).toEqual([]);
    await recalls.idle();
    expect(recalls.all(main, EVER).size).toBe(1);
  });

  it('never hears of trouble, which is logged once until it is over', async () => {
    const { recalls, log, db, found } = await stage();
    db.exec('ALTER TABLE recalls RENAME TO gone');
    for (const query of ['boat', 'a boat?', 'boats']) recalls.note(main, 's', query, [hit(LOG, '- A boat.')]);
    await recalls.idle();
    expect(log.events.map(({ event, level }) => [event, level])).toEqual([['recalls.lost', 'warn']]);
    expect(JSON.stringify(log.events)).not.toContain('boat');
    db.exec('ALTER TABLE gone RENAME TO recalls');
    expect(await found('boat', [hit(LOG, '- A boat.')])).toEqual(['A boat.']);
  });
});
