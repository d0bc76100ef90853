// The entry: shared files by the owner's yes, the ledger's list, status by reader, and what doctor sees.

import { linkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Finding, MemoryError, type Scope } from '../../../src/contracts/index.js';
import { workspaceCheck } from '../../../src/memory/checks.js';
import { revisionOf } from '../../../src/memory/files.js';
import type { MemoryIndex } from '../../../src/memory/index/memory-index.js';
import { openMemory } from '../../../src/memory/memory.js';
import { resolveMounts } from '../../../src/memory/sources/mounts.js';
import { bob, failure, main, openTestMemory, team, why } from '../../support/memory/open.js';

const stopped = () => Promise.reject(new MemoryError('unavailable', 'the search index has stopped'));
/** As after its thread died. */
const brokenIndex: MemoryIndex = {
  search: stopped,
  refresh: stopped,
  sync: stopped,
  rebuild: stopped,
  hint() {},
  status: stopped,
  verify: stopped,
  close: async () => {},
};

describe('shared files', () => {
  const change = (base: string, path = 'IDENTITY.md', scope: Scope = main) => ({
    scope,
    path,
    text: 'Name: 夜鷹\n',
    base,
    why: why({ by: 'command' }),
  });

  it('take no secret and no mark of one, but what stood there may stay', async () => {
    const { memory, put, text } = await openTestMemory();
    put('IDENTITY.md', '密码：Blau7!Gras\n');
    const was = revisionOf('密码：Blau7!Gras\n');
    for (const more of ['password: hunter22\n', '[secret k7q2: token]\n', 'apiKey: [secret]\n']) {
      const wish = { ...change(was), text: `密码：Blau7!Gras\n${more}` };
      expect(await failure(memory.replaceConfirmed(wish))).toMatchObject({ kind: 'invalid' });
    }
    expect(text('IDENTITY.md')).toBe('密码：Blau7!Gras\n');
    await memory.replaceConfirmed({ ...change(was), text: '密码：Blau7!Gras\nName: 夜鷹\n' });
    expect(text('IDENTITY.md')).toBe('密码：Blau7!Gras\nName: 夜鷹\n');
  });

  it('change exactly as the owner saw it', async () => {
    const { memory, put, text } = await openTestMemory();
    put('IDENTITY.md', 'Name: Nightjar\n');
    const revision = await memory.replaceConfirmed(change(revisionOf('Name: Nightjar\n')));
    expect(text('IDENTITY.md')).toBe('Name: 夜鷹\n');
    expect(memory.ledgerRows()).toMatchObject([
      { row: revision.row, path: 'IDENTITY.md', scope: '["shared"]', state: 'done' },
    ]);
  });

  it('do not change when the file did, or when it is another file', async () => {
    const { memory, put, text } = await openTestMemory();
    put('IDENTITY.md', 'Name: by hand\n');
    expect(await failure(memory.replaceConfirmed(change(revisionOf('Name: Nightjar\n'))))).toMatchObject({
      kind: 'conflict',
    });
    expect(text('IDENTITY.md')).toBe('Name: by hand\n');
  });

  it('and all that main may read change so, each for its owner, and nothing else does', async () => {
    const { memory, put, path, text, has } = await openTestMemory();
    await memory.folders.ensure(team);
    const theirs = ['groups/console-team/AGENTS.md', 'groups/console-team/MEMORY.md'];
    for (const name of ['AGENTS.md', 'skills/x/SKILL.md', 'shared/房子.md', ...theirs, 'MEMORY.md']) {
      await memory.replaceConfirmed(change('absent', name));
      expect(text(name)).toBe('Name: 夜鷹\n');
    }
    expect(memory.ledgerRows('groups/console-team/MEMORY.md')[0]?.scope).toBe('["group","console","team"]');
    for (const name of ['../IDENTITY.md', 'identity.md', 'people/nobody/MEMORY.md', '/tmp/x.md', 'skills/.x.md']) {
      expect(await failure(memory.replaceConfirmed(change('absent', name)))).toMatchObject({ kind: 'not-found' });
    }
    expect(await failure(memory.replaceConfirmed(change('absent', 'shared/x.sh')))).toMatchObject({ kind: 'invalid' });
    for (const name of ['SOUL.md', 'groups/console-team/AGENTS.md', 'USER.md', 'people/bob/MEMORY.md']) {
      expect(await failure(memory.replaceConfirmed(change('absent', name, team)))).toMatchObject({ kind: 'not-found' });
    }
    expect(has('SOUL.md')).toBe(false);
    // Under its second name the group would be shown whatever else stands in it.
    put('MEMORY.md', 'secret\n');
    linkSync(path('MEMORY.md'), path('groups/console-team/notes.md'));
    const linked = change(revisionOf('secret\n'), 'groups/console-team/notes.md');
    expect(await failure(memory.replaceConfirmed(linked))).toMatchObject({ kind: 'not-found' });
    symlinkSync(path('MEMORY.md'), path('shared/link.md'));
    expect(await failure(memory.changeable(main, 'shared/link.md'))).toMatchObject({ kind: 'not-found' });
  });
});

