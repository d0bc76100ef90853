// The order of each chat and the record of what was read: pure parts, without a network.
import { describe, expect, it } from 'vitest';
import { Delivery, MOST_WAITING, type Parcel } from '../../../../channels/discord/delivery.js';
import { type Arrival, Feed } from '../../../../channels/discord/feed.js';
import { Seen } from '../../../../channels/discord/seen.js';
import { idAt, isNewer, timeOf } from '../../../../channels/discord/snowflake.js';
import type { InboundEvent } from '../../../../src/contracts/index.js';
import { FakeClock, settle } from '../../../support/fake-clock.js';
import { memoryLog } from '../../../support/memory-log.js';

function event(id: string): InboundEvent {
  const chat = { channel: 'discord', account: '1', chat: '7' };
  const from = { account: 'discord:2', name: 'Ann', kind: 'person' as const };
  return { id, chat, place: 'group', from, at: 0, type: 'message', message: id, text: id, addressed: false, files: [] };
}

function parcel(channel: string, message: string, direct = false): Parcel {
  return { event: event(message), seen: { channel, message, direct } };
}

describe('ids', () => {
  it('are compared without losing a digit (C116)', () => {
    expect(isNewer('9007199254740993', '9007199254740992')).toBe(true);
    expect(isNewer('9007199254740992', '9007199254740993')).toBe(false);
    expect(isNewer('10000000000000000000', '9999999999999999999')).toBe(true);
    expect(timeOf(idAt(1_764_408_615_120))).toBe(1_764_408_615_120);
  });
});

describe('what was seen', () => {
  it('is what was accepted on disk, and what was received in memory', () => {
    const seen = new Seen(undefined);
    seen.receive('7', '100');
    seen.receive('7', '99');
    expect(seen.lastOf('7')).toBe('100');
    const mark = seen.markFor([parcel('7', '100'), parcel('8', '101', true)]);
    expect(new Seen(mark?.value).lastOf('7')).toBe('100');
    expect(new Seen(mark?.value).directs()).toEqual(['8']);
    expect(new Seen(mark?.value).last()).toBe('101');
    expect(new Seen(seen.markFor([])?.value).lastOf('7')).toBeUndefined();
  });

  it('survives whatever the store holds', () => {
    for (const value of ['', 'x', '[]', 'null', '7', '{"d":null}', '{"d":{"a":"b","7":9}}']) {
      expect(new Seen(value).last(), value).toBeUndefined();
    }
  });

  it('is kept of the 500 chats with the newest messages', () => {
    const seen = new Seen(undefined);
    const batch = Array.from({ length: 700 }, (_, n) => parcel(String(1_000 + n), String(10_000 + n)));
    seen.accepted(batch.slice(0, 600));
    const kept = new Seen(seen.markFor(batch.slice(600))?.value);
    expect(kept.lastOf('1699')).toBe('10699');
    expect(kept.lastOf('1200')).toBe('10200');
    expect(kept.lastOf('1199')).toBeUndefined();
  });
});

function delivery(clock = new FakeClock()) {
  const accepted: string[] = [];
  const log = memoryLog();
  const door = new Delivery({
    clock,
    log,
    markFor: (batch) => ({ name: 'seen', value: String(batch.length) }),
    accepted: (batch) => accepted.push(...batch.map(({ event: one }) => one?.id ?? '-')),
  });
  return { door, accepted, log, clock };
}

describe('delivery', () => {
  it('hands a batch that was refused over again, with growing pauses, and nothing behind it before', async () => {
    const { door, clock, log } = delivery();
    const tried: string[] = [];
    let refusals = 3;
    door.start(async (events) => {
      tried.push(events.map(({ id }) => id).join());
      if (refusals-- > 0) throw new Error('disk full');
    }, new AbortController().signal);
    door.push([parcel('7', '1')]);
    door.push([parcel('7', '2')]);
    await settle();
    expect(tried).toEqual(['1']);
    await clock.advance(499);
    expect(tried).toHaveLength(1);
    await clock.advance(1);
    await clock.advance(1_000);
    expect(tried).toHaveLength(3);
    await clock.advance(2_000);
    expect(tried).toEqual(['1', '1', '1', '1', '2']);
    expect(log.events.filter(({ event: name }) => name === 'discord.not-accepted')).toHaveLength(3);
  });

  it('stores an own mark with its event alone, and marks what needs no delivery with the next', async () => {
    const { door, accepted } = delivery();
    const batches: [string, string | undefined][] = [];
    door.push([parcel('7', '1'), { seen: { channel: '7', message: '2', direct: false } }, parcel('7', '3')]);
    door.push([{ event: event('g'), mark: { name: 'guilds', value: 'G' } }, parcel('7', '4')]);
    door.start(async (events, mark) => {
      batches.push([events.map(({ id }) => id).join(), mark?.value]);
    }, new AbortController().signal);
    await settle();
    expect(batches).toEqual([
      ['1,3', '3'],
      ['g', 'G'],
      ['4', '1'],
    ]);
    expect(accepted).toEqual(['1', '-', '3', 'g', '4']);
  });

  it('ends with its signal, also in a pause', async () => {
    const { door, clock } = delivery();
    const end = new AbortController();
    let tries = 0;
    door.start(async () => {
      tries++;
      throw new Error('x');
    }, end.signal);
    door.push([parcel('7', '1')]);
    await settle();
    end.abort();
    await clock.advance(60_000);
    expect(tries).toBe(1);
    expect(clock.pending).toBe(0);
  });
});

