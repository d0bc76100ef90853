// Buttons as rows: short tokens whatever stands behind them, one use, an end.

import { describe, expect, it } from 'vitest';
import { findButton, newButtons, spendAnswers, spendButton } from '../../../src/gateway/buttons.js';
import { openAccess } from '../../support/access.js';

const HOUR = 3_600_000;
const chat = { channel: 'telegram', account: 'bot', chat: '-100' };

async function stored(title = 'x') {
  const { db, clock } = await openAccess();
  const press = { kind: 'group', chat, group: '-100', title } as const;
  const made = newButtons(
    'group/-100',
    [
      { label: 'Allow', press: { ...press, allow: true } },
      { label: 'Leave', press: { ...press, allow: false } },
    ],
    clock.now(),
  );
  await db.write(() => made.store(db));
  const [allow = '', leave = ''] = made.buttons.map(({ id }) => id);
  return { db, clock, allow, leave, press };
}

describe('buttons', () => {
  it('C101: carry a short token however long the data, and give all of it back', async () => {
    for (const title of ['d'.repeat(70), 'Ж'.repeat(40), '家族'.repeat(500)]) {
      const { db, clock, allow, leave, press } = await stored(title);
      for (const token of [allow, leave]) expect(Buffer.byteLength(token)).toBeLessThanOrEqual(64);
      expect(allow).not.toBe(leave);
      expect(findButton(db, allow, clock.now())).toEqual({ press: { ...press, allow: true }, state: 'open' });
    }
  });

  it('are used once, with those beside them', async () => {
    const { db, clock, allow, leave } = await stored();
    expect(await db.write(() => spendButton(db, allow, clock.now()))).toBe(true);
    for (const token of [allow, leave]) {
      expect(findButton(db, token, clock.now())?.state).toBe('pressed');
      expect(await db.write(() => spendButton(db, token, clock.now()))).toBe(false);
    }
  });

  it('end after a day, those of a link after ten minutes, and what was settled otherwise at once', async () => {
    const { db, clock, allow } = await stored();
    await clock.advance(24 * HOUR - 1);
    expect(findButton(db, allow, clock.now())?.state).toBe('open');
    await clock.advance(1);
    expect(findButton(db, allow, clock.now())?.state).toBe('expired');
    const link = { kind: 'link', code: 'ABCDEFGH', person: 'p', account: 'telegram:5', name: 'x', yes: true } as const;
    const made = newButtons('link/x', [{ label: 'Yes', press: link }], clock.now());
    await db.write(() => made.store(db));
    const token = made.buttons[0]?.id ?? '';
    await clock.advance(10 * 60_000 - 1);
    expect(findButton(db, token, clock.now())?.state).toBe('open');
    await clock.advance(1);
    expect(findButton(db, token, clock.now())?.state).toBe('expired');
    await db.write(() => spendAnswers(db, 'link/x', clock.now()));
    expect(findButton(db, token, clock.now())?.state).toBe('pressed');
  });

  it('are known by their exact token only', async () => {
    const { db, clock, allow } = await stored();
    for (const other of ['', 'x', allow.slice(0, -1), `${allow} `, "' OR 1=1 --"]) {
      expect(findButton(db, other, clock.now())).toBeUndefined();
      expect(await db.write(() => spendButton(db, other, clock.now()))).toBe(false);
    }
  });
});
