// Whose words a wish to forget is about: nobody is taken for somebody else, and what is not theirs alone stays.

import { linkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Principal, SessionKey } from '../../../src/contracts/index.js';
import { openState } from '../../../src/db/state.js';
import { decideBy, entryWish } from '../../../src/gateway/forget-decide.js';
import { findPerson } from '../../../src/gateway/forget-person.js';
import type { Scan } from '../../../src/gateway/forget-scan.js';
import { lastForget } from '../../../src/gateway/forget-wish.js';
import { openIdentity } from '../../../src/gateway/identity.js';
import { openFileLocks } from '../../../src/memory/file-locks.js';
import { openFiles } from '../../../src/memory/files.js';
import { withoutLines } from '../../../src/memory/forget/blocks.js';
import { forgetFiles } from '../../../src/memory/forget/files.js';
import { planFile } from '../../../src/memory/forget/plan-file.js';
import type { Whose } from '../../../src/memory/forget/whose.js';
import { main, openTestMemory } from '../../support/memory/open.js';
import { tempDir } from '../../support/temp-dir.js';

async function openDb() {
  const state = await openState(join(tempDir(), 'state.sqlite'));
  onTestFinished(() => state.close());
  return state.db;
}

it('the owner is not forgotten as a person, by no name that they have', async () => {
  const db = await openDb();
  db.sql("INSERT INTO people (id, name, role, created_at) VALUES ('p1', 'Ada', 'owner', 0)").run();
  db.sql("INSERT INTO accounts (account, person, added_at) VALUES ('telegram:1', 'p1', 0)").run();
  const named = ['p1', 'ada', 'Ａda', 'telegram:1', 'owner'];
  for (const text of named) expect(() => findPerson(db, text), text).toThrow(/That is you/);
});

it('one of two people of a name is asked for by account, and a name that nobody has is nobody', async () => {
  const db = await openDb();
  const identity = openIdentity({ db, owners: [] });
  const ann = await identity.admit('telegram:5', 'Ann', 0);
  await identity.admit('discord:6', 'Ａnn', 0);
  expect(() => findPerson(db, 'ann')).toThrow(/Several people/);
  expect([...findPerson(db, 'telegram:5').accounts]).toEqual(['telegram:5']);
  expect(findPerson(db, 'telegram:5').scope).toEqual({ kind: 'person', person: ann });
  expect([...findPerson(db, 'telegram:99').accounts]).toEqual(['telegram:99']);
  expect(() => findPerson(db, 'Bob')).toThrow(/Nobody is known as Bob/);
});

it('a yes is to what the same person wanted forgotten in the same place a moment ago', async () => {
  const db = await openDb();
  const session = 'main' as SessionKey;
  const who: Principal = { account: 'telegram:1', name: 'a', role: 'owner' };
  let rows = 0;
  function typed(args: string, at: number, author = who.account, key: string = session): number {
    const event = JSON.stringify({ type: 'command', name: 'forget', args });
    const ran = db
      .sql(
        `INSERT INTO inbox (key, receiver, channel, chat, event, principal, scope, session_key, state, job, accepted_at, author)
         VALUES (?, 'bot', 'telegram', '{}', ?, '{}', '{}', ?, 'command', 'command', ?, ?)`,
      )
      .run([`k${++rows}`, event, key, at, author]);
    return Number(ran.lastInsertRowid);
  }
  function wished(at: number): string | undefined {
    const row = typed('yes', at);
    const found = lastForget(db, { session, who, row });
    db.sql('DELETE FROM inbox WHERE row = ?').run([row]);
    return found?.text;
  }
  expect(wished(0)).toBeUndefined();
  typed('heron', 1_000);
  expect(wished(2_000)).toBe('heron');
  expect(wished(1_000 + 10 * 60_000)).toBe('heron');
  expect(wished(1_001 + 10 * 60_000)).toBeUndefined();
  typed('pelican', 3_000, 'telegram:2');
  typed('egret', 3_000, who.account, 'elsewhere');
  expect(wished(4_000)).toBe('heron');
  typed('yes', 5_000);
  expect(wished(6_000)).toBeUndefined();
});

const never = () => false;

it('a piece of memory that rests on others, too, stays and is named', () => {
  const whose = new Map<string, Whose>([
    ['- theirs', 'own'],
    ['- of both', 'mixed'],
    ['- 他人の', 'other'],
    ['- begun by them', 'own'],
    ['  gone on by others', 'other'],
  ]);
  const text = `${[...whose.keys(), '- by hand'].join('\n')}\n`;
  const plan = planFile('MEMORY.md', text, {
    ...{ finds: never, inMixture: never, touches: never, tells: never, isSpeaker: never, isPerhapsSpeaker: never },
    ...{ isSaid: never, isAnswer: never, whose: (line) => whose.get(line) },
  });
  expect([...plan.goes]).toEqual([0]);
  expect(plan.mixed).toEqual([2, 4]);
});

it('what a message passes on goes where it is theirs for sure', () => {
  const answers: Record<string, 'theirs' | 'perhaps' | 'others'> = { a: 'theirs', b: 'perhaps', c: 'others' };
  const scan = {
    ...{ files: [], whole: new Set(), whose: new Map(), ofLine: () => undefined, turns: new Set(), runs: new Set() },
    ...{ said: new Set(), lines: new Set(), answers: new Map() },
    words: { said: new Set<string>(), others: new Set<string>(), machine: new Set<string>() },
    passing: { names: [], shared: [], whose: ({ from }: { from: string }) => answers[from] ?? 'others' },
  } as unknown as Scan;
  const wish = entryWish(decideBy('person', scan), 's', true);
  const gone = Object.keys(answers).filter((from) => wish.isTheirs({ from, text: 'x' }, { type: 'user' }));
  expect(gone).toEqual(['a']);
});

it('a file with a second name is left as it is, and said to be odd', async () => {
  const { workspace, home, db, clock, put, path, text } = await openTestMemory();
  const files = await openFiles(workspace);
  const forgetting = forgetFiles({ db, files, locks: openFileLocks({ runDir: join(home, 'run'), clock }), clock });
  put('MEMORY.md', '- tea\n- 蓝色\n');
  put('notes/x.md', '- tea\n');
  linkSync(path('MEMORY.md'), path('elsewhere.md'));
  const cut = (now: string) => withoutLines(now, new Set([0]));
  expect(await forgetting.cut('MEMORY.md', main, cut)).toBe('odd');
  expect(text('MEMORY.md')).toBe('- tea\n- 蓝色\n');
  expect(await forgetting.cut('notes/x.md', main, cut)).toBe(true);
  expect(text('notes/x.md')).toBe('');
});
