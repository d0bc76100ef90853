// What the handles of a test share of one running stand-in.

import type { CommandBook } from './commands.js';
import type { Interactions } from './interactions.js';
import { INTENT, type StoredGuild } from './model.js';
import type { World } from './world.js';

export class Hub {
  readonly world: World;
  readonly interactions: Interactions;
  readonly commands: CommandBook;

  constructor(world: World, interactions: Interactions, commands: CommandBook) {
    this.world = world;
    this.interactions = interactions;
    this.commands = commands;
  }

  leave(guild: StoredGuild): void {
    guild.joined = false;
    this.world.tell({ t: 'GUILD_DELETE', d: { id: guild.id }, intent: INTENT.guilds });
  }

  /** Resolves as soon as something makes `holds` true; rejects after `ms` of real time with what was waited for. */
  waitFor(holds: () => boolean, ms: number, what: () => string): Promise<void> {
    if (holds()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const stop = this.world.onChange(() => {
        if (holds()) finish(resolve);
      });
      const timer = setTimeout(() => finish(() => reject(new Error(`waited ${ms} ms in vain for ${what()}`))), ms);
      function finish(then: () => void) {
        stop();
        clearTimeout(timer);
        then();
      }
    });
  }
}
