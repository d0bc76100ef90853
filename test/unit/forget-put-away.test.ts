// Forgetting in a whole home: what was put away, what a night made of it, and what stays known of the lines that stay.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionKey } from '../../src/contracts/index.js';
import { forgetInChat, forgetInHome } from '../../src/forget-desk.js';
import { endForgets } from '../../src/forgotten-desk.js';
import { beginForget, clearedFor } from '../../src/gateway/forget-log.js';
import { lastForget } from '../../src/gateway/forget-wish.js';
import { openLanes } from '../../src/jobs/lanes.js';
import { patchLines } from '../../src/memory/patch-lines.js';
import { holding } from '../support/forget-home.js';
import { ALICE, LOG, LONG, TAIL, TEAM, talkHome } from '../support/forget-talk.js';

const NOW = { dry: false, yes: true };
const WORDS = ['heron-zq81', '黄色潜水艇'];

type Home = Awaited<ReturnType<typeof talkHome>>;

const text = ({ options }: Home, path: string) => readFileSync(join(options.home, 'workspace', path), 'utf8');
const away = (path: string) => path.replace('/memory/', '/memory/archive/2020/');

describe.each([false, true])('what was made of a log and of the end of a conversation, put away: %s', (isAway) => {
  const at = (path: string) => (isAway ? away(path) : path);

  it('goes where it rests on one person alone, and is told of where it rests on others too', async () => {
    const home = await talkHome();
    await home.log(
      ['- bob says the boat has a name', 'e1'],
      ['- alice told of a kettle', 'e2'],
      ['- both', 'e1', 'e2'],
    );
    await home.tail();
    await home.dream({
      '- Names of boats matter here': [`${LOG}:3-3`],
      '- Somebody has a kettle': [`${LOG}:4-4`],
      '- Boats and kettles': [`${LOG}:3-3`, `${LOG}:4-4`],
      '- A vessel was named': [`${TAIL}:6-6`],
      '- Metal is remembered': [`${TAIL}:9-9`],
    });
    if (isAway) expect((await home.archive()).moved).toHaveLength(2);
    const done = await forgetInHome(home.options, { kind: 'person', person: 'console:bob' }, NOW);
    expect(done).toMatchObject({ failed: false });
    expect(text(home, LONG)).toBe('# Memory\n\n- Somebody has a kettle\n- Boats and kettles\n- Metal is remembered\n');
    expect(text(home, at(LOG))).toContain('- alice told of a kettle\n- both\n');
    expect(text(home, at(LOG))).not.toContain('boat');
    expect(text(home, at(TAIL))).toContain(ALICE);
    const { mixed } = done.data as { mixed: { path: string }[] };
    expect(mixed.map(({ path }) => path).sort()).toEqual([LONG, at(LOG)].sort());
    expect(holding(home.options.home, WORDS)).toEqual([]);
  });

  it('goes with the conversation', async () => {
    const home = await talkHome();
    await home.tail();
    await home.dream({ '- A vessel was named': [`${TAIL}:6-6`], '- Metal is remembered': [`${TAIL}:9-9`] });
    if (isAway) await home.archive();
    const done = await forgetInHome(home.options, { kind: 'session', session: home.session }, NOW);
    expect(done).toMatchObject({ failed: false, data: { mixed: [], left: [] } });
    expect(existsSync(join(home.options.home, 'workspace', at(TAIL)))).toBe(false);
    expect(text(home, LONG)).toBe('# Memory\n\n');
    expect(holding(home.options.home, [...WORDS, 'cobalt', 'the-boat', 'vessel'])).toEqual([]);
  });
});

it('a line that stays stays known, so that the next edit by hand is only what the hand did', async () => {
  const home = await talkHome();
  const { memory } = home.house;
  await home.log(['- bob says the boat has a name', 'e1'], ['- alice told of a kettle', 'e2']);
  const both = '- The boat is called 黄色潜水艇 heron-zq81, and the kettle is cobalt';
  await home.dream({ [both]: [`${LOG}:3-3`, `${LOG}:4-4`], '- Somebody has a kettle': [`${LOG}:4-4`] });
  const done = await forgetInHome(home.options, { kind: 'person', person: 'console:bob' }, NOW);
  expect(done.data).toMatchObject({ mixed: [{ path: LONG, line: 3 }], left: [] });
  expect(memory.view(TEAM).originsOf(LONG, [both])).toMatchObject([{ by: 'dream', trust: 'member' }]);

  writeFileSync(join(home.options.home, 'workspace', LONG), `${text(home, LONG)}- new\n`);
  await memory.hands.look(LONG);
  const [row] = memory.ledgerRows(LONG, 1);
  expect(row).toMatchObject({ by: 'hand', state: 'done' });
  const changed = patchLines(row?.patch ?? '').filter(({ sign }) => sign !== ' ');
  expect(changed.map(({ sign, text }) => sign + text)).toEqual(['+- new']);
  expect(memory.view(TEAM).originsOf(LONG, [both])).toMatchObject([{ by: 'dream', trust: 'member' }]);
});

