// Writes down what a piece of a history says that will still matter: the lines, and how far each can be relied on.

import type { ChatModel, Clock, Entry, Log, MemoryView, Scope, Trust } from '../../contracts/index.js';

export interface FlushParts {
  model: ChatModel | undefined;
  memory: MemoryView;
  clock: Clock;
  log: Log;
  timezone: string;
  signal: AbortSignal;
  timeoutMs: number;
}

export interface FlushPiece {
  scope: Scope;
  entries: readonly Entry[];
  from: number;
  to: number;
}

export interface FlushedLine {
  bullet: string;
  trust: Trust;
  entries: string[];
}

export async function flushPiece(
  _parts: FlushParts,
  { entries, from, to }: FlushPiece,
): Promise<{ lines: FlushedLine[]; by: 'model' | 'extract' }> {
  const lines = entries.slice(from, to + 1).flatMap((entry): FlushedLine[] => {
    if (entry.type !== 'user' || entry.text.length < 20) return [];
    return [
      { bullet: `- ${entry.text}`, trust: entry.from.role === 'owner' ? 'owner' : 'member', entries: [entry.id] },
    ];
  });
  return { lines, by: 'extract' };
}
