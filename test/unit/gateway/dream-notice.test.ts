// What the owner is told when a dream waits for their yes: once for each plan, with what would change and three buttons.

import { describe, expect, it } from 'vitest';
import type { Dream } from '../../../src/contracts/index.js';
import { dreamNoticeText, insertDreamNotice } from '../../../src/gateway/dream-notice.js';
import { outboxRow } from '../../../src/gateway/outbox.js';
import { openAccess } from '../../support/access.js';
import { ann, dream, line, main, plan } from '../../support/dreams.js';

const changed = plan([line('+ - The boat is called Seeadler.', ['memory/2026-11-29.md:4'], { trust: 'web' })]);
const held = { ...dream({ id: 7, state: 'held', reason: 'it came from the web' }), plan: changed };

async function stage() {
  const house = await openAccess();
  const { db, clock } = house;
  const tell = (one: Dream) =>
    db.write(() => insertDreamNotice(db, one, { owners: ['telegram:1'], channels: ['telegram'], now: clock.now() }));
  return { db, tell, house };
}

describe('the notice that a dream waits', () => {
  it('says whose memory, why it waits, and what would change', () => {
    expect(dreamNoticeText(held, 'your memory')).toBe(
      'The night of 2026-11-30 would change your memory: 1 line would come. It waits for your yes. It came from the web.\n```diff\nMEMORY.md\n+ - The boat is called Seeadler.\n    from the web\n```\n`/dream apply` writes it, `/dream skip` leaves it.',
    );
  });

  it('names another’s memory as they are called, without their markup', async () => {
    const { db, tell, house } = await stage();
    const text = async (one: Dream) => outboxRow(db, (await tell(one))?.row ?? 0)?.message.text ?? '';
    expect(await text({ ...held, scope: ann })).toContain('would change the memory of `person:ann`: ');
    const hostile = '[Ann](http://evil.example)';
    await db.write(() =>
      db.sql("INSERT INTO people (id, name, role, created_at) VALUES ('ann', ?, 'member', 0)").run([hostile]),
    );
    const named = await text({ ...held, id: 8, scope: ann });
    expect(named).toContain(`would change the memory of \`${hostile}\` (\`person:ann\`): `);
    expect(named).toContain('`/dream apply person:ann` writes it');
    await house.say('telegram:1', '/allow here', { group: '-100', title: '家族' });
    const team = { kind: 'group', channel: 'telegram', chat: '-100' } as const;
    expect(await text({ ...held, id: 9, scope: team })).toContain('of the group 家族 (`group:telegram:-100`): ');
  });

  it('goes out once for each plan, with buttons that carry nothing but a token', async () => {
    const { db, tell } = await stage();
    const first = outboxRow(db, (await tell(held))?.row ?? 0);
    expect(first?.turn).toMatch(/^notice\/dream\/7\/[0-9a-f]{12}$/);
    expect(first?.message.buttons?.map(({ label }) => label)).toEqual(['Apply', 'Skip', 'Details']);
    expect(await tell(held)).toBeUndefined();
    const other = { ...held, plan: plan([line('+ - The boat is called Möwe.')]) };
    expect((await tell(other))?.row).toBeGreaterThan(0);
    expect(db.sql('SELECT count(*) AS n FROM buttons').get()).toEqual({ n: 6 });
  });

  it('is not told of what does not wait', async () => {
    const { tell } = await stage();
    expect(await tell({ ...held, state: 'ok' })).toBeUndefined();
    expect(await tell(dream({ scope: main, state: 'held' }))).toBeUndefined();
  });
});
