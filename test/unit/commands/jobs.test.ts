// /jobs as its owner types it: what runs, waits and was given up, in words; another try, and an end.

import { describe, expect, it } from 'vitest';
import type { CommandContext, CommandServices } from '../../../src/commands/command.js';
import { jobsCommand } from '../../../src/commands/jobs.js';
import type { JobInfo } from '../../../src/contracts/index.js';
import { longJobs, workLines } from '../../../src/gateway/work-status.js';
import { scriptedModel } from '../../../src/models/scripted.js';
import { openConversation, type Stage } from '../../support/conversation.js';

const HOUR = 3_600_000;

async function stage(more: Partial<Stage> = {}) {
  const house = await openConversation({ model: scriptedModel(() => ({ text: 'ok' })), ...more });
  let replies = 0;
  /** What is answered to a command of the owner's. */
  async function ask(text: string, account = 'owner'): Promise<string> {
    replies = house.texts(account).length + 1;
    await house.dm(account, text);
    await house.until(() => house.texts(account).length >= replies);
    return house.texts(account).at(-1) ?? '';
  }
  /** A job as a row: nobody here has a handler for it. */
  async function job(name: string, set: Record<string, string | number>, lane = name): Promise<string> {
    const id = await house.queue.add(name, { row: 999 }, { lane, at: house.clock.now() + HOUR });
    for (const [column, value] of Object.entries(set)) {
      await house.db.write(() => house.db.sql(`UPDATE jobs SET ${column} = ? WHERE id = ?`).run([value, id]));
    }
    return id;
  }
  const stateOf = async (id: string) => (await house.queue.list({ id }))[0]?.state;
  return { ...house, ask, job, stateOf };
}

describe('/jobs', () => {
  it('says that there is nothing, and does not count itself', async () => {
    const { ask } = await stage();
    expect(await ask('/jobs')).toBe('Nothing is waiting, and nothing was given up.');
  });

  it('shows what runs with its share, what waits by kind, why what was given up, and the day’s budgets', async () => {
    const { ask, job, db, clock } = await stage({ limits: { heartbeat: { runs: 200 } } });
    const began = clock.now() - 180_000;
    const running = { state: 'running', first_run_at: began, lease_until: began + HOUR, holder: 'elsewhere' };
    await job('flush', { ...running, progress: '{"done":2,"total":5}', claim: 1 });
    for (const lane of ['a', 'b']) await job('send@gone', {}, lane);
    await job('snapshot', { reason: 'the disk is full' });
    const dead = await job('turn', {
      ...{ state: 'dead', finished_at: clock.now() - 2 * HOUR },
      reason: 'the model did not answer (gave up after 120 s)',
    });
    await db.write(() => db.sql("INSERT INTO work_use VALUES ('flush', '2026-11-29', 12, 8400, 0)").run());
    const text = await ask('/jobs');
    expect(text).toMatch(/\*\*Running\*\*\n- writing down a conversation: 40 %, for 3 min \(`[0-9a-f]{8}`\)/);
    expect(text).toContain(
      '**Waiting**\n- 1 end of a conversation to keep, 1 of them after a failure\n- 2 replies to send',
    );
    expect(text).toContain(
      `**Given up**\n- answering a message, 2 h ago. The model did not answer. I tried for 2 min. Its author was told, and can write it again. \`/jobs retry ${dead.slice(0, 8)}\` tries it once more.`,
    );
    expect(text).toContain('- flush 12 runs, 8,400 tokens\n- heartbeat 0 of 200 runs, 0 tokens');
    const status = workLines({ today: [], long: longJobs(db, clock.now()) });
    expect(status).toEqual([{ label: 'At work', value: 'writing down a conversation: 40 %, for 3 min' }]);
  });

  it('tries again what was given up, and a repeat says that it is on its way', async () => {
    const { ask, job, stateOf, clock } = await stage();
    const id = await job('other', { state: 'dead', finished_at: clock.now(), reason: 'x' });
    expect(await ask(`/jobs retry ${id.slice(0, 8)}`)).toContain('I try it again');
    expect(await stateOf(id)).toBe('waiting');
    expect(await ask(`/jobs retry ${id}`)).toContain('on its way already');
  });

  it('cancels what waits, says what has ended, and knows no other ids', async () => {
    const { ask, job, stateOf } = await stage();
    const id = await job('other', {});
    expect(await ask(`/jobs cancel ${id.slice(0, 8)}`)).toMatch(/^Cancelled: /);
    expect(await stateOf(id)).toBe('cancelled');
    expect(await ask(`/jobs cancel ${id.slice(0, 8)}`)).toMatch(/is cancelled\.$/);
    expect(await ask('/jobs cancel [x](https://evil.example)')).toBe(
      '`[x](https://evil.example)` names no job, or more than one. `/jobs` shows them.',
    );
    for (const wrong of ['/jobs retry', '/jobs drop x', '/jobs cancel a b']) {
      expect(await ask(wrong)).toMatch(/^I can do this/);
    }
  });

  it('does not end itself', async () => {
    const own = { id: 'abcdef0123', name: 'command', data: { row: 7 }, state: 'running' } as unknown as JobInfo;
    const cancelled: string[] = [];
    const jobs = { find: async () => own, cancel: async (id: string) => void cancelled.push(id) };
    const services = { jobs } as unknown as CommandServices;
    const { text } = await jobsCommand.run({ args: 'cancel abcdef', row: 7 } as CommandContext, services);
    expect(text).toContain('is this very command');
    expect(cancelled).toEqual([]);
  });

  it('is the owner’s alone, and what a group says of it is nothing', async () => {
    const { says, sent, until } = await stage({ groups: { team: { respond: 'always' } } });
    await says('team', 'owner', '/jobs');
    await until(() => sent.length > 0);
    expect(
      sent
        .filter(({ chat }) => chat === 'team')
        .map(({ message }) => message.text)
        .join(),
    ).not.toMatch(/waiting|budget/i);
  });
});

describe('the status', () => {
  it('C125: names work whose process hung or died, and what the day has cost', async () => {
    const { job, db, clock } = await stage();
    await job('compact', { losses: 2 });
    const today = [{ kind: 'flush' as const, runs: 12, tokens: 8_400, limits: {}, over: false }];
    expect(workLines({ today, long: longJobs(db, clock.now()) })).toEqual([
      { label: 'Background today', value: 'flush 12 runs, 8,400 tokens' },
      { label: 'At work', value: 'summing up a conversation: its process died or hung twice' },
    ]);
  });
});
