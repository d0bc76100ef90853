// `nightjar cron` beside a running bot or without one: what it stores, shows and refuses.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.js';
import { ConfigError, type ScheduleWish, StateError } from '../../src/contracts/index.js';
import {
  addSchedule,
  listSchedules,
  pauseSchedule,
  removeSchedule,
  resumeSchedule,
  runSchedule,
} from '../../src/schedule-desk.js';
import { openAccess } from '../support/access.js';
import { tempDir } from '../support/temp-dir.js';

const wish: ScheduleWish = { when: { every: '2h' }, text: 'hm', deliver: 'answer', missed: 'run-once' };

async function home() {
  const dir = tempDir();
  writeFileSync(
    join(dir, 'nightjar.yaml'),
    'owner: ["telegram:1"]\ntimezone: Asia/Tokyo\nchannels: { telegram: { token: "x" } }\nmodel: { provider: offline }\nschedules: { perChat: 3 }\n',
  );
  const loaded = loadConfig({ home: dir, env: {}, defaultTimezone: 'UTC' });
  const bot = await openAccess({ dir });
  return { bot, house: { home: dir, loaded, version: 'test' } };
}

describe('nightjar cron', () => {
  it('C146 stores no password and no key, in a new one or in a change', async () => {
    const { house } = await home();
    const refusal = /such things are not written down/;
    for (const text of ['use ghp_abcdEFGHijklMNOPqrstUVWXyz0123456789', '密码 [secret 1a2b: password]']) {
      await expect(addSchedule(house, { ...wish, text })).rejects.toThrow(refusal);
    }
    await addSchedule(house, { ...wish, id: 'a' });
    const change = { when: { every: '3h' }, text: 'my password is Sup3rS3cret!9', id: 'a' };
    await expect(addSchedule(house, change)).rejects.toThrow(refusal);
    expect((await listSchedules(house)).data).toMatchObject([{ message: 'hm' }]);
  });

  it('C118 C127: the same id again takes the place of the one there was, one with a colon too', async () => {
    const { house, bot } = await home();
    await bot.say('telegram:1', '/allow here', { group: '-100', title: '家族' });
    const first = await addSchedule(house, { ...wish, when: { cron: '0 13 * * *' }, id: 'a:1' });
    expect(first.text).toMatch(
      /^Scheduled: a:1, cron 0 13 \* \* \*, to me\. Next: (?:\w{3} [\d-]+ 13:00(?:, )?){3} \(Asia\/Tokyo\)\.$/,
    );
    expect(first.note).toMatch(/while the bot is down/);
    const again = await addSchedule(house, {
      ...wish,
      zone: 'europe/berlin',
      to: 'telegram:-100',
      id: 'a:1',
      deliver: 'text',
      missed: 'skip',
    });
    expect(again.text).toMatch(/^Changed: a:1, every 2h, to telegram:-100\./);
    const { data, text } = await listSchedules(house);
    expect(data).toEqual([
      expect.objectContaining({
        id: 'a:1',
        schedule: 'every 2h',
        zone: 'Europe/Berlin',
        to: 'telegram:-100',
        task: 'say',
        missed: 'skip',
        state: 'active',
        last: null,
      }),
    ]);
    expect(text).toMatch(
      /^ID +SCHEDULE +ZONE +NEXT +LAST +STATE +TO +MESSAGE\na:1 +every 2h +Europe\/Berlin +\d{4}-\d\d-\d\d \d\d:\d\d +- +active +telegram:-100 +hm$/,
    );
    expect(bot.db.sql('SELECT scope, by, via FROM schedules').all()).toEqual([
      { scope: '{"kind":"group","channel":"telegram","chat":"-100"}', by: 'console:@terminal', via: 'cli' },
    ]);
  });

  it('is delivered to the owner’s own chat unless another one is named', async () => {
    const { house, bot } = await home();
    await addSchedule(house, wish);
    expect(bot.db.sql("SELECT scope, chat ->> '$.chat' AS chat FROM schedules").all()).toEqual([
      { scope: '{"kind":"main"}', chat: 'direct:telegram:1' },
    ]);
  });

  it('pauses, resumes, runs and removes', async () => {
    const { house, bot } = await home();
    await addSchedule(house, { ...wish, id: 'x' });
    expect((await pauseSchedule(house, 'x')).text).toMatch(/x is paused/);
    await expect(pauseSchedule(house, 'x')).rejects.toThrow(/paused already/);
    expect((await listSchedules(house)).data).toMatchObject([{ state: 'paused', next: null }]);
    expect((await resumeSchedule(house, 'x')).text).toMatch(/goes on, next .*\(Asia\/Tokyo\)/);
    expect((await runSchedule(house, 'x')).text).toMatch(/as soon as the bot is started/);
    expect(bot.db.sql("SELECT count(*) AS n FROM runs WHERE state = 'claimed'").get()).toEqual({ n: 1 });
    expect((await removeSchedule(house, 'x')).text).toBe('x is removed.');
    for (const change of [removeSchedule, pauseSchedule, resumeSchedule, runSchedule]) {
      await expect(change(house, 'x')).rejects.toThrow(/no schedule x/);
    }
    expect((await listSchedules(house)).text).toBe('Nothing is scheduled.');
  });

  it('C122: a change by the same id keeps what it does not name: zone, chat, text, and how it is delivered', async () => {
    const { house, bot } = await home();
    await bot.say('telegram:1', '/allow here', { group: '-100', title: '家族' });
    const first: ScheduleWish = { when: { cron: '0 13 * * *' }, text: 'tea', deliver: 'text', missed: 'skip', id: 'a' };
    await addSchedule(house, { ...first, zone: 'Pacific/Auckland', to: 'telegram:-100' });
    expect((await addSchedule(house, { when: { cron: '0 14 * * *' }, id: 'a' })).text).toMatch(
      /^Changed: a, .*Auckland/,
    );
    const kept = { zone: 'Pacific/Auckland', to: 'telegram:-100', message: 'tea', task: 'say', missed: 'skip' };
    expect((await listSchedules(house)).data).toEqual([
      expect.objectContaining({ schedule: 'cron 0 14 * * *', ...kept, next: expect.stringMatching(/T0[12]:00/) }),
    ]);
    await addSchedule(house, { when: { every: '2h' }, id: 'a', to: 'me', deliver: 'answer', missed: 'run-once' });
    expect((await listSchedules(house)).data).toMatchObject([
      { to: 'me', task: 'ask', missed: 'run-once', message: 'tea' },
    ]);
    await expect(addSchedule(house, { when: { every: '2h' }, id: 'b' })).rejects.toThrow(
      /needs --message, .* no schedule b/,
    );
  });

  it('C124: a row that cannot be read is listed as that, hinders no other, and is removed or left, never replaced', async () => {
    const { house, bot } = await home();
    for (const id of ['bad', 'zone']) await addSchedule(house, { ...wish, id });
    await bot.db.write(() => {
      bot.db.sql('UPDATE schedules SET spec = \'{"kind":"cron",}\' WHERE id = \'bad\'').run();
      bot.db.sql("UPDATE schedules SET zone = 'Europe/Atlantis' WHERE id = 'zone'").run();
    });
    expect((await addSchedule(house, { ...wish, id: 'good' })).text).toMatch(/^Scheduled: good/);
    const { data, text } = await listSchedules(house);
    expect(data).toMatchObject([
      { id: 'good', state: 'active' },
      {
        id: 'bad',
        state: 'unreadable',
        schedule: null,
        next: null,
        message: 'hm',
        reason: expect.stringMatching(/spec/),
      },
      {
        id: 'zone',
        state: 'unreadable',
        zone: 'Europe/Atlantis',
        reason: expect.stringMatching(/does not know its zone/),
      },
    ]);
    expect(text).toMatch(/^bad .*unreadable \(its spec is damaged/m);
    const before = bot.db.sql('SELECT * FROM schedules ORDER BY id').all();
    await expect(addSchedule(house, { ...wish, id: 'bad' })).rejects.toThrow(
      /bad cannot be read.*nothing is written over/,
    );
    for (const change of [pauseSchedule, resumeSchedule, runSchedule]) {
      await expect(change(house, 'bad')).rejects.toThrow(/^bad cannot be read/);
    }
    expect(bot.db.sql('SELECT * FROM schedules ORDER BY id').all()).toEqual(before);
    expect((await removeSchedule(house, 'bad')).text).toBe('bad is removed.');
  });

  it('leaves the heartbeat’s id to nightjar.yaml, which would write over it', async () => {
    const { house } = await home();
    await expect(addSchedule(house, { ...wish, id: 'heartbeat' })).rejects.toThrow(/nightjar\.yaml/);
  });

  it('tells wrong use from what is not to be had', async () => {
    const { house } = await home();
    const wrong: [Partial<ScheduleWish>, typeof ConfigError | typeof StateError, RegExp][] = [
      [{ when: { cron: '0 25 * * *' } }, ConfigError, /"0 25 \* \* \*" cannot be read/],
      [{ when: { every: 'often' } }, ConfigError, /not a length of time/],
      [{ when: { at: '2020-01-01 09:00' } }, ConfigError, /is past/],
      [{ zone: 'Mars/Base' }, ConfigError, /no time zone/],
      [{ text: ' \n' }, ConfigError, /no text/],
      [{ id: 'a b' }, ConfigError, /cannot be an id/],
      [{ to: 'telegram:-5' }, StateError, /I know no chat telegram:-5/],
    ];
    for (const [more, kind, says] of wrong) {
      const error = await addSchedule(house, { ...wish, ...more }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(kind);
      expect(error).toMatchObject({ message: expect.stringMatching(says), remedy: expect.stringMatching(/\w/) });
    }
    for (const id of ['1', '2', '3']) await addSchedule(house, { ...wish, id });
    await expect(addSchedule(house, wish)).rejects.toThrow(/There are 3 schedules/);
    // One that takes another's place adds none.
    await addSchedule(house, { ...wish, id: '3' });
    await expect(addSchedule({ ...house, home: tempDir() }, wish)).rejects.toThrow(/no Nightjar home/);
  });
});
