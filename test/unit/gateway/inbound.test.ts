import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TERMINAL_OWNER } from '../../../channels/console/seat.js';
import type { InboundEvent, SkillCard } from '../../../src/contracts/index.js';
import { openState } from '../../../src/db/state.js';
import { adoptFromDead } from '../../../src/gateway/adoption.js';
import { channelStore } from '../../../src/gateway/channel-store.js';
import { openIdentity } from '../../../src/gateway/identity.js';
import { acceptEvents } from '../../../src/gateway/inbound.js';
import { countOpenInbox, endInbox, inboxRow, openInbox } from '../../../src/gateway/inbox.js';
import { insertOutbox, openOutbox, outboxRow } from '../../../src/gateway/outbox.js';
import { GATEWAY, terminalRole } from '../../../src/gateway/roles.js';
import { silences } from '../../../src/gateway/silences.js';
import { stopTurn } from '../../../src/gateway/stop-turn.js';
import { turnId } from '../../../src/gateway/turn-id.js';
import { openWakeUps } from '../../../src/gateway/wake-ups.js';
import { openLanes } from '../../../src/jobs/lanes.js';
import { joinProcesses } from '../../../src/jobs/processes.js';
import { sqliteQueue } from '../../../src/jobs/sqlite-queue.js';
import { FakeClock } from '../../support/fake-clock.js';
import { inboundDeps } from '../../support/inbound-deps.js';
import { silentLog } from '../../support/silent-log.js';
import { tempDir } from '../../support/temp-dir.js';

async function stage(skillBehind: (command: string) => SkillCard | undefined = () => undefined) {
  const dir = tempDir();
  const clock = new FakeClock();
  const state = await openState(join(dir, 'state.sqlite'));
  const process_ = await joinProcesses({ db: state.db, runDir: join(dir, 'run'), kind: 'test', clock });
  const queue = sqliteQueue({ db: state.db, process: process_, clock, log: silentLog });
  const wakeUps = openWakeUps({ db: state.db, queue, log: silentLog });
  const identity = openIdentity({ db: state.db, owners: ['telegram:1', TERMINAL_OWNER] });
  const lanes = openLanes({ db: state.db, clock, isAlive: process_.isAlive });
  onTestFinished(async () => {
    await queue.close();
    await process_.leave();
    state.close();
  });
  const settings = { dm: 'pairing' as const, streaming: false, groups: { '1': {} } };
  const deps = { ...inboundDeps({ state, identity, wakeUps, clock, settings }), skillBehind };
  const accept = (
    events: InboundEvent[],
    receiver = GATEWAY,
    mark?: { channel: string; name: string; value: string },
  ) => acceptEvents(deps, receiver, events, mark);
  return { state, clock, queue, wakeUps, identity, lanes, accept };
}

function message(
  id: string,
  more: Partial<InboundEvent & { type: 'message' }> = {},
): InboundEvent & { type: 'message' } {
  return {
    type: 'message',
    id,
    message: id,
    chat: { channel: 'telegram', account: 'bot', chat: '1' },
    place: 'direct',
    from: { account: 'telegram:1', name: 'o', kind: 'person' },
    at: 0,
    text: `text ${id}`,
    addressed: true,
    files: [],
    ...more,
  };
}

