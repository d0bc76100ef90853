// The connection to Discord, over real sockets: beginning, losses, gaps, end.
import { describe, expect, it } from 'vitest';
import { live, office, stand } from './office.js';

const UP = { timeout: 4_000 };

describe('a start', () => {
  it('with a wrong token is refused with what to do, and says nothing of the token', async () => {
    const dc = await stand();
    const { channel, inbox } = await live(dc, { start: false, token: 'MTIz.secret.part' });
    const failure = await channel.start(inbox.deliver, new AbortController().signal).catch((error: unknown) => error);
    expect(failure).toMatchObject({ culprit: 'channel', kind: 'auth', retryable: false });
    expect(failure).toHaveProperty('remedy', expect.stringContaining('Reset Token'));
    expect(channel.health()).toMatchObject({ state: 'down', detail: expect.stringContaining('Developer Portal') });
    expect(`${failure} ${JSON.stringify(failure)} ${channel.health().detail}`).not.toContain('secret');
  });

  it('without the intent to read messages names the switch in the portal (C110)', async () => {
    const dc = await stand({ intents: { messageContent: false } });
    const { channel, inbox } = await live(dc, { start: false });
    await expect(channel.start(inbox.deliver, new AbortController().signal)).rejects.toMatchObject({
      kind: 'auth',
      retryable: false,
      remedy: expect.stringContaining('Privileged Gateway Intents → Message Content Intent'),
    });
    expect(channel.health()).toMatchObject({
      state: 'down',
      detail: expect.stringContaining('Message Content Intent'),
    });
  });

  it('without a network goes on trying, says so, and delivers once it is there', async () => {
    const dc = await stand();
    const direct = dc.dm(dc.user({ name: 'Ann' }));
    await dc.down();
    const { channel, inbox } = await live(dc);
    expect(channel.health()).toMatchObject({ state: 'down', detail: expect.stringContaining('cannot be reached') });
    await dc.up();
    await expect.poll(() => channel.health().state, UP).toBe('up');
    direct.says(dc.user({ name: 'Ann' }), 'at last');
    expect(await inbox.until(1)).toMatchObject([{ text: 'at last' }]);
  });

  it('waits when Discord allows no more logins today', async () => {
    const dc = await stand({ sessionStarts: { remaining: 0 } });
    const { channel } = await live(dc);
    expect(channel.health()).toMatchObject({
      state: 'down',
      detail: expect.stringMatching(/log in again in \d+ minutes/),
    });
    expect(dc.gateway.identifies).toHaveLength(0);
  });
});

