// list, grep, write and edit as the model calls them: what they show to whom, their bounds, and errors to act on.

import { linkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editTool } from '../../../src/agent/tools/edit.js';
import { grepTool } from '../../../src/agent/tools/grep.js';
import { listTool } from '../../../src/agent/tools/list.js';
import { readTool } from '../../../src/agent/tools/read.js';
import { seal } from '../../../src/agent/tools/seal.js';
import { writeTool } from '../../../src/agent/tools/write.js';
import type { FileWish, Role, Scope, ToolChanges, ToolContext, Trust } from '../../../src/contracts/index.js';
import { revisionOf } from '../../../src/memory/files.js';
import { bob, main, openTestMemory, team, why } from '../../support/memory/open.js';

type House = Awaited<ReturnType<typeof openTestMemory>>;

function contextOf({ memory }: House, scope: Scope, more: Partial<ToolContext> = {}): ToolContext {
  return {
    scope,
    who: { account: 'x:1', name: 'x', role: 'owner' },
    memory: memory.view(scope),
    ...{ session: 's', turn: 't', call: 'c', entry: 'e', now: 0, timezone: 'UTC', room: 10_000 },
    trustOf: () => 'owner',
    signal: new AbortController().signal,
    files: { keepText: () => Promise.reject(new Error('none')), attach: () => Promise.reject(new Error('none')) },
    ...more,
  };
}

async function peopled() {
  const house = await openTestMemory();
  const { put, memory } = house;
  await memory.folders.ensure(team);
  await memory.folders.ensure(bob);
  put('AGENTS.md', 'Every chat reads this.\n');
  put('MEMORY.md', '- Die Straße, 東京タワー\n');
  put('memory/2026-11-28.md', 'Tokyo\nＴＯＫＹＯ tower\nnothing\n');
  put('notes/deep/trip.md', 'tokyo\n');
  put('notes/.hidden.md', 'tokyo\n');
  put('notes/node_modules/x.md', 'tokyo\n');
  put('shared/house.md', 'tokyo is shared\n');
  put('groups/console-team/MEMORY.md', 'tokyo in the team\n');
  put('people/bob/MEMORY.md', 'tokyo of bob\n');
  symlinkSync(house.path('MEMORY.md'), house.path('shared/link.md'));
  symlinkSync(house.path('memory'), house.path('shared/folder'));
  linkSync(house.path('MEMORY.md'), house.path('shared/hard.md'));
  return house;
}

const paths = (content: string) => content.split('\n').map((line) => line.split(' (')[0]);
const list = async (house: House, scope: Scope, args: object = {}) =>
  (await seal(listTool).run(args, contextOf(house, scope))).content;
const grep = async (house: House, scope: Scope, args: object) => seal(grepTool).run(args, contextOf(house, scope));

describe('list', () => {
  it('shows what the chat may read, with size and day; others’ folders to main when it names them', async () => {
    const house = await peopled();
    expect(paths(await list(house, main))).toEqual([
      ...['AGENTS.md', 'MEMORY.md', 'memory/2026-11-28.md', 'notes/deep/trip.md', 'shared/hard.md', 'shared/house.md'],
    ]);
    expect(await list(house, main, { folder: 'notes/' })).toMatch(
      /^notes\/deep\/trip\.md \(6 bytes, \d{4}-\d\d-\d\d\)$/,
    );
    expect(paths(await list(house, main, { folder: 'groups' }))).toEqual(['groups/console-team/MEMORY.md']);
    expect(paths(await list(house, main, { folder: 'people/bob' }))).toEqual(['people/bob/MEMORY.md']);
    const shared = ['AGENTS.md', 'shared/house.md'];
    expect(paths(await list(house, team))).toEqual(['AGENTS.md', 'groups/console-team/MEMORY.md', 'shared/house.md']);
    expect(paths(await list(house, bob))).toEqual([shared[0], 'people/bob/MEMORY.md', shared[1]]);
  });

  it('answers forbidden, missing and empty folders alike', async () => {
    const house = await peopled();
    for (const folder of ['memory', 'notes', 'people', 'people/bob', 'none', 'shared/folder', '..', '/', 'MEMORY.md']) {
      await expect(list(house, team, { folder })).rejects.toThrow(`There are no files in ${folder} here.`);
    }
  });

  it('leaves out what is too much, and says how much', async () => {
    const house = await openTestMemory();
    for (let n = 0; n < 230; n++) house.put(`notes/${String(n).padStart(3, '0')}.md`, 'x');
    house.put('MEMORY.md', 'x');
    const lines = (await list(house, main)).split('\n');
    // What stands nearest comes first.
    expect(lines[0]).toMatch(/^MEMORY\.md/);
    expect(lines).toHaveLength(201);
    expect(lines.at(-1)).toBe('(31 more left out. Name a folder to see them.)');
  });
});

