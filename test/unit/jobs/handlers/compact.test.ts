// Room made behind a turn: by a job of its own, after the reply, once, and without harm where it is lost.

import { expect, it } from 'vitest';
import { type Job, ModelError, type ModelRequest } from '../../../../src/contracts/index.js';
import { type ScriptStep, scriptedModel } from '../../../../src/models/scripted.js';
import { openConversation, type Stage } from '../../../support/conversation.js';

const isSummary = ({ tools }: ModelRequest) => tools.length === 0;
/** What is due is due because of the answer: a message that fills the window has room made for it at once. */
const LONG = `About that: ${'words and more words '.repeat(300)}`;
const SUMMARY = '## Facts and identifiers\n- They spoke of matters.\n';

/** Talks until the job is there, or `most` times. */
async function full(step: ScriptStep, more: Partial<Stage> = {}, most = 20) {
  const model = scriptedModel((request) => (isSummary(request) ? step : { text: LONG }), { contextTokens: 20_000 });
  const house = await openConversation({ model, ...more });
  const { dm, until, texts, queue, db, transcripts } = house;
  let said = 0;
  async function say(): Promise<void> {
    said++;
    await dm('owner', `matter ${said}`);
    await until(() => texts('owner').length === said);
  }
  const jobs = () => queue.list({ name: 'compact' });
  while ((await jobs()).length === 0 && said < most) await say();
  const session = db.sql<{ id: string }>('SELECT id FROM sessions').get()?.id ?? '';
  const cuts = () => transcripts.read(session).filter(({ type }) => type === 'compaction').length;
  const summaries = () => model.requests.filter(isSummary).length;
  return { ...house, model, say, jobs, session, cuts, summaries };
}

it('a full window is made room in behind the reply, by a job in the conversation’s lane', async () => {
  const { jobs, until, cuts, summaries, queue, say } = await full({ text: SUMMARY });
  const [job] = await jobs();
  expect(job).toMatchObject({ name: 'compact', lane: 'main' });
  await until(() => cuts() === 1, 60_000);
  const turns = await queue.list({ name: 'turn' });
  expect(turns.every(({ state }) => state === 'done')).toBe(true);
  const asked = summaries();
  await say();
  expect([cuts(), summaries()]).toEqual([1, asked]);
});

it('is not begun where somebody summed up meanwhile, nor in another conversation', async () => {
  const fail = new ModelError('unavailable', 'not now');
  const { jobs, until, summaries, handlers, lanes, process, db, clock } = await full({ fail });
  // In vain, so that there is as much to sum up as before.
  await until(() => summaries() > 0);
  let [job] = await jobs();
  for (let n = 0; job?.state !== 'done' && n < 100; n++) {
    await until(() => true);
    await clock.advance(50);
    [job] = await jobs();
  }
  const fence = (await db.write(() => lanes.acquire('main', process, clock.now() + 60_000))) ?? 0;
  async function again(data: Job['data']): Promise<number> {
    const before = summaries();
    const context = { signal: new AbortController().signal, fence };
    await handlers.compact?.run({ ...(job as Job), data: { ...job?.data, ...data } }, context);
    return summaries() - before;
  }
  expect(await again({ cuts: 1 })).toBe(0);
  expect(await again({ session: 'another' })).toBe(0);
  expect(await again({ row: 999 })).toBe(0);
  expect(await again({})).toBeGreaterThan(0);
});

it('over the day’s budget it is done all the same, by rules', async () => {
  const { until, cuts, summaries } = await full({ text: SUMMARY }, { limits: { compaction: { runs: 0 } } });
  await until(() => cuts() === 1);
  expect(summaries()).toBe(0);
});

it('that is lost loses nothing: a turn makes room itself where it has to', async () => {
  const { jobs, cuts, say, queue, until } = await full({ text: SUMMARY });
  const [job] = await jobs();
  // It may have been quicker.
  await queue.cancel(job?.id ?? '').catch(() => undefined);
  for (let turn = 0; turn < 6 && cuts() === 0; turn++) await say();
  await until(() => cuts() > 0);
  expect(cuts()).toBe(1);
});
