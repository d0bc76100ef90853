// Presses of our buttons as jobs: the right person, once, after a restart, and what a question about a shared file becomes.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ChannelError, type InboundMessage } from '../../../../src/contracts/index.js';
import { inboxRow, insertInbox } from '../../../../src/gateway/inbox.js';
import { queueMessage } from '../../../../src/gateway/queue-message.js';
import { GATEWAY } from '../../../../src/gateway/roles.js';
import { answerProposal, questionOf } from '../../../../src/jobs/handlers/proposals.js';
import { toolChanges } from '../../../../src/jobs/handlers/tool-changes.js';
import { revisionOf } from '../../../../src/memory/files.js';
import { button, codeIn, mailTo, openAccess } from '../../../support/access.js';
import { tempDir } from '../../../support/temp-dir.js';

const owner = 'telegram:1';
const eve = 'telegram:55';
const HOUR = 3_600_000;

async function withEve(stage: Parameters<typeof openAccess>[0] = {}) {
  const house = await openAccess(stage);
  const said = await house.say(eve, 'hi', { name: '이브' });
  return { ...house, notice: mailTo(said, owner), code: codeIn(mailTo(said, 'telegram/55')?.text) };
}

describe('a press', () => {
  it('does what the typed command does, and a second one tells what was decided', async () => {
    const { press, notice, role, say, code, lastState } = await withEve();
    const said = await press(owner, button(notice, 'Approve'));
    expect(said.map(({ to }) => to)).toEqual(['telegram/1', 'telegram/55']);
    expect(role(eve)).toBe('member');
    expect(lastState()).toBe('command');
    for (const label of ['Approve', 'Refuse']) {
      expect((await press(owner, button(notice, label))).map(({ to, text }) => [to, text])).toEqual([
        ['telegram/1', 'That is decided already: `이브` (`telegram:55`) is let in.'],
      ]);
      expect(await press('telegram:6', button(notice, label))).toEqual([]);
      expect(lastState()).toBe('refused');
    }
    expect(role(eve)).toBe('member');
    expect((await say(owner, `/pair refuse ${code}`))[0]?.text).toMatch(/^Nobody asks/);
  });

  it('C101 C140: of anybody but the owner is refused in silence, wherever and as whoever they press', async () => {
    const { press, notice, role, say, lastState } = await withEve();
    await say(owner, '/allow telegram:6');
    await say(owner, '/allow here', { group: '-100' });
    await say(owner, '/members admin telegram:7', { group: '-100' });
    const approve = button(notice, 'Approve');
    for (const [who, said] of [
      [eve, {}],
      ['telegram:6', {}],
      ['telegram:7', { group: '-100' }],
      ['telegram:chat:-100', { group: '-100', kind: 'chat' }],
      [owner, { kind: 'bot' }],
      [owner, { group: '-100' }],
    ] as const) {
      expect(await press(who, approve, said)).toEqual([]);
      expect(lastState()).toBe('refused');
    }
    expect(role(eve)).toBe('stranger');
    expect(await press(owner, approve)).toHaveLength(2);
  });

  it('is refused in silence for tokens that are none of ours', async () => {
    const { press, lastState } = await withEve();
    for (const token of ['', 'x'.repeat(64), "' OR 1=1", 'Ж'.repeat(32)]) {
      expect(await press(owner, token)).toEqual([]);
      expect(lastState()).toBe('refused');
    }
  });

  it('C101: still works after a restart, or says that it came too late', async () => {
    const dir = tempDir();
    const { notice } = await withEve({ dir });
    const again = await openAccess({ dir });
    expect((await again.press(owner, button(notice, 'Approve'))).at(-1)?.to).toBe('telegram/55');
    const late = await withEve();
    await late.clock.advance(2 * HOUR);
    expect((await late.press(owner, button(late.notice, 'Approve')))[0]?.text).toMatch(/^Nobody asks with that code/);
    const older = await withEve();
    await older.clock.advance(24 * HOUR);
    expect((await older.press(owner, button(older.notice, 'Approve')))[0]?.text).toMatch(/too old/);
    expect(older.role(eve)).toBe('stranger');
  });

  it('tells what was decided when the question was answered by a command', async () => {
    const { press, notice, say, code, role } = await withEve();
    await say(owner, `/pair refuse ${code}`);
    expect((await press(owner, button(notice, 'Approve')))[0]?.text).toMatch(
      /^That is decided already: .* is not let in/,
    );
    expect(role(eve)).toBe('stranger');
    await say(owner, '/deny account telegram:55');
    expect((await press(owner, button(notice, 'Approve')))[0]?.text).toMatch(/is shut out\.$/);
  });

  it('of Leave where a command allowed the group meanwhile says so, and leaves nothing', async () => {
    const gone: string[] = [];
    const house = await openAccess({ leave: async ({ chat }) => void gone.push(chat) });
    const notice = mailTo(await house.joined('telegram:8', { group: '-100', title: '家族' }), owner);
    await house.say(owner, '/allow here', { group: '-100' });
    expect((await house.press(owner, button(notice, 'Leave')))[0]?.text).toBe(
      'That is decided already: I take part in `家族` (`telegram:-100`). `/deny chat telegram:-100` keeps me silent there. To have me out of it, please remove me there.',
    );
    expect((await house.press(owner, button(notice, 'Allow')))[0]?.text).toMatch(/I take part in .* silent there\.$/);
    expect(gone).toEqual([]);
  });

  it('taken by two processes at once counts once', async () => {
    const { db, notice, clock, serve, accept, lastState } = await withEve();
    const press = (label: string, id: string) =>
      accept({
        id,
        type: 'button',
        button: button(notice, label) ?? '',
        message: '1',
        chat: { channel: 'telegram', account: 'bot', chat: '1' },
        place: 'direct',
        from: { account: owner, name: 'o', kind: 'person' },
        at: clock.now(),
      });
    const rows = [await press('Approve', 'p1'), await press('Refuse', 'p2')].map((row) => row ?? 0);
    // Each sees the button open before either has ended its row.
    const ended = await Promise.allSettled(rows.map(serve));
    for (const [index, { status }] of ended.entries()) if (status === 'rejected') await serve(rows[index] ?? 0);
    expect(
      db.sql("SELECT count(*) AS n FROM outbox WHERE json_extract(message, '$.text') LIKE '%let in%'").get(),
    ).toEqual({ n: 4 });
    expect(db.sql("SELECT count(*) AS n FROM outbox WHERE message LIKE '%decided already%'").get()).toEqual({ n: 1 });
    expect(lastState()).toBe('command');
  });

  it('that makes the bot leave waits for the process that is connected', async () => {
    const house = await openAccess({ unconnected: true });
    const notice = mailTo(await house.joined('telegram:8', { group: '-100', title: '家族' }), owner);
    await expect(house.press(owner, button(notice, 'Leave'))).rejects.toThrow(/not connected/);
    expect(house.lastState()).toBe('accepted');
  });

  it('that makes the bot leave is answered also where the platform tells of the leaving first', async () => {
    const house = await openAccess({
      leave: async () => void (await house.left('telegram:999', { group: '-100', kind: 'bot' })),
    });
    const notice = mailTo(await house.joined('telegram:8', { group: '-100', title: '家族' }), owner);
    const said = await house.press(owner, button(notice, 'Leave'));
    expect(said.map(({ text }) => text)).toEqual(['I left `家族` (`telegram:-100`).']);
    expect(house.desk.group({ channel: 'telegram', chat: '-100' }).state).toBe('denied');
    expect((await house.press(owner, button(notice, 'Allow')))[0]?.text).toMatch(/already: I keep silent in `家族`/);
  });

  it('that the platform does not carry out says so, and the bot keeps silent', async () => {
    for (const leave of [
      undefined,
      async () => {
        throw new ChannelError('rejected', 'no');
      },
    ]) {
      const house = await openAccess(leave ? { leave } : {});
      const notice = mailTo(await house.joined('telegram:8', { group: '-100', title: '家族' }), owner);
      expect((await house.press(owner, button(notice, 'Leave')))[0]?.text).toMatch(/remove me there/);
      expect(house.desk.group({ channel: 'telegram', chat: '-100' }).state).toBe('denied');
    }
  });
});