describe('a connection that is lost', () => {
  it.each([[1006], [4000], [4009], [1001]])(
    'with code %i is taken up again, and what was written meanwhile arrives once (C110)',
    async (code) => {
      const { dc, ann, general, channel, inbox } = await office();
      general.says(ann, 'before');
      await inbox.until(1);
      dc.drop(code);
      await expect.poll(() => channel.health().state, UP).toBe('down');
      general.says(ann, 'between');
      await expect.poll(() => channel.health().state, UP).toBe('up');
      general.says(ann, 'after');
      await inbox.until(3);
      expect(inbox.texts()).toEqual(['before', 'between', 'after']);
    },
  );

  it.each([[true], [false]])(
    'by an invalid session (resumable: %s) is begun anew, and the gap is fetched (C110)',
    async (resumable) => {
      const { dc, ann, general, direct, channel, inbox } = await office();
      general.says(ann, 'one');
      direct.says(ann, '一');
      await inbox.until(2);
      dc.invalidateSessions(resumable);
      dc.drop();
      await expect.poll(() => channel.health().state, UP).toBe('down');
      general.says(ann, 'two');
      direct.says(ann, '二');
      await inbox.until(4);
      general.says(ann, 'three');
      direct.says(ann, '三');
      await inbox.until(6);
      expect(inbox.texts().filter((text) => /^\w/.test(text))).toEqual(['one', 'two', 'three']);
      expect(inbox.texts().filter((text) => !/^\w/.test(text))).toEqual(['一', '二', '三']);
    },
  );

  it('is begun anew as soon after the clock was set back', async () => {
    const { dc, clock, channel } = await office();
    clock.skip(-3_600_000);
    dc.invalidateSessions();
    dc.drop();
    await dc.waitFor(() => dc.gateway.identifies.length === 2);
    await expect.poll(() => channel.health().state, UP).toBe('up');
  });

  it('because Discord asks for it is resumed (C110)', async () => {
    const { dc, ann, general, inbox } = await office();
    dc.askReconnect();
    await dc.waitFor(() => dc.gateway.resumes.length === 1);
    general.says(ann, 'still there?');
    expect(await inbox.until(1)).toMatchObject([{ text: 'still there?' }]);
    expect(dc.gateway.identifies).toHaveLength(1);
  });

  it('in silence is noticed by its heartbeats, told, and replaced (C110)', async () => {
    const { dc, ann, general, channel, inbox } = await office({ heartbeatMs: 150 });
    dc.silence(3_000);
    general.says(ann, 'can you hear me?');
    await expect.poll(() => channel.health().state, { timeout: 2_000, interval: 5 }).toBe('down');
    await expect.poll(() => channel.health().state, { timeout: 8_000 }).toBe('up');
    await inbox.until(1, 8_000);
    expect(inbox.texts()).toEqual(['can you hear me?']);
  }, 15_000);

  it('and refused again and again is tried with growing pauses (C110)', async () => {
    const { dc, channel, log } = await office();
    dc.refuseConnections(4);
    dc.drop();
    await expect.poll(() => channel.health().state, UP).toBe('down');
    await expect.poll(() => channel.health().state, { timeout: 8_000 }).toBe('up');
    const pauses = log.events
      .filter(({ event }) => event === 'discord.connection-lost')
      .map(({ fields }) => fields.pause);
    expect(pauses).toHaveLength(5);
    for (const [n, pause] of pauses.entries()) {
      const whole = Math.min(2_000 * 2 ** n, 30_000);
      expect(pause).toBeGreaterThanOrEqual(whole / 2);
      expect(pause).toBeLessThanOrEqual(whole);
    }
    expect(dc.gateway.identifies).toHaveLength(1);
  }, 15_000);

  it('for a reason that somebody has to mend is named, and comes back once it is mended', async () => {
    const { dc, channel } = await office();
    dc.settings.intents.messageContent = false;
    dc.invalidateSessions();
    dc.drop();
    const detail = () => channel.health().detail ?? '';
    await expect.poll(detail, UP).toContain('Message Content Intent');
    expect(channel.health().state).toBe('down');
  });
});

describe('an outage of a server', () => {
  it('tells nothing, of one that is known and of one that is new', async () => {
    const { dc, ann, general, inbox } = await office();
    const away = (id: string) => dc.gateway.publish({ t: 'GUILD_CREATE', d: { id, unavailable: true }, intent: 0 });
    away('881207955029110855');
    away(dc.guild({ name: 'New' }).id);
    general.says(ann, 'still here?');
    await inbox.until(2);
    expect(inbox.events).toMatchObject([
      { type: 'membership', title: 'New' },
      { type: 'message', text: 'still here?' },
    ]);
  });
});

describe('more than there is room for', () => {
  it('on the first day, in chats that never spoke before, is fetched when there is room', async () => {
    const { dc, ann, guild, channel, store, clock } = await office();
    await channel.stop();
    store.values.delete('seen');
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const heard = new Set<string>();
    const { channel: next, log } = await live(dc, { store, clock, start: false });
    await next.start(async (events) => {
      await opened;
      for (const event of events) if (event.type === 'message') heard.add(event.text);
    }, new AbortController().signal);
    const rooms = Array.from({ length: 1_010 }, (_, n) => guild.channel({ name: `room-${n}` }));
    for (const [n, room] of rooms.entries()) room.says(ann, `hello ${n}`);
    await expect.poll(() => log.events.some(({ event }) => event === 'discord.overflow')).toBe(true);
    open();
    await expect.poll(() => heard.size, { timeout: 8_000 }).toBe(1_010);
  });
});

