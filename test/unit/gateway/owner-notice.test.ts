// Which of the owner's accounts is told something, and that it is told once.

import { describe, expect, it } from 'vitest';
import { findButton } from '../../../src/gateway/buttons.js';
import { accountOfDirect } from '../../../src/gateway/chat-key.js';
import { outboxRow } from '../../../src/gateway/outbox.js';
import { insertOwnerNotice, type OwnerNotice } from '../../../src/gateway/owner-notice.js';
import { GATEWAY } from '../../../src/gateway/roles.js';
import { openAccess } from '../../support/access.js';

const press = { kind: 'pair', code: 'ABCDEFGH', yes: true } as const;
const notice: OwnerNotice = { key: 'k', text: '你好', buttons: [{ label: 'Approve', press }] };

async function stage() {
  const { db, clock } = await openAccess();
  const tell = (one: OwnerNotice, owners: string[], channels = ['telegram', 'discord']) =>
    db.write(() => insertOwnerNotice(db, one, { owners, channels, now: clock.now() }));
  return { db, clock, tell };
}

describe('a notice to the owner', () => {
  it('goes to a direct chat of the first account that can be reached, or where it is preferred', async () => {
    const { tell } = await stage();
    const to = async (one: OwnerNotice, owners: string[], channels?: string[]) => {
      const queued = await tell(one, owners, channels);
      return queued && accountOfDirect(queued.chat);
    };
    const both = ['telegram:1', 'discord:2'];
    expect(await to({ key: '1', text: 'x' }, both)).toBe('telegram:1');
    expect(await to({ key: '2', text: 'x', prefer: 'discord' }, both)).toBe('discord:2');
    expect(await to({ key: '3', text: 'x', prefer: 'discord' }, ['telegram:1'])).toBe('telegram:1');
    expect(await to({ key: '4', text: 'x' }, both, ['discord'])).toBe('discord:2');
    expect(await to({ key: '5', text: 'x' }, [])).toBeUndefined();
    expect(await to({ key: '6', text: 'x' }, ['console:@terminal'])).toBeUndefined();
  });

  it('is queued once under its key, through the gateway, with buttons that work', async () => {
    const { db, clock, tell } = await stage();
    const queued = await tell(notice, ['telegram:1']);
    expect(queued?.sender).toBe(GATEWAY);
    expect(await tell({ ...notice, text: 'again' }, ['telegram:1'])).toBeUndefined();
    const [first, ...more] = outboxRow(db, queued?.row ?? 0)?.message.buttons ?? [];
    expect(more).toEqual([]);
    expect(findButton(db, first?.id ?? '', clock.now())).toEqual({ press, state: 'open' });
    expect(db.sql('SELECT count(*) AS n FROM buttons').get()).toEqual({ n: 1 });
  });
});
