// Slash commands and buttons from the first answer to the last, over real sockets (C107), and the menu of commands (C109).
import { describe, expect, it } from 'vitest';
import type { CommandHint, InboundEvent } from '../../../../src/contracts/index.js';
import { live, office } from './office.js';

const HINTS: CommandHint[] = [
  { name: 'status', summary: 'how I am', for: 'everybody' },
  { name: 'whoami', summary: 'who you are to me', private: true, for: 'everybody' },
  { name: 'memory', summary: 'what I remember', usage: 'search|show|add', for: 'everybody' },
];
const CALLBACK = 'POST /interactions/:id/:token/callback';

async function desk(options: Parameters<typeof office>[0] = {}) {
  const rooms = await office(options);
  await rooms.channel.publishCommands?.(HINTS, []);
  await rooms.dc.waitFor(() => rooms.dc.commands.of().length === HINTS.length);
  const answer = (event: InboundEvent | undefined, text: string, rest: object = {}) =>
    rooms.channel.send(event?.chat ?? rooms.at(rooms.general), {
      text,
      interaction: event?.interaction ?? '',
      ...rest,
    });
  return { ...rooms, answer };
}

describe('a slash command', () => {
  it('is acknowledged before anything else, and its answer takes the place of the waiting', async () => {
    const { ann, general, inbox, answer } = await desk();
    const asked = ann.runs(general, '/memory', { options: { input: 'search 京都' } });
    await asked.acknowledged();
    const [event] = await inbox.until(1);
    expect(event).toMatchObject({ type: 'command', name: 'memory', args: 'search 京都', id: `i:${asked.id}` });
    expect(asked.shown()).toMatchObject([{ thinking: true, ephemeral: false }]);
    const first = await answer(event, 'found it');
    const second = await answer(event, 'and more');
    expect(asked.shown()).toMatchObject([
      { id: first.message, content: 'found it', thinking: false, suppressEmbeds: true, pings: [] },
      { id: second.message, content: 'and more' },
    ]);
  });

  it('that keeps the core busy for long is acknowledged all the same (C107)', async () => {
    const { dc, ann, general, store, clock, channel } = await desk();
    await channel.stop();
    const busy = await live(dc, { store, clock, start: false });
    await busy.channel.start(() => new Promise(() => {}), new AbortController().signal);
    general.says(ann, 'something that takes for ever');
    const asked = ann.runs(general, '/status');
    await asked.acknowledged();
    expect(asked.failed).toBe(false);
  });

  it('with a private answer is hidden from the first, through all its parts', async () => {
    const { ann, general, direct, inbox, answer } = await desk();
    const asked = ann.runs(general, '/whoami');
    const [event] = await inbox.until(1);
    const own = { private: `discord:${ann.id}` };
    await answer(event, 'you are Ann', own);
    await answer(event, 'and the owner', own);
    expect(asked.shown()).toMatchObject([
      { content: 'you are Ann', ephemeral: true, for: ann.id },
      { content: 'and the owner', ephemeral: true, for: ann.id },
    ]);
    expect(direct.shown()).toEqual([]);
  });

  it('that nobody knows any more is answered to whoever typed it', async () => {
    const { ann, general, inbox } = await desk();
    const asked = ann.runs(general, '/old', { unregistered: true });
    await inbox.until(1);
    await asked.acknowledged();
    expect(asked.shown()).toMatchObject([{ thinking: true, ephemeral: true }]);
  });

  it('in the direct chat is answered there, for both to keep', async () => {
    const { ann, direct, inbox, answer } = await desk();
    const asked = ann.runs(direct, '/whoami');
    const [event] = await inbox.until(1);
    expect(event?.place).toBe('direct');
    await answer(event, 'Ann', { private: `discord:${ann.id}` });
    expect(asked.shown()).toMatchObject([{ content: 'Ann', ephemeral: false }]);
  });

  it('whose answer in private is for somebody else never shows it where it was typed', async () => {
    const { ann, ben, dc, general, inbox, answer } = await desk();
    const asked = ann.runs(general, '/status');
    const [event] = await inbox.until(1);
    await answer(event, 'for Ben', { private: `discord:${ben.id}` });
    expect(dc.dm(ben).shown()).toMatchObject([{ content: 'for Ben' }]);
    expect(asked.shown()).toEqual([]);
  });

  it('that was acknowledged for all to see can be answered for one person’s eyes', async () => {
    const { ann, direct, general, inbox, answer } = await desk();
    const asked = ann.runs(general, '/status');
    const [event] = await inbox.until(1);
    await answer(event, 'a secret', { private: `discord:${ann.id}` });
    await answer(event, 'and another', { private: `discord:${ann.id}` });
    expect(asked.shown()).toMatchObject([
      { content: 'a secret', ephemeral: true, for: ann.id },
      { content: 'and another', ephemeral: true },
    ]);
    expect(direct.shown()).toEqual([]);
  });

  it('with nothing to say leaves nobody waiting', async () => {
    const { ann, general, inbox, answer } = await desk();
    const asked = ann.runs(general, '/status');
    const [event] = await inbox.until(1);
    await asked.acknowledged();
    await answer(event, '');
    expect(asked.shown()).toEqual([]);
    await answer(event, ' ');
  });

  it('is streamed into its first answer by edits, hidden or not', async () => {
    const { ann, general, inbox, answer, channel } = await desk();
    for (const [command, hidden] of [
      ['/status', false],
      ['/whoami', true],
    ] as const) {
      inbox.events.length = 0;
      const asked = ann.runs(general, command);
      const [event] = await inbox.until(1);
      const sent = await answer(event, 'I am');
      await channel.edit?.(sent, { text: 'I am well', interaction: event?.interaction ?? '' });
      expect(asked.shown()).toMatchObject([{ content: 'I am well', ephemeral: hidden }]);
    }
  });
});

