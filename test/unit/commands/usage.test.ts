// /usage: a chat hears of itself alone, the owner in private of the whole house, with names in words.

import { expect, it } from 'vitest';
import type { Caps } from '../../../src/contracts/index.js';
import { admitAccount } from '../../../src/gateway/people.js';
import { scriptedModel } from '../../../src/models/scripted.js';
import { openConversation } from '../../support/conversation.js';

async function stage(prices?: Record<string, { input: number; output: number }>, caps: Caps = {}) {
  const model = scriptedModel(() => ({ text: 'ok', usage: { input: 1_000, output: 100, cached: 300 } }));
  const home = await openConversation({
    ...{
      model,
      usage: prices ? { prices, caps } : {},
      groups: { team: { respond: 'always' }, other: { respond: 'always' } },
    },
  });
  await home.db.write(() => admitAccount(home.db, 'chat:bob', 'bob', 0));
  const hear = async (chat: string, say: () => Promise<unknown>) => {
    const before = home.texts(chat).length;
    await say();
    await home.until(() => home.texts(chat).length > before);
    return home.texts(chat).at(-1) ?? '';
  };
  return { ...home, hear };
}

it('a group and a person are told what they used themselves, and nothing of anybody else', async () => {
  const { hear, says, dm } = await stage({ test: { input: 1, output: 1 } });
  for (const text of ['one', 'two']) await hear('team', () => says('team', '山田', text));
  await hear('other', () => says('other', 'bob', 'secret'));
  await hear('bob', () => dm('bob', 'hi'));
  const one = '1 request, 1,000 tokens in (300 cached), 100 out, < 0.01 USD';
  const two = '2 requests, 2,000 tokens in (600 cached), 200 out, < 0.01 USD';
  expect(await hear('team', () => says('team', '山田', '/usage'))).toBe(
    `- Today: ${two}\n- Last 7 days: ${two}\n- This month: ${two}`,
  );
  expect(await hear('bob', () => dm('bob', '/usage week'))).toBe(`- Last 7 days: ${one}`);
  expect(await hear('bob', () => dm('bob', '/usage everything'))).toMatch(/^I can do this: /);
});

it('the owner in private is told of all, by chat, person, kind and model, and which prices are not known', async () => {
  const { hear, says, dm, db } = await stage();
  expect(await hear('owner', () => dm('owner', '/usage'))).toBe(
    '- Today: nothing\n- Last 7 days: nothing\n- This month: nothing',
  );
  await hear('team', () => says('team', '山田', 'one', { title: '税务 小组' }));
  await hear('owner', () => dm('owner', 'two'));
  await db.write(() => db.sql("UPDATE model_use SET day = '2026-11-25' WHERE person = 'owner'").run());
  const today = await hear('owner', () => dm('owner', '/usage'));
  const one = '1 request, 1,000 tokens in (300 cached), 100 out';
  expect(today).toContain(`- Today: ${one}\n- Last 7 days: 2 requests, 2,000 tokens in (600 cached), 200 out\n`);
  expect(today).toContain('\n\nNo price known for scripted/test.');
  expect(today).toContain(`**By chat**\n- \`税务 小组 (chat:team)\`: ${one}\n`);
  expect(today).toContain(`**By kind**\n- answering: ${one}`);
  const week = await hear('owner', () => dm('owner', '/usage WEEK'));
  expect(week).toContain('**Last 7 days** (2026-11-23 – 2026-11-29)');
  expect(week).toMatch(/^- `owner in private \(chat\)`: 1 request/m);
  expect(week).toMatch(/^- owner: 1 request/m);
});

it('caps are told with what is used of them: the house’s to the owner in private, a chat’s own to the chat', async () => {
  const caps = { day: 0.0015, monthTokens: 90_000, chatDay: 0.5, personDay: 1 };
  const { hear, says, dm } = await stage({ test: { input: 1, output: 1 } }, caps);
  await hear('team', () => says('team', '山田', 'one'));
  expect(await hear('team', () => says('team', '山田', '/usage day'))).toMatch(
    /^- Today: .*\n\nCaps: today < 0\.01 of 0\.50 USD\.$/,
  );
  await hear('other', () => says('other', 'bob', 'two'));
  expect(await hear('owner', () => dm('owner', '/usage'))).toContain(
    '\n\nCaps: this month 2,200 of 90,000 tokens; today < 0.01 of < 0.01 USD, reached.\n\n**Today**',
  );
});
