// What a terminal that died left behind: its chat's open messages and unsent replies go to the next terminal in that
// same chat. Another chat's are never touched, so that no private reply appears in a group's window.

import type { ChatRef } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { adoptChat, openReceivers } from './inbox.js';

/** The role of the process that runs the configured channels; there is one per home. */
export const GATEWAY = 'gateway';

const TERMINAL = 'terminal:';

/** The role of a `chat` process for its own console. */
export function terminalRole(processId: string): string {
  return `${TERMINAL}${processId}`;
}

/** Takes over what waits in `chat` for roles whose process is gone. Returns the roles it took over from. */
export async function adoptFromDead(
  db: Db,
  chat: ChatRef,
  mine: string,
  alive: { process(id: string): boolean; gateway(): boolean },
): Promise<string[]> {
  const dead = openReceivers(db, chat).filter((role) => {
    if (role === mine) return false;
    return role.startsWith(TERMINAL) ? !alive.process(role.slice(TERMINAL.length)) : !alive.gateway();
  });
  if (dead.length > 0) {
    await db.write(() => {
      for (const role of dead) adoptChat(db, chat, role, mine);
    });
  }
  return dead;
}
