// The skills that come with the program, each tried in a conversation: picked from the list, read at its location, and carried
// out as it prescribes, with the tools that it names and the yes of a person where it writes.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../src/contracts/index.js';
import { listSchedules } from '../../src/jobs/scheduler/rows.js';
import type { ScriptStep } from '../../src/models/scripted.js';
import { cli, writeConfig } from '../support/cli.js';
import { OWNER_DM, runStage } from '../support/jobs/run-stage.js';
import { tempDir } from '../support/temp-dir.js';
import { writeFiles } from '../support/write-files.js';

/** What the model does with one request, by what its tools have returned in the turn. */
type Step = (results: string[], request: ModelRequest) => ScriptStep;

const SECRET = 'Ada earns 4711 a month';
const bundled = fileURLToPath(new URL('../../workspaces/skills', import.meta.url));

const call =
  (...all: [name: string, args: Record<string, unknown>][]): Step =>
  () => ({ calls: all.map(([name, args]) => ({ name, args })) });
const say =
  (text: string): Step =>
  () => ({ text });
/** Reads the skill where the list in the prompt says that it stands. */
const pick =
  (name: string): Step =>
  (_, { system }) => {
    const [, path = 'not listed'] = new RegExp(`<skill name="${name}" location="([^"]+)">[^<]`).exec(system) ?? [];
    return { calls: [{ name: 'read', args: { path } }] };
  };
/** Adds what the last preview showed, with its code. */
const add =
  (wish: Record<string, unknown>): Step =>
  (_, { messages }) => {
    const all = messages.map((one) => (one.role === 'tool' ? one.text : '')).join('\n');
    const preview = [...all.matchAll(/"preview":"(\w+)"/g)].at(-1)?.[1];
    return { calls: [{ name: 'schedule', args: { action: 'add', ...wish, preview } }] };
  };

/** A house in which the model takes these steps, one a request; `files` stand in its workspace. */
async function stage(steps: readonly Step[], files: Record<string, string> = {}) {
  const dir = tempDir();
  writeFiles(join(dir, 'workspace'), files);
  const house = await runStage(
    (request, number) => {
      const from = request.messages.findLastIndex(({ role }) => role === 'user');
      const results = request.messages.slice(from).flatMap((one) => (one.role === 'tool' ? [one.text] : []));
      return steps[number - 1]?.(results, request) ?? { text: 'There is no such step.' };
    },
    { dir, bundled: true },
  );
  const hear = async (where: string, count: number, speak: () => Promise<unknown>): Promise<string[]> => {
    const before = house.texts(where).length;
    await speak();
    await house.until(() => house.texts(where).length >= before + count);
    return house.texts(where).slice(before);
  };
  return {
    ...house,
    dir,
    text: (path: string) => readFileSync(join(dir, 'workspace', path), 'utf8'),
    schedules: () => listSchedules(house.db).filter(({ state }) => state === 'active'),
    /** What is answered to words in private, so many messages. */
    owner: (text: string, count = 1) => hear('owner', count, () => house.dm('owner', text)),
    inTeam: (who: string, text: string, count = 1) => hear('team', count, () => house.says('team', who, text)),
  };
}

