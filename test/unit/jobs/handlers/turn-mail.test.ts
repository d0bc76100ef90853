// What a turn reads of what people write to it, over real rows of the inbox.

import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Entry, FileRef, InboundMessage, SessionKey } from '../../../../src/contracts/index.js';
import { openState } from '../../../../src/db/state.js';
import { applyEdit } from '../../../../src/gateway/edits.js';
import { gatherTurn, type MessageRow, turnRows } from '../../../../src/gateway/gather.js';
import { inboxRow, insertInbox, keepFiles } from '../../../../src/gateway/inbox.js';
import { turnId } from '../../../../src/gateway/turn-id.js';
import { mailStanding, openMail } from '../../../../src/jobs/handlers/turn-mail.js';
import type { NewEntry } from '../../../../src/sessions/transcript.js';
import { tempDir } from '../../../support/temp-dir.js';

const chat = { channel: 'telegram', account: 'bot', chat: '1' };
const photo: FileRef = { id: 'f', name: 'p.jpg', mime: 'image/jpeg', bytes: 3, kind: 'image' };

async function stage() {
  const state = await openState(join(tempDir(), 'state.sqlite'));
  onTestFinished(() => state.close());
  const { db } = state;
  let count = 0;
  const entries: Entry[] = [];

  function event(text: string, more: Partial<InboundMessage> = {}): InboundMessage {
    const id = `m${++count}`;
    const from = { account: 'telegram:1', name: 'ann', kind: 'person' as const };
    return {
      type: 'message',
      id,
      message: id,
      chat,
      place: 'direct',
      from,
      at: 0,
      text,
      addressed: true,
      files: [],
      ...more,
    };
  }

  async function write(text: string, more: Partial<InboundMessage> = {}, lead?: number): Promise<number> {
    const row = await db.write(() =>
      insertInbox(db, {
        receiver: 'gateway',
        event: event(text, more),
        principal: { account: 'telegram:1', name: 'ann', role: 'owner' },
        scope: { kind: 'main' },
        session: 'main' as SessionKey,
        state: 'accepted',
        job: 'turn',
        lane: 'main',
        acceptedAt: count,
        ...(lead === undefined ? {} : { lead }),
      }),
    );
    if (row === undefined) throw new Error('not accepted');
    return row;
  }

  async function begin(row: number): Promise<ReturnType<typeof openMail>> {
    await db.write(() => gatherTurn(db, inboxRow(db, row) as MessageRow, 50));
    return openMail(db, row);
  }

  const messageOf = (row: number) => (inboxRow(db, row) as MessageRow).event;
  const edit = (row: number, text?: string) =>
    db.write(() =>
      applyEdit(db, {
        ...messageOf(row),
        type: text === undefined ? 'deleted' : 'edited',
        id: `e${++count}`,
        ...(text === undefined ? {} : { text }),
      }),
    );
  /** As the transcript keeps what a turn took. */
  function keep(found: NewEntry[]): NewEntry[] {
    for (const entry of found)
      entries.push({ turn: 't', at: 0, fence: 1, id: `x${entries.length}`, ...entry } as Entry);
    return found;
  }
  const texts = (found: NewEntry[]) => found.map((entry) => ('text' in entry ? entry.text : undefined));
  const standing = (row: number) => {
    const { answered, current, late } = mailStanding(turnRows(db, row).messages, entries);
    return [answered, current, late].map((rows) => rows.map((one) => one.row));
  };
  return { db, write, begin, edit, keep, texts, entries, standing };
}

