// The rows of what models were used for: days of the owner's, and what is reached of what may be spent.

import { describe, expect, it } from 'vitest';
import type { CapHit, Caps, Charge } from '../../../src/contracts/index.js';
import { insertCapNotice } from '../../../src/gateway/cap-notice.js';
import { reachedCaps } from '../../../src/gateway/caps.js';
import { dropOldModelUse, openModelUses, usesBy } from '../../../src/gateway/model-use.js';
import { outboxRow } from '../../../src/gateway/outbox.js';
import { openAccess } from '../../support/access.js';
import { memoryLog } from '../../support/memory-log.js';

const team: Charge = {
  kind: 'talk',
  scope: { kind: 'group', channel: 'c', chat: '群' },
  chat: '{"c":1}',
  person: 'bob',
};
const own: Charge = { kind: 'talk', scope: { kind: 'main' }, chat: '{"c":2}', person: 'owner' };
const cost = (input: number) => ({ model: 'p/m', input, cached: 0, output: 0 });
const prices = { currency: 'EUR', models: { m: { input: 1, output: 1 } } };
const ZONE = 'Asia/Tokyo';

async function house(caps: Caps = {}) {
  const { db, clock } = await openAccess();
  const log = memoryLog();
  const spending = { db, caps, prices };
  const uses = openModelUses({ ...spending, clock, log, timezone: ZONE });
  const reached = (day: string, who: Charge) => reachedCaps(spending, day, who).map(({ cap }) => cap);
  return { db, clock, log, uses, reached };
}

it('a day ends at the owner’s midnight, in one row a kind, chat, person and model', async () => {
  const { db, clock, uses } = await house();
  await clock.advance(Date.parse('2026-11-30T14:59:59Z') - clock.now());
  await uses.note(team, cost(5));
  await uses.note(team, { ...cost(7), cached: 3, output: 2 });
  await clock.advance(2_000);
  await uses.note(team, cost(100));
  const rows = usesBy(db, { from: '2026-11-30', to: '2026-12-01' }, 'day');
  expect(rows.sort((a, b) => (a.key < b.key ? -1 : 1))).toMatchObject([
    { key: '2026-11-30', requests: 2, input: 12, cached: 3, output: 2 },
    { key: '2026-12-01', requests: 1, input: 100 },
  ]);
  await db.write(() => dropOldModelUse(db, '2026-12-01'));
  expect(usesBy(db, { from: '2026-01-01', to: '2026-12-31' }, 'day').map(({ key }) => key)).toEqual(['2026-12-01']);
});

it('what cannot be written down is logged, and hurts nobody', async () => {
  const { db, uses, log } = await house();
  db.sql('DROP TABLE model_use').run();
  await uses.note(team, cost(5));
  expect(log.events.map(({ event }) => event)).toEqual(['usage.uncounted']);
});

describe('caps', () => {
  const M = 1_000_000;

  it('are reached by the house, by a chat and by a person, in money or in tokens, each within its time', async () => {
    const caps = { day: 5, month: 7, chatDay: 2, personDayTokens: 3 * M };
    const { clock, uses, reached } = await house(caps);
    const today = '2026-11-29';
    await uses.note(team, cost(2 * M));
    expect(reached(today, team)).toEqual(['chatDay']);
    expect(reached(today, { ...team, scope: { kind: 'person', person: 'bob' } })).toEqual([]);
    await uses.note({ ...team, scope: { kind: 'person', person: 'bob' } }, cost(M));
    expect(reached(today, { ...team, scope: { kind: 'person', person: 'bob' } })).toEqual(['personDayTokens']);
    await uses.note(own, cost(2 * M));
    expect(reached(today, own)).toEqual(['day']);
    expect(reached('2026-11-30', team)).toEqual([]);
    await clock.advance(86_400_000);
    await uses.note(own, cost(2 * M));
    expect(reached('2026-11-30', own)).toEqual(['month']);
    expect(reached('2026-12-01', own)).toEqual([]);
  });

  it('of a person never hold the owner back, in a group either', async () => {
    const { uses, reached } = await house({ personDay: 1 });
    const inGroup = { ...team, person: 'owner' };
    await uses.note(inGroup, cost(2 * M));
    expect(reached('2026-11-29', inGroup)).toEqual([]);
    await uses.note(team, cost(2 * M));
    expect(reached('2026-11-29', team)).toEqual(['personDay']);
  });

  it('in money count what has a price, and those in tokens everything', async () => {
    const { uses, reached } = await house({ day: 1, dayTokens: 9 * M });
    await uses.note(team, { ...cost(8 * M), model: 'p/免费' });
    expect(reached('2026-11-29', team)).toEqual([]);
    await uses.note(team, { ...cost(M), model: 'p/免费' });
    expect(reached('2026-11-29', team)).toEqual(['dayTokens']);
  });

  it('are told to the owner once a cap and day, whoever reaches them, but not where nothing may be spent', async () => {
    const { db, clock, uses } = await house({ day: 0.5, chatDay: 0.5, month: 0 });
    await db.write(() =>
      db
        .sql(
          "INSERT INTO grants (channel, chat, state, title, at) VALUES ('c', '群', 'allowed', '税务 [x](http://e)', 1)",
        )
        .run(),
    );
    const queued: number[] = [];
    const told: CapHit['cap'][] = [];
    uses.onCaps = (hits, charge, day) => {
      for (const hit of hits) {
        told.push(hit.cap);
        const to = { owners: ['telegram:1'], channels: ['telegram'], now: clock.now() };
        const row = insertCapNotice(db, { hit, charge, day, currency: 'EUR' }, to)?.row;
        if (row !== undefined) queued.push(row);
      }
    };
    for (let n = 0; n < 3; n++) await uses.note(team, cost(600_000));
    expect(told.length).toBe(9);
    expect(queued.map((row) => outboxRow(db, row)?.message.text)).toEqual([
      'What I may spend today is spent: 0.60 EUR of 0.50 EUR. Until midnight I answer nobody but you, in private, and work in the background goes by rules. `usage.caps.day` in nightjar.yaml sets it.',
      'What the group `税务 [x](http://e)` may cost today is spent: 0.60 EUR of 0.50 EUR. Until midnight I do not answer there any more. `usage.caps.chatDay` in nightjar.yaml sets it.',
    ]);
  });
});
