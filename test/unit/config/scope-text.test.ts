// Whose memory is meant, as operators write it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { manifests } from '../../../channels/index.js';
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
  'person: ann',
  'group:console: x',
])('%j is none of the forms', (text) => {
  expect(parseScopeText(text)).toBeUndefined();
});

test('what status and hits call an owner is understood, whatever they are called', () => {
  const id = fc.oneof(
    fc.stringMatching(/^\S{1,12}$/),
    fc.constantFrom('ann lee', 'ann:lee', 'a\nb', '-1001:5', '家族 旅行', 'group:console:x'),
  );
  const owner: fc.Arbitrary<Scope | 'shared'> = fc.oneof(
    fc.constant('shared' as const),
    fc.constant({ kind: 'main' as const }),
    id.map((person) => ({ kind: 'person' as const, person })),
    fc
      .tuple(fc.constantFrom(...manifests.map((one) => one.id)), id)
      .map(([channel, chat]) => ({ kind: 'group' as const, channel, chat })),
  );
  fc.assert(
    fc.property(owner, (one) => {
      expect(parseScopeText(ownerName(one))).toEqual(one);
    }),
  );
});
