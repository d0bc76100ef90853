// The model writes to other chats: into the owner's own at once and once only; to anybody else not a letter without the owner's
// yes to exactly that text.

import { describe, expect, it } from 'vitest';
import { ChannelError, type InboundEvent, type ModelRequest, type Scope } from '../../../../src/contracts/index.js';
import { denyGroup } from '../../../../src/gateway/grants.js';
import { denyAccount } from '../../../../src/gateway/people.js';
import { toolMessages } from '../../../../src/gateway/tool-messages.js';
import { type ScriptStep, scriptedModel } from '../../../../src/models/scripted.js';
import { openConversation, type Stage } from '../../../support/conversation.js';

type Args = Record<string, unknown>;

const words = 'Dinner at **seven**.\n```\n会議室 3\n```\nBring @everyone.';
const toTeam = { to: 'chat:team', text: words };

/** What the tools of the running turn returned, oldest first. */
function results({ messages }: ModelRequest): string[] {
  const from = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(from).flatMap((one) => (one.role === 'tool' ? [one.text] : []));
}

/** Calls the tool once for each of the arguments when it is told to, and says so. */
function sender(args: { now: Args[] }) {
  return scriptedModel((request): ScriptStep => {
    const said = request.messages.findLast(({ role }) => role === 'user')?.text ?? '';
    if (!said.includes('tell ')) return { text: 'just talk' };
    if (results(request).length > 0) return { text: 'Done.' };
    return { calls: args.now.map((one) => ({ name: 'message', args: one })) };
  });
}

async function stage(first: Args | Args[] = toTeam, more: Partial<Stage> = {}) {
  const args = { now: [first].flat() };
  const model = sender(args);
  const house = await openConversation({ model, groups: { team: {} }, owners: ['owner', 'phone'], ...more });
  await house.identity.admit('chat:bob', 'bob', 0);
  // The group is known.
  await house.says('team', 'bob', 'good morning', { addressed: false });
  const count = (where: string) => house.texts(where).length;
  async function answersOf(who: string, text: string, expected: number, where = who): Promise<string[]> {
    const before = count(where);
    if (where === who) await house.dm(who, text);
    else await house.says(where, who, text);
    await house.until(() => count(where) >= before + expected);
    return house.texts(where).slice(before);
  }
  let presses = 0;
  async function press(label: string): Promise<void> {
    const { message } = house.sent.findLast(({ message }) => message.buttons) ?? {};
    const button = message?.buttons?.find((one) => one.label === label);
    const event = { type: 'button', button: button?.id ?? 'none', message: '1', id: `b${++presses}` };
    const before = count('owner');
    await house.happens(event as Partial<InboundEvent>);
    await house.until(() => count('owner') > before);
  }
  const told = () => results(model.requests.at(-1) as ModelRequest);
  /** As a turn would have it that somebody began somewhere, after the one that was. */
  function toolFor(who: string, where = who) {
    const account = `chat:${who}`;
    const scope: Scope =
      where === 'team'
        ? { kind: 'group', channel: 'chat', chat: 'team' }
        : who === 'owner'
          ? { kind: 'main' }
          : { kind: 'person', person: 'chat-bob' };
    const [session = 'none'] = house.db.sql("SELECT id FROM sessions WHERE key = 'main'").column<string>([]);
    return toolMessages(house.messaging, {
      who: { account, name: who, role: who === 'owner' ? 'owner' : 'member' },
      ...{ scope, chat: { channel: 'chat', account: 'bot', chat: where }, session, turn: 'again' },
    });
  }
  /** The id of the first call in the owner's conversation. */
  function callOf(tool: string): string {
    const [session = ''] = house.db.sql("SELECT id FROM sessions WHERE key = 'main'").column<string>([]);
    const call = house.transcripts.read(session).find((one) => one.type === 'tool_call' && one.name === tool);
    return call?.type === 'tool_call' ? call.call : '';
  }
  return { ...house, args, model, answersOf, press, told, toolFor, callOf };
}

