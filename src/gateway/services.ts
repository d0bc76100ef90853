// What commands ask of the house: ending a conversation, stopping a turn, telling how things stand.

import type { CommandServices } from '../commands/command.js';
import type { Clock } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { Memory } from '../memory/memory.js';
import { closeSession, currentSession } from '../sessions/rows.js';
import { conversationLine, type HouseStatus, houseLines, memoryLine } from './status.js';
import { stopTurn } from './stop-turn.js';

export interface ServiceParts {
  db: Db;
  clock: Clock;
  memory: Memory;
  requestStop(lane: string, turn: string): void;
  model: string;
  house(): Promise<HouseStatus>;
}

export function commandServices(parts: ServiceParts): CommandServices {
  const { db, clock, memory, model } = parts;
  return {
    isOpen: (session) => currentSession(db, session) !== undefined,
    startOver: (session) => closeSession(db, session, clock.now()),
    stopTurn: (session, row, mine) => stopTurn(db, parts.requestStop, { session, row }, mine),
    async status({ scope, session }) {
      const used = conversationLine(db, session);
      // The house is told to its owner, in private; a chat hears of itself alone.
      if (scope.kind === 'main') return [...houseLines(await parts.house()), used];
      return [{ label: 'Model', value: model }, used, memoryLine(await memory.status(scope))];
    },
  };
}