/** The whole skill was read; nothing was called that it does not name or that was not there, and no call failed. */
function expectFollowed({ dir, model }: Awaited<ReturnType<typeof stage>>, skill: string): void {
  const page = readFileSync(join(bundled, skill, 'SKILL.md'), 'utf8');
  const named = new Set([...page.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  const entries = readdirSync(join(dir, 'sessions')).flatMap((file) =>
    readFileSync(join(dir, 'sessions', file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; name?: string; text?: string }),
  );
  const results = entries.filter(({ type }) => type === 'tool_result');
  expect(results.filter(({ text }) => text?.startsWith('Error'))).toEqual([]);
  expect(results.some(({ text }) => text === page.trimEnd())).toBe(true);
  expect(results.map(({ name }) => name).filter((name) => name !== 'read' && !named.has(name))).toEqual([]);
  expect(model.requests.flatMap(({ system }) => (system.includes(`skill:${skill}/`) ? [] : [system]))).toEqual([]);
}

const today = '2026-11-29';

describe('daily-brief', () => {
  const wish = {
    when: { cron: '30 7 * * 1-5' },
    text: 'Write the brief of today as the skill daily-brief says. If there is nothing, answer NO_REPLY.',
    deliver: 'answer',
  };

  it('gathers, tells, and comes every morning after a yes', async () => {
    const house = await stage(
      [
        pick('daily-brief'),
        call(
          ['schedule', { action: 'list' }],
          ['list', { folder: 'memory' }],
          ['memory_search', { query: '30 November' }],
          ['memory_search', { query: 'promised, deadline, waiting for, 待办' }],
        ),
        (results) => {
          const hit = /"path":"(memory\/2026-11-20\.md)"/.exec(results.join('\n'))?.[1] ?? 'not found';
          return { calls: [{ name: 'memory_get', args: { path: hit } }] };
        },
        call(['schedule', { action: 'preview', ...wish }]),
        (results) => ({ text: `Monday: dentist at half past nine.\nEvery weekday? ${results.at(-1)}` }),
        add(wish),
        say('It is scheduled.'),
        // The run of Monday morning.
        pick('daily-brief'),
        call(['list', { folder: 'memory' }], ['memory_search', { query: '30 November' }]),
        (results, { tools }) => ({
          text: `${results.join().includes('dentist') ? '09:30 dentist' : '?'} ${tools.some(({ name }) => name === 'schedule')}`,
        }),
      ],
      {
        'memory/2026-11-20.md': '- 10:00 The dentist is on 30 November at 09:30.\n',
        [`memory/${today}.md`]: '- 08:00 Promised Lindqvist the offer by Monday noon.\n',
      },
    );
    const [brief] = await house.owner('what does Monday hold? and tell me every weekday at half past seven');
    expect(brief).toMatch(/dentist[\s\S]*"stored":false[\s\S]*2026-11-30 07:30/);
    expect(house.schedules()).toEqual([]);
    expect((await house.owner('yes, please', 2))[1]).toMatch(/^Scheduled: .*next Mon 2026-11-30 07:30/);
    expect(house.schedules()).toMatchObject([{ task: 'ask', message: wish.text, scope: { kind: 'main' } }]);
    house.clock.set(Date.parse('2026-11-30T07:29:30Z'));
    await house.slot();
    await house.delivered();
    // A run has no schedule, as the skill says.
    expect(house.texts(OWNER_DM)).toEqual(['09:30 dentist false']);
    expectFollowed(house, 'daily-brief');
  });
});

describe('meeting-notes', () => {
  const minutes = '# Launch\n\n## Decided\n- 12 January, since the licence is late. (bob proposed)\n';

  it('in a group keeps to what was said there, with names, and is kept after a yes', async () => {
    const house = await stage(
      [
        say('Noted.'),
        pick('meeting-notes'),
        call(['sessions_history', { limit: 100 }], ['memory_search', { query: 'launch', from: today, to: today }]),
        call(['send_file', { name: `${today}-launch.md`, text: minutes }]),
        (results) => ({ text: `The minutes reach back to ann's first words. Shall I keep them?\n${results[1]}` }),
        call([
          'memory_write',
          { target: 'day', text: 'bob proposed 12 January for the launch, since the licence is late.\nann asks 李明.' },
        ]),
        say('Kept.'),
      ],
      { 'MEMORY.md': `- ${SECRET}.\n- The launch is a secret of mine.\n` },
    );
    await house.inTeam('ann', 'we talk about the launch now');
    await house.says('team', 'bob', 'I say 12 January, the licence is late', { addressed: false });
    await house.says('team', '李明', '我没有意见', { addressed: false });
    const [told] = await house.inTeam('ann', 'write the minutes please');
    const front = JSON.stringify(house.model.requests[1]?.messages);
    expect(front).toMatch(/> bob: I say 12 January, the licence is late.*> 李明: 我没有意见/);
    // What people say among themselves is in front of it, and not in the history.
    expect(told).toContain('"text":"we talk about the launch now"');
    expect(told).not.toContain('12 January');
    const file = house.sent.flatMap(({ message }) => message.files ?? []);
    expect(file).toMatchObject([{ name: `${today}-launch.md` }]);
    await house.inTeam('ann', 'yes, keep that');
    const [folder = ''] = readdirSync(join(house.dir, 'workspace/groups'));
    const log = house.text(`groups/${folder}/memory/${today}.md`);
    expect(log).toMatch(/ann[^\n]*bob proposed 12 January for the launch/);
    expect(log).toMatch(/ann[^\n]*ann asks 李明/);
    expect(/4711|secret of mine/.exec(JSON.stringify(house.model.requests))).toBeNull();
    expect(/4711|secret of mine/.exec(JSON.stringify(house.sent))).toBeNull();
    expectFollowed(house, 'meeting-notes');
  });
});

describe('remember-people', () => {
  const wish = { when: { cron: '0 9 11 3 *' }, text: 'Mei’s birthday is on 14 March: a card?', deliver: 'text' };
  const old = '- Mei Tanaka (陽子’s sister) has her birthday on 14 March.';

  it('looks, keeps, reminds after a yes, and takes a line out after a yes to the difference', async () => {
    const house = await stage([
      pick('remember-people'),
      call(['memory_search', { query: 'Mei Tanaka' }], ['memory_search', { query: '田中芽衣' }]),
      call(
        ['memory_write', { target: 'long', text: 'Mei Tanaka (陽子’s sister) has her birthday on 14 March.' }],
        ['schedule', { action: 'preview', ...wish }],
      ),
      (results) => ({ text: `Kept. Each year? ${results.at(-1)}` }),
      add(wish),
      say('I remind you.'),
      call(['memory_search', { query: 'Mei Tanaka birthday' }]),
      call(['memory_get', { path: 'MEMORY.md' }]),
      (results) => {
        const { text } = JSON.parse(results.at(-1) ?? '') as { text: string };
        const line = text.split('\n').find((one) => one.includes('Mei Tanaka')) ?? 'not found';
        const reason = 'you said it is wrong';
        return { calls: [{ name: 'edit', args: { path: 'MEMORY.md', old: `${line}\n`, new: '', reason } }] };
      },
      say('I would take it out.'),
    ]);
    const [kept] = await house.owner('Mei Tanaka, the sister of 陽子, has her birthday on 14 March');
    expect(kept).toContain('2027-03-11 09:00');
    expect(house.text('MEMORY.md')).toContain(old);
    await house.owner('yes, each year', 2);
    expect(house.schedules()).toMatchObject([{ task: 'say', message: wish.text }]);
    const [, question] = await house.owner('no, forget that about Mei', 2);
    expect(question).toContain(`-${old}`);
    expect(house.text('MEMORY.md')).toContain(old);
    expect(await house.owner('y')).toEqual(['MEMORY.md is changed.']);
    expect(house.text('MEMORY.md')).not.toContain('Mei');
    expectFollowed(house, 'remember-people');
  });
});

describe('weekly-review', () => {
  const wish = { when: { at: '2026-12-09 09:00' }, text: 'The tax papers are due on 12 December.', deliver: 'text' };
  const logs = {
    'memory/2026-11-19.md': '- 09:00 Waiting for the printer.\n',
    'memory/2026-11-24.md': '- 09:00 The licence is there.\n',
    'memory/2026-11-26.md': '- 20:00 No trip in January: the flights cost twice as much. 機票太貴。\n',
    [`memory/${today}.md`]: '- 08:00 Tax papers are due on 12 December.\n',
  };
  const edit = (old: string, next: string): Step =>
    call(['edit', { path: 'MEMORY.md', old, new: next, reason: 'the review found it outdated' }]);

  it('reads the logs, proposes, and changes after a yes: one question, and the logs stay as they are', async () => {
    const house = await stage(
      [
        pick('weekly-review'),
        call(['list', { folder: 'memory' }]),
        (results) => {
          const listed = [...(results.at(-1) ?? '').matchAll(/^memory\/2026-11-2[3-9]\.md/gm)].map(([path]) => path);
          const reads = listed.map((path) => ({ name: 'read', args: { path } }));
          const before = { query: 'open, waiting', from: '2026-11-16', to: '2026-11-22' };
          return { calls: [...reads, { name: 'memory_search', args: before }] };
        },
        call(['schedule', { action: 'preview', ...wish }]),
        (results) => ({ text: `${results.slice(-5).join('\n')}\n1. Keep …` }),
        call([
          'memory_write',
          { target: 'long', text: 'No trip in January 2027, because flights cost twice as much.' },
        ]),
        add(wish),
        edit('- The licence is still open.', '- The licence is there since 24 November 2026.'),
        say('Two are done; this one you see below.'),
        edit('- We fly in January.\n', ''),
        say('And the last one.'),
      ],
      { 'MEMORY.md': '# Memory\n\n- The licence is still open.\n- We fly in January.\n', ...logs },
    );
    const [page] = await house.owner('how was my week?');
    for (const said of ['licence is there', '機票太貴', 'Tax papers', 'Waiting for the printer', '2026-12-09 09:00']) {
      expect(page).toContain(said);
    }
    expect(house.text('MEMORY.md')).not.toContain('flights');
    const question = (await house.owner('all of them', 3)).at(-1);
    expect(question).toMatch(/-- The licence is still open\.\n\+- The licence is there since 24 November 2026\./);
    expect(await house.owner('y')).toEqual(['MEMORY.md is changed.']);
    expect(await house.owner('and the rest')).toEqual(['And the last one.']);
    expect(house.text('MEMORY.md')).toMatch(/The licence is there since[\s\S]*No trip in January 2027/);
    expect(house.text('MEMORY.md')).not.toMatch(/still open|We fly/);
    expect(house.schedules()).toMatchObject([{ task: 'say', message: wish.text }]);
    for (const [path, text] of Object.entries(logs)) expect(house.text(path)).toBe(text);
    expectFollowed(house, 'weekly-review');
  });

  it('in a group finds the logs of the group alone', async () => {
    const house = await stage(
      [
        call(['memory_write', { target: 'day', text: 'ann cleared the cellar.' }]),
        say('Kept.'),
        pick('weekly-review'),
        call(['list', {}]),
        (results) => {
          const logs = [...(results.at(-1) ?? '').matchAll(/^\S*memory\/\d{4}-\d\d-\d\d\.md/gm)].map(([path]) => path);
          return { calls: logs.map((path) => ({ name: 'read', args: { path } })) };
        },
        (results) => ({ text: results.slice(1).join('\n') }),
      ],
      { ...logs, 'MEMORY.md': `- ${SECRET}.\n` },
    );
    await house.inTeam('ann', 'the cellar is clear, note that');
    const [page] = await house.inTeam('bob', 'how was our week?');
    expect(page).toMatch(/groups\/\S+\/memory\/2026-11-29\.md/);
    expect(page).toMatch(/ann[^\n]*ann cleared the cellar/);
    expect(/4711|機票|2026-11-2[46]/.exec(JSON.stringify(house.model.requests))).toBeNull();
    expectFollowed(house, 'weekly-review');
  });
});

describe('skill-writer', () => {
  const head = (name: string) =>
    `---\nname: ${name}\ndescription: "Packing list: what to take. Use when somebody is about to travel, 收拾行李."\n---\n`;
  const path = 'skills/packing-list/SKILL.md';
  const write = (where: string, text: string): Step => call(['write', { path: where, text, reason: 'you taught me' }]);

  it('saves what the owner agreed to, which is in the list from the next message on and is followed', async () => {
    const house = await stage([
      pick('skill-writer'),
      write(path, `${head('packing-list')}\n# Packing list\n\n1. Ask for the days.\n`),
      say('Every chat will read it.'),
      pick('packing-list'),
      (results) => ({ text: results.join('\n') }),
      call(
        ['read', { path }],
        ['edit', { path, old: 'Ask for the days.', new: 'Ask once.', reason: 'it asked twice' }],
      ),
      say('Below.'),
      write('skills/daily-brief/SKILL.md', `${head('daily-brief')}\nAnother brief.\n`),
      say('It takes the place of mine.'),
      pick('daily-brief'),
      (results) => ({ text: results.join('\n') }),
    ]);
    const [, question] = await house.owner('from now on pack like this: …', 2);
    expect(question).toMatch(/^skills\/packing-list\/SKILL\.md would change[\s\S]*\+1\. Ask for the days\./);
    expect(await house.owner('y')).toEqual([`${path} is changed.`]);
    expect((await house.owner('I travel to 京都 tomorrow'))[0]).toContain('1. Ask for the days.');
    await house.owner('it asked me twice', 2);
    await house.owner('y');
    expect(house.text(path)).toContain('1. Ask once.');
    await house.owner('and write me another brief', 2);
    await house.owner('y');
    expect((await house.owner('what is on today?'))[0]).toContain('Another brief.');
    expectFollowed(house, 'skill-writer');
    await house.leave();
    writeFiles(join(house.dir, 'workspace/skills/needy'), {
      'SKILL.md': `---\nname: needy\ndescription: N.\nmetadata:\n  requires:\n    bins: [no-bin]\n    anyBins: [no-a, no-b]\n    env: [NO_ENV]\n    config: [no.key]\n---\n`,
    });
    writeConfig(house.dir, 'model: { provider: offline }\n');
    const { stdout } = await cli(house.dir, ['skills', 'list', '--json']);
    const all = JSON.parse(stdout) as { name: string; source: string; state: string; reason?: string }[];
    const states = (name: string) =>
      all.filter((one) => one.name === name).map(({ source, state }) => `${source} ${state}`);
    expect(states('packing-list')).toEqual(['workspace ready']);
    expect(states('daily-brief')).toEqual(['workspace ready', 'bundled shadowed']);
    for (const lacking of ['no-bin', 'no-a or no-b', 'NO_ENV', 'no.key']) {
      expect(all.find(({ name }) => name === 'needy')?.reason).toContain(lacking);
    }
  });
});

it('people are told what each is for and how to begin it, and of tools only what there is something to do for', async () => {
  const house = await stage([pick('weekly-review'), say('Nothing happened.')]);
  const [skills = ''] = await house.owner('/skills');
  expect(skills.split('\n')).toHaveLength(6);
  expect(skills).toMatch(
    /- skill-writer \(`\/skill_writer`\): `Writes, improves and tests skills for this assistant`\n/,
  );
  expect(skills).not.toMatch(/Use when|…/);
  expect((await house.inTeam('ann', '/skills'))[0]).toBe(skills);
  const [tools = ''] = await house.owner('/tools');
  expect(tools).toMatch(/^Tools that I have here: .*`skill_run`/);
  expect(tools).toMatch(/\n- `skill_search`: The skills here are few enough/);
  await house.owner('how was the week?');
  const shown = house.model.requests.at(-1)?.tools.map(({ name }) => `\`${name}\``);
  expect(tools.split('\n')[0]).toBe(`Tools that I have here: ${shown?.join(', ')}.`);
});