function feed({ known = true, delivering = true } = {}) {
  const { door, accepted } = delivery();
  const asked: string[] = [];
  const waiting = new Map<string, (arrivals: Arrival[]) => void>();
  const knows = new Set<string>();
  const overflowed: string[] = [];
  const arrival = (channel: string, message: string): Arrival => ({
    channel,
    message,
    read: () => parcel(channel, message),
  });
  const one = new Feed({
    delivery: door,
    isKnown: (channel) => known || knows.has(channel),
    learn: async (channel) => {
      asked.push(`learn ${channel}`);
      knows.add(channel);
    },
    missed: (channel) => {
      asked.push(`missed ${channel}`);
      return new Promise((resolve) => waiting.set(channel, resolve));
    },
    received: () => {},
    overflowed: (channel) => overflowed.push(channel),
    unreadable: () => {},
  });
  if (delivering) door.start(async () => {}, new AbortController().signal);
  return { feed: one, door, accepted, asked, waiting, overflowed, arrival };
}

describe('a gap', () => {
  it('is closed before anything newer of its chat goes on, and other chats do not wait (C110)', async () => {
    const { feed: it, accepted, waiting, arrival } = feed();
    it.catchUp('7');
    it.arrive(arrival('7', '13'));
    it.arrive(arrival('8', '20'));
    it.arrive(arrival('7', '14'));
    await settle();
    expect(accepted).toEqual(['20']);
    waiting.get('7')?.([arrival('7', '11'), arrival('7', '12'), arrival('7', '13')]);
    await settle();
    expect(accepted).toEqual(['20', '11', '12', '13', '14']);
    it.arrive(arrival('7', '15'));
    await settle();
    expect(accepted.at(-1)).toBe('15');
  });

  it('that opens again while it is closed is looked at again', async () => {
    const { feed: it, accepted, waiting, asked, arrival } = feed();
    it.catchUp('7');
    await settle();
    it.catchUp('7');
    waiting.get('7')?.([arrival('7', '11')]);
    await settle();
    expect(asked).toEqual(['missed 7', 'missed 7']);
    waiting.get('7')?.([arrival('7', '12')]);
    await settle();
    expect(accepted).toEqual(['11', '12']);
  });

  it('of many chats is closed four at a time, first where somebody waits', async () => {
    const { feed: it, asked, waiting, arrival } = feed();
    for (const channel of ['1', '2', '3', '4', '5', '6']) it.catchUp(channel);
    it.arrive(arrival('6', '60'));
    expect(asked).toHaveLength(4);
    waiting.get('1')?.([]);
    await settle();
    expect(asked.at(-1)).toBe('missed 6');
  });

  it('holds a chat back until somebody said what it is', async () => {
    const { feed: it, accepted, asked, arrival } = feed({ known: false });
    it.arrive(arrival('7', '1'));
    it.arrive(arrival('7', '2'));
    await settle();
    expect(asked).toEqual(['learn 7']);
    expect(accepted).toEqual(['1', '2']);
  });

  it('is where what had no room is found again', async () => {
    const { feed: it, door, accepted, asked, waiting, overflowed, arrival } = feed({ delivering: false });
    for (let n = 0; n < MOST_WAITING + 50; n++) it.arrive(arrival('7', String(10_000 + n)));
    expect(door.waiting).toBe(MOST_WAITING);
    expect(overflowed).toEqual(['7']);
    it.eased();
    expect(asked).toEqual([]);
    door.start(async () => {}, new AbortController().signal);
    await settle();
    expect(accepted).toHaveLength(MOST_WAITING);
    it.eased();
    expect(asked).toEqual(['missed 7']);
    waiting.get('7')?.([arrival('7', '99999')]);
    await settle();
    expect(accepted.at(-1)).toBe('99999');
  });
});
