// A line of the terminal as an event. Pure.

import type { InboundEvent } from '../../src/contracts/index.js';
import { readSlashCommand } from '../../src/text/slash-command.js';
import type { Seat } from './seat.js';

/** Undefined for an empty line. Everything typed here is meant for the bot, in a pretended group too. */
export function lineToEvent(
  line: string,
  seat: Seat,
  { id, at, scripted = false }: { id: string; at: number; scripted?: boolean },
): InboundEvent | undefined {
  const text = line.trim();
  if (text === '') return undefined;
  const base = { id, chat: seat.chat, place: seat.place, from: seat.from, at, ...(scripted ? { scripted } : {}) };
  const command = readSlashCommand(text);
  if (command) return { ...base, type: 'command', name: command.name, args: command.args };
  return { ...base, type: 'message', message: id, text, addressed: true, files: [] };
}