describe('a gap between two runs', () => {
  async function away() {
    const { dc, ann, guild, general, direct, channel, inbox, store, clock, ...rest } = await office();
    general.says(ann, 'g1');
    direct.says(ann, 'd1');
    await inbox.until(2);
    await channel.stop();
    return { dc, ann, guild, general, direct, store, clock, before: inbox, ...rest };
  }

  it('is fetched, in order, in chats that were seen before and in others (C110)', async () => {
    const { dc, ann, guild, general, direct, store, clock } = await away();
    const news = guild.channel({ name: 'news' });
    const thread = general.thread({ name: 'plans' });
    general.says(ann, 'g2', { mentionBot: true });
    general.says(ann, 'g3');
    direct.says(ann, 'd2');
    news.says(ann, 'n1');
    thread.says(ann, 't1');
    const { inbox } = await live(dc, { store, clock });
    await inbox.until(5);
    general.says(ann, 'g4');
    await inbox.until(6);
    const of = (letter: string) => inbox.texts().filter((text) => text.startsWith(letter));
    expect(of('g')).toEqual(['g2', 'g3', 'g4']);
    expect([of('d'), of('n'), of('t')]).toEqual([['d2'], ['n1'], ['t1']]);
    const g2 = inbox.events.find((event) => event.type === 'message' && event.text === 'g2');
    expect(g2).toMatchObject({ addressed: true, place: 'group', inside: [guild.id] });
    expect(inbox.events.find((event) => event.type === 'message' && event.text === 'd2')).toMatchObject({
      place: 'direct',
    });
    expect(inbox.events.find((event) => event.type === 'message' && event.text === 't1')).toMatchObject({
      chat: { chat: general.id, thread: thread.id },
    });
  });

  it('gives every event the id that the gateway would have given it', async () => {
    const { dc, ann, general, store, clock } = await away();
    const id = general.says(ann, 'g2');
    const { inbox } = await live(dc, { store, clock });
    expect((await inbox.until(1))[0]?.id).toBe(`m:${id}`);
  });

  it('of hundreds of messages is fetched page by page', async () => {
    const { dc, ann, general, store, clock } = await away();
    for (let n = 0; n < 230; n++) general.says(ann, `g${n}`, { gap: true });
    const { inbox } = await live(dc, { store, clock });
    await inbox.until(230);
    expect(inbox.texts()).toEqual(Array.from({ length: 230 }, (_, n) => `g${n}`));
  });

  it('that cannot be fetched whole is told (C110)', async () => {
    const { dc, ann, general, store, clock } = await away();
    general.says(ann, 'g2');
    dc.fail(`GET /channels/${general.id}/messages`, 1_000, 'html502');
    const { channel, inbox, log } = await live(dc, { store, clock });
    general.says(ann, 'g3');
    await inbox.until(1, 15_000);
    expect(inbox.texts()).toEqual(['g3']);
    expect(channel.health().hints?.[0]).toContain('could be read');
    expect(log.events.some(({ event }) => event === 'discord.gap')).toBe(true);
  }, 20_000);

  it('asks for nothing where nothing was missed', async () => {
    const { dc, ann, general, store, clock, direct } = await away();
    const { inbox } = await live(dc, { store, clock });
    general.says(ann, 'g2');
    await inbox.until(1);
    const asked = dc.calls('GET', '/channels/:channel/messages').map(({ path }) => path);
    expect(asked.every((path) => path.includes(direct.id))).toBe(true);
  });

  it('begins behind what was accepted, not behind what was received', async () => {
    const { dc, ann, general, store, clock } = await away();
    const second = await live(dc, { store, clock, start: false });
    await second.channel.start(async () => {
      throw new Error('disk full');
    }, new AbortController().signal);
    general.says(ann, 'g2');
    await expect.poll(() => second.log.events.some(({ event }) => event === 'discord.not-accepted')).toBe(true);
    await second.channel.stop();
    const { inbox } = await live(dc, { store, clock });
    await inbox.until(1);
    expect(inbox.texts()).toEqual(['g2']);
  });
});

describe('the servers of the bot', () => {
  it('are told of when it is added and removed, once each, also while it was away', async () => {
    const { dc, ann, guild, channel, inbox, store, clock } = await office();
    const club = dc.guild({ name: 'Club 茶', joined: false });
    const hall = club.channel({ name: 'hall' });
    dc.addsBotTo(club, ann);
    await inbox.until(1);
    expect(inbox.events[0]).toMatchObject({
      type: 'membership',
      change: 'joined',
      chat: { chat: hall.id },
      inside: [club.id],
      title: 'Club 茶',
      place: 'group',
    });
    guild.goesDark();
    guild.comesBack();
    await channel.leave?.({ channel: 'discord', account: dc.botId, chat: hall.id });
    await inbox.until(2);
    expect(inbox.events[1]).toMatchObject({ change: 'left', chat: { chat: hall.id }, inside: [club.id] });
    expect(club.hasBot).toBe(false);
    await channel.stop();
    dc.removesBotFrom(guild);
    dc.addsBotTo(club, ann);
    const second = await live(dc, { store, clock });
    await second.inbox.until(2);
    expect(second.inbox.events).toMatchObject([
      { change: 'left', inside: [guild.id] },
      { change: 'joined', inside: [club.id] },
    ]);
    expect(new Set([...inbox.events, ...second.inbox.events].map(({ id }) => id)).size).toBe(4);
  });
});
