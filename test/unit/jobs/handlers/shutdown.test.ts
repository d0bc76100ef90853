// Told to end in the middle of work: what is under way is let go or finished, and nothing is lost or said twice.

import { describe, expect, it } from 'vitest';
import type { ChatRef, OutboundMessage } from '../../../../src/contracts/index.js';
import { scriptedModel } from '../../../../src/models/scripted.js';
import { openConversation } from '../../../support/conversation.js';
import { tempDir } from '../../../support/temp-dir.js';

describe('C157: told to end during a long turn with two queued sends', () => {
  it('begins nothing new, sends or keeps what is queued, ends within the limit, and says nothing twice afterwards', async () => {
    const dir = tempDir();
    const said: string[] = [];
    const slow = scriptedModel([{ hang: true }]);
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const send = async (chat: ChatRef, { text }: OutboundMessage) => {
      // The platform takes its time with the first, and the second waits behind it.
      if (said.length === 0) await gate;
      said.push(text);
      return { chat, message: String(said.length) };
    };
    const first = await openConversation({ dir, model: slow, send, drainMs: 2_000 });
    await first.dm('owner', 'take your time');
    await first.until(() => slow.requests.length === 1);
    await first.dm('owner', '/whoami');
    await first.dm('owner', '/queue');
    const rows = () => first.db.sql('SELECT state FROM outbox').column<string>();
    await first.until(() => rows().length === 2);
    const told = first.clock.now();
    const left = first.leave();
    open();
    await left;
    expect(first.clock.now() - told).toBeLessThan(10_000);
    expect(slow.requests).toHaveLength(1);

    const quick = scriptedModel(() => ({ text: 'here it is' }));
    const second = await openConversation({ dir, model: quick, send, clock: first.clock });
    await second.wakeUps.sweep([]);
    await second.until(() => said.length >= 3, 300_000);
    const texts = said.map((text) => text.split('\n')[0]);
    expect(texts).toEqual(expect.arrayContaining(['here it is', expect.stringMatching(/^collect: /)]));
    expect(new Set(texts).size).toBe(3);
    await second.clock.advance(1_000);
    expect(said).toHaveLength(3);
    expect(second.db.sql("SELECT count(*) FROM outbox WHERE state <> 'sent'").column()).toEqual([0]);
  });
});