describe('a text for a group', () => {
  it('is shown to the owner as it stands, and goes there byte for byte after their yes, once', async () => {
    const house = await stage();
    const [said, question] = await house.answersOf('owner', 'tell the team', 2);
    expect(said).toBe('Done.');
    expect(house.told()[0]).toMatch(/"sent":false,"to":"chat:team"/);
    expect(question).toBe(
      `I would send this to \`chat:team\`, exactly as it stands:\n\`\`\`\`\n${words}\n\`\`\`\`\nShall I? Answer y or n.`,
    );
    await house.clock.advance(60_000);
    expect(house.texts('team')).toEqual([]);
    await house.press('Yes');
    expect(house.texts('owner').at(-1)).toBe('Sent to `chat:team`.');
    await house.until(() => house.texts('team').length > 0);
    await house.press('Yes');
    expect(house.texts('owner').at(-1)).toMatch(/decided already: it was sent/);
    await house.clock.advance(60_000);
    expect(house.texts('team')).toEqual([words]);
    const queued = house.db.sql('SELECT message FROM outbox WHERE turn LIKE ?').column<string>(['message/%']);
    expect(queued.map((one) => JSON.parse(one))).toEqual([{ text: words }]);
  });

  it('goes out after a typed yes, and the group’s next turn knows of it, nobody else’s', async () => {
    const house = await stage();
    await house.answersOf('owner', 'tell the team', 2);
    await house.answersOf('owner', 'yes', 1);
    await house.until(() => house.texts('team').length === 1);
    await house.answersOf('bob', 'what was that?', 1, 'team');
    const seen = JSON.stringify(house.model.requests.at(-1));
    expect(seen).toContain('Sent here by the owner’s wish');
    expect(seen).toContain('Dinner at **seven**.');
    await house.answersOf('bob', 'hello', 1);
    expect(JSON.stringify(house.model.requests.at(-1))).not.toContain('Dinner');
  });

  it('goes nowhere after a no, and when something else is said', async () => {
    const house = await stage();
    await house.answersOf('owner', 'tell the team', 2);
    await house.press('No');
    expect(house.texts('owner').at(-1)).toBe('Nothing was sent.');
    await house.answersOf('owner', 'tell the team again', 2);
    await house.answersOf('owner', 'what is the time?', 2);
    await house.press('Yes');
    expect(house.texts('owner').at(-1)).toMatch(/^Nothing was sent: we spoke of something else since/);
    await house.clock.advance(60_000);
    expect(house.texts('team')).toEqual([]);
  });

  it('goes nowhere when the chat was shut out between the question and the yes', async () => {
    const house = await stage({ to: 'person:chat-bob', text: 'psst' });
    await house.answersOf('owner', 'tell bob', 2);
    await house.db.write(() => denyAccount(house.db, { account: 'chat:bob', name: 'bob' }, 1));
    await house.press('Yes');
    expect(house.texts('owner').at(-1)).toMatch(/no private chat with that person any more. So nothing was sent/);
    await house.clock.advance(60_000);
    expect(house.texts('bob')).toEqual([]);
  });

  it('is not sent to an account that was shut out behind the yes, before it could leave', async () => {
    let asked = 0;
    const openDirect = async (account: string) => {
      asked++;
      if (asked < 2) throw new ChannelError('unavailable', 'not now', { retryable: true });
      return { channel: 'chat', account: 'bot', chat: account };
    };
    const house = await stage({ to: 'person:chat-bob', text: 'psst' }, { channel: { openDirect } });
    await house.answersOf('owner', 'tell bob', 2);
    await house.press('Yes');
    await house.until(() => asked === 1);
    await house.db.write(() => denyAccount(house.db, { account: 'chat:bob', name: 'bob' }, 1));
    const open = "SELECT count(*) FROM outbox WHERE state IN ('queued', 'sending')";
    await house.until(() => house.db.sql(open).column<number>([])[0] === 0);
    expect(house.sent.map(({ message }) => message.text)).not.toContain('psst');
  });

  it('is a person’s once they were let in, under their name or their address', async () => {
    const openDirect = async (account: string) => ({ channel: 'chat', account: 'bot', chat: account });
    const house = await stage({ to: 'BOB', text: 'psst' }, { channel: { openDirect } });
    const [, question] = await house.answersOf('owner', 'tell bob', 2);
    expect(question).toMatch(/^I would send this to the private chat of `bob` \(`person:chat-bob`\), exactly/);
    await house.press('Yes');
    await house.until(() => house.texts('chat:bob').length === 1);
    expect(house.texts('chat:bob')).toEqual(['psst']);
  });

  it('is asked about one at a time', async () => {
    const house = await stage([toTeam, { to: 'person:chat-bob', text: 'psst' }]);
    await house.answersOf('owner', 'tell them', 2);
    expect(house.told().filter((one) => /One question at a time/.test(one))).toHaveLength(1);
    await house.press('Yes');
    await house.until(() => house.texts('team').length === 1);
    await house.clock.advance(60_000);
    expect(house.sent.map(({ message }) => message.text)).not.toContain('psst');
  });

  it('stands in a question that a group’s title cannot bend', async () => {
    const title = 'Kind\nShall I? Answer y or n.\n```\n[x](https://evil.example) @everyone `';
    const house = await stage([{}]);
    await house.says('team', 'bob', 'hi', { addressed: false, title });
    await house.answersOf('owner', 'tell me where', 1);
    const [team] = JSON.parse(house.told()[0] ?? '').chats.filter(({ to }: { to: string }) => to === 'chat:team');
    expect(team.name).toMatch(/^Kind Shall I\? Answer y or n\. ``` \[x\]/);
    house.args.now = [{ to: team.name, text: 'hi all' }];
    const [, question] = await house.answersOf('owner', 'tell them', 2);
    const [first = '', ...rest] = (question ?? '').split('\n');
    expect(first).toMatch(/^I would send this to `[^`]+` \(`chat:team`\), exactly as it stands:$/);
    expect(rest).toEqual(['```', 'hi all', '```', 'Shall I? Answer y or n.']);
  });
});

describe('a text for the owner’s own chat', () => {
  it('goes out at once, and once, however often the call is repeated', async () => {
    const openDirect = async (account: string) => ({ channel: 'chat', account: 'bot', chat: account });
    const house = await stage({ to: 'chat:phone', text: 'the address: Elm St 4' }, { channel: { openDirect } });
    await house.answersOf('owner', 'tell my phone', 1);
    expect(house.told()).toEqual(['{"sent":true,"to":"chat:phone"}']);
    await house.until(() => house.texts('chat:phone').length === 1);
    const tool = house.toolFor('owner');
    expect(await tool.send({ to: 'chat:phone', text: 'the address: Elm St 4' }, house.callOf('message'))).toEqual({
      state: 'sent',
      to: 'chat:phone',
    });
    await house.clock.advance(60_000);
    expect(house.texts('chat:phone')).toEqual(['the address: Elm St 4']);
  });

  it('is not one for this very chat, and no flood', async () => {
    const openDirect = async (account: string) => ({ channel: 'chat', account: 'bot', chat: account });
    const many = Array.from({ length: 7 }, (_, n) => ({ to: 'chat:phone', text: `ping ${n}` }));
    const house = await stage([{ to: 'chat:owner', text: 'hi' }, ...many], { channel: { openDirect } });
    await house.answersOf('owner', 'tell my phone', 1);
    expect(house.told()[0]).toMatch(/that is this chat/);
    await house.until(() => house.texts('chat:phone').length === 5);
    await house.clock.advance(60_000);
    expect(house.texts('chat:phone')).toHaveLength(5);
    expect(house.told().filter((one) => /which is the most/.test(one))).toHaveLength(2);
  });
});

describe('a call that is repeated after a crash', () => {
  it('asks once', async () => {
    const house = await stage();
    await house.answersOf('owner', 'tell the team', 2);
    const again = await house.toolFor('owner').send({ to: 'chat:team', text: words }, house.callOf('message'));
    expect(again.state).toBe('asked');
    expect(house.db.sql('SELECT count(*) FROM proposals').column<number>([])).toEqual([1]);
    await house.press('Yes');
    await house.until(() => house.texts('team').length === 1);
    // The owner has answered since: a call that comes back changes nothing.
    await house.toolFor('owner').send({ to: 'chat:team', text: words }, house.callOf('message'));
    await house.clock.advance(60_000);
    expect(house.texts('team')).toEqual([words]);
  });
});

describe('what cannot be', () => {
  it('is told alike of chats that are unknown, forbidden or shut out', async () => {
    const house = await stage([{}], { groups: { team: {}, hush: { respond: 'never' } } });
    await house.says('hush', 'bob', 'hi', { addressed: false });
    await house.says('left', 'bob', 'hi', { addressed: false });
    await house.identity.admit('chat:eve', 'eve', 0);
    await house.db.write(() => denyAccount(house.db, { account: 'chat:eve', name: 'eve' }, 1));
    await house.db.write(() => denyGroup(house.db, { channel: 'chat', chat: 'left' }, { now: 1 }));
    const tool = house.toolFor('owner');
    const names = [
      'chat:nowhere',
      'chat:left',
      'chat:hush',
      'chat:eve',
      'person:chat-eve',
      'person:x',
      'eve',
      'nobody',
    ];
    for (const to of [...names, 'console:nowhere', '']) {
      await expect(tool.send({ to, text: 'hi' }, `call ${to}`)).rejects.toThrow(
        expect.objectContaining({
          message: `Nothing was sent: I can write to no chat ${to || '(empty)'}.`,
          remedy: 'Call this without "to" to see the chats.',
        }),
      );
    }
    expect(tool.chats()).toEqual([
      { to: 'chat:phone', name: 'the owner’s private chat on chat' },
      { to: 'person:chat-bob', name: 'bob' },
      { to: 'chat:team', name: 'chat:team' },
    ]);
  });

  it('is a text that nobody would read as it stands', async () => {
    const house = await stage([{}]);
    const tool = house.toolFor('owner');
    const texts: [string, RegExp][] = [
      [' ', /give the text/],
      ['x'.repeat(4_001), /4001 characters; 4000 are the most/],
      ['see\u200byou', /cannot be seen/],
      ['\u202eyou', /cannot be seen/],
      ['NO_REPLY', /a word such as NO_REPLY/],
      ['Dinner at seven.\n\nNO_REPLY', /a word such as NO_REPLY/],
    ];
    for (const to of ['chat:phone', 'chat:team']) {
      for (const [text, says] of texts) await expect(tool.send({ to, text }, 'c')).rejects.toThrow(says);
    }
    expect(house.db.sql('SELECT count(*) FROM proposals').column<number>([])).toEqual([0]);
  });

  it('is any of it in a group or for another person: the tool is not there, nor would it work', async () => {
    const house = await stage();
    const asks: [string, string][] = [
      ['owner', 'team'],
      ['bob', 'team'],
      ['bob', 'bob'],
    ];
    for (const [who, where] of asks) {
      await house.answersOf(who, `tell ${where}`, 1, where);
      expect(house.told()[0]).toMatch(/^Error: There is no tool message here/);
      expect(house.model.requests.at(-1)?.tools.map(({ name }) => name)).not.toContain('message');
      expect(() => house.toolFor(who, where).chats()).toThrow(/Only the owner, in private/);
      await expect(house.toolFor(who, where).send(toTeam, 'c')).rejects.toThrow(/Only the owner, in private/);
    }
    expect(house.texts('team')).toEqual(['Done.', 'Done.']);
  });
});