describe('acceptEvents', () => {
  it('has each event on disk and its job waiting, in order, once', async () => {
    const { state, queue, accept } = await stage();
    await accept([message('a'), message('b')]);
    await accept([message('b'), message('c')]);
    const rows = openInbox(state.db);
    expect(rows.map(({ row }) => inboxRow(state.db, row)?.event.id)).toEqual(['a', 'b', 'c']);
    const jobs = (await queue.list()).reverse();
    expect(jobs.map(({ name, lane, data }) => [name, lane, data.row])).toEqual(
      rows.map(({ row }) => ['turn', 'main', row]),
    );
    // Jobs carry ids, never text.
    expect(JSON.stringify(jobs)).not.toContain('text');
  });

  it('tells two chats with one message id apart', async () => {
    const { state, accept } = await stage();
    await accept([message('1'), message('1', { chat: { channel: 'discord', account: 'bot', chat: '1' } })]);
    expect(openInbox(state.db)).toHaveLength(2);
  });

  it('runs a command at once or in its place in the conversation, as its table says', async () => {
    const { queue, accept } = await stage();
    const { text: _t, addressed: _a, files: _f, ...base } = message('x');
    await accept([
      { ...base, id: '1', type: 'command', name: 'help', args: '' },
      { ...base, id: '2', type: 'command', name: 'new', args: '' },
    ]);
    const jobs = (await queue.list()).reverse();
    expect(jobs.map(({ name, lane }) => [name, lane])).toEqual([
      ['command@gateway', undefined],
      ['command@gateway', 'main'],
    ]);
  });

  it('lets no stranger fill the disk: what ten thousand others came behind leaves no trace', async () => {
    const { state, accept } = await stage();
    const from = { account: 'telegram:9', name: 'nobody', kind: 'person' as const };
    const chat = { channel: 'telegram', account: 'bot', chat: '9' };
    const refused = (begin: number, count: number) =>
      Array.from({ length: count }, (_, n) => message(`r${begin + n}`, { from, chat }));
    for (let begin = 0; begin < 10_500; begin += 500) await accept(refused(begin, 500));
    const rows = state.db.sql("SELECT count(*) FROM inbox WHERE state = 'refused'").column<number>();
    expect(rows[0]).toBeGreaterThan(9_990);
    expect(rows[0]).toBeLessThanOrEqual(10_001);
    await accept(refused(10_400, 1));
    expect(state.db.sql("SELECT count(*) FROM inbox WHERE state = 'refused'").column()).toEqual(rows);
  });

  it('ends what it refuses or only keeps at once, keeps no word of a stranger, and answers them in private alone', async () => {
    const { state, queue, accept } = await stage();
    const eve = { account: 'telegram:9', name: 'eve', kind: 'person' as const };
    await accept([
      message('a', { from: eve, text: 'let me in' }),
      message('b', { from: eve, place: 'group', chat: { channel: 'telegram', account: 'bot', chat: '-9' } }),
      message('c', { place: 'group', addressed: false }),
      message('d', { from: { ...eve, kind: 'bot' }, place: 'group' }),
    ]);
    const rows = [1, 2, 3].map((row) => inboxRow(state.db, row));
    expect(rows.map((row) => row?.event.id)).toEqual(['a', 'c', 'd']);
    expect(rows.map((row) => row?.state)).toEqual(['refused', 'context', 'context']);
    expect(JSON.stringify(rows[0])).not.toContain('let me in');
    const [notice, reply] = openOutbox(state.db, [GATEWAY]).map(({ row }) => outboxRow(state.db, row));
    expect(reply?.message.text).toMatch(/code/i);
    expect(reply?.chat.chat).toBe('1');
    expect(notice?.message.buttons).toHaveLength(2);
    expect(new Set((await queue.list()).map(({ name }) => name))).toEqual(new Set(['send@gateway']));
  });

  it('stores what an adapter marks with the batch, in the same transaction (C089)', async () => {
    const { state, accept } = await stage();
    await accept([message('a')], GATEWAY, { channel: 'telegram', name: 'offset', value: '101' });
    const offset = () => channelStore(state.db, 'telegram').get('offset');
    expect(offset()).toBe('101');
    await accept([], GATEWAY, { channel: 'telegram', name: 'offset', value: '102' });
    expect(offset()).toBe('102');
    state.durable.exec('PRAGMA query_only = ON');
    await expect(
      accept([message('b')], GATEWAY, { channel: 'telegram', name: 'offset', value: '103' }),
    ).rejects.toThrow();
    state.durable.exec('PRAGMA query_only = OFF');
    expect(offset()).toBe('102');
    expect(openInbox(state.db)).toHaveLength(1);
  });

  it('leaves out an event that cannot be taken in, and is not held up by it', async () => {
    const { state, accept } = await stage();
    const broken = { ...message('b'), at: 1n } as unknown as InboundEvent;
    const nobody = { ...message('n'), from: { name: 'x', kind: 'person' } } as unknown as InboundEvent;
    const mark = { channel: 'telegram', name: 'offset', value: '104' };
    await accept([message('a'), broken, nobody, message('c')], GATEWAY, mark);
    expect(openInbox(state.db).map(({ row }) => inboxRow(state.db, row)?.event.id)).toEqual(['a', 'c']);
    expect(channelStore(state.db, 'telegram').get('offset')).toBe('104');
    // Half of it would be worse than nothing.
    expect(silences(state.db)).toEqual([]);
  });

  it('tells in a group that a command by a platform’s menu is not for it, and why it kept silent otherwise', async () => {
    const { state, accept } = await stage();
    const chat = { channel: 'discord', account: 'bot', chat: '77' };
    const { text: _t, addressed: _a, files: _f, message: _m, ...base } = message('x', { place: 'group', chat });
    const eve = { account: 'discord:9', name: 'eve', kind: 'person' as const };
    await accept([
      { ...base, type: 'command', name: 'help', args: '', from: eve, interaction: 'i1' },
      message('y', { place: 'group', chat, from: eve }),
    ]);
    expect(openInbox(state.db)).toEqual([]);
    expect(openOutbox(state.db, [GATEWAY]).map(({ row }) => outboxRow(state.db, row)?.message)).toEqual([
      { text: 'I do not take part in this chat.', quiet: true, interaction: 'i1', private: 'discord:9' },
    ]);
    expect(silences(state.db)).toMatchObject([{ rule: 'not-allowed', count: 2, name: 'eve' }]);
  });

  it('says that it follows a skill where a turn of it begins, and else why not, to whoever waits for the command alone', async () => {
    const tea: SkillCard = {
      ...{ name: 'tea', description: 'Tea.', source: 'workspace', location: 'skill:tea/SKILL.md' },
      ...{ command: 'tea', apart: false },
    };
    const { state, accept } = await stage((name) => (name === 'tea' ? tea : undefined));
    const { text: _t, addressed: _a, files: _f, message: _m, ...base } = message('x', { place: 'group' });
    const run = (id: string, chat: string): InboundEvent => ({
      ...{ ...base, id, type: 'command', name: 'tea', args: 'oolong', interaction: `i-${id}` },
      chat: { ...base.chat, chat },
    });
    // One more than anybody types in a minute; and where the bot takes no part.
    await accept(Array.from({ length: 21 }, (_, n) => run(`${n}`, '1')));
    await accept([run('0', '1'), run('there', '2')]);
    const sent = openOutbox(state.db, [GATEWAY]).map(({ row }) => outboxRow(state.db, row)?.message);
    const told = sent.filter((one) => one?.interaction !== undefined);
    expect(told).toHaveLength(22);
    expect(told[0]).toEqual({ text: '`tea`: I am on it.', quiet: true, interaction: 'i-0' });
    expect(told.slice(20)).toEqual([
      { text: 'I cannot talk with you now.', quiet: true, interaction: 'i-20', private: 'telegram:1' },
      { text: 'I do not take part in this chat.', quiet: true, interaction: 'i-there', private: 'telegram:1' },
    ]);
    expect(openInbox(state.db)).toHaveLength(20);
  });

  it('loses nothing when the wake-up is lost: the sweep brings it back', async () => {
    const { state, queue, wakeUps, accept } = await stage();
    await accept([message('a')]);
    await queue.cancel((await queue.list())[0]?.id ?? '');
    await wakeUps.sweep([GATEWAY]);
    await wakeUps.sweep([GATEWAY]);
    expect(await queue.list({ states: ['waiting'] })).toHaveLength(1);
    await state.db.write(() => endInbox(state.db, 1, 'answered', 0));
    await queue.cancel((await queue.list({ states: ['waiting'] }))[0]?.id ?? '');
    await wakeUps.sweep([GATEWAY]);
    expect(await queue.list({ states: ['waiting'] })).toHaveLength(0);
  });
});

