import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InboundEvent, Principal, Role } from '../../../src/contracts/index.js';
import { route } from '../../../src/gateway/route.js';

const people: Record<Role, Principal> = {
  owner: { account: 'telegram:1', name: 'o', person: 'owner', role: 'owner' },
  admin: { account: 'telegram:2', name: 'a', person: 'telegram-2', role: 'admin' },
  member: { account: 'telegram:3', name: 'm', person: 'telegram-3', role: 'member' },
  stranger: { account: 'telegram:4', name: 's', role: 'stranger' },
};

function message(more: Partial<InboundEvent & { type: 'message' }> = {}): InboundEvent {
  return {
    type: 'message',
    id: '1',
    chat: { channel: 'telegram', account: 'bot', chat: '77' },
    place: 'direct',
    from: { account: 'telegram:1', name: 'o', kind: 'person' },
    at: 0,
    text: 'hi',
    addressed: true,
    files: [],
    ...more,
  };
}

describe('route', () => {
  it('gives the owner main in private, another person their own, and a group itself whoever speaks', () => {
    expect(route(message(), people.owner)).toMatchObject({
      scope: { kind: 'main' },
      session: 'main',
      verdict: 'answer',
    });
    expect(route(message(), people.member).scope).toEqual({ kind: 'person', person: 'telegram-3' });
    for (const who of Object.values(people)) {
      expect(route(message({ place: 'group' }), who).scope).toEqual({ kind: 'group', channel: 'telegram', chat: '77' });
    }
  });

  it('C140: refuses strangers everywhere, whatever they send', () => {
    for (const place of ['direct', 'group'] as const) {
      expect(route(message({ place }), people.stranger).verdict).toBe('refuse');
      const { text: _t, addressed: _a, files: _f, ...base } = message({ place }) as InboundEvent & { type: 'message' };
      for (const event of [
        { ...base, type: 'command', name: 'status', args: '' },
        { ...base, type: 'button', button: 'b', message: 'm' },
        { ...base, type: 'edited', message: 'm', text: 't' },
      ] satisfies InboundEvent[]) {
        expect(route(event, people.stranger).verdict).toBe('refuse');
      }
    }
  });

  it('answers in a group only when spoken to', () => {
    expect(route(message({ place: 'group', addressed: false }), people.member).verdict).toBe('context');
    expect(route(message({ place: 'group' }), people.member).verdict).toBe('answer');
  });

  it('never gives main to anybody but the owner in a direct chat', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Role>('owner', 'admin', 'member', 'stranger'),
        fc.constantFrom<'direct' | 'group'>('direct', 'group'),
        fc.string({ minLength: 1 }),
        fc.option(fc.string(), { nil: undefined }),
        (role, place, chat, thread) => {
          const where = { channel: 'telegram', account: 'bot', chat, ...(thread === undefined ? {} : { thread }) };
          const { scope, session } = route(message({ place, chat: where }), people[role]);
          const private_ = role === 'owner' && place === 'direct';
          expect(scope.kind === 'main').toBe(private_);
          expect(session === 'main').toBe(private_);
        },
      ),
    );
  });
});
