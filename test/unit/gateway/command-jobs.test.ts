// Commands are run by the process through whose connection they came, and by whoever takes its chat over.

import { expect, it } from 'vitest';
import type { JobQueue } from '../../../src/contracts/index.js';
import { adoptChat } from '../../../src/gateway/inbox.js';
import { GATEWAY } from '../../../src/gateway/roles.js';
import { openWakeUps } from '../../../src/gateway/wake-ups.js';
import { scriptedModel } from '../../../src/models/scripted.js';
import { openConversation } from '../../support/conversation.js';
import { silentLog } from '../../support/silent-log.js';

const CHAT = { channel: 'chat', account: 'bot', chat: 'owner' };

async function waiting(queue: JobQueue): Promise<string[]> {
  const jobs = await queue.list({ states: ['waiting'] });
  return jobs.map(({ name, lane }) => `${name} ${lane}`).sort();
}

it('a command in its place is a job of its receiver, and of the one that takes its chat over', async () => {
  const { dm, db, queue, wakeUps } = await openConversation({ model: scriptedModel([]), idle: true });
  await dm('owner', '/new');
  expect(await waiting(queue)).toEqual([`command@${GATEWAY} main`]);
  await db.write(() => adoptChat(db, CHAT, GATEWAY, 'terminal:other'));
  // What the one that is gone should have done stands in front of it no longer.
  await wakeUps.tidy();
  await wakeUps.sweep([]);
  expect(await waiting(queue)).toEqual(['command@terminal:other main']);
});

it('of a receiver that died it is anybody’s, so that it holds up nobody in its conversation', async () => {
  const house = await openConversation({ model: scriptedModel([]), idle: true });
  const { dm, db, queue } = house;
  await dm('owner', '/new');
  const alone = openWakeUps({ db, queue, log: silentLog, isAlive: (role) => role !== GATEWAY });
  await alone.tidy();
  await alone.sweep([]);
  await alone.sweep([]);
  expect(await waiting(queue)).toEqual(['command main']);
  expect(Object.keys(house.handlers)).toContain('command');
});

it('the job of a command that has ended is taken out of the way', async () => {
  const { dm, db, queue, wakeUps } = await openConversation({ model: scriptedModel([]), idle: true });
  await dm('owner', '/new');
  await db.write(() => db.sql("UPDATE inbox SET state = 'command'").run());
  await wakeUps.tidy();
  expect(await waiting(queue)).toEqual([]);
});
