// The path table: what belongs to whom, and every way to spell one's way around it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/contracts/index.js';
import { classify } from '../../../src/memory/paths.js';

const team: Scope = { kind: 'group', channel: 'telegram', chat: '-100' };
const josé: Scope = { kind: 'person', person: 'josé' };
const capital: Scope = { kind: 'person', person: 'Ann' };
const folders = {
  ownerOf: (folder: string) =>
    new Map<string, Scope>([
      ['groups/telegram--100', team],
      ['people/josé', josé],
      ['people/%41nn', capital],
    ]).get(folder),
};
const owner = (path: string) => classify(path, folders)?.owner;

describe('the path table', () => {
  it.each(['AGENTS.md', 'SOUL.md', 'IDENTITY.md', 'skills/cook/SKILL.md', 'shared/house.md', 'shared/深い/メモ.md'])(
    '%s is shared',
    (path) => expect(owner(path)).toBe('shared'),
  );

  it.each([
    'MEMORY.md',
    'memory.MD',
    'USER.md',
    'BOOTSTRAP.md',
    'memory/2026-11-29.md',
    'notes/旅行.md',
    'groups/unknown/MEMORY.md',
    'people/bob/MEMORY.md',
    'groups/note.md',
    'sub/AGENTS.md',
    'sub/shared/x.md',
  ])('%s is of main', (path) => expect(owner(path)).toEqual({ kind: 'main' }));

  it('gives a known folder to its scope', () => {
    expect(owner('groups/telegram--100/MEMORY.md')).toEqual(team);
    expect(owner('groups/telegram--100/memory/2026-11-29.md')).toEqual(team);
    expect(owner('people/josé/MEMORY.md')).toEqual(josé);
    expect(owner('people/%41nn/MEMORY.md')).toEqual(capital);
  });

  it('takes a leading ./ and gives back the plain path', () => {
    expect(classify('./memory/a.md', folders)).toEqual({ path: 'memory/a.md', owner: { kind: 'main' } });
  });

  it.each([
    '',
    '.',
    '/',
    '../x.md',
    'memory/../../x',
    'memory/../MEMORY.md',
    'groups/telegram--100/../../MEMORY.md',
    'memory/./x.md',
    'memory//x.md',
    'memory/',
    '~/x',
    '~root/x',
    '/etc/passwd',
    'C:x',
    'C:\\x.md',
    'c:/x.md',
    '\\\\server\\share\\x.md',
    '//server/share/x.md',
    'memory\\x.md',
    'MEMORY.md%00',
    'MEMORY.md\0',
    '%2e%2e/x.md',
    'shared/%2e%2e/MEMORY.md',
    'memory%2Fx.md',
    'groups/%74elegram/MEMORY.md',
    'people/%41nn/%4dEMORY.md',
    'MEMORY.md.',
    'MEMORY.md ',
    'shared./x.md',
    'shared /x.md',
    'MEMORY.md::$DATA',
    'GROUPS~1/x/MEMORY.md',
    'a\nb.md',
    'a\u2028b.md',
    'a\ud800b.md',
    '.git/config',
    '.nightjar/workspace-id',
    'memory/.hidden.md',
    'groups/telegram--100/.git/config',
    // other spellings of a reserved name, as a disk that folds case or ignores invisible characters would take them
    'Groups/telegram--100/MEMORY.md',
    'groups/Telegram--100/MEMORY.md',
    'PEOPLE/josé/MEMORY.md',
    'people/jose\u0301/MEMORY.md',
    'people/JOSÉ/MEMORY.md',
    'Shared/x.md',
    'ſhared/x.md',
    'sha\u200cred/x.md',
    'ｓhared/x.md',
    'agents.md',
    'AGENTS.MD',
    'AGENTS.md/x.md',
    'groups',
    'shared',
    'groups/telegram--100',
  ])('refuses %j', (path) => expect(classify(path, folders)).toBeUndefined());

  it('lets nothing but the exact prefix into a scope or into what is shared', () => {
    const part = fc.oneof(
      fc.constantFrom(
        'groups',
        'people',
        'shared',
        'skills',
        'telegram--100',
        'josé',
        'AGENTS.md',
        'x.md',
        '..',
        '.',
        '',
      ),
      fc.constantFrom('Groups', 'sHared', 'jose\u0301', '%2e', '~', 'memory', 'a b', '日記'),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const place = classify(parts.join('/'), folders);
        if (!place) return;
        expect(place.path).not.toMatch(/(^|\/)\.|\/\/|^\/|\\/);
        if (place.owner === 'shared')
          expect(place.path).toMatch(/^(AGENTS\.md|SOUL\.md|IDENTITY\.md|(skills|shared)\/.+)$/);
        else if (place.owner.kind === 'group') expect(place.path).toMatch(/^groups\/telegram--100\/./);
        else if (place.owner.kind === 'person') expect(place.path).toMatch(/^people\/josé\/./);
        else expect(place.path).not.toMatch(/^(shared|skills|groups\/telegram--100|people\/josé)\//);
      }),
      { numRuns: 2_000 },
    );
  });
});
