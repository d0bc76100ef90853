import { describe, expect, it } from 'vitest';
import type { InboundEvent, InboundMessage } from '../../../src/contracts/index.js';
import { openSecrets } from '../../../src/gateway/open-secrets.js';

const KEY = `sk-test-${'0'.repeat(20)}`;

function message(text: string, over: Partial<InboundMessage> = {}): InboundMessage {
  return {
    ...{
      type: 'message',
      id: 'e1',
      message: 'm1',
      chat: { channel: 'telegram', account: 'bot', chat: '7' },
      place: 'direct',
    },
    ...{ from: { account: 'telegram:7', name: 'Ada', kind: 'person' }, at: 0, text, addressed: true, files: [] },
    ...over,
  } as InboundMessage;
}

function store() {
  const clock = { at: 0, now: () => clock.at };
  return { clock, secrets: openSecrets(clock) };
}

describe('what was just said in confidence', () => {
  it('is marked in words, quotations and names of files, and held for its message', () => {
    const { secrets } = store();
    const event = message(`my key ${KEY}`, {
      quoted: [{ kind: 'reply', from: 'Bob', text: 'password: hunter22' }],
      files: [
        { kind: 'file', id: 'f', name: `${KEY}.txt`, mime: 'text/plain', bytes: 1 },
      ] as unknown as InboundMessage['files'],
    });
    const marked = secrets.redacted(event);
    expect(JSON.stringify(marked)).not.toMatch(/sk-test-0|hunter22/);
    expect(
      secrets
        .of([event])
        .map(({ value }) => value)
        .sort(),
    ).toEqual(['hunter22', KEY]);
    expect(secrets.hide(`log ${KEY}`)).toMatch(/^log \[secret \w{4}: API key\]$/);
    secrets.drop([event]);
    expect(secrets.of([event])).toEqual([]);
    expect(secrets.hide(`log ${KEY}`)).toBe(`log ${KEY}`);
  });

  it('has the same mark in an edit of the message, and another in another message', () => {
    const { secrets } = store();
    const textOf = (event: ReturnType<typeof message>) => (secrets.redacted(event) as InboundMessage).text;
    const first = textOf(message(KEY));
    expect(textOf(message(KEY, { id: 'e2' }))).toBe(first);
    expect(textOf(message(KEY, { id: 'e3', message: 'm3' }))).not.toBe(first);
  });

  it('is marked in an edit and behind a command, and nothing else of an event is touched', () => {
    const { secrets } = store();
    const { text: _, ...rest } = message('');
    const edited = { ...rest, type: 'edited', text: `now ${KEY}` } as unknown as InboundEvent;
    expect(JSON.stringify(secrets.redacted(edited))).toMatch(/"now \[secret \w{4}: API key\]"/);
    const command = { ...rest, type: 'command', name: 'remember', args: `key ${KEY}` } as unknown as InboundEvent;
    expect(secrets.redacted(command)).toMatchObject({ name: 'remember', args: expect.stringMatching(/^key \[secret/) });
    const deleted = { ...rest, type: 'deleted' } as unknown as InboundEvent;
    expect(secrets.redacted(deleted)).toBe(deleted);
  });

  it('is forgotten after an hour, and the oldest where there are too many', () => {
    const { clock, secrets } = store();
    for (let i = 0; i < 250; i++) secrets.redacted(message(KEY, { message: `m${i}` }));
    expect(secrets.of([message('', { message: 'm0' })])).toEqual([]);
    expect(secrets.of([message('', { message: 'm249' })]).length).toBe(1);
    clock.at = 60 * 60_000;
    expect(secrets.of([message('', { message: 'm249' })])).toEqual([]);
  });
});
