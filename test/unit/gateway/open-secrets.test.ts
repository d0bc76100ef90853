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

  it('is known by what the same person said right before it, and by nobody else’s words', () => {
    const { clock, secrets } = store();
    let count = 0;
    const says = (text: string, over: Partial<InboundMessage> = {}) =>
      (secrets.redacted(message(text, { message: `c${count++}`, ...over })) as InboundMessage).text;
    const eve = { from: { account: 'telegram:8', name: 'Eve', kind: 'person' } } as const;
    const elsewhere = { chat: { channel: 'telegram', account: 'bot', chat: '8' } };
    for (const lead of [
      'my wifi password is',
      'Das WLAN-Passwort lautet',
      '我的密码是',
      'パスワードは',
      'Mein Passwort:',
    ]) {
      expect(says(lead)).toBe(lead);
      expect(says('Zebra-Hunter88', eve)).toBe('Zebra-Hunter88');
      expect(says('Zebra-Hunter88', elsewhere)).toBe('Zebra-Hunter88');
      expect(says('Zebra-Hunter88'), lead).toMatch(/^\[secret \w{4}: password\]$/);
      expect(says('Zebra-Hunter88')).toBe('Zebra-Hunter88');
    }
    says('my password is');
    expect(says('  Zebra-Hunter88 — thanks!')).toMatch(/^ {2}\[secret \w{4}: password\] — thanks!$/);
    says('my password is');
    clock.at += 10 * 60_000;
    expect(says('Zebra-Hunter88')).toBe('Zebra-Hunter88');
    for (const [lead, then] of [
      ['I forgot my password', 'Can you help me?'],
      ['my password is', 'lost, I think'],
      ['what is a token?', 'Never mind. It is 2026-12-01'],
      ['the password is:', 'hello'],
      ['我忘记了密码', '怎么办？'],
    ]) {
      says(lead ?? '');
      expect(says(then ?? '')).toBe(then);
    }
  });

  it('is known in both halves where a program cut the text within it', () => {
    const { secrets } = store();
    const key = `sk-proj-${'Ab3dEf7h'.repeat(8)}`;
    const first = `${'word '.repeat(813)}${key}`.slice(0, 4_096);
    const rest = key.slice(first.length - 813 * 5);
    expect(rest.length).toBeGreaterThan(10);
    const halves = [first, `${rest} is the key`].map(
      (text, index) => (secrets.redacted(message(text, { message: `h${index}` })) as InboundMessage).text,
    );
    expect(halves.join('')).not.toContain('dEf7h');
    expect(halves[1]).toMatch(/^\[secret \w{4}: API key\] is the key$/);
    secrets.redacted(message(`${'word '.repeat(100)}${key}`, { message: 'whole' }));
    expect(secrets.redacted(message('thanks', { message: 'then' }))).toMatchObject({ text: 'thanks' });
  });

  it('is hidden in what people and chats call themselves, of whatever event', () => {
    const { secrets } = store();
    const { from } = message('');
    const event = message('hi', {
      from: { ...from, name: `Eve ${KEY}` },
      title: `Team ${KEY}`,
      quoted: [{ kind: 'forward', from: `Bob ${KEY}`, text: 'x' }],
    });
    expect(JSON.stringify(secrets.redacted(event))).not.toContain('sk-test-0');
    const pressed = { ...event, type: 'button', button: 'b' } as unknown as InboundMessage;
    expect(secrets.redacted(pressed).from.name).toBe('Eve [secret: API key]');
    expect(secrets.redacted(message('hi')).from.name).toBe('Ada');
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
    expect(secrets.redacted(deleted)).toEqual(deleted);
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