describe('stopTurn', () => {
  it('means the oldest unfinished turn, and for a member only their own', async () => {
    const { state, lanes, identity, accept } = await stage();
    const bob = { account: 'console:bob', name: 'bob', kind: 'person' as const };
    await identity.admit(bob.account, bob.name, 0);
    await accept([message('a', { place: 'group' }), message('b', { place: 'group', from: bob })]);
    const first = inboxRow(state.db, openInbox(state.db)[0]?.row ?? 0);
    const session = first?.session ?? ('' as never);
    const member = { account: bob.account, name: 'bob', role: 'member' as const };
    const stranger = { account: 'console:nobody', name: 'bob', role: 'stranger' as const };
    const [one, two] = openInbox(state.db).map(({ row }) => turnId(inboxRow(state.db, row)?.event ?? message('?')));
    expect(await stopTurn(state.db, lanes.requestStop, { session, row: 99 }, stranger)).toBe(false);
    expect(await stopTurn(state.db, lanes.requestStop, { session, row: 99 }, member)).toBe(true);
    expect([one, two].map((turn = '') => lanes.stopRequested(session, turn))).toEqual([false, true]);
    expect(await stopTurn(state.db, lanes.requestStop, { session, row: 99 })).toBe(true);
    expect(lanes.stopRequested(session, one ?? '')).toBe(true);
    // What came after the word to stop is not meant by it.
    expect(await stopTurn(state.db, lanes.requestStop, { session, row: first?.row ?? 0 })).toBe(false);
  });
});

