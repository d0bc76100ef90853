// /cron as people type it: who may, for which chat, how many, and who sees what. Real gateway, queue and rows.

import { describe, expect, it } from 'vitest';
import type { Schedule } from '../../../src/contracts/index.js';
import { keepConfigured } from '../../../src/gateway/configured-schedules.js';
import { nameAdmin } from '../../../src/gateway/people.js';
import { listSchedules } from '../../../src/jobs/scheduler/rows.js';
import { scriptedModel } from '../../../src/models/scripted.js';
import { openConversation, type Stage } from '../../support/conversation.js';

const group = { place: 'group' as const, chat: { channel: 'chat', account: 'bot', chat: 'team' } };

async function stage(more: Partial<Stage> = {}) {
  const house = await openConversation({ model: scriptedModel([]), groups: { team: {}, other: {} }, ...more });
  const { db } = house;
  await house.identity.admit('chat:bob', 'bob', 0);
  await db.write(() => nameAdmin(db, { channel: 'chat', chat: 'team' }, { account: 'chat:ada', name: 'ada' }, 0));
  let events = 0;
  /** Types a command and returns what is answered there. */
  async function types(who: string, args: string, where = who): Promise<string> {
    const before = house.texts(where).length;
    const from = { account: `chat:${who}`, name: who, kind: 'person' as const };
    const place =
      where === who ? { chat: { ...group.chat, chat: who } } : { ...group, chat: { ...group.chat, chat: where } };
    await house.happens({ type: 'command', name: 'cron', args, from, ...place, id: `c${++events}` });
    await house.until(() => house.texts(where).length > before);
    return house.texts(where).at(-1) ?? '';
  }
  const all = (): Schedule[] => listSchedules(db);
  return { ...house, types, all };
}

