// The word about a schedule that cannot go on.

import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openState } from '../../../src/db/state.js';
import { insertStuckNotice } from '../../../src/gateway/stuck-notice.js';
import { tempDir } from '../../support/temp-dir.js';

it('C124: goes to the owner in private, with the id and the reason as data; nobody to tell is no trouble', async () => {
  const { db, close } = await openState(join(tempDir(), 'state.sqlite'));
  onTestFinished(() => close());
  const stuck = { id: 'brief', why: 'It cannot be read: its zone is `[x](y)`.' };
  const to = { owners: ['telegram:1'], channels: ['telegram'], now: 1 };
  await db.write(() => {
    expect(insertStuckNotice(db, stuck, { ...to, channels: [] })).toBeUndefined();
    expect(insertStuckNotice(db, stuck, to)).toBeDefined();
  });
  const [text, ...more] = db.sql("SELECT message ->> '$.text' FROM outbox").column<string>();
  expect(more).toEqual([]);
  expect(text).toMatch(
    /^I paused the schedule `brief`, because it cannot go on\. `It cannot be read: its zone is ˋ\[x\]\(y\)ˋ\.` /,
  );
});