describe('grep', () => {
  it('finds words in any script, whatever their case and width, and nothing of others', async () => {
    const house = await peopled();
    const found = async (scope: Scope, args: object) => (await grep(house, scope, args)).content.split('\n');
    expect(await found(main, { text: 'tokyo' })).toEqual([
      ...['memory/2026-11-28.md:1: Tokyo', 'memory/2026-11-28.md:2: ＴＯＫＹＯ tower', 'notes/deep/trip.md:1: tokyo'],
      'shared/house.md:1: tokyo is shared',
    ]);
    expect(await found(main, { text: '東京' })).toHaveLength(2);
    expect(await found(team, { text: 'TOKYO' })).toEqual([
      'groups/console-team/MEMORY.md:1: tokyo in the team',
      'shared/house.md:1: tokyo is shared',
    ]);
    expect(await found(main, { text: 'of bob' })).toEqual(['Nothing found.']);
    expect(await found(main, { text: 'of bob', folder: 'people' })).toEqual(['people/bob/MEMORY.md:1: tokyo of bob']);
    expect(await found(main, { text: '.*' })).toEqual(['Nothing found.']);
    for (const text of ['\u200d', 'a\nb']) await expect(found(main, { text })).rejects.toThrow(/stand in one line/);
  });

  it('cuts long lines around the word, between characters, and says what it left out', async () => {
    const house = await openTestMemory();
    house.put('notes/a.md', `${'🦊'.repeat(500)}夜莺${'x'.repeat(500)}\n`);
    house.put('notes/b.md', '夜莺\n'.repeat(70));
    house.put('notes/c.md', '夜莺\n');
    house.put('notes/d.md', Buffer.from('夜莺\0binary'));
    const { content } = await grep(house, main, { text: '夜莺' });
    const lines = content.split('\n');
    expect(lines[0]).toMatch(/^notes\/a\.md:1: …(?:🦊){40}夜莺x+…$/u);
    expect(lines[0]?.length).toBeLessThan(270);
    expect(lines.slice(-2)).toEqual([
      '(21 more lines left out. Give more words.)',
      '(2 files not looked into. Name a folder.)',
    ]);
    expect(lines).toHaveLength(52);
  });

  it('is worth what the least of its lines is worth', async () => {
    const house = await openTestMemory();
    house.put('notes/a.md', 'figs by hand\n');
    const trust = async () => (await grep(house, main, { text: 'figs' })).details;
    expect(await trust()).toEqual({ trust: 'owner' });
    await house.memory.view(main).remember({ target: 'long', text: 'figs from a page' }, why({ trust: 'web' }));
    expect(await trust()).toEqual({ trust: 'web' });
  });
});

/** Takes whatever is put, and keeps it. */
function taking(): ToolChanges & { wishes: FileWish[] } {
  const wishes: FileWish[] = [];
  return {
    wishes,
    async put(wish) {
      wishes.push(wish);
      return { state: 'asked', path: wish.path };
    },
  };
}