describe('an interaction in trouble', () => {
  const acknowledgements = [
    ['is unknown', { status: 404, code: 10062 }, 1],
    ['was late', { delayMs: 1_500, status: 404, code: 10062 }, 1],
  ] as const;

  it.each(acknowledgements)(
    'whose acknowledgement %s runs, and is answered as a message, once (C107)',
    async (_, fault, times) => {
      const { dc, ann, general, inbox, answer } = await desk();
      dc.fail(CALLBACK, times, fault);
      ann.runs(general, '/status');
      const [event] = await inbox.until(1);
      await answer(event, 'I am well');
      expect(general.shown()).toMatchObject([{ content: 'I am well', ephemeral: false }]);
    },
  );

  it('that was acknowledged before is answered where it was, once (C107)', async () => {
    const { dc, ann, general, inbox, answer } = await desk();
    dc.fail(CALLBACK, 1, 'reset-after');
    const asked = ann.runs(general, '/status');
    const [event] = await inbox.until(1);
    await answer(event, 'I am well');
    expect(asked.shown()).toMatchObject([{ content: 'I am well' }]);
    expect(general.shown()).toHaveLength(1);
    expect(dc.calls('POST', '/interactions/:id/:token/callback').map(({ status }) => status)).toContain(400);
  });

  it('whose acknowledgement broke on the way is acknowledged again', async () => {
    const { dc, ann, general, inbox } = await desk();
    dc.fail(CALLBACK, 1, 'reset');
    const asked = ann.runs(general, '/status');
    await asked.acknowledged();
    await inbox.until(1);
  });

  it('while the process was blocked for four seconds is answered as a message (C107)', async () => {
    const { ann, general, inbox, answer } = await desk({ interactionMs: 100 });
    const asked = ann.runs(general, '/status');
    const end = Date.now() + 400;
    while (Date.now() < end);
    const [event] = await inbox.until(1);
    await answer(event, 'I am well');
    expect(asked.failed).toBe(true);
    expect(general.shown()).toMatchObject([{ content: 'I am well' }]);
  });

  it('that is answered after a quarter of an hour goes the ordinary way, and never shows what is private', async () => {
    const { ann, general, direct, clock, inbox, answer } = await desk();
    ann.runs(general, '/status');
    ann.runs(general, '/whoami');
    const [open, own] = await inbox.until(2);
    clock.skip(16 * 60_000);
    await answer(open, 'I am well');
    await answer(own, 'you are Ann');
    expect(general.shown().filter(({ thinking }) => !thinking)).toMatchObject([{ content: 'I am well' }]);
    expect(direct.shown()).toMatchObject([{ content: 'you are Ann' }]);
  });

  it('whose token Discord forgot sooner than told goes the ordinary way too', async () => {
    const { ann, general, direct, inbox, answer } = await desk({ interactionTokenMs: 1 });
    ann.runs(general, '/whoami');
    const [event] = await inbox.until(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await answer(event, 'you are Ann', { private: `discord:${ann.id}` });
    expect(direct.shown()).toMatchObject([{ content: 'you are Ann' }]);
  });

  it('of before a restart is answered after it, once', async () => {
    const { dc, ann, general, inbox, channel, store, clock } = await desk();
    const asked = ann.runs(general, '/status');
    const [event] = await inbox.until(1);
    await asked.acknowledged();
    await channel.stop();
    const second = await live(dc, { store, clock });
    const message = { text: 'I am well', interaction: event?.interaction ?? '' };
    dc.fail('PATCH /webhooks/:application/:token/messages/:message', 1, 'reset-after');
    await expect(
      second.channel.send(event?.chat ?? { channel: '', account: '', chat: '' }, message),
    ).rejects.toMatchObject({
      retryable: true,
    });
    await second.channel.stop();
    const third = await live(dc, { store, clock });
    const chat = event?.chat ?? { channel: '', account: '', chat: '' };
    await third.channel.send(chat, message);
    await third.channel.send(chat, { ...message, text: 'and another thing' });
    expect(asked.shown()).toMatchObject([{ content: 'I am well' }, { content: 'and another thing' }]);
    expect(general.shown()).toHaveLength(2);
  });

  it('whose second part may have arrived is looked up, or marked where only one person sees it', async () => {
    const { dc, ann, general, inbox, channel, clock } = await desk();
    for (const [command, shown] of [
      ['/status', ['one', 'two']],
      ['/whoami', ['one', 'two', '(possibly repeated) two']],
    ] as const) {
      inbox.events.length = 0;
      const asked = ann.runs(general, command);
      const [event] = await inbox.until(1);
      const chat = event?.chat ?? { channel: '', account: '', chat: '' };
      const interaction = event?.interaction ?? '';
      await channel.send(chat, { text: 'one', interaction }, { part: 0, key: 'a' });
      const since = clock.now();
      dc.fail('POST /webhooks/:application/:token', 1, 'reset-after');
      await expect(channel.send(chat, { text: 'two', interaction }, { part: 0, key: 'b' })).rejects.toMatchObject({
        kind: 'network',
      });
      await channel.send(
        chat,
        { text: 'two', interaction, repeated: true },
        { part: 0, key: 'b', uncertainSince: since },
      );
      expect(asked.shown().map(({ content }) => content)).toEqual(shown);
    }
  });

  it('of any kind leaves no rejection behind', async () => {
    const { dc, ann, general, direct, inbox, channel } = await desk();
    const stray: unknown[] = [];
    const note = (error: unknown) => stray.push(error);
    process.on('unhandledRejection', note);
    dc.fail(CALLBACK, 6, { status: 400, code: 40060 });
    for (const place of [general, direct]) ann.runs(place, '/status');
    await inbox.until(2);
    await channel.stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.off('unhandledRejection', note);
    expect(stray).toEqual([]);
  });
});

describe('the menu of commands', () => {
  it('is written once, and after a restart only when it changed (C109)', async () => {
    const { dc, channel, store, clock } = await desk();
    const writes = () => dc.calls('PUT', '/applications/:application/commands').length;
    await channel.publishCommands?.(HINTS, []);
    await channel.stop();
    const second = await live(dc, { store, clock });
    await second.channel.publishCommands?.(HINTS, []);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(writes()).toBe(1);
    await second.channel.publishCommands?.([...HINTS, { name: 'new', summary: 'begin anew', for: 'everybody' }], []);
    await dc.waitFor(() => dc.commands.of().length === 4);
    expect(writes()).toBe(2);
  });

  it('of 140 commands with long texts is taken (C109)', async () => {
    const { dc, channel } = await office();
    const hints = Array.from({ length: 140 }, (_, n): CommandHint => {
      return { name: `command${n}`, summary: '介绍'.repeat(80), usage: 'u'.repeat(103), for: 'everybody' };
    });
    await channel.publishCommands?.(hints, []);
    await dc.waitFor(() => dc.commands.of().length === 100);
  });

  it('that Discord does not take now delays nothing, and is written later (C109)', async () => {
    const { dc, ann, general, channel, inbox } = await office();
    dc.fail('PUT /applications/:application/commands', 1, { status: 429, retryAfter: 2 });
    await channel.publishCommands?.(HINTS, []);
    general.says(ann, 'hello');
    await inbox.until(1, 1_000);
    await dc.waitFor(() => dc.commands.of().length === HINTS.length);
  });

  it('that Discord never takes is told, and commands go on as text', async () => {
    const { dc, ann, general, channel, inbox } = await office();
    dc.fail('PUT /applications/:application/commands', 1, { status: 400, code: 50035 });
    await channel.publishCommands?.(HINTS, []);
    await expect.poll(() => channel.health().hints?.[0]).toContain('commands work as text');
    general.says(ann, '/status');
    expect(await inbox.until(1)).toMatchObject([{ type: 'command', name: 'status' }]);
  });
});
