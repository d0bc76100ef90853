// What is remembered of whom: the chat's choice over what is configured, under every name that the chat has had.

import { describe, expect, it } from 'vitest';
import { bob, failure, main, openTestMemory, team, why } from '../../support/memory/open.js';

const old = { kind: 'group', channel: 'telegram', chat: '-1' } as const;
const moved = { ...old, chat: '-1001' };

describe('what is remembered', () => {
  it('is everything for ever where nobody said anything', async () => {
    const { privacy } = (await openTestMemory()).memory;
    for (const scope of [main, team, bob]) expect(privacy.of(scope)).toEqual({ remember: 'on' });
    expect(privacy.isPlain()).toBe(true);
  });

  it('is as configured in groups, so long in groups and of people, and never so of the owner', async () => {
    const { memory, db } = await openTestMemory({ privacy: { groups: 'mentioned', days: 90 } });
    const { privacy } = memory;
    expect(privacy.of(team)).toEqual({ remember: 'mentioned', days: 90 });
    expect(privacy.of(bob)).toEqual({ remember: 'on', days: 90 });
    expect(privacy.of(main)).toEqual({ remember: 'on' });
    expect(privacy.isPlain()).toBe(false);
    await db.write(() => privacy.choose(team, { remember: 'off' }, 'console:ann', 1));
    expect(privacy.of(team)).toEqual({ remember: 'off', days: 90, chosen: { by: 'console:ann', at: 1 } });
    await db.write(() => privacy.choose(team, { days: 0 }, 'console:ann', 2));
    expect(privacy.of(team)).toEqual({ remember: 'off', chosen: { by: 'console:ann', at: 2 } });
    expect(privacy.of({ ...old })).toMatchObject({ remember: 'mentioned' });
  });

  it('follows a chat that moved, also where it chose before anybody knew of that', async () => {
    const { memory, db } = await openTestMemory();
    const { privacy, folders } = memory;
    await db.write(() => privacy.choose(moved, { remember: 'off' }, 'telegram:1', 1));
    await folders.addAlias(old, moved.chat);
    expect(privacy.remembers(moved)).toBe(false);
    await db.write(() => privacy.choose(moved, { remember: 'mentioned' }, 'telegram:1', 2));
    expect(privacy.of(old).remember).toBe('mentioned');
    expect(privacy.of(moved).remember).toBe('mentioned');
  });
});

describe('where nothing is remembered', () => {
  it('no way of writing works, in words for people, and reading goes on; others write as before', async () => {
    const { memory, db, text, has } = await openTestMemory();
    const note = { target: 'long' as const, text: '船叫海鹰' };
    await memory.view(team).remember(note, why());
    await db.write(() => memory.privacy.choose(team, { remember: 'off' }, 'console:owner', 1));
    const view = memory.view(team);
    const path = view.pathOf('day');
    const says = { kind: 'invalid', message: 'remembering is switched off here, so I write nothing down' };
    expect(await failure(view.remember(note, why()))).toEqual(says);
    for (const by of ['tool', 'flush', 'dream', 'command'] as const) {
      expect(await failure(view.apply({ kind: 'append', path, lines: ['- x'] }, undefined, why({ by })))).toEqual(says);
    }
    expect(has(path)).toBe(false);
    expect((await view.read(view.pathOf('long'))).text).toContain('海鹰');
    await memory.view(bob).remember(note, why());
    expect(text('people/bob/MEMORY.md')).toContain('海鹰');
  });
});