describe('write and edit', () => {
  const reason = 'asked';
  const run = async (house: House, tool: 'write' | 'edit', args: object, more: Partial<ToolContext> = {}) => {
    const changes = taking();
    const sealed = tool === 'write' ? seal(writeTool) : seal(editTool);
    const { content } = await sealed.run({ reason, ...args }, contextOf(house, main, { changes, ...more }));
    return { wish: changes.wishes[0], content };
  };

  it('go by the revision that is there, and say how far each new line can be relied on', async () => {
    const house = await openTestMemory();
    house.put('notes/a.md', Buffer.from('\ufeffone\r\ntwo\r\n'));
    const trustOf = (line: string): Trust => (line === 'deux' ? 'member' : 'web');
    const { wish, content } = await run(
      house,
      'edit',
      { path: 'notes/a.md', old: 'two\r\n', new: 'deux\ntrois\n' },
      { trustOf },
    );
    expect(wish).toEqual({
      path: 'notes/a.md',
      text: 'one\ndeux\ntrois\n',
      base: revisionOf('\ufeffone\r\ntwo\r\n'),
      reason,
      trust: 'web',
      lines: [
        { text: 'deux', trust: 'member', entries: ['e'] },
        { text: 'trois', trust: 'web', entries: ['e'] },
      ],
    });
    expect(content).toMatch(/"written":false.*answers y or n/);
    const fresh = (await run(house, 'write', { path: 'notes/b.md', text: '夜莺\n\n\n' })).wish;
    expect(fresh).toMatchObject({ text: '夜莺\n', base: 'absent', trust: 'owner', whole: true });
  });

  it('say what to do where a passage is not there, or not there once', async () => {
    const house = await openTestMemory();
    house.put('a.md', 'aaa\nb\n');
    const says = (args: object) => run(house, 'edit', { path: 'a.md', new: 'x', ...args });
    await expect(says({ old: 'aa' })).rejects.toThrow('stands in a.md 2 times');
    await expect(says({ old: 'c' })).rejects.toThrow(/does not stand in a\.md\. Read the file/);
    await expect(says({ old: '' })).rejects.toThrow(/or use write/);
    await expect(says({ old: 'b', new: 'b' })).rejects.toThrow(/nothing to change/);
    for (const old of ['', 'x']) await expect(says({ path: 'none.md', old })).rejects.toThrow(/new one with write/);
    expect((await says({ old: 'b\n', new: '' })).wish?.text).toBe('aaa\n');
    await expect(run(house, 'write', { path: 'a.md', text: 'x'.repeat(20_001) })).rejects.toThrow(/Wrong arguments/);
    await expect(run(house, 'write', { path: 'a.md', text: 'x' }, { changes: undefined })).rejects.toThrow(/cannot be/);
  });

  it('are shown to every chat, and refused to a group’s members', () => {
    const person = (role: Role) => ({ account: 'x:1', name: 'x', role });
    const may = (role: Role, scope: Scope) => [writeTool, editTool].map((tool) => tool.allowed(person(role), scope));
    for (const role of ['owner', 'admin'] as const) expect(may(role, team)).toEqual([true, true]);
    expect(may('member', team)).toEqual([false, false]);
    expect(may('member', bob)).toEqual([true, true]);
    expect(may('stranger', bob)).toEqual([false, false]);
    expect(may('admin', main)).toEqual([false, false]);
  });

  it('find a file that read has shown whole', async () => {
    const house = await openTestMemory();
    house.put('a.md', 'x\n'.repeat(500));
    house.put('b.md', '夜莺\n');
    const details = async (path: string) => (await seal(readTool).run({ path }, contextOf(house, main))).details;
    expect(await details('b.md')).toMatchObject({ revision: revisionOf('夜莺\n') });
    expect(await details('a.md')).not.toHaveProperty('revision');
  });
});

it('nothing outside of the workspace is listed through a folder that is a link', async () => {
  const house = await peopled();
  symlinkSync(join(house.home, 'run'), house.path('groups/console-team/run'));
  for (const scope of [main, team]) {
    await expect(list(house, scope, { folder: 'groups/console-team/run' })).rejects.toThrow(/no files in/);
  }
});
