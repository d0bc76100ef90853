// `nightjar pair` beside a running bot: the way to the first owner.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.js';
import { approve, listAsking } from '../../src/pair-desk.js';
import { codeIn, mailTo, openAccess } from '../support/access.js';
import { tempDir } from '../support/temp-dir.js';

/** The bot's clock stands still; the command line goes by the real one. */
async function home(owners: string[]) {
  const dir = tempDir();
  writeFileSync(
    join(dir, 'nightjar.yaml'),
    `owner: ${JSON.stringify(owners)}\nchannels: { telegram: { token: "x" } }\nmodel: { provider: offline }\n`,
  );
  const loaded = loadConfig({ home: dir, env: {}, defaultTimezone: 'UTC' });
  const bot = await openAccess({ dir, owners });
  bot.clock.set(Date.now());
  return { bot, house: { home: dir, loaded, version: 'test' } };
}

describe('nightjar pair', () => {
  it('makes the first owner, whom no chat can make', async () => {
    const { bot, house } = await home([]);
    const code = codeIn((await bot.say('telegram:55', '你好', { name: '所有者\u001b[2J' }))[0]?.text);
    const list = await listAsking(house);
    expect(list.data).toMatchObject([{ code, account: 'telegram:55' }]);
    expect(list.text).toBe(`${code}  telegram:55  所有者[2J`);
    expect((await approve(house, code.toLowerCase(), true)).text).toMatch(/is one of your accounts now\.$/);
    expect(bot.db.sql("SELECT count(*) AS n FROM jobs WHERE name = 'send@gateway'").get()).toEqual({ n: 1 });
    expect(bot.role('telegram:55')).toBe('owner');
    const told = mailTo(await bot.say('telegram:55', '/whoami'), 'telegram/55');
    expect(told?.text).toMatch(/^You are my owner now/);
    expect((await listAsking(house)).text).toBe('Nobody asks to be let in.');
  });

  it('asks the first owner about the groups that the bot was put into before', async () => {
    const { bot, house } = await home([]);
    await bot.joined('telegram:8', { group: '-100', title: 'Den' });
    const code = codeIn((await bot.say('telegram:55', 'hi'))[0]?.text);
    await approve(house, code, true);
    const asked = await bot.say('telegram:55', 'hello');
    expect(asked.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^You are my owner now/),
      expect.stringMatching(/added me to `Den`/),
    ]);
    expect(asked.at(-1)?.message.buttons).toHaveLength(2);
  });

  it('adds to the configured owner, who hears of it, and lets members in without more', async () => {
    const { bot, house } = await home(['telegram:1']);
    const code = codeIn(mailTo(await bot.say('telegram:55', 'hi'), 'telegram/55')?.text);
    await approve(house, code, true);
    expect(bot.identity.owners()).toEqual(['telegram:1', 'telegram:55']);
    const said = await bot.say('telegram:1', '/whoami');
    expect(mailTo(said, 'telegram:1')?.text).toMatch(/on the command line/);
    const other = codeIn(mailTo(await bot.say('telegram:56', 'hi'), 'telegram/56')?.text);
    await approve(house, other, false);
    expect(bot.role('telegram:56')).toBe('member');
  });

  it('refuses codes that nobody holds', async () => {
    const { house } = await home(['telegram:1']);
    for (const code of ['ABCDEFGH', "'; --", ''])
      await expect(approve(house, code, true)).rejects.toThrow(/Nobody asks/);
  });
});