/** A question about IDENTITY.md that stands in the owner's chat. */
async function asked(stage: Parameters<typeof openAccess>[0] = {}) {
  const house = await openAccess(stage);
  const { db, clock, handlerDeps, workspace } = house;
  const file = join(workspace, 'IDENTITY.md');
  writeFileSync(file, '# Nightjar\n');
  let messages = 0;
  async function heard(text: string) {
    const event: InboundMessage = {
      type: 'message',
      id: `t${++messages}`,
      message: `t${messages}`,
      chat: { channel: 'telegram', account: 'bot', chat: '1' },
      place: 'direct',
      from: { account: owner, name: 'o', kind: 'person' },
      at: clock.now(),
      text,
      addressed: true,
      files: [],
    };
    const row = await db.write(() =>
      insertInbox(db, {
        receiver: GATEWAY,
        event,
        principal: { account: owner, name: 'o', person: 'owner', role: 'owner' },
        scope: { kind: 'main' },
        session: 'main' as never,
        state: 'accepted',
        job: 'turn',
        lane: 'main',
        acceptedAt: clock.now(),
      }),
    );
    const found = inboxRow(db, row ?? 0);
    if (!found) throw new Error('no row');
    return found;
  }
  const row = await heard('be 夜莺');
  const base = revisionOf('# Nightjar\n');
  const wish = { path: 'IDENTITY.md', text: '# 夜莺\n', base, reason: 'x', trust: 'owner' } as const;
  await toolChanges(handlerDeps, row, { session: 's', entries: () => [] }).put(wish, 'c');
  const question = await questionOf(handlerDeps, row, 's');
  const [message = { text: '' }] = question.messages;
  await db.write(() => {
    const queued = queueMessage(db, { key: 'q', to: row.event.chat, message }, clock.now());
    question.asked(queued?.row);
    db.sql('UPDATE proposals SET shown = (SELECT max(row) FROM inbox)').run();
  });
  const labelled = (label: string) => message.buttons?.find((one) => one.label === label)?.id;
  const type = async (text: string) => answerProposal(handlerDeps, await heard(text), 's', () => {});
  return { ...house, message, labelled, type, identity: () => readFileSync(file, 'utf8') };
}

