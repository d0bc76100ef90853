// A house with one schedule at a time, whose slots a test lets come; and what its runs came to.

import type { ModelRequest, Schedule } from '../../../src/contracts/index.js';
import { type NewSchedule, putSchedule, scheduleById } from '../../../src/jobs/scheduler/rows.js';
import { openScheduler } from '../../../src/jobs/scheduler/scheduler.js';
import { type Script, scriptedModel } from '../../../src/models/scripted.js';
import { openConversation } from '../conversation.js';
import { silentLog } from '../silent-log.js';

export const DM = { channel: 'chat', account: 'bot', chat: 'owner' };
export const TEAM = { channel: 'chat', account: 'bot', chat: 'team' };
/** What the owner's direct chat is called when the house writes first. */
export const OWNER_DM = 'direct:chat:owner';

type Stage = Parameters<typeof openConversation>[0];

export async function runStage(script: Script = () => ({ text: 'fine' }), more: Partial<Stage> = {}) {
  const model = scriptedModel(script);
  const house = await openConversation({
    model,
    groups: { team: {} },
    channel: { openDirect: async (account) => ({ channel: 'chat', account: 'bot', chat: `direct:${account}` }) },
    ...more,
  });
  const { db, clock, wakeUps } = house;
  const scheduler = openScheduler({
    ...{ db, clock, log: silentLog },
    dispatch: async (run) => await wakeUps.run(run, scheduleById(db, run.schedule)?.task ?? 'ask'),
  });
  const put = async (wish: Partial<NewSchedule> = {}): Promise<Schedule> =>
    await db.write(() =>
      putSchedule(
        db,
        {
          id: 'daily',
          spec: { kind: 'every', everyMs: 60_000, anchor: clock.now() },
          zone: 'UTC',
          missed: 'run-once',
          task: 'ask',
          message: 'What is new in my notes?',
          chat: DM,
          scope: { kind: 'main' },
          by: 'chat:owner',
          via: 'command',
          ...wish,
        },
        clock.now(),
      ),
    );
  const runs = () =>
    db
      .sql<{ schedule: string; outcome: string | null; tokens: number; reason: string | null; session: string | null }>(
        'SELECT schedule, outcome, tokens, reason, session FROM runs ORDER BY claimed_at, slot',
      )
      .all();
  const ended = () => runs().filter(({ outcome }) => outcome !== null);
  async function slot(count = ended().length + 1): Promise<void> {
    clock.set(clock.now() + 60_000);
    await scheduler.tick();
    await house.until(() => ended().length >= count, 20 * 60_000);
  }
  const unsent = () => db.sql("SELECT count(*) FROM outbox WHERE state IN ('queued', 'sending')").column<number>()[0];
  const delivered = async () => await house.until(() => unsent() === 0);
  return { ...house, model, put, slot, runs, ended, scheduler, delivered };
}

/** Everything a request holds, as one text. */
export function whole(request: ModelRequest | undefined): string {
  return JSON.stringify(request ?? {});
}