describe('adoptFromDead', () => {
  const chat = { channel: 'console', account: 'local', chat: 'dm:@terminal' };
  const team = { channel: 'console', account: 'local', chat: 'team' };

  it('takes over from dead terminals in the same chat only', async () => {
    const { state, accept } = await stage();
    await accept([message('a', { chat })], terminalRole('dead'));
    await accept([message('b', { chat })], terminalRole('alive'));
    await accept([message('c', { chat: team, place: 'group' })], terminalRole('dead'));
    await state.db.write(() => {
      for (const [part, where] of [chat, team].entries()) {
        insertOutbox(state.db, {
          turn: 't',
          part,
          sender: terminalRole('dead'),
          chat: where,
          message: { text: 'x' },
          queuedAt: 0,
        });
      }
    });
    const alive = { process: (id: string) => id === 'alive', gateway: () => true };
    expect(await adoptFromDead(state.db, chat, 'terminal:me', alive)).toEqual([terminalRole('dead')]);
    expect(countOpenInbox(state.db, 'terminal:me')).toBe(1);
    expect(
      openOutbox(state.db, ['terminal:me', 'terminal:dead']).map(({ chat, sender }) => [chat.chat, sender]),
    ).toEqual([
      ['dm:@terminal', 'terminal:me'],
      ['team', 'terminal:dead'],
    ]);
    expect(await adoptFromDead(state.db, chat, 'terminal:me', alive)).toEqual([]);
  });

  it('takes over from the gateway when none runs', async () => {
    const { state, accept } = await stage();
    await accept([message('a', { chat })]);
    const alive = (gateway: boolean) => ({ process: () => false, gateway: () => gateway });
    expect(await adoptFromDead(state.db, chat, 'terminal:me', alive(true))).toEqual([]);
    expect(await adoptFromDead(state.db, chat, 'terminal:me', alive(false))).toEqual([GATEWAY]);
  });
});
