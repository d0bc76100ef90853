import { describe, expect, it } from 'vitest';
import { isAlive, readInteraction, readTicket } from '../../../../channels/discord/interactions.js';
import { interactionPayload } from '../../../../channels/discord/payloads.js';
import { BOT, DIRECT, GENERAL, GUILD, knowing, recorded } from './recorded.js';

const places = knowing();

function read(name: string, { hidden = false, now = 1_000, changes = {} as Record<string, unknown> } = {}) {
  const payload = interactionPayload.parse({ ...recorded(name), ...changes });
  const known = places.of(payload.channel_id ?? '');
  return readInteraction(payload, { isHidden: () => hidden, known, bot: BOT, now });
}

describe('a slash command', () => {
  it('is deferred, and told with its words and what its answer needs', () => {
    const arrived = read('interaction-command');
    expect(arrived?.acknowledgement).toEqual({ type: 5 });
    expect(arrived?.event).toMatchObject({
      id: 'i:1444700000000000001',
      type: 'command',
      name: 'memory',
      args: 'search 京都 trip',
      place: 'group',
      inside: [GUILD],
      title: 'general',
      chat: { chat: GENERAL },
      from: { account: 'discord:240000000000000011', name: 'Annie', kind: 'person' },
    });
    expect(readTicket(arrived?.event.interaction)).toEqual(arrived?.ticket);
    expect(arrived?.ticket).toMatchObject({ kind: 'command', hidden: false, user: '240000000000000011', at: 1_000 });
  });

  it('whose answer is private is deferred for the eyes of whoever typed it, where others would see it', () => {
    const arrived = read('interaction-command', { hidden: true });
    expect(arrived?.acknowledgement).toEqual({ type: 5, data: { flags: 64 } });
    expect(arrived?.ticket.hidden).toBe(true);
    expect(read('interaction-direct', { hidden: true })).toMatchObject({
      acknowledgement: { type: 5 },
      ticket: { hidden: false, direct: true },
    });
  });

  it('is direct only in the bot’s own direct chat', () => {
    expect(read('interaction-direct')?.event).toMatchObject({ place: 'direct', chat: { chat: DIRECT } });
    expect(read('interaction-private-channel')?.event.place).toBe('group');
    expect(read('interaction-direct', { changes: { context: null } })?.event.place).toBe('group');
    expect(read('interaction-direct', { changes: { context: 0 } })?.event.place).toBe('group');
    const groupDm = { type: 3, id: DIRECT };
    expect(read('interaction-direct', { changes: { channel: groupDm } })?.event.place).toBe('group');
    expect(read('interaction-direct', { changes: { guild_id: GUILD } })?.event.place).toBe('group');
  });

  it('in a thread that nobody told of stands in the thread of its channel', () => {
    const channel = { id: '777', type: 11, parent_id: GENERAL, name: 'new' };
    const arrived = read('interaction-command', { changes: { channel_id: '777', channel } });
    expect(arrived?.event.chat).toMatchObject({ chat: GENERAL, thread: '777' });
  });

  it('is read to the last of its options', () => {
    const data = {
      type: 1,
      name: 'cron',
      options: [
        {
          name: 'add',
          type: 1,
          options: [
            { name: 'n', type: 4, value: 5 },
            { name: 'on', type: 5, value: true },
          ],
        },
      ],
    };
    expect(read('interaction-command', { changes: { data } })?.event).toMatchObject({ args: 'add 5 true' });
  });
});

describe('a pressed button', () => {
  it('is acknowledged without a new message', () => {
    expect(read('interaction-button')).toMatchObject({
      acknowledgement: { type: 6 },
      event: { type: 'button', id: 'b:1444700000000000004', button: 'allow.k3J9', message: '1444600000000000020' },
    });
  });
});

it('leaves alone what the bot never asked for', () => {
  expect(read('interaction-command', { changes: { type: 4 } })).toBeUndefined();
  expect(read('interaction-command', { changes: { type: 5 } })).toBeUndefined();
  expect(read('interaction-command', { changes: { data: { type: 2, name: 'x' } } })).toBeUndefined();
  expect(read('interaction-button', { changes: { data: { component_type: 3, custom_id: 'x' } } })).toBeUndefined();
  expect(read('interaction-command', { changes: { channel_id: null } })).toBeUndefined();
});

it('knows when an interaction is too old to be answered', () => {
  const ticket = read('interaction-command', { now: 0 })?.ticket;
  expect(ticket && isAlive(ticket, 14 * 60_000)).toBe(true);
  expect(ticket && isAlive(ticket, 15 * 60_000 - 1)).toBe(false);
});

it('takes no string for an interaction that is not one of ours', () => {
  for (const text of [undefined, '', 'x', '{}', '[]', 'null', '{"id":1}']) expect(readTicket(text)).toBeUndefined();
});
