// What may be spent is spent in mid-day: groups and persons hear so once, the owner goes on, and tomorrow everybody does.

import { expect, it } from 'vitest';
import { ModelError } from '../../../../src/contracts/index.js';
import { admitAccount } from '../../../../src/gateway/people.js';
import { scopeId } from '../../../../src/memory/visibility.js';
import { charged } from '../../../../src/models/charge.js';
import { offlineModel } from '../../../../src/models/offline/offline-model.js';
import { scriptedModel } from '../../../../src/models/scripted.js';
import { openConversation } from '../../../support/conversation.js';
import { FakeClock } from '../../../support/fake-clock.js';

const prices = { test: { input: 1, output: 1 } };
const usage = { input: 600_000, output: 0 };
const SPENT = 'I have used up what I may spend today; I am back tomorrow.';

it('a cap of the day that is reached ends answers to all but the owner, who is told, until midnight', async () => {
  const model = scriptedModel(() => ({ text: 'yes', usage }));
  const home = await openConversation({
    ...{ model, usage: { prices, caps: { day: 1 } }, groups: { team: { respond: 'always' } } },
    // Two minutes to midnight.
    clock: new FakeClock('2026-11-29T14:58:00Z'),
    timezone: 'Asia/Tokyo',
    channel: { openDirect: async (account) => ({ channel: 'chat', account: 'bot', chat: account.slice(5) }) },
  });
  await home.db.write(() => admitAccount(home.db, 'chat:ann', 'ann', 0));
  await home.says('team', 'bob', 'first?');
  await home.until(() => home.texts('team').length === 1);
  await home.says('team', 'bob', 'second?');
  await home.until(() => home.texts('team').length === 2);
  expect(home.texts('team')).toEqual(['yes', 'yes']);
  await home.until(() => home.texts('owner').length === 1);
  expect(home.texts('owner')).toEqual([expect.stringContaining('is spent: 1.20 USD of 1.00 USD.')]);
  for (const text of ['third?', '四？']) await home.says('team', 'bob', text);
  await home.dm('ann', 'and me?');
  await home.until(() => home.texts('team').length === 3 && home.texts('ann').length === 1);
  await home.dm('owner', 'and I?');
  await home.until(() => home.texts('owner').includes('yes'));
  expect(home.texts('team').slice(2)).toEqual([SPENT]);
  expect(home.texts('ann')).toEqual([SPENT]);
  expect(model.requests).toHaveLength(3);
  expect(home.texts('owner')).toHaveLength(2);
  await home.says('team', 'bob', '/why ignored');
  await home.until(() => home.texts('team').length === 4);
  expect(home.texts('team').at(-1)).toMatch(/^- no more might be spent .* \(bob, 2 times, last at /);
  await home.clock.advance(Date.parse('2026-11-29T15:00:01Z') - home.clock.now());
  await home.says('team', 'bob', 'good morning?');
  await home.until(() => home.texts('team').length === 5);
  expect(home.texts('team').at(-1)).toBe('yes');
});

it('a turn that a failure interrupts is counted once a request, and what had been answered is not asked again', async () => {
  const model = scriptedModel((_, number) =>
    number === 1
      ? { calls: [{ name: 'memory_search', args: { query: 'x' } }], usage: { input: 100, output: 10, cached: 40 } }
      : number === 2
        ? { fail: new ModelError('network', 'gone', { retryable: true }) }
        : { text: 'done', usage: { input: 200, output: 20 } },
  );
  const home = await openConversation({ model, usage: {} });
  await home.dm('owner', 'look it up');
  await home.until(() => home.texts('owner').length === 1, 60_000);
  const rows = home.db.sql<{ kind: string; requests: number; input: number }>('SELECT * FROM model_use').all();
  expect(rows).toMatchObject([
    { kind: 'talk', person: 'owner', model: 'scripted/test', requests: 2, input: 300, cached: 40, output: 30 },
  ]);
});

it('what costs nothing is answered all the same', async () => {
  const home = await openConversation({
    ...{ model: offlineModel(), usage: { caps: { day: 0 } }, groups: { team: { respond: 'always' } } },
  });
  await home.says('team', 'bob', 'おはよう');
  await home.until(() => home.texts('team').length === 1);
  expect(home.texts('team')[0]).not.toBe(SPENT);
});

it('a turn that has begun goes on to its end, though what it asked reached the cap', async () => {
  const model = scriptedModel((_, number) =>
    number === 1
      ? { calls: [{ name: 'memory_search', args: { query: 'x' } }], usage }
      : number === 2
        ? { fail: new ModelError('network', 'gone', { retryable: true }) }
        : { text: 'found', usage },
  );
  const caps = { day: 0.5 };
  const home = await openConversation({ model, usage: { prices, caps }, groups: { team: { respond: 'always' } } });
  await home.says('team', 'bob', 'look it up');
  await home.until(() => home.texts('team').length === 1, 60_000);
  expect(home.texts('team')).toEqual(['found']);
  await home.says('team', 'bob', 'and again');
  await home.until(() => home.texts('team').length === 2);
  expect(home.texts('team')[1]).toBe(SPENT);
});

it('work in the background goes by rules while a cap is reached', async () => {
  const home = await openConversation({ model: offlineModel(), usage: { prices, caps: { day: 0.5, chatDay: 0.1 } } });
  const { db, clock, budgets } = home;
  const spend = (scope: string, input: number) =>
    db
      .sql(
        `INSERT INTO model_use (day, kind, scope, chat, person, model, requests, input, cached, output)
         VALUES (?, 'talk', ?, '', '', 'test', 1, ?, 0, 0)`,
      )
      .run([new Date(clock.now()).toISOString().slice(0, 10), scope, input]);
  expect(budgets.allows('flush')).toBe(true);
  const team = { kind: 'group', channel: 'chat', chat: 'team' } as const;
  spend(scopeId(team), 200_000);
  expect(budgets.allows('flush')).toBe(true);
  expect(charged({ kind: 'flush', scope: team }, () => budgets.allows('flush'))).toBe(false);
  spend('', 400_000);
  expect(budgets.allows('flush')).toBe(false);
});
