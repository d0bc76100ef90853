// What the owner is told when a budget of the day is spent: once, and what it means.

import { describe, expect, it } from 'vitest';
import type { WorkUse } from '../../../src/contracts/index.js';
import { budgetWords, insertBudgetNotice } from '../../../src/gateway/budget-notice.js';
import { outboxRow } from '../../../src/gateway/outbox.js';
import { openAccess } from '../../support/access.js';
import { testBudgets } from '../../support/budgets.js';

const spent: WorkUse = { kind: 'heartbeat', runs: 200, tokens: 9_000, limits: { runs: 200 }, over: true };

describe('the notice of a spent budget', () => {
  it('says what was spent, what happens now, and where it is set', () => {
    expect(budgetWords(spent)).toBe(
      'Today’s budget for the heartbeat is spent: 200 of 200 runs. The heartbeat waits for tomorrow. It begins anew at midnight; `usage.daily.heartbeat` in nightjar.yaml sets it.',
    );
    const flush: WorkUse = { kind: 'flush', runs: 3, tokens: 51_000, limits: { runs: 9, tokens: 50_000 }, over: true };
    expect(budgetWords(flush)).toContain('51,000 of 50,000 tokens. Conversations are still written down, by rules');
  });

  it('goes out once a kind and day, in the transaction that records the spending', async () => {
    const { db, clock } = await openAccess();
    const queued: (number | undefined)[] = [];
    const to = { owners: ['telegram:1'], channels: ['telegram'], timezone: 'Asia/Shanghai' };
    const limits = { heartbeat: { runs: 1 }, flush: { runs: 1 } };
    const open = () =>
      testBudgets({
        ...{ db, clock, limits, timezone: 'Asia/Shanghai' },
        over: (_, use) => queued.push(insertBudgetNotice(db, use, { ...to, now: clock.now() })?.row),
      });
    for (const kind of ['heartbeat', 'flush', 'heartbeat'] as const) await open().spend(kind, { runs: 1, tokens: 5 });
    expect(queued).toHaveLength(2);
    const [first, second] = queued.map((row) => outboxRow(db, row ?? 0));
    expect(first?.turn).toBe('notice/budget/heartbeat/2026-11-29');
    expect(first?.message.text).toContain('budget for the heartbeat is spent');
    expect(second?.turn).toBe('notice/budget/flush/2026-11-29');
  });
});
