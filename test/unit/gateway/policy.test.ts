import { describe, expect, it } from 'vitest';
import type { ChatSettings, GroupSettings } from '../../../src/contracts/index.js';
import { chatPolicy } from '../../../src/gateway/policy.js';

const settings = (groups: Record<string, GroupSettings>, more: Partial<ChatSettings> = {}): ChatSettings => ({
  dm: 'pairing',
  streaming: true,
  groups,
  ...more,
});
const group = (chat: string, thread?: string, inside: string[] = []) => ({
  chat: { channel: 'telegram', account: 'bot', chat, ...(thread === undefined ? {} : { thread }) },
  place: 'group' as const,
  inside,
});
const of = (
  event: ReturnType<typeof group>,
  groups: Record<string, GroupSettings>,
  more: { granted?: boolean; names?: string[] } = {},
) =>
  chatPolicy(event, {
    settings: settings(groups),
    names: more.names ?? [event.chat.chat],
    granted: more.granted ?? false,
  });

describe('chatPolicy', () => {
  it('lets no group take part that neither the file nor the owner names', () => {
    expect(of(group('-1'), {})).toMatchObject({ takesPart: false, configured: false });
    expect(of(group('-1'), { '-2': {} }).takesPart).toBe(false);
    expect(of(group('-1'), {}, { granted: true })).toMatchObject({ takesPart: true, configured: false });
    expect(of(group('-1'), { '-1': {} })).toMatchObject({ takesPart: true, configured: true });
    // A name that every object has is no group.
    expect(of(group('constructor'), {}).takesPart).toBe(false);
  });

  it('takes from the topic what it says, and from the wider places what it leaves out', () => {
    const groups = {
      '-1': { respond: 'always', persona: 'of the group', context: 5 },
      '-1:7': { persona: 'of the topic' },
      '900': { tools: ['read'], persona: 'of the server' },
    } satisfies Record<string, GroupSettings>;
    expect(of(group('-1', '7', ['900']), groups)).toMatchObject({
      respond: 'always',
      persona: 'of the topic',
      context: 5,
      tools: [['read']],
    });
    expect(of(group('-1', '8'), groups).persona).toBe('of the group');
    expect(of(group('-1', '7'), { '-1:7': {} }).takesPart).toBe(true);
    expect(of(group('-1', '8'), { '-1:7': {} }).takesPart).toBe(false);
  });

  it('confines a topic to its own tools and to those of every wider place, and an empty list counts', () => {
    const groups = { '-1': { tools: ['group:memory'] }, '-1:7': { tools: ['*'] }, '900': { tools: [] }, '-1:8': {} };
    expect(of(group('-1', '7', ['900']), groups).tools).toEqual([['*'], ['group:memory'], []]);
    expect(of(group('-1', '8'), groups).tools).toEqual([['group:memory']]);
    expect(of(group('-2', '8'), groups, { granted: true })).not.toHaveProperty('tools');
  });

  it('covers every channel of a server that is named, and a thread by its own long id', () => {
    const groups = { '80351110224678913': { respond: 'always' } } satisfies Record<string, GroupSettings>;
    expect(of(group('80351110224678999', undefined, ['80351110224678913']), groups).respond).toBe('always');
    expect(of(group('80351110224678999', '80351110224678913'), groups).respond).toBe('always');
    // A topic is numbered from one in every group: its number alone names nothing.
    expect(of(group('-1', '5'), { '5': {} }).takesPart).toBe(false);
  });

  it('knows a group by the id it had before its platform gave it another (C094)', () => {
    expect(of(group('-1001'), { '-555': { respond: 'always' } }, { names: ['-1001', '-555'] })).toMatchObject({
      takesPart: true,
      respond: 'always',
    });
  });

  it('streams in private and not in groups unless told', () => {
    const dm = { ...group('1'), place: 'direct' as const };
    expect(chatPolicy(dm, { settings: settings({}), names: ['1'], granted: false }).streaming).toBe(true);
    expect(
      chatPolicy(dm, { settings: settings({}, { streaming: false }), names: ['1'], granted: false }).streaming,
    ).toBe(false);
    expect(of(group('-1'), { '-1': {} }).streaming).toBe(false);
    expect(of(group('-1'), { '-1': { streaming: true } }).streaming).toBe(true);
  });
});