describe('a question about a shared file', () => {
  it('can be answered in words or by a button', async () => {
    const { message, labelled, press, identity } = await asked();
    expect(message.text).toMatch(/Answer y or n\.$/);
    expect(message.buttons?.map(({ label }) => label)).toEqual(['Yes', 'No']);
    const said = await press(owner, labelled('Yes'));
    expect(said.at(-1)?.text).toBe('IDENTITY.md is changed.');
    expect(identity()).toContain('夜莺');
  });

  it('is ended by a no of either kind; what comes later changes nothing', async () => {
    const byButton = await asked();
    expect((await byButton.press(owner, byButton.labelled('No'))).at(-1)?.text).toBe('IDENTITY.md stays as it is.');
    expect(await byButton.type('y')).toBe(false);
    const again = await byButton.press(owner, byButton.labelled('Yes'));
    expect(again.map(({ text }) => text)).toEqual(['That is decided already: IDENTITY.md stays as it is.']);
    expect(byButton.identity()).toBe('# Nightjar\n');
    const byWord = await asked();
    expect(await byWord.type('n')).toBe(true);
    const late = await byWord.press(owner, byWord.labelled('Yes'));
    expect(late.map(({ text }) => text).at(-1)).toBe('That is decided already: IDENTITY.md stays as it is.');
    expect(byWord.identity()).toBe('# Nightjar\n');
  });

  it('says that it lapsed when the talk went on', async () => {
    const { type, press, labelled, identity } = await asked();
    expect(await type('what is the weather?')).toBe(false);
    expect((await press(owner, labelled('Yes'))).at(-1)?.text).toMatch(/something else since/);
    expect(identity()).toBe('# Nightjar\n');
  });

  it('is nobody’s but the owner’s, in private', async () => {
    const { say, press, labelled, identity, lastState } = await asked();
    await say(owner, '/allow telegram:6');
    for (const [who, said] of [
      ['telegram:6', {}],
      [eve, {}],
      [owner, { group: '-100' }],
    ] as const) {
      expect(await press(who, labelled('Yes'), said)).toEqual([]);
      expect(lastState()).toBe('refused');
    }
    expect(identity()).toBe('# Nightjar\n');
  });

  it('leaves a file alone that was edited meanwhile', async () => {
    const { press, labelled, workspace, identity } = await asked();
    writeFileSync(join(workspace, 'IDENTITY.md'), '# By hand\n');
    expect((await press(owner, labelled('Yes'))).at(-1)?.text).toMatch(/edited meanwhile/);
    expect(identity()).toBe('# By hand\n');
  });
});
