// What the platforms' menus are made of, as those of both platforms take it.

import { describe, expect, it } from 'vitest';
import { fitCommands } from '../../../channels/discord/commands.js';
import { menusFor } from '../../../channels/telegram/commands.js';
import { commandHints } from '../../../src/commands/table.js';

describe('the menus', () => {
  const hints = commandHints();
  const admins = ['new', 'reset', 'compact', 'context', 'queue', 'model'];

  it('of Discord hold everything in servers too, what admins use in their chat as well', () => {
    const inServers = fitCommands(hints).filter(({ contexts }) => contexts?.includes(0));
    const names = inServers.map(({ name }) => name);
    expect(names).toEqual(hints.map(({ name }) => name));
    expect(names).toEqual(expect.arrayContaining([...admins, 'help', 'members']));
  });

  it('of Telegram hold it in private chats, and leave nothing out', () => {
    const [everywhere, direct, owner] = menusFor(hints, ['telegram:1']).map(({ commands }) =>
      commands.map(({ command }) => command),
    );
    expect(direct).toEqual(expect.arrayContaining(admins));
    expect(everywhere?.filter((name) => admins.includes(name))).toEqual([]);
    expect(owner).toEqual(hints.map(({ name }) => name));
  });

  it('name a second name only where people look for it', () => {
    expect(hints.map(({ name }) => name)).not.toContain('start');
  });
});
