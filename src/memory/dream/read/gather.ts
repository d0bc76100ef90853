// Reads what a scope's days left behind: its daily logs and snapshots, and its conversations where they are handed in. Must
// never read another scope's, nor what a dream wrote; writes nothing.

import { setImmediate as breathe } from 'node:timers/promises';
import { type Log, type LogEntry, MemoryError, type MemoryView, type Scope } from '../../../contracts/index.js';
import { logEntries } from './entries.js';

export interface GatherParts {
  log: Log;
  /** Whether a session was begun by no person. */
  isMachine(session: string): boolean;
  /** What people said in the scope's own conversations on those days. */
  conversations?: ((scope: Scope, days: { from: string; to: string }) => LogEntry[]) | undefined;
}

export interface Gathered {
  /** By day and file. */
  entries: LogEntry[];
  /** Files that are there and could not be read. */
  unread: string[];
}

export async function gatherEntries(
  { log, isMachine, conversations }: GatherParts,
  view: MemoryView,
  days: { from: string; to: string },
): Promise<Gathered> {
  const entries: LogEntry[] = [];
  const unread: string[] = [];
  for (const file of await view.logs(days)) {
    const text = await view.read(file.path).then(
      (doc) => doc.text,
      (error: unknown) => {
        if (!(error instanceof MemoryError)) throw error;
        // It is gone, or a link, which nobody follows.
        if (error.kind !== 'not-found') {
          log.warn('dream.unreadable', { path: file.path, error });
          unread.push(file.path);
        }
        return undefined;
      },
    );
    if (text === undefined) continue;
    const originsOf = (lines: readonly string[]) => view.originsOf(file.path, lines);
    entries.push(...logEntries(text, file, { scope: view.scope, originsOf, isMachine }));
    // Nobody waits for a dream, and others in the process do.
    await breathe();
  }
  entries.push(...(conversations?.(view.scope, days) ?? []));
  return { entries, unread };
}
