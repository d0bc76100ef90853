// Nobody but the owner has anything delivered elsewhere, and no model without the owner's yes: all combinations there are.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Role, Scope } from '../../../src/contracts/index.js';
import { scheduleRight } from '../../../src/gateway/schedule-rights.js';
import { sameScope } from '../../../src/memory/visibility.js';

const scope: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant<Scope>({ kind: 'main' }),
  fc.constantFrom('owner', 'ann', 'bob').map((person): Scope => ({ kind: 'person', person })),
  fc.constantFrom('-1', '-2').map((chat): Scope => ({ kind: 'group', channel: 'telegram', chat })),
);
const claim = fc.record({
  who: fc.record({
    account: fc.constant('telegram:1'),
    name: fc.constant('x'),
    person: fc.constantFrom('owner', 'ann', 'bob'),
    role: fc.constantFrom<Role>('owner', 'admin', 'member', 'stranger'),
  }),
  scope,
  target: scope,
  via: fc.constantFrom('command' as const, 'cli' as const, 'tool' as const),
  named: fc.boolean(),
});

it('no combination of role, scope and destination lets a text cross but for the owner, and a model’s never without a yes', () => {
  fc.assert(
    fc.property(claim, (one) => {
      const right = scheduleRight(one);
      const crosses = !sameScope(one.scope, one.target);
      const isMain = one.scope.kind === 'main' && one.who.role === 'owner';
      if (crosses && right !== 'no')
        expect([isMain, one.via === 'tool' ? right : 'yes']).toEqual([true, one.via === 'tool' ? 'ask' : 'yes']);
      if (one.named && right !== 'no') expect(isMain).toBe(true);
      if (right === 'ask') expect([crosses, one.via]).toEqual([true, 'tool']);
      if (one.scope.kind === 'group' && !['owner', 'admin'].includes(one.who.role)) expect(right).toBe('no');
      if (one.scope.kind === 'person' && one.who.person !== one.scope.person) expect(right).toBe('no');
      if (one.who.role === 'stranger') expect(right).toBe('no');
    }),
    { numRuns: 3_000 },
  );
});

it('those who may, may', () => {
  const who = (role: Role, person = 'owner') => ({ account: 'telegram:1', name: 'x', role, person });
  const group: Scope = { kind: 'group', channel: 'telegram', chat: '-1' };
  const ann: Scope = { kind: 'person', person: 'ann' };
  const main: Scope = { kind: 'main' };
  const here = (of: Scope, role: Role, person?: string) =>
    scheduleRight({ who: who(role, person), scope: of, target: of, via: 'tool', named: false });
  expect([here(group, 'owner'), here(group, 'admin', 'ann'), here(group, 'member', 'ann')]).toEqual([
    'yes',
    'yes',
    'no',
  ]);
  expect([here(ann, 'member', 'ann'), here(main, 'owner')]).toEqual(['yes', 'yes']);
  const there = (via: 'command' | 'cli' | 'tool') =>
    scheduleRight({ who: who('owner'), scope: main, target: group, via, named: true });
  expect([there('command'), there('cli'), there('tool')]).toEqual(['yes', 'yes', 'ask']);
});