it('lists writes, newest first, of one file or of all', async () => {
  const { memory } = await openTestMemory();
  const view = memory.view(main);
  for (const text of ['a', 'b', 'c']) await view.remember({ target: 'long', text }, why({ reason: text }));
  await view.remember({ target: 'day', text: 'd' }, why({ reason: 'd' }));
  expect(memory.ledgerRows().map(({ reason }) => reason)).toEqual(['d', 'c', 'b', 'a']);
  expect(memory.ledgerRows('MEMORY.md', 2).map(({ reason }) => reason)).toEqual(['c', 'b']);
});

it('C155: says which file is too long for the prompt, and by how much', async () => {
  const { memory, put } = await openTestMemory();
  put('MEMORY.md', '- a line of memory\n'.repeat(2_000));
  const [cut, ...more] = (await memory.status()).cut;
  expect(more).toEqual([]);
  expect(cut).toMatch(/^MEMORY\.md is too long for the prompt: \d+ of its 38000 characters are left out$/);
  expect((await memory.status(team)).cut).toEqual([]);
});

it('counts for a reader only what that reader may read', async () => {
  const { memory, put } = await openTestMemory();
  put('shared/house.md', 'a\nb\n');
  await memory.view(main).remember({ target: 'long', text: 'x' }, why());
  await memory.view(team).remember({ target: 'long', text: 'x\ny' }, why());
  await memory.view(bob).remember({ target: 'day', text: 'x' }, why());
  put('memory.md', 'the old name\n');
  const counts = { files: 1, indexed: 1, stale: 0, chunks: 1, vectors: 0 };
  const shared = { ...counts, owner: 'shared', indexed: 0, stale: 1, chunks: 0 };
  const status = await memory.status();
  expect(status).toMatchObject({ mode: 'lexical only', cut: [], notices: [expect.stringContaining('memory.md')] });
  expect(status.scopes).toEqual([...[main, team, bob].map((owner) => ({ ...counts, owner })), shared]);
  expect(await memory.status(team)).toMatchObject({ scopes: [{ ...counts, owner: team }, shared], notices: [] });
});

it('tells of every owner of something that is searched, one that never wrote to the bot included', async () => {
  const { memory: first, home, workspace, db, clock, log, put } = await openTestMemory();
  await first.close();
  put('../notes/a.md', '- the figs of bob\n');
  put('MEMORY.md', '- x\n');
  const spec = { corpus: 'memory', path: join(home, 'notes'), scope: bob } as const;
  const { mounts } = resolveMounts([spec], { workspace, home: join(home, 'elsewhere'), userHome: home });
  const memory = await openMemory({ workspace, runDir: join(home, 'run'), db, clock, timezone: 'UTC', log, mounts });
  onTestFinished(() => memory.close());
  const found = async () => (await memory.view(main).search('figs', { everyone: true })).hits;
  expect(await found()).toMatchObject([{ path: 'extra:notes/a.md', owner: 'person:bob' }]);
  const owners = async (reader?: Scope) =>
    (await memory.status(reader)).scopes.map(({ owner, files }) => [owner, files]);
  expect(await owners()).toEqual([
    [main, 1],
    [bob, 1],
  ]);
  expect(await owners(bob)).toEqual([[bob, 1]]);
  expect(await owners(team)).toEqual([]);
});

