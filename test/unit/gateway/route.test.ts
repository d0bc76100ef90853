import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatSettings, InboundEvent, Principal, Respond, Role } from '../../../src/contracts/index.js';
import { chatPolicy } from '../../../src/gateway/policy.js';
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
    message: '1',
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

const settings = (respond: Respond): ChatSettings => ({
  dm: 'pairing',
  streaming: true,
  groups: { '77': { respond } },
});
const policy = (event: InboundEvent, respond: Respond = 'mentioned', granted = false) =>
  chatPolicy(event, { settings: settings(respond), names: [event.chat.chat], granted });
const go = (event: InboundEvent, who: Principal, respond?: Respond) => route(event, who, policy(event, respond));

describe('route', () => {
  it('gives the owner main in private, another person their own, and a group itself whoever speaks', () => {
    expect(go(message(), people.owner)).toMatchObject({
      scope: { kind: 'main' },
      session: 'main',
      verdict: 'answer',
    });
    expect(go(message(), people.member).scope).toEqual({ kind: 'person', person: 'telegram-3' });
    for (const who of Object.values(people)) {
      expect(go(message({ place: 'group' }), who).scope).toEqual({ kind: 'group', channel: 'telegram', chat: '77' });
    }
  });

  it('C140: neither answers nor keeps what strangers send, whatever it is', () => {
    for (const [place, verdict] of [
      ['direct', 'refuse'],
      ['group', 'ignore'],
    ] as const) {
      expect(go(message({ place }), people.stranger).verdict).toBe(verdict);
      const { text: _t, addressed: _a, files: _f, ...base } = message({ place }) as InboundEvent & { type: 'message' };
      for (const event of [
        { ...base, type: 'command', name: 'status', args: '' },
        { ...base, type: 'button', button: 'b', message: 'm' },
      ] satisfies InboundEvent[]) {
        expect(go(event, people.stranger).verdict).toBe(verdict);
      }
      const edited = { ...base, type: 'edited', message: 'm', text: 't' } satisfies InboundEvent;
      expect(go(edited, people.stranger).verdict).toBe('ignore');
    }
  });

  it('hears of a message that was taken back wherever it stood, whoever the platform says it was', () => {
    const { text: _t, addressed: _a, files: _f, ...base } = message() as InboundEvent & { type: 'message' };
    const chat = { account: 'telegram:chat:77', name: 'a chat', kind: 'chat' as const };
    for (const place of ['direct', 'group'] as const) {
      for (const respond of ['mentioned', 'never'] as const) {
        const event = { ...base, place, from: chat, type: 'deleted' as const, message: 'm' };
        expect(go(event, { ...people.stranger, account: chat.account }, respond).verdict).toBe('edit');
      }
    }
  });

  it('takes edits from whom it listens to, and from other bots, whose messages grow by them', () => {
    const { text: _t, addressed: _a, files: _f, ...base } = message() as InboundEvent & { type: 'message' };
    const edited = (more: Partial<InboundEvent>) =>
      ({ ...base, type: 'edited', message: 'm', text: 't', ...more }) as InboundEvent;
    const bot = { account: 'telegram:9', name: 'other', kind: 'bot' as const };
    expect(go(edited({}), people.member).verdict).toBe('edit');
    expect(go(edited({ place: 'group' }), people.member)).not.toHaveProperty('silence');
    expect(go(edited({ place: 'group', from: bot }), people.stranger).verdict).toBe('edit');
    expect(go(edited({ place: 'group' }), people.stranger).verdict).toBe('ignore');
    expect(go(edited({ place: 'group' }), people.member, 'never').verdict).toBe('ignore');
  });

  it.each<[Respond, string, string, string]>([
    // respond, when spoken to, when not, a command
    ['mentioned', 'answer', 'context', 'command'],
    ['always', 'answer', 'answer', 'command'],
    ['commands', 'ignore', 'ignore', 'command'],
    ['never', 'ignore', 'ignore', 'ignore'],
  ])('in a group that says %s', (respond, spokenTo, notSpokenTo, command) => {
    const ofSkill = message({ place: 'group', command: true });
    const {
      text: _t,
      addressed: _a,
      files: _f,
      ...base
    } = message({ place: 'group' }) as InboundEvent & { type: 'message' };
    const typed = { ...base, type: 'command', name: 'help', args: '' } satisfies InboundEvent;
    expect(go(message({ place: 'group' }), people.member, respond).verdict).toBe(spokenTo);
    expect(go(message({ place: 'group', addressed: false }), people.member, respond).verdict).toBe(notSpokenTo);
    expect(go(typed, people.member, respond).verdict).toBe(command);
    // The owner can always bring the bot back.
    expect(go(typed, people.owner, respond).verdict).toBe('command');
    // What stands for a skill's command is heard where commands are, then and when its turn comes.
    expect(go(ofSkill, people.member, respond).verdict).toBe(command === 'command' ? 'answer' : 'ignore');
    expect(go(ofSkill, people.owner, respond).verdict).toBe('answer');
  });

  it('keeps silent in a group that nobody allowed, but for its owner’s commands, and says why', () => {
    const chat = { channel: 'telegram', account: 'bot', chat: '78' };
    const {
      text: _t,
      addressed: _a,
      files: _f,
      ...base
    } = message({ place: 'group', chat }) as InboundEvent & {
      type: 'message';
    };
    const typed = { ...base, type: 'command', name: 'allow', args: 'here' } satisfies InboundEvent;
    for (const event of [message({ place: 'group', chat }), typed]) {
      expect(go(event, people.member)).toMatchObject({ verdict: 'ignore', silence: 'not-allowed' });
    }
    expect(go(message({ place: 'group', chat }), people.owner).verdict).toBe('ignore');
    expect(go(message({ place: 'group', chat, command: true }), people.owner).verdict).toBe('ignore');
    expect(go(typed, people.owner).verdict).toBe('command');
  });

  it('takes another bot’s words as something that was said, never as a turn (C115)', () => {
    const event = message({ place: 'group', from: { account: 'telegram:9', name: 'other', kind: 'bot' } });
    expect(go(event, { ...people.stranger, account: 'telegram:9' }, 'always')).toMatchObject({
      verdict: 'context',
      silence: 'bot',
    });
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
          const { scope, session } = go(message({ place, chat: where }), people[role]);
          const private_ = role === 'owner' && place === 'direct';
          expect(scope.kind === 'main').toBe(private_);
          expect(session === 'main').toBe(private_);
        },
      ),
    );
  });
});
