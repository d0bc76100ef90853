// Which skills may be used by whom: every layer takes away, nothing else does, and each says why in words.

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ListedSkill, Scope } from '../../../src/contracts/index.js';
import { main, skillHouse, skillText, team } from '../../support/skill-library.js';
import { tempDir } from '../../support/temp-dir.js';

const ann: Scope = { kind: 'person', person: 'ann' };
const three = {
  'workspace/a/SKILL.md': skillText('a'),
  'workspace/b/SKILL.md': skillText('b'),
  'bundled/c/SKILL.md': skillText('c'),
};
const open = { scopes: [], entries: {} };
const states = (skills: readonly ListedSkill[]) => Object.fromEntries(skills.map(({ name, state }) => [name, state]));
const shown = (set: { shown: readonly { name: string }[] }) => set.shown.map(({ name }) => name);

describe('the gates of skills', () => {
  it('lets everything through that nothing takes away', () => {
    const { library } = skillHouse(three);
    expect(states(library.list({ scope: team }))).toEqual({ a: 'ready', b: 'ready', c: 'ready' });
    expect(library.list({ scope: team })[0]).toMatchObject({
      name: 'a',
      source: 'workspace',
      state: 'ready',
      description: 'How to a.',
    });
    expect(library.list({ scope: team })[0]).not.toHaveProperty('reason');
  });

  it('takes away what the configuration switches off or does not allow', () => {
    const { library } = skillHouse(three, {
      settings: { ...open, entries: { a: { enabled: false }, b: { enabled: true } }, allowBundled: [] },
    });
    expect(library.list({ scope: main })).toMatchObject([
      { name: 'a', state: 'off', reason: 'It is switched off in the configuration.' },
      { name: 'b', state: 'ready' },
      { name: 'c', state: 'not-allowed', reason: 'skills.allowBundled does not name it.' },
    ]);
    const some = skillHouse(three, { settings: { ...open, allow: ['b'] } });
    expect(states(some.library.list({ scope: main }))).toEqual({ a: 'not-allowed', b: 'ready', c: 'not-allowed' });
    const none = skillHouse(three, { settings: { ...open, allow: [] } });
    expect(shown(none.library.of({ scope: main }))).toEqual([]);
  });

  it('confines one scope and no other', () => {
    const { library } = skillHouse(three, {
      settings: {
        ...open,
        scopes: [
          { scope: team, allow: ['a'] },
          { scope: ann, allow: [] },
        ],
      },
    });
    expect(shown(library.of({ scope: team }))).toEqual(['a']);
    expect(shown(library.of({ scope: ann }))).toEqual([]);
    expect(shown(library.of({ scope: main }))).toEqual(['a', 'b', 'c']);
    expect(library.list({ scope: team })[1]).toMatchObject({
      name: 'b',
      state: 'not-allowed',
      reason: expect.stringMatching(/skills.scopes/),
    });
  });

  it('confines one chat, and switches off there', () => {
    const { library } = skillHouse(three, { settings: { ...open, allow: ['a', 'b'] } });
    expect(shown(library.of({ scope: main, allow: ['b', 'c'] }))).toEqual(['b']);
    expect(shown(library.of({ scope: main, allow: [] }))).toEqual([]);
    const off = library.list({ scope: main, off: new Set(['a']) });
    expect(off[0]).toMatchObject({ name: 'a', state: 'off', reason: 'It is switched off in this chat.' });
    expect(library.of({ scope: main, off: new Set(['a']) }).find('a')).toBeUndefined();
  });

  it('compares names however their accents were typed', () => {
    const { library } = skillHouse(
      { 'workspace/x/SKILL.md': skillText('résumé') },
      { settings: { ...open, allow: ['re\u0301sume\u0301'] } },
    );
    expect(library.of({ scope: main }).find('re\u0301sume\u0301')?.name).toBe('résumé');
  });

  it('names each thing that a skill requires and that is not there', () => {
    const bin = tempDir();
    writeFileSync(join(bin, 'jq'), '#!/bin/sh\n');
    writeFileSync(join(bin, 'notes'), 'text');
    chmodSync(join(bin, 'jq'), 0o755);
    const requires = (json: string) => `metadata: { openclaw: ${json} }\n`;
    const { library } = skillHouse(
      {
        'workspace/1/SKILL.md': skillText('met', requires('{ requires: { bins: [jq], env: [KEY], config: [a.b] } }')),
        'workspace/2/SKILL.md': skillText(
          'unmet',
          requires(
            '{ requires: { bins: [jq, gh, notes, ../jq], anyBins: [rg, ag], env: [EMPTY, GONE], config: [a.c] } }',
          ),
        ),
        'workspace/3/SKILL.md': skillText('any', requires('{ requires: { anyBins: [rg, jq] } }')),
        'workspace/4/SKILL.md': skillText('mac', requires('{ os: [darwin] }')),
        'workspace/5/SKILL.md': skillText('here', requires('{ os: [macos, linux] }')),
        'workspace/6/SKILL.md': skillText('far', requires('{ requires: { plugin: voice } }')),
      },
      { env: { PATH: `relative::${bin}`, KEY: 'x', EMPTY: '' }, configured: (path) => path === 'a.b' },
    );
    const listed = library.list({ scope: main });
    expect(states(listed)).toEqual({
      any: 'ready',
      far: 'unsupported',
      here: 'ready',
      mac: 'unmet',
      met: 'ready',
      unmet: 'unmet',
    });
    expect(listed.find(({ name }) => name === 'unmet')?.reason).toBe(
      'It requires what is not here: the program gh, the program notes, the program ../jq, one of the programs rg or ag, ' +
        'the environment variable EMPTY, the environment variable GONE and the setting a.c.',
    );
    expect(listed.find(({ name }) => name === 'mac')?.reason).toBe('It is made for macOS alone.');
    expect(listed.find(({ name }) => name === 'far')?.reason).toBe(
      'It requires a plug-in, which Nightjar does not have.',
    );
  });

  it('keeps from the model what is for people alone', async () => {
    const { library } = skillHouse({
      'workspace/a/SKILL.md': skillText('a', 'disable-model-invocation: true\n'),
      'workspace/b/SKILL.md': skillText('b', 'user-invocable: false\n'),
    });
    const set = library.of({ scope: main });
    expect(shown(set)).toEqual(['b']);
    expect(set.find('a')).toMatchObject({ name: 'a', command: 'a', location: 'skill:a/SKILL.md' });
    expect(set.find('b')).not.toHaveProperty('command');
    expect((await set.read('skill:a/SKILL.md', { from: 1, lines: 9, characters: 99 })).lines).toBe(7);
    expect(library.list({ scope: main })[0]).toMatchObject({ name: 'a', state: 'manual' });
  });

  it('lets the nearest of a name win, however usable it is, unless it is no skill', () => {
    const { library, write } = skillHouse({
      'extra/a/SKILL.md': skillText('a', '', 'extra'),
      'managed/a/SKILL.md': skillText('a', 'metadata: { requires: { bins: gone } }\n'),
    });
    expect(library.list({ scope: main })).toMatchObject([
      { source: 'managed', state: 'unmet' },
      { source: 'extra', state: 'shadowed', reason: 'Another one of this name is nearer (managed).' },
    ]);
    write({ 'workspace/a/SKILL.md': '---\nname: a\n---\n' });
    expect(library.list({ scope: main })).toMatchObject([
      { source: 'workspace', state: 'invalid' },
      { source: 'managed', state: 'unmet' },
      { source: 'extra', state: 'shadowed' },
    ]);
  });

  it('leaves the name of a bundled skill that is not wanted to others', () => {
    const files = { 'bundled/a/SKILL.md': skillText('a'), 'extra/a/SKILL.md': skillText('a') };
    const { library } = skillHouse(files, { settings: { ...open, allowBundled: [] } });
    expect(library.list({ scope: main })).toMatchObject([
      { source: 'bundled', state: 'not-allowed' },
      { source: 'extra', state: 'ready' },
    ]);
  });

  it('a root that a scope may not see neither lists nor shadows there', async () => {
    const { library } = skillHouse(
      {
        'project/a/SKILL.md': skillText('a', '', 'private'),
        'project/secret/SKILL.md': skillText('secret'),
        'project/broken/SKILL.md': 'nothing',
        'managed/of-ann/SKILL.md': skillText('of-ann'),
        'bundled/a/SKILL.md': skillText('a', '', 'public'),
      },
      { owners: { project: [main], managed: [ann] } },
    );
    expect(library.list({ scope: team }).map(({ name, source }) => [name, source])).toEqual([['a', 'bundled']]);
    expect(library.list({ scope: ann }).map(({ name, source }) => [name, source])).toEqual([
      ['of-ann', 'managed'],
      ['a', 'bundled'],
    ]);
    const ofTeam = library.of({ scope: team });
    const all = { from: 1, lines: 99, characters: 9_999 };
    expect((await ofTeam.read('skill:a/SKILL.md', all)).text).toContain('public');
    await expect(ofTeam.read('skill:secret/SKILL.md', all)).rejects.toThrow(
      'There is no file skill:secret/SKILL.md here.',
    );
    await expect(ofTeam.files('secret')).rejects.toThrow('There is no file skill:secret/SKILL.md here.');
    expect((await library.of({ scope: main }).read('skill:a/SKILL.md', all)).text).toContain('private');
    expect(states(library.list({ scope: main }))).toMatchObject({
      secret: 'ready',
      broken: 'invalid',
      'of-ann': 'ready',
    });
  });
});

