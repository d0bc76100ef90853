// Many faults at once, over real sockets: nothing is lost, nothing is said twice, nothing is left unhandled.
import { expect, it } from 'vitest';
import { ChannelError } from '../../../../src/contracts/index.js';
import type { Fault } from '../../../support/discord/faults.js';
import { office } from './office.js';

const FAULTS: Fault[] = [
  'reset',
  'reset-after',
  'half',
  'html502',
  'hang',
  { status: 500 },
  { status: 429, retryAfter: 0.2 },
];

it('a hundred faults of every kind lose nothing and repeat nothing (C110)', async () => {
  const { dc, ann, guild, channel, inbox, at, clock } = await office();
  const stray: unknown[] = [];
  const note = (error: unknown) => stray.push(error);
  process.on('unhandledRejection', note);
  const rooms = Array.from({ length: 5 }, (_, n) => guild.channel({ name: `room${n}` }));

  /** As an outbox does it: the same key until it is known to stand there. */
  async function insist(room: (typeof rooms)[number], text: string, key: string): Promise<void> {
    let uncertainSince: number | undefined;
    for (;;) {
      const began = clock.now();
      try {
        const attempt = { part: 0, key, ...(uncertainSince === undefined ? {} : { uncertainSince }) };
        await channel.send(at(room), { text, repeated: uncertainSince !== undefined }, attempt);
        return;
      } catch (error) {
        if (!(error instanceof ChannelError) || !error.retryable) throw error;
        if (error.kind === 'network') uncertainSince ??= began;
        await clock.sleep(error.retryAfterMs ?? 500);
      }
    }
  }

  for (let n = 0; n < 100; n++) dc.fail('POST /channels/:channel/messages', 1, FAULTS[n % FAULTS.length] ?? 'reset');
  const codes = [1006, 4000, 4009, 1001];
  const life = (async () => {
    for (let n = 0; n < 12; n++) {
      await clock.sleep(2_000);
      if (n % 4 === 3) dc.invalidateSessions(n % 8 === 3);
      dc.drop(codes[n % codes.length]);
      if (n % 3 === 0) dc.refuseConnections(1);
    }
  })();
  await Promise.all([
    life,
    ...rooms.map(async (room, r) => {
      for (let n = 0; n < 20; n++) {
        room.says(ann, `in ${r}.${n}`);
        await insist(room, `out ${r}.${n}`, `k${r}x${n}`);
      }
    }),
  ]);
  await inbox.until(100, 10_000);
  process.off('unhandledRejection', note);
  expect(stray).toEqual([]);
  for (const [r, room] of rooms.entries()) {
    const numbers = Array.from({ length: 20 }, (_, n) => n);
    expect(room.shown().map(({ content }) => content)).toEqual(numbers.map((n) => `out ${r}.${n}`));
    const heard = inbox.texts().filter((text) => text.startsWith(`in ${r}.`));
    expect([...new Set(heard)]).toEqual(numbers.map((n) => `in ${r}.${n}`));
  }
  await expect.poll(() => channel.health().state, { timeout: 5_000 }).toBe('up');
}, 40_000);
