// The story of one message in the log: whoever greps for its turn finds all of it, in order, and not a word that was said.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { JobHandler } from '../../../../src/contracts/index.js';
import { scriptedModel } from '../../../../src/models/scripted.js';
import { createLog } from '../../../../src/ops/log.js';
import { inTrace } from '../../../../src/ops/log-trace.js';
import { openConversation } from '../../../support/conversation.js';
import { tempDir } from '../../../support/temp-dir.js';

interface Line {
  event: string;
  turn?: string;
  job?: string;
  session?: string;
  name?: string;
  tool?: string;
}

function logFile() {
  const file = join(tempDir(), 'nightjar.log');
  const log = createLog({ file, level: 'debug', secrets: [] });
  onTestFinished(() => log.flush());
  const lines = () => {
    log.flush();
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
  };
  return { log, lines };
}

it('every line about a message carries its turn, from its arrival until its answer was sent', async () => {
  const { log, lines } = logFile();
  const model = scriptedModel([
    { calls: [{ name: 'memory_search', args: { query: '税务局' } }], usage: { input: 100, output: 10 } },
    { text: '明天去税务局', usage: { input: 200, output: 20 } },
    { text: 'and this is another matter' },
  ]);
  const home = await openConversation({ model, log, usage: {} });
  await home.dm('owner', '我什么时候去税务局？');
  await home.until(() => home.texts('owner').length === 1);
  await home.dm('owner', 'thanks');
  await home.until(() => home.texts('owner').length === 2);
  await home.until(() => lines().filter(({ event }) => event === 'reply.sent').length === 2);
  const [turn] = lines().flatMap((line) => (line.event === 'inbound' ? [line.turn] : []));
  const story = lines().filter((line) => line.turn === turn);
  const order = story.filter(({ event }) => !event.startsWith('job.') || event === 'job.began');
  expect(order.filter(({ name = '' }) => !name.startsWith('send@')).map(({ event, tool }) => tool ?? event)).toEqual([
    'inbound',
    'job.began',
    'turn.began',
    'model.asked',
    'model.answered',
    'memory_search',
    'model.asked',
    'model.answered',
    'reply.queued',
    'reply.sent',
  ]);
  expect(story.find(({ event, name }) => event === 'job.finished' && name === 'turn')).toMatchObject({ ok: true });
  const jobs = new Set(story.flatMap((line) => line.job ?? []));
  // The turn, and the sending of its reply.
  expect(jobs.size).toBe(2);
  expect(story.filter(({ event }) => event.startsWith('model.')).every(({ session }) => session !== undefined)).toBe(
    true,
  );
  expect(JSON.stringify(lines())).not.toMatch(/税务|明天|什么|another|thanks/);
});

it('a job that another one woke has nothing of that one but what it is about itself', async () => {
  const { log, lines } = logFile();
  const model = scriptedModel(() => ({ text: 'ok', usage: { input: 10, output: 1 } }));
  const home = await openConversation({ model, log, usage: {} });
  await home.dm('owner', 'one');
  await home.until(() => lines().some(({ event }) => event === 'reply.sent'));
  const sent = lines().find(({ event }) => event === 'reply.sent');
  expect(sent).toMatchObject({ job: expect.stringMatching(/./) });
  expect(sent?.session).toBeUndefined();
  await home.dm('owner', '/new');
  await home.until(() => lines().some(({ event, name }) => event === 'job.finished' && name === 'snapshot'), 60_000);
  const snapshot = lines().filter(({ event, name }) => name === 'snapshot' && event !== 'job.ended');
  expect(snapshot.map(({ turn }) => turn)).toEqual([undefined, undefined]);
  expect(snapshot.every(({ session }) => session !== undefined)).toBe(true);
});

it('a line’s own field wins, work inside of work keeps what it is a part of, and outside nothing is carried', async () => {
  const { log, lines } = logFile();
  const job: JobHandler['run'] = async () => {
    log.info('a');
    await inTrace({ session: 's' }, async () => log.info('b', { turn: 'other' }));
  };
  await inTrace({ turn: 't', job: 'j' }, () => job({} as never, {} as never));
  log.info('c');
  expect(lines()).toMatchObject([
    { event: 'a', turn: 't', job: 'j' },
    { event: 'b', turn: 'other', job: 'j', session: 's' },
    { event: 'c' },
  ]);
  expect(lines().at(-1)?.turn).toBeUndefined();
});