describe('the state of the index', () => {
  it('is asked for with the eyes of the reader, a chat’s under its first name', async () => {
    const readers: unknown[] = [];
    const status: MemoryIndex['status'] = async (reader) => {
      readers.push(reader);
      const none = { files: 1, indexed: 1, stale: 0, chunks: 1, vectors: 0 };
      const scopes = [team, bob, 'shared' as const, main].map((owner) => ({ ...none, owner }));
      return { mode: 'hybrid', generation: 1, bytes: 1, notices: ['one'], skipped: ['two'], scopes };
    };
    const { memory } = await openTestMemory({ index: () => ({ ...brokenIndex, status }) });
    await memory.folders.addAlias(team as Scope & { kind: 'group' }, 'moved');
    const seen = await memory.status({ kind: 'group', channel: 'console', chat: 'moved' });
    expect(readers).toEqual([team]);
    // Whatever it says, nothing of others is told on.
    expect(seen).toMatchObject({ mode: 'hybrid', notices: [] });
    expect(seen.scopes.map(({ owner }) => owner)).toEqual([team, 'shared']);
    expect((await memory.status()).notices).toEqual(['one', 'two']);
  });

  it('is that it cannot be searched, and why, when nothing answers', async () => {
    const { memory, put, log } = await openTestMemory({ index: () => brokenIndex });
    put('MEMORY.md', '- a line of memory\n'.repeat(2_000));
    const status = { mode: 'no search', scopes: [], notices: ['the search index has stopped'] };
    expect(await memory.status()).toEqual({ ...status, cut: [expect.stringContaining('MEMORY.md is too long')] });
    expect(await memory.status(team)).toEqual({ ...status, notices: [], cut: [] });
    expect(log.events.map(({ event }) => event)).toContain('memory.status-failed');
  });
});

it('refuses to open without a workspace', async () => {
  const { workspace, home, db, clock, log } = await openTestMemory();
  rmSync(workspace, { recursive: true });
  const opening = openMemory({ workspace, runDir: join(home, 'run'), db, clock, timezone: 'UTC', log });
  await expect(opening).rejects.toThrow(MemoryError);
  expect(await workspaceCheck(workspace).run()).toMatchObject([{ level: 'error', check: 'memory.workspace' }]);
});

describe('doctor', () => {
  type Home = Awaited<ReturnType<typeof openTestMemory>>;
  const findings = async ({ memory }: Home) =>
    (await Promise.all(memory.checks.map(async (check): Promise<Finding[]> => check.run()))).flat();

  it('is content with a sound workspace', async () => {
    const home = await openTestMemory();
    await home.memory.view(main).remember({ target: 'long', text: 'x' }, why());
    const found = await findings(home);
    expect(found).not.toEqual([]);
    expect(found.filter(({ level }) => level !== 'ok')).toEqual([]);
  });

  it('sees names, links, writes left open and conflicts, and says what to do', async () => {
    const home = await openTestMemory();
    home.put('MEMORY.md', 'x');
    home.put('memory.md', 'y');
    home.put('groups/console-team/Memory.md', 'z');
    await home.memory.folders.ensure(team);
    symlinkSync('/etc/hosts', home.path('hosts.md'));
    home.put('memory/a.md', 'a');
    linkSync(home.path('memory/a.md'), home.path('memory/b.md'));
    home.put('.nightjar/conflicts/MEMORY.md.conflict-1', 'x');
    const hook = () => {
      throw new Error('cut off');
    };
    home.db.exec(
      "CREATE TRIGGER cut BEFORE UPDATE ON ledger WHEN NEW.state = 'done' BEGIN SELECT RAISE(ABORT, 'cut'); END",
    );
    await home.memory
      .view(main)
      .remember({ target: 'day', text: 'x' }, why())
      .catch(hook)
      .catch(() => undefined);
    const found = await findings(home);
    const bad = found.filter(({ level }) => level !== 'ok');
    expect(bad.map(({ check }) => check)).toEqual([
      ...['memory.names', 'memory.names', 'memory.links', 'memory.unfinished', 'memory.conflicts'],
      // And what that costs.
      ...['memory.index', 'memory.index'],
    ]);
    expect(bad.map(({ says }) => says)).toEqual([
      'There are both MEMORY.md and memory.md; only the first is read.',
      'groups/console-team/Memory.md is not read.',
      expect.stringContaining('hosts.md, memory/a.md, memory/b.md'),
      'Writes are under way or were cut off: memory/2026-11-29.md.',
      expect.stringContaining('MEMORY.md.conflict-1'),
      expect.stringMatching(/^memory\/a\.md, memory\/b\.md are not searched/),
      expect.stringMatching(/^memory\.md \(beside MEMORY\.md\) is not searched/),
    ]);
    for (const { remedy } of bad) expect(remedy).toBeTruthy();
  });
});
