// What is asked of the inbox costs an index lookup, or a look at what is open: never a walk through everything that was ever
// said. Plans, not times: they are the same on every machine.

import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { InboundMessage, SessionKey } from '../../../src/contracts/index.js';
import type { Db } from '../../../src/db/database.js';
import { openState } from '../../../src/db/state.js';
import { speakersOf } from '../../../src/gateway/access-facts.js';
import { chatChoices, moveChoices } from '../../../src/gateway/chat-settings.js';
import { applyEdit, markNoted, uneditedRows } from '../../../src/gateway/edits.js';
import * as gather from '../../../src/gateway/gather.js';
import * as inbox from '../../../src/gateway/inbox.js';
import { silences } from '../../../src/gateway/silences.js';
import { tempDir } from '../../support/temp-dir.js';

/** Small by their condition: what has not ended, and what is still to be told. */
const OF_THE_OPEN = /USING (COVERING )?INDEX (inbox_open|inbox_unnoted|outbox_open)\b/;

it('no question walks through the inbox', async () => {
  const state = await openState(join(tempDir(), 'state.sqlite'));
  onTestFinished(() => state.close());
  const texts = new Set<string>();
  const db: Db = {
    ...state.db,
    sql<Row>(text: string) {
      texts.add(text);
      return state.db.sql<Row>(text);
    },
  };
  const chat = { channel: 'telegram', account: 'bot', chat: '-1' };
  const from = { account: 'telegram:1', name: 'ann', kind: 'person' as const };
  const event: InboundMessage = {
    type: 'message',
    id: 'm1',
    message: '1',
    chat,
    place: 'group',
    from,
    at: 0,
    text: 'hi',
    addressed: true,
    files: [],
  };
  const session = 'group/telegram/-1' as SessionKey;
  const row: inbox.NewInboxRow & { event: InboundMessage } = {
    receiver: 'gateway',
    event,
    principal: { account: 'telegram:1', name: 'ann', role: 'member' },
    scope: { kind: 'group', channel: 'telegram', chat: '-1' },
    session,
    state: 'accepted',
    job: 'turn',
    lane: session,
    acceptedAt: 0,
  };
  await db.write(() => {
    inbox.insertInbox(db, row);
    const stored = inbox.inboxRow(db, 1) as gather.MessageRow;
    const forward: InboundMessage = { ...event, quoted: [{ kind: 'forward', from: 'x', text: 'y' }] };
    gather.placeOf(db, { ...row, event: forward }, { wait: 500, steers: false });
    gather.placeOf(db, row, { wait: 500, steers: true });
    gather.completesCall(db, row, 4_096);
    gather.callAlbum(db, { ...stored, event: { ...event, album: 'a' } });
    gather.waitsFor(db, stored, 0);
    gather.gatherTurn(db, stored, 50);
    gather.begunTurn(db, row);
    gather.turnRows(db, 1);
    gather.turnChanges(db, 1);
    gather.release(db, [stored]);
    gather.boundAround(db, session, 50);
    gather.spendAround(db, 1);
    gather.freeAround(db, 1);
    gather.forgetSpent(db, 0);
    gather.extendWaits(db, 'gateway', 0);
    gather.dropWaits(db, 0);
    inbox.keepFiles(db, 1, []);
    inbox.openInbox(db);
    inbox.openTurns(db, session);
    inbox.countOpenInbox(db, 'gateway');
    inbox.openReceivers(db, chat);
    inbox.adoptChat(db, chat, 'a', 'b');
    inbox.endWhole(db, 1, 'failed', 0);
    inbox.reopenInbox(db, 1);
    applyEdit(db, { id: 'e', chat, place: 'group', from, at: 0, type: 'edited', message: '1', text: 'ho' });
    markNoted(db, { row: 1, revision: 1 });
    uneditedRows(db);
    speakersOf(db, session);
    silences(db, 'x');
    moveChoices(db, chat, '-2');
    chatChoices(db, chat);
  });
  expect(texts.size).toBeGreaterThan(30);
  const walks: string[] = [];
  for (const text of texts) {
    const named = Object.fromEntries([...text.matchAll(/:(\w+)/g)].map(([, name]) => [name ?? '', 1]));
    const params = Object.keys(named).length > 0 ? named : Array.from(text.match(/\?/g) ?? [], () => 1);
    const plan = state.db.sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`);
    for (const { detail } of plan.all(Array.isArray(params) && params.length === 0 ? undefined : params)) {
      if (/^SCAN (inbox|outbox)\b/.test(detail) && !OF_THE_OPEN.test(detail)) walks.push(`${detail}: ${text}`);
    }
  }
  expect(walks).toEqual([]);
});
