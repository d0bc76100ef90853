// The menus of commands: fitted to Telegram's limits, written only on change, and never in the way.

import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openApi } from '../../../../channels/telegram/api.js';
import { createMenuWriter, menuOf, menusFor } from '../../../../channels/telegram/commands.js';
import type { CommandHint } from '../../../../src/contracts/index.js';
import { FakeClock } from '../../../support/fake-clock.js';
import { memoryLog } from '../../../support/memory-log.js';
import { floodWait } from '../../../support/telegram/faults.js';
import { startTelegram } from '../../../support/telegram/server.js';

const hint = (name: string, more: Partial<CommandHint> = {}): CommandHint => ({
  name,
  summary: `Does ${name}.`,
  for: 'everybody',
  ...more,
});
const ours = [
  hint('help'),
  hint('new'),
  hint('whoami', { for: 'direct' }),
  hint('pair', { for: 'owner' }),
  hint('jobs', { for: 'owner' }),
];

describe('menuOf', () => {
  it('keeps the order, fits names and descriptions, and ends at a hundred (C097)', () => {
    const skills = Array.from({ length: 140 }, (_, index) => hint(`my-skill-${index}`, { summary: '説'.repeat(300) }));
    const menu = menuOf([...ours, hint('my-skill'), ...skills]);
    expect(menu.map(({ command }) => command).slice(0, 6)).toEqual([
      'help',
      'new',
      'whoami',
      'pair',
      'jobs',
      'my_skill',
    ]);
    expect(menu).toHaveLength(100);
    for (const { command, description } of menu) {
      expect(command).toMatch(/^[a-z0-9_]{1,32}$/);
      expect(description.length).toBeLessThanOrEqual(256);
    }
  });

  it('leaves out what Telegram cannot show or would see twice', () => {
    const names = menuOf([
      hint('two words'),
      hint('京都'),
      hint('a'.repeat(33)),
      hint('my-skill'),
      hint('my_skill'),
      hint('Loud'),
      hint('quiet', { summary: ' \n ' }),
    ]);
    expect(names).toEqual([
      { command: 'my_skill', description: 'Does my-skill.' },
      { command: 'loud', description: 'Does Loud.' },
      { command: 'quiet', description: 'quiet' },
    ]);
  });

  it('is always a list that Telegram takes', () => {
    const any = fc.record({
      name: fc.string(),
      summary: fc.string({ maxLength: 400 }),
      for: fc.constant('everybody' as const),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 150 }), (hints) => {
        const menu = menuOf(hints);
        expect(menu.length).toBeLessThanOrEqual(100);
        expect(new Set(menu.map(({ command }) => command)).size).toBe(menu.length);
        for (const { command, description } of menu) {
          expect(command).toMatch(/^[a-z0-9_]{1,32}$/);
          expect(description).not.toBe('');
          expect(description.length).toBeLessThanOrEqual(256);
        }
      }),
    );
  });
});

describe('menusFor', () => {
  it('shows each place what can be used there', () => {
    const names = menusFor(ours, ['telegram:42', 'discord:7', 'telegram:chat:-100']).map(({ scope, commands }) => [
      scope,
      commands.map(({ command }) => command).join(' '),
    ]);
    expect(names).toEqual([
      [{ type: 'default' }, 'help new'],
      [{ type: 'all_private_chats' }, 'help new whoami'],
      [{ type: 'chat', chat_id: 42 }, 'help new whoami pair jobs'],
    ]);
  });
});

async function writer(stored = new Map<string, string>()) {
  const tg = await startTelegram();
  tg.private(tg.user({ id: 42, name: 'Ann' }));
  const clock = new FakeClock();
  const api = openApi({ token: tg.token, apiRoot: tg.apiRoot }, clock);
  const life = new AbortController();
  const open = (bot = '7000000001') =>
    createMenuWriter(
      {
        api,
        clock,
        log: memoryLog(),
        bot,
        store: {
          get: (name) => stored.get(name),
          set: async (name, value) => void stored.set(name, value),
        },
      },
      life.signal,
    );
  onTestFinished(async () => {
    life.abort();
    api.close();
    await tg.stop();
  });
  return { tg, clock, open, writes: () => tg.calls('setMyCommands').length };
}