describe('/cron', () => {
  it('C122: tells what was stored, the zone and the next three runs, and the list shows them', async () => {
    const { types, all } = await stage({ timezone: 'Pacific/Auckland' });
    const said = await types('owner', 'add "0 13 * * *" what is new');
    expect(said).toMatch(/cron 0 13 \* \* \*`, here\./);
    expect(said.match(/\d{4}-\d\d-\d\d 13:00/g)).toHaveLength(3);
    expect(said).toContain('(Pacific/Auckland)');
    const [one] = all();
    expect(new Date(one?.nextAt ?? 0).getUTCMinutes()).toBe(0);
    expect([0, 1]).toContain(new Date(one?.nextAt ?? 0).getUTCHours());
    expect(one).toMatchObject({
      zone: 'Pacific/Auckland',
      task: 'ask',
      message: 'what is new',
      scope: { kind: 'main' },
    });
    expect(await types('owner', 'list')).toMatch(/Pacific\/Auckland\), next \w{3} \d{4}-\d\d-\d\d 13:00/);
    await types('owner', 'add tz=Europe/Berlin every day at 8 say  hi *you*');
    expect(all().find(({ zone }) => zone === 'Europe/Berlin')).toMatchObject({ task: 'say', message: 'hi *you*' });
  });

  it('pauses, resumes, runs and removes, each once and only what makes sense', async () => {
    const { types, all, db } = await stage();
    await types('owner', 'add every 2h x');
    const id = all()[0]?.id ?? '';
    expect(await types('owner', `resume ${id}`)).toMatch(/is not paused/);
    expect(await types('owner', `pause \`${id}\``)).toMatch(/is paused/);
    expect(all()[0]).toMatchObject({ state: 'paused' });
    expect(await types('owner', `pause ${id}`)).toMatch(/paused already/);
    expect(await types('owner', `resume ${id}`)).toMatch(/goes on, next .*\(UTC\)/);
    expect(await types('owner', `run ${id}`)).toMatch(/runs once now/);
    expect(db.sql("SELECT count(*) AS n FROM runs WHERE state = 'claimed'").get()).toEqual({ n: 1 });
    expect(await types('owner', `remove ${id}`)).toMatch(/is removed/);
    expect(await types('owner', `remove ${id}`)).toMatch(/no schedule/);
    expect(all()).toEqual([]);
  });

  it('C146 stores no secret, and nothing that stands for one', async () => {
    const { types, all } = await stage();
    for (const text of [`use sk-test-${'0'.repeat(24)}`, '密码: Blau7!Gras', 'use [secret: password]']) {
      expect(await types('owner', `add every 2h ${text}`)).toMatch(/such things are not written down\. Leave it out/);
    }
    expect(all()).toEqual([]);
  });

  it('is for the owner and admins of a group, and for people in their own private chat', async () => {
    const { types, all } = await stage();
    expect(await types('bob', 'add every 2h water', 'team')).toMatch(/do not know \/cron here/);
    expect(all()).toEqual([]);
    await types('ada', 'add every 2h water', 'team');
    await types('owner', 'add every 3h stretch', 'team');
    await types('bob', 'add every 4h read');
    const scopes = all().map(({ scope, chat, by }) => [scope.kind, chat.chat, by]);
    expect(scopes).toEqual([
      ['group', 'team', 'chat:ada'],
      ['group', 'team', 'chat:owner'],
      ['person', 'bob', 'chat:bob'],
    ]);
  });

  it('a chat sees and touches its own; only the owner in private those of all', async () => {
    const { types, all } = await stage();
    await types('owner', 'add every 2h secret of main');
    await types('bob', 'add every 3h secret of bob');
    await types('ada', 'add every 4h water', 'team');
    const [main, bobs, teams] = all().map(({ id }) => id);
    const seenByTeam = await types('ada', 'list', 'team');
    expect(seenByTeam).toContain('water');
    expect(seenByTeam).not.toContain('secret');
    for (const id of [main, bobs, 'nosuch']) {
      for (const verb of ['remove', 'pause', 'run', 'resume']) {
        const said = await types('ada', `${verb} ${id}`, 'team');
        expect(said).toBe(`There is no schedule ${id} here. The list shows the ids.`);
      }
    }
    expect(await types('bob', `remove ${teams}`)).toMatch(/no schedule/);
    const seenByOwner = await types('owner', '');
    for (const text of ['secret of main', 'secret of bob', 'water']) expect(seenByOwner).toContain(text);
    expect(seenByOwner).toContain('to `chat:team`');
    // In the group itself the owner is a voice like others.
    expect(await types('owner', 'list', 'team')).not.toContain('secret');
    expect(await types('owner', `remove ${bobs}`)).toMatch(/removed/);
    expect(all()).toHaveLength(2);
  });

  it('lists what is to come, and of what is over the last five', async () => {
    const { types, all, db } = await stage();
    for (let n = 1; n <= 8; n++) await types('owner', `add in ${n} hours say r${n}`);
    const ids = all().map(({ id }) => id);
    for (const [n, id] of ids.slice(0, 7).entries()) {
      await db.write(() =>
        db.sql("UPDATE schedules SET state = 'done', next_at = NULL, last_at = ? WHERE id = ?").run([n + 1, id]),
      );
    }
    const listed = await types('owner', '');
    expect([...listed.matchAll(/`(r\d)`/g)].map(([, text]) => text)).toEqual(['r8', 'r3', 'r4', 'r5', 'r6', 'r7']);
    expect(await types('owner', `remove ${ids[0]}`)).toMatch(/is removed/);
  });

  it('C124: one that cannot be read is named to the owner in private, and to nobody else', async () => {
    const { types, all, db } = await stage();
    await types('ada', 'add every 2h water', 'team');
    await types('ada', 'add every 3h tea', 'team');
    const [bad] = all().map(({ id }) => id);
    await db.write(() => db.sql(`UPDATE schedules SET scope = '{"kind":"gr' WHERE id = ?`).run([bad ?? '']));
    const seenByTeam = await types('ada', 'list', 'team');
    expect(seenByTeam).toContain('tea');
    expect(seenByTeam).not.toContain('water');
    for (const verb of ['remove', 'pause']) {
      expect(await types('ada', `${verb} ${bad}`, 'team')).toBe(
        `There is no schedule ${bad} here. The list shows the ids.`,
      );
    }
    expect(await types('owner', '')).toMatch(
      new RegExp(`tea[^]*${bad}. does not run, because it cannot be read.*scope.*water`),
    );
    expect(await types('owner', `pause ${bad}`)).toMatch(/cannot be read; the list says why/);
    expect(await types('owner', `remove ${bad}`)).toMatch(/is removed/);
    expect(await types('owner', '')).not.toContain('water');
  });

  it('pauses the heartbeat, which only nightjar.yaml ends', async () => {
    const { types, all, db } = await stage();
    const to = { owner: 'chat:owner', chat: { ...group.chat, chat: 'owner' }, zone: 'UTC' } as const;
    const start = () => db.write(() => keepConfigured(db, { heartbeat: { everyMinutes: 30 } }, to, 0));
    await start();
    expect(await types('owner', '')).toMatch(/heartbeat: `HEARTBEAT\.md`/);
    expect(await types('owner', 'remove heartbeat')).toMatch(/because nightjar\.yaml says so.*Pause it/);
    await types('owner', 'pause heartbeat');
    await start();
    expect(all()).toMatchObject([{ id: 'heartbeat', state: 'paused' }]);
  });

  it('delivers elsewhere for the owner in private alone, with the scope of that chat, and names no chat to others', async () => {
    const { types, all } = await stage();
    expect(await types('ada', 'add every 2h to=chat:other hi', 'team')).toMatch(/Only the owner, in private/);
    expect(await types('ada', 'add every 2h to=chat:nowhere hi', 'team')).toMatch(/Only the owner, in private/);
    expect(await types('owner', 'add every 2h to=chat:other hi', 'team')).toMatch(/Only the owner, in private/);
    expect(await types('bob', 'add every 2h to=chat:team hi')).toMatch(/Only the owner, in private/);
    expect(all()).toEqual([]);
    await types('ada', '', 'team');
    expect(await types('owner', 'add every 2h to=chat:team say hi all')).toMatch(/to `chat:team`/);
    expect(all()).toMatchObject([
      {
        state: 'active',
        scope: { kind: 'group', chat: 'team' },
        chat: { account: 'bot', chat: 'team' },
        via: 'command',
      },
    ]);
  });

  it('counts what a chat has', async () => {
    const { types, all } = await stage({ perChat: 2 });
    await types('owner', 'add every 2h 1');
    await types('owner', 'add every 2h 2');
    expect(await types('owner', 'add every 2h 3')).toMatch(/There are 2 schedules for that chat already.*Remove one/);
    await types('ada', 'add every 2h 1', 'team');
    expect(all()).toHaveLength(3);
    await types('owner', `remove ${all()[0]?.id}`);
    expect(await types('owner', 'add every 2h 3')).toMatch(/^Scheduled/);
  });

  it('says what is wrong with a time, a zone or a text', async () => {
    const { types, all } = await stage();
    expect(await types('owner', 'add feed the cat')).toMatch(/I read no time there.*\/cron add every day/s);
    expect(await types('owner', 'add "61 8 * * *" x')).toMatch(/cannot be read/);
    expect(await types('owner', 'add every 5s x')).toMatch(/too often/);
    expect(await types('owner', 'add at 2020-01-01 09:00 x')).toMatch(/is past/);
    expect(await types('owner', 'add every 2h tz=Mars/Base x')).toMatch(/Mars\/Base is no time zone/);
    expect(await types('owner', 'add every 2h')).toMatch(/no text/);
    expect(await types('owner', `add every 2h ${'x'.repeat(4_001)}`)).toMatch(/4001 characters/);
    expect(await types('owner', 'frobnicate')).toMatch(/I can do this/);
    expect(all()).toEqual([]);
  });
});
