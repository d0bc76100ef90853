// A house in which bob and alice spoke in a group years ago, with what was made of it: a log, the end of their conversation, and
// long-term memory of a night. Everything through the ledger.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Entry, EntryBody, Provenance, Scope } from '../../src/contracts/index.js';
import { type HouseOptions, openHouse } from '../../src/house.js';
import { ABSENT } from '../../src/memory/files.js';
import { load } from './config-home.js';
import { tempDir } from './temp-dir.js';

export const TEAM: Scope = { kind: 'group', channel: 'console', chat: 'team' };
const DAY = '2020-01-05';
export const LOG = `groups/console-team/memory/${DAY}.md`;
export const TAIL = `groups/console-team/memory/${DAY}-the-boat.md`;
export const LONG = 'groups/console-team/MEMORY.md';
const SESSION = 'team-1';

const BOB = 'The boat is called 黄色潜水艇 heron-zq81.';
export const ALICE = 'The kettle is cobalt.';

/** A home, and a house that is open in it. */
export async function talkHome() {
  const options: HouseOptions = { home: tempDir(), loaded: load({}), version: '0' };
  const house = await openHouse(options);
  onTestFinished(() => house.close());
  const { db } = house.state;
  await house.memory.folders.ensure(TEAM);
  const said = (id: string, turn: string, name: string, text: string): Entry => ({
    ...{ id, turn, at: 1_578_200_000_000, fence: 1, type: 'user', text, message: id },
    from: { account: `console:${name}`, name, role: 'member' },
  });
  const first: EntryBody = { type: 'session', session: SESSION, key: 'team', version: 1 };
  const entries: Entry[] = [
    { id: 'e0', at: 1_578_200_000_000, fence: 1, ...first },
    said('e1', 't1', 'bob', BOB),
    said('e2', 't2', 'alice', ALICE),
  ];
  writeFileSync(
    join(options.home, 'sessions', `${SESSION}.jsonl`),
    entries.map((one) => `${JSON.stringify(one)}\n`).join(''),
  );
  await db.write(() =>
    db
      .sql('INSERT INTO sessions (id, key, scope, chat, opened_at, closed_at) VALUES (?, ?, ?, ?, 1, 2)')
      .run([SESSION, 'team', JSON.stringify(TEAM), 'console/team']),
  );
  const view = house.memory.view(TEAM);
  const why = (by: Provenance['by'], more: Partial<Provenance> = {}): Provenance => {
    return { who: 'system', by, reason: 'a test', trust: 'member', ...more };
  };

  /** Appends lines to the log, each resting on the entry behind it. */
  async function log(...lines: [text: string, ...entries: string[]][]): Promise<void> {
    const from = lines.map(([, ...entries]) => ({ trust: 'member' as const, entries }));
    const patch = { kind: 'append' as const, path: LOG, lines: lines.map(([text]) => text) };
    await view.apply(patch, undefined, why('flush', { session: SESSION, lines: from }));
  }

  /** What a night puts into long-term memory, each line with the places that it rests on. */
  async function dream(lines: Record<string, string[]>): Promise<void> {
    const text = `# Memory\n\n${Object.keys(lines).join('\n')}\n`;
    const from = Object.entries(lines).map(([text, entries]) => ({ text, trust: 'member' as const, entries }));
    await view.apply({ kind: 'replace', path: LONG, text }, ABSENT, why('dream', { lines: from }));
  }

  /** The end of the conversation, as it is kept. */
  async function tail(): Promise<void> {
    const text = `# ${DAY} 09:00\n\nThe end of a conversation, word for word.\n\nbob, 08:00:\n> ${BOB}\n\nalice, 08:01:\n> ${ALICE}\n`;
    const patch = { kind: 'replace' as const, path: TAIL, text };
    await view.apply(patch, ABSENT, why('system', { session: SESSION, call: 'snapshot' }));
    await db.write(() =>
      db
        .sql("INSERT INTO snapshots (session, state, added_at, done_at, path) VALUES (?, 'done', 1, 1, ?)")
        .run([SESSION, TAIL]),
    );
  }

  const archive = () =>
    house.memory.archive({ before: '2020-02-01', scopes: 'all', dryRun: false, who: 'console:owner' });
  return { options, house, db, log, dream, tail, archive, session: SESSION };
}
