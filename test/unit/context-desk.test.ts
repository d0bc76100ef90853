// `nightjar context` on a home: the list to choose from, and what the requests of one conversation were made of.

import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/load.js';
import { listContexts, readContext } from '../../src/context-desk.js';
import type { Scope, SessionKey } from '../../src/contracts/index.js';
import { openState } from '../../src/db/state.js';
import { keepManifests } from '../../src/sessions/manifests.js';
import { closeSession, openSession, recordTurn } from '../../src/sessions/rows.js';
import { file, manifest, part } from '../support/manifest.js';
import { tempDir } from '../support/temp-dir.js';

const EVENING = Date.parse('2026-11-29T20:00:00Z');

/** A bot that runs: its connection stays open beside the command line. */
async function home() {
  const dir = tempDir();
  const state = await openState(join(dir, 'state.sqlite'));
  onTestFinished(() => state.close());
  const { db } = state;
  const loaded = loadConfig({ home: dir, env: {}, defaultTimezone: 'Asia/Tokyo' });
  const begin = async (key: string, scope: Scope, at: number) =>
    (await openSession(db, { key: key as SessionKey, scope, chat: { channel: 'c', account: 'b', chat: 'x' } }, at)).id;
  return { db, begin, house: { home: dir, loaded, version: 'test' } };
}

describe('nightjar context', () => {
  it('lists the conversations that were used last, with scope, turns, time and fill', async () => {
    const { db, begin, house } = await home();
    expect(await listContexts(house)).toEqual({ data: [], text: 'There was no conversation yet.' });
    const main = await begin('main', { kind: 'main' }, EVENING - 60_000);
    const ended = await begin('person/安', { kind: 'person', person: '安' }, EVENING - 30_000);
    await db.write(() => {
      recordTurn(db, main, { input: 5, output: 1 }, EVENING);
      closeSession(db, ended, 'command', EVENING - 20_000);
      keepManifests(db, [manifest([part('system')], { session: main })]);
    });
    const { data, text } = await listContexts(house);
    expect(text.split('\n').slice(0, 2)).toEqual([
      `${main}  2026-11-30 05:00   24%  1 turn  main`,
      `${ended}  2026-11-30 04:59     –  0 turns  person:安 (ended)`,
    ]);
    expect(data).toMatchObject([
      { id: main, scope: 'main', turns: 1, last: { tokens: 41_200, budget: 176_000 } },
      { id: ended, scope: 'person:安', closedAt: EVENING - 20_000 },
    ]);
  });

  it('shows the newest requests of one, with ids and owners; with --json the hashes too', async () => {
    const { db, begin, house } = await home();
    const id = await begin('main', { kind: 'main' }, EVENING);
    const made = ['t1', 't2', 't3'].map((turn) =>
      manifest([file('AGENTS.md', { scope: 'shared' }), file(`日記-${turn}.md\u001b[2J`)], { session: id, turn }),
    );
    await db.write(() => keepManifests(db, made));
    const { data, text } = await readContext(house, { session: id, last: 2 });
    expect(text).toContain(`Session ${id}: main, 0 turns\n`);
    expect([...text.matchAll(/^Turn (\S+)$/gm)].map(([, turn]) => turn)).toEqual(['t3', 't2']);
    expect(text.match(/^(?:The last|An earlier) request had/gm)).toEqual([
      'The last request had',
      'An earlier request had',
    ]);
    expect(text).toContain('- AGENTS.md:1-9 (shared): 10\n- 日記-t3.md[2J:1-9 (main): 10\n');
    expect(text).not.toContain('0123456789abcdef');
    expect(data).toEqual({ session: expect.objectContaining({ id }), manifests: [made[2], made[1]] });
    // The first letters are enough.
    expect((await readContext(house, { session: id.slice(0, 12), last: 2 })).data).toEqual(data);
  });

  it('refuses an unknown or unclear session with the way on', async () => {
    const { begin, house } = await home();
    const first = await begin('main', { kind: 'main' }, EVENING);
    await begin('group/c/x', { kind: 'group', channel: 'c', chat: 'x' }, EVENING);
    const typo = `${first.slice(0, -1)}!`;
    const refused = (session: string) => readContext(house, { session, last: 1 });
    await expect(refused(typo)).rejects.toMatchObject({
      culprit: 'state',
      message: `There is no session ${typo}.`,
      remedy: `Did you mean ${first}? \`nightjar context\` lists the newest.`,
    });
    await expect(refused('nothing like it')).rejects.toMatchObject({ remedy: '`nightjar context` lists the newest.' });
    await expect(refused('2026')).rejects.toThrow('More than one session begins with 2026.');
    await expect(refused('')).rejects.toThrow(/no session/);
    expect((await refused(first)).text).toContain('No request of it is on record');
  });

  it('makes no home where there is none', async () => {
    const { house } = await home();
    await expect(listContexts({ ...house, home: join(house.home, 'elsewhere') })).rejects.toThrow(/no Nightjar home/);
  });
});
