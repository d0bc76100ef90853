// What a terminal that died left behind: its chat's open messages and unsent replies go to the next terminal in that
// same chat. Another chat's are never touched, so that no private reply appears in a group's window.

import type { ChatRef } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { adoptChat, openReceivers } from './inbox.js';
import { terminalProcess } from './roles.js';

/** Takes over what waits in `chat` for roles whose process is gone. Returns the roles it took over from. */
export async function adoptFromDead(
  db: Db,
  chat: ChatRef,
  mine: string,
  alive: { process(id: string): boolean; gateway(): boolean },
): Promise<string[]> {
  const dead = openReceivers(db, chat).filter((role) => {
    if (role === mine) return false;
    const terminal = terminalProcess(role);
    return terminal === undefined ? !alive.gateway() : !alive.process(terminal);
  });
  if (dead.length > 0) {
    await db.write(() => {
      for (const role of dead) adoptChat(db, chat, role, mine);
    });
  }
  return dead;
}
