// Forgetting in a whole home: what was put away, what a night made of it, and what stays known of the lines that stay.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { forgetInHome } from '../../src/forget-desk.js';
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