describe('a menu writer', () => {
  it('writes a list once, also after a restart, and again when it changed or the bot did (C097)', async () => {
    const { tg, open, writes } = await writer();
    await open().publish(menusFor(ours, ['telegram:42']));
    expect(writes()).toBe(3);
    expect(tg.commands()?.map(({ command }) => command)).toEqual(['help', 'new']);
    expect(tg.commands({ type: 'chat', chat_id: 42 })).toHaveLength(5);
    await open().publish(menusFor(ours, ['telegram:42']));
    expect(writes()).toBe(3);
    await open().publish(menusFor([...ours, hint('late', { for: 'owner' })], ['telegram:42']));
    expect(writes()).toBe(4);
    await open('7000000002').publish(menusFor(ours, []));
    expect(writes()).toBe(6);
  });

  it('takes the menu of a former owner away', async () => {
    const { tg, open } = await writer();
    await open().publish(menusFor(ours, ['telegram:42']));
    await open().publish(menusFor(ours, []));
    expect(tg.commands({ type: 'chat', chat_id: 42 })).toBeUndefined();
  });

  it('does not wait where Telegram asks for a pause, and comes back later (C097)', async () => {
    const { tg, clock, open, writes } = await writer();
    tg.fail('setMyCommands', 1, floodWait(400));
    await open().publish(menusFor(ours, []));
    expect(writes()).toBe(1);
    await clock.advance(399_000);
    expect(writes()).toBe(1);
    await clock.advance(1_000);
    await tg.waitFor(() => tg.commands({ type: 'all_private_chats' }));
    expect(writes()).toBe(3);
  });

  it('shortens a list that is too long for Telegram in all, at its end (C097)', async () => {
    const { tg, open } = await writer();
    const many = [...ours, ...Array.from({ length: 60 }, (_, index) => hint(`skill_${index}`))];
    const tooMuch = { code: 400, description: 'Bad Request: BOT_COMMANDS_TOO_MUCH' };
    tg.fail('setMyCommands', 99, tooMuch, ({ commands }) => Array.isArray(commands) && commands.length > 30);
    await open().publish(menusFor(many, []));
    const menu = tg.commands() ?? [];
    expect(menu.length).toBeGreaterThan(20);
    expect(menu.length).toBeLessThanOrEqual(30);
    expect(menu[0]?.command).toBe('help');
    const before = tg.calls('setMyCommands').length;
    await open().publish(menusFor(many, []));
    expect(tg.calls('setMyCommands')).toHaveLength(before);
  });

  it('lets no owner who never wrote to the bot hold up the others, and tries them again next time', async () => {
    const { tg, open } = await writer();
    const owners = ['telegram:99', 'telegram:42'];
    await open().publish(menusFor(ours, owners));
    expect(tg.commands({ type: 'chat', chat_id: 42 })).toHaveLength(5);
    tg.private(tg.user({ id: 99, name: 'Late' }));
    await open().publish(menusFor(ours, owners));
    expect(tg.commands({ type: 'chat', chat_id: 99 })).toHaveLength(5);
  });

  it('tries the menu of an owner again as soon as they write, and what Telegram goes on refusing once a minute', async () => {
    const { tg, clock, open, writes } = await writer();
    const menus = open();
    await menus.publish(menusFor(ours, ['telegram:99', 'telegram:42']));
    const before = writes();
    menus.heard('42');
    menus.heard('7');
    menus.heard('99');
    await tg.waitFor(() => writes() === before + 1);
    for (let said = 0; said < 5; said++) menus.heard('99');
    await clock.advance(60_000);
    expect(writes()).toBe(before + 1);
    tg.private(tg.user({ id: 99, name: 'Late' }));
    menus.heard('99');
    await tg.waitFor(() => tg.commands({ type: 'chat', chat_id: 99 }));
    menus.heard('99');
    await clock.advance(60_000);
    expect(writes()).toBe(before + 2);
  });

  it('asks for nothing before a pause is over that Telegram wants', async () => {
    const { tg, clock, open, writes } = await writer();
    const menus = open();
    await menus.publish(menusFor(ours, ['telegram:99']));
    tg.fail('setMyCommands', 1, floodWait(400));
    tg.private(tg.user({ id: 99, name: 'Late' }));
    menus.heard('99');
    await tg.waitFor(() => writes() === 4);
    await clock.advance(399_000);
    menus.heard('99');
    expect(writes()).toBe(4);
    await clock.advance(1_000);
    await tg.waitFor(() => tg.commands({ type: 'chat', chat_id: 99 }));
  });

  it('writes the last of two lists, whichever was slower', async () => {
    const { tg, clock, open } = await writer();
    const menus = open();
    tg.fail('setMyCommands', 1, floodWait(5));
    await menus.publish(menusFor([hint('old')], []));
    await menus.publish(menusFor([hint('fresh')], []));
    await clock.advance(120_000);
    expect(tg.commands()).toEqual([{ command: 'fresh', description: 'Does fresh.' }]);
  });
});
