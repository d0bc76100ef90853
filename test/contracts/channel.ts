// What every channel must do, whatever its platform. A harness drives the platform's side.

import { describe, expect, it } from 'vitest';
import { type Channel, ChannelError, type ChatRef, type InboundEvent } from '../../src/contracts/index.js';
import { settle } from '../support/fake-clock.js';

export interface ChannelHarness {
  channel: Channel;
  /** The chat that `say` writes in. */
  chat: ChatRef;
  /** Somebody writes a line on the platform. */
  say(text: string): void;
  /** What the platform has been given to show so far, one text a message. */
  shown(): string[];
}

export function channelContract(name: string, open: () => ChannelHarness | Promise<ChannelHarness>): void {
  async function started() {
    const harness = await open();
    const delivered: InboundEvent[] = [];
    const signal = new AbortController();
    await harness.channel.start(async (events) => void delivered.push(...events), signal.signal);
    return { ...harness, delivered, signal };
  }

  describe(`${name} as a channel`, () => {
    it('delivers what is written, in order, each under an id of its own', async () => {
      const { channel, say, delivered, chat } = await started();
      for (const text of ['one', '二 京都', '/status now', 'four']) say(text);
      await expect.poll(() => delivered.length).toBe(4);
      expect(delivered.map((event) => (event.type === 'message' ? event.text : event.type))).toEqual([
        'one',
        '二 京都',
        'command',
        'four',
      ]);
      expect(new Set(delivered.map(({ id }) => id)).size).toBe(4);
      for (const event of delivered) expect(event.chat).toEqual(chat);
      expect(delivered[2]).toMatchObject({ name: 'status', args: 'now' });
      await channel.stop();
    });

    it('delivers nothing more before the last batch was accepted', async () => {
      const { channel, say } = await open();
      let busy = 0;
      let most = 0;
      const seen: string[] = [];
      const gates: (() => void)[] = [];
      await channel.start(async (events) => {
        most = Math.max(most, ++busy);
        seen.push(...events.map(({ id }) => id));
        await new Promise<void>((resolve) => gates.push(resolve));
        busy--;
      }, new AbortController().signal);
      say('one');
      await expect.poll(() => gates.length).toBe(1);
      say('two');
      await settle();
      expect(seen).toHaveLength(1);
      gates.shift()?.();
      await expect.poll(() => seen.length).toBe(2);
      gates.shift()?.();
      expect(most).toBe(1);
      await channel.stop();
    });

    it('shows a reply whole, says where it stands, and marks one that may be a repetition', async () => {
      const { channel, chat, shown } = await started();
      const first = await channel.send(chat, { text: 'line one\n第二行' });
      const second = await channel.send(chat, { text: 'again', repeated: true });
      expect(shown()[0]).toContain('line one\n第二行');
      expect(shown()[1]).toContain('(possibly repeated)');
      expect(first.message).not.toBe(second.message);
      expect(first.chat).toEqual(chat);
      await channel.stop();
    });

    it('takes nothing more in once its signal aborts, and sends until it is stopped', async () => {
      const { channel, chat, say, shown, delivered, signal } = await started();
      signal.abort();
      say('too late');
      await channel.send(chat, { text: 'the last word, 最後' });
      expect(shown()).toEqual([expect.stringContaining('the last word, 最後')]);
      await settle();
      expect(delivered).toEqual([]);
      await channel.stop();
    });

    it('is down after it was stopped, twice if need be, and says that a send may be tried again', async () => {
      const { channel, chat } = await started();
      expect(channel.health().state).toBe('up');
      await channel.stop();
      await channel.stop();
      expect(channel.health().state).toBe('down');
      const failure = await channel.send(chat, { text: 'x' }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ChannelError);
      expect(failure).toMatchObject({ retryable: true });
      await channel.typing?.(chat);
    });
  });
}