describe('the cards of skills', () => {
  it('come from the nearest root first, then by name, with what they declare', () => {
    const { library } = skillHouse({
      'bundled/x/SKILL.md': skillText('alpha'),
      'workspace/z/SKILL.md': skillText('zeta', 'context: fork\nallowed-tools: Read, Bash(git:*)\n'),
      'workspace/m/SKILL.md': skillText('mu'),
      'personal/n/SKILL.md': skillText('nu'),
    });
    const set = library.of({ scope: main });
    expect(shown(set)).toEqual(['mu', 'zeta', 'nu', 'alpha']);
    expect(set.find('zeta')).toEqual({
      name: 'zeta',
      description: 'How to zeta.',
      source: 'workspace',
      location: 'skill:zeta/SKILL.md',
      command: 'zeta',
      apart: true,
      tools: ['read', 'Bash'],
    });
  });

  it('have commands that every platform takes, none twice', () => {
    const { library } = skillHouse(
      {
        'workspace/1/SKILL.md': skillText('Packing List'),
        'workspace/2/SKILL.md': skillText('packing-list'),
        'workspace/3/SKILL.md': skillText('packing_list'),
        'workspace/4/SKILL.md': skillText('status'),
        'workspace/5/SKILL.md': skillText('3d-print'),
        'workspace/6/SKILL.md': skillText('résumé'),
        'workspace/recipes/SKILL.md': skillText('食谱'),
        'workspace/天气/SKILL.md': skillText('天气'),
        'workspace/旅行/SKILL.md': skillText('旅行'),
        'workspace/7/SKILL.md': skillText('b'.repeat(60)),
        'workspace/8/SKILL.md': skillText(`${'b'.repeat(60)}c`),
        'workspace/9/SKILL.md': skillText(`${'b'.repeat(60)}d`),
      },
      { taken: new Set(['status']) },
    );
    const set = library.of({ scope: main });
    const commands = new Map(set.shown.map(({ name, command }) => [name, command]));
    expect(commands.get('packing_list')).toBe('packing_list');
    expect(commands.get('Packing List')).toBe('skill_packing_list');
    expect(commands.get('packing-list')).toBe('packing_list_2');
    expect(commands.get('status')).toBe('skill_status');
    expect(commands.get('3d-print')).toBe('skill_3d_print');
    expect(commands.get('résumé')).toBe('resume');
    expect(commands.get('食谱')).toBe('recipes');
    for (const name of ['天气', '旅行']) expect(commands.get(name)).toMatch(/^skill_[0-9a-f]{6}$/);
    expect(new Set(commands.values()).size).toBe(12);
    for (const command of commands.values()) expect(command).toMatch(/^[a-z][a-z0-9_]{0,31}$/);
  });

  it('keep their commands, whichever others come and go', () => {
    const all = { 'workspace/a/SKILL.md': skillText('会议纪要'), 'workspace/b/SKILL.md': skillText('日程') };
    const { 'workspace/b/SKILL.md': one } = all;
    const commandOf = (files: Record<string, string>) =>
      skillHouse(files).library.of({ scope: main }).find('日程')?.command;
    // A folder whose name could be a command would lend it.
    expect(commandOf({ 'workspace/日/SKILL.md': one })).toBe(
      commandOf({ ...{ 'workspace/会/SKILL.md': all['workspace/a/SKILL.md'] }, 'workspace/日/SKILL.md': one }),
    );
  });
});
