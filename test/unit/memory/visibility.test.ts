// The privacy rule as a table of every pair.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/contracts/index.js';
import { canRead, canWrite, type Owner, sameScope, scopeId } from '../../../src/memory/visibility.js';

const main: Scope = { kind: 'main' };
const ann: Scope = { kind: 'person', person: 'ann' };
const bob: Scope = { kind: 'person', person: 'bob' };
const team: Scope = { kind: 'group', channel: 'telegram', chat: '-100' };
const other: Scope = { kind: 'group', channel: 'telegram', chat: '-200' };
const twin: Scope = { kind: 'group', channel: 'discord', chat: '-100' };
const scopes = { main, ann, bob, team, other, twin };
const owners = { ...scopes, shared: 'shared' } satisfies Record<string, Owner>;

describe('who may read whom', () => {
  const readable: Record<keyof typeof scopes, string[]> = {
    main: ['main', 'ann', 'bob', 'team', 'other', 'twin', 'shared'],
    ann: ['ann', 'shared'],
    bob: ['bob', 'shared'],
    team: ['team', 'shared'],
    other: ['other', 'shared'],
    twin: ['twin', 'shared'],
  };
  for (const [reader, scope] of Object.entries(scopes)) {
    for (const [source, owner] of Object.entries(owners)) {
      const may = readable[reader as keyof typeof scopes].includes(source);
      it(`${reader} ${may ? 'reads' : 'does not read'} ${source}`, () => expect(canRead(scope, owner)).toBe(may));
      const writes = source === reader;
      it(`${reader} ${writes ? 'writes' : 'does not write'} ${source}`, () =>
        expect(canWrite(scope, owner)).toBe(writes));
    }
  }

  it('gives nothing to a kind of scope that it does not know', () => {
    const strange = { kind: 'guild', channel: 'telegram', chat: '-100' } as unknown as Scope;
    for (const scope of [main, ann, team]) expect(canWrite(scope, strange)).toBe(false);
    for (const owner of [main, ann, team, strange]) expect(canRead(strange, owner)).toBe(false);
  });
});

describe('scopeId', () => {
  const text = fc.oneof(fc.constantFrom('a', 'b', '', '"', ',', '\\', '群'), fc.string());
  const scope: fc.Arbitrary<Scope> = fc.oneof(
    fc.constant<Scope>(main),
    text.map((person): Scope => ({ kind: 'person', person })),
    fc.tuple(text, text).map(([channel, chat]): Scope => ({ kind: 'group', channel, chat })),
  );

  it('is equal exactly for the same scope', () => {
    fc.assert(fc.property(scope, scope, (a, b) => (scopeId(a) === scopeId(b)) === sameScope(a, b)));
  });

  it('never names shared and a scope alike', () => {
    fc.assert(fc.property(scope, (a) => scopeId(a) !== scopeId('shared')));
  });
});
