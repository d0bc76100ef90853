// Whose memory is meant, as operators write it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseScopeText } from '../../../src/config/scope-text.js';
import type { Scope } from '../../../src/contracts/index.js';
import { ownerName } from '../../../src/memory/visibility.js';

test.each([
  ['main', { kind: 'main' }],
  ['shared', 'shared'],
  ['person:console-ann', { kind: 'person', person: 'console-ann' }],
  ['group:telegram:-1001:5', { kind: 'group', channel: 'telegram', chat: '-1001:5' }],
  ['group:console:家族', { kind: 'group', channel: 'console', chat: '家族' }],
])('%s is understood', (text, owner) => {
  expect(parseScopeText(text)).toEqual(owner);
});

test.each([
  '',
  'Main',
  'all',
  'person',
  'person:',
  'group:console',
  'group:console:',
  'group::x',
  'group:irc:x',
  ' main',
])('%j is none of the forms', (text) => {
  expect(parseScopeText(text)).toBeUndefined();
});

test('what status and hits call an owner is understood', () => {
  const id = fc.stringMatching(/^[^\s]{1,12}$/);
  const scope: fc.Arbitrary<Scope | 'shared'> = fc.oneof(
    fc.constant('shared' as const),
    fc.constant({ kind: 'main' as const }),
    id.map((person) => ({ kind: 'person' as const, person })),
    id.map((chat) => ({ kind: 'group' as const, channel: 'discord', chat })),
  );
  fc.assert(
    fc.property(scope, (one) => {
      expect(parseScopeText(ownerName(one))).toEqual(one);
    }),
  );
});