describe('/forget yes', () => {
  /** A minute apart, as messages of the owner in a group. */
  async function asked(home: Home, args: readonly string[], apart = 60_000): Promise<number[]> {
    const { db } = home;
    const insert = db.sql(
      `INSERT INTO inbox (key, receiver, channel, chat, event, principal, scope, session_key, state, job, accepted_at, author)
       VALUES (?, 'gateway', 'console', 'console/team', ?, '{}', ?, 'team', 'accepted', 'command', ?, 'console:owner')`,
    );
    return await db.write(() =>
      args.map((text, at) => {
        const event = JSON.stringify({ type: 'command', name: 'forget', args: text });
        return Number(insert.run([`k${at}`, event, JSON.stringify(TEAM), at * apart]).lastInsertRowid);
      }),
    );
  }
  const owner = { account: 'console:owner', name: 'o', role: 'owner' } as const;
  const session = 'team' as SessionKey;
  const parts = (home: Home, house = home.house) => ({
    house,
    lanes: openLanes({ db: home.db, clock: house.clock, isAlive: () => true }),
    process: 'p1',
  });

  it('is about the message before it, however much later it is carried out', async () => {
    const home = await talkHome();
    const [, , yes = 0] = await asked(home, ['heron-zq81', 'kettle', 'ja']);
    expect(lastForget(home.db, { session, who: owner, row: yes })).toMatchObject({ text: 'kettle' });
    expect(lastForget(home.db, { session, who: owner, row: yes + 1 })).toBeUndefined();
    const late = await talkHome();
    const [, later = 0] = await asked(late, ['heron-zq81', 'yes'], 700_000);
    expect(lastForget(late.db, { session, who: owner, row: later })).toBeUndefined();
  });

  it('keeps the words in its own command until all else is done, and goes on without them behind that', async () => {
    const home = await talkHome();
    const { db, house } = home;
    await home.log(['- bob says the boat is heron-zq81', 'e1']);
    const [said = 0, yes = 0] = await asked(home, ['heron-zq81', 'yes']);
    const place = { scope: TEAM, session, row: yes };
    const context = { session, who: owner, row: yes };
    const event = () => db.sql('SELECT event FROM inbox WHERE row = ?').column<string>([said])[0];

    // Killed while memory changes: what the command says is known still.
    const broken = { ...house, memory: { ...house.memory, folders: { ...house.memory.folders, all: stop } } };
    const wish = lastForget(db, context) ?? { text: '', row: 0 };
    await expect(forgetInChat(parts(home, broken), place, wish, false)).rejects.toThrow('killed');
    await db.write(() => beginForget(db, { kind: 'text', inbox: yes }, 1));
    expect(event()).toContain('heron-zq81');
    expect(lastForget(db, context)).toEqual({ text: 'heron-zq81', row: said });

    // Killed while old bytes go.
    const index = { ...house.memory.index, rebuild: async () => stop() };
    const stopped = { ...house, memory: { ...house.memory, index } };
    await expect(forgetInChat(parts(home, stopped), place, wish, false)).rejects.toThrow('killed');
    expect(event()).not.toContain('heron-zq81');
    expect(lastForget(db, context)).toBeUndefined();
    expect(clearedFor(db, yes)).toBe('running');
    expect(await endForgets({ house, waitMs: 0 })).toEqual([]);
    expect(clearedFor(db, yes)).toBe('done');
    expect(holding(home.options.home, ['heron-zq81'])).toEqual([]);
    expect(db.sql("SELECT count(*) FROM forgets WHERE state = 'running'").column<number>()).toEqual([0]);
  });
});

function stop(): never {
  throw new Error('killed');
}