describe('taking the mail', () => {
  it('gives each message once, and what came with it', async () => {
    const { write, begin, keep, texts, entries } = await stage();
    const one = await write('一');
    await write('two', { quoted: [{ kind: 'reply', from: 'x', text: 'q' }] });
    const mail = await begin(one);
    const found = keep(mail.take(entries));
    expect(texts(found)).toEqual(['一', 'two']);
    expect(found[1]).toMatchObject({ type: 'user', from: { name: 'ann', role: 'owner' }, message: 'm2', quoted: [{}] });
    expect(mail.take(entries)).toEqual([]);
  });

  it('waits for the files of what joins, and reads it when they are here', async () => {
    const { db, write, begin, keep, entries, standing } = await stage();
    const one = await write('look');
    const mail = await begin(one);
    keep(mail.take(entries));
    const joined = await write('', { files: [photo] }, one);
    expect(mail.take(entries)).toEqual([]);
    expect(standing(one)).toEqual([[one], [one], [joined]]);
    await db.write(() =>
      keepFiles(db, joined, [{ kind: 'image', name: 'p.jpg', mime: 'image/jpeg', path: 'media/p' }]),
    );
    expect(keep(mail.take(entries))).toMatchObject([{ type: 'user', files: [{ path: 'media/p' }] }]);
    expect(standing(one)).toEqual([[one, joined], [one, joined], []]);
  });

  it('tells of an edit once, and leaves out what was taken back before it was read', async () => {
    const { write, begin, edit, keep, texts, entries, standing } = await stage();
    const one = await write('at 5');
    const two = await write('gone');
    const mail = await begin(one);
    await edit(two);
    expect(texts(keep(mail.take(entries)))).toEqual(['at 5']);
    await edit(one, 'at 6');
    await edit(one, '七点');
    expect(standing(one)).toEqual([[one, two], [two], []]);
    expect(keep(mail.take(entries))).toMatchObject([{ type: 'edit', text: '七点' }]);
    expect(mail.take(entries)).toEqual([]);
    expect(standing(one)).toEqual([[one, two], [one, two], []]);
  });

  it('says nothing of a message that is taken back while it is answered: its answer is under way', async () => {
    const { write, begin, edit, keep, entries, standing } = await stage();
    const one = await write('what?');
    const mail = await begin(one);
    keep(mail.take(entries));
    const request = mail.changed();
    await edit(one);
    mail.look();
    expect(request.aborted).toBe(false);
    expect(mail.take(entries)).toEqual([]);
    expect(standing(one)).toEqual([[one], [], []]);
  });
});

describe('a running request', () => {
  it('becomes void by an edit, once, and not when something of the answer was shown', async () => {
    const { write, begin, edit, keep, entries } = await stage();
    const one = await write('at 5');
    const mail = await begin(one);
    let request = mail.changed();
    keep(mail.take(entries));
    mail.look();
    expect(request.aborted).toBe(false);
    await edit(one, 'at 6');
    mail.look();
    expect(request.aborted).toBe(true);
    request = mail.changed();
    keep(mail.take(entries));
    await edit(one, 'at 7');
    mail.look();
    expect(request.aborted).toBe(false);
    const two = await write('other');
    const shown = await begin(two);
    request = shown.changed();
    keep(shown.take(entries));
    shown.shown();
    await edit(two, 'another');
    shown.look();
    expect(request.aborted).toBe(false);
  });

  it('becomes void by what completes its question, and not by what only joins', async () => {
    const { db, write, begin, keep, entries } = await stage();
    const one = await write('is this true?');
    const mail = await begin(one);
    const request = mail.changed();
    keep(mail.take(entries));
    await write('by the way', {}, one);
    mail.look();
    expect(request.aborted).toBe(false);
    const forward = await write('', { quoted: [{ kind: 'forward', from: 'x', text: 'q' }], files: [photo] }, one);
    mail.look();
    expect(request.aborted).toBe(false);
    await db.write(() => keepFiles(db, forward, []));
    mail.look();
    expect(request.aborted).toBe(true);
  });
});

it('whatever was written and changed, each message of a turn has been read, is late, or was taken back', async () => {
  const op = fc.oneof(
    fc.constant({ do: 'join' as const }),
    fc.constant({ do: 'take' as const }),
    fc.record({ do: fc.constant('edit' as const), which: fc.nat(5), text: fc.constantFrom('a', '二', undefined) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(op, { maxLength: 12 }), async (ops) => {
      const { db, write, begin, edit, keep, entries } = await stage();
      const rows = [await write('first')];
      const lead = rows[0] ?? 0;
      const mail = await begin(lead);
      for (const one of ops) {
        if (one.do === 'join') rows.push(await write(`m${rows.length}`, {}, lead));
        else if (one.do === 'take') keep(mail.take(entries));
        else await edit(rows[one.which % rows.length] ?? lead, one.text);
      }
      const { messages } = turnRows(db, lead);
      const { answered, current, late } = mailStanding(messages, entries);
      expect([...answered, ...late].map(({ row }) => row).sort((one, other) => one - other)).toEqual(rows);
      for (const row of late) expect(entries.some(({ id }) => id === `user:${turnId(row.event)}`)).toBe(false);
      keep(mail.take(entries));
      const after = mailStanding(turnRows(db, lead).messages, entries);
      expect(after.late).toEqual([]);
      // Only what was read and then taken back is still to be told.
      for (const row of after.answered.filter((one) => !after.current.includes(one))) expect(row.event.text).toBe('');
      expect(current.length).toBeLessThanOrEqual(answered.length);
    }),
    { numRuns: 40 },
  );
});
