// Takes away what a chat does not want kept: what is older than it allows, and, where nothing is remembered, what the queues
// still say. Every chat by its own rule; must never take what is still to be done, nor anything of a chat without such a rule.

import { setImmediate as breathe } from 'node:timers/promises';
import type { Clock, Log, Scope } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { emptyPlans } from '../memory/dream/dream-rows.js';
import type { Memory } from '../memory/memory.js';
import { sameScope, scopeId } from '../memory/visibility.js';
import { type SessionRow, sessionById } from '../sessions/rows.js';
import type { Transcripts } from '../sessions/transcript.js';
import { localDay } from '../text/local-time.js';
import { mediaFolder } from './media.js';
import { pruneMedia } from './media-retention.js';
import { removeSession } from './session-removal.js';
import { blankWords } from './spent-words.js';

export interface PrivacyRetentionParts {
  db: Db;
  home: string;
  memory: Memory;
  transcripts: Pick<Transcripts, 'read' | 'remove'>;
  timezone: string;
  clock: Pick<Clock, 'now'>;
  log: Log;
  signal?: AbortSignal;
}

const DAY_MS = 24 * 3_600_000;
/** What is left over waits for the next time. */
const MOST_SESSIONS = 200;

/** Trouble with one scope is logged, and the others have their turn. */
export async function sweepPrivacy(parts: PrivacyRetentionParts, now: number): Promise<void> {
  const { memory, log, signal } = parts;
  if (memory.privacy.isPlain()) return;
  const scopes: Scope[] = [{ kind: 'main' }];
  for (const { scope } of memory.folders.all()) if (!scopes.some((one) => sameScope(one, scope))) scopes.push(scope);
  const known = knownConversations(parts);
  for (const scope of scopes) {
    if (signal?.aborted) return;
    const { remember, days } = memory.privacy.of(scope);
    try {
      if (days !== undefined) await dropOlder({ ...parts, known }, scope, now - days * DAY_MS);
      if (remember === 'off') await dropPassing({ ...parts, known }, scope, now);
    } catch (error) {
      log.warn('privacy.retention-failed', { scope: scope.kind, error });
    }
    await breathe();
  }
}

async function dropOlder(parts: Sweep, scope: Scope, before: number): Promise<void> {
  const { db, memory, timezone, log } = parts;
  const day = localDay(before, timezone);
  const expired = await memory.expire(scope, day);
  const ended = oldSessions(parts, scope, before, ['talk', 'run']);
  for (const session of ended) await removeSession(parts, session, false);
  if (ended.length > 0)
    await memory.index.refresh(ended.map(({ id }) => `sessions/${id}.jsonl`)).catch(() => undefined);
  const media = await pruneMedia({ ...parts, folder: await mediaFolder(memory.folders, scope) }, before);
  for (const session of keysOf(parts, scope)) await blankWords(db, { session, until: before });
  await db.write(() => {
    emptyPlans(db, scope, day);
    db.sql('DELETE FROM recalls WHERE scope = ? AND at < ?').run([scopeId(memory.folders.canonical(scope)), before]);
  });
  if (expired.length + ended.length + media > 0) {
    log.info('privacy.expired', { scope: scope.kind, files: expired.length, sessions: ended.length, media });
  }
}

/** A conversation that goes on still needs its words: its transcript has them. */
async function dropPassing(parts: Sweep, scope: Scope, now: number): Promise<void> {
  const { db } = parts;
  for (const session of oldSessions(parts, scope, now, ['run'])) await removeSession(parts, session, false);
  for (const session of keysOf(parts, scope)) {
    const [open = now] = db
      .sql('SELECT opened_at FROM sessions WHERE key = ? AND closed_at IS NULL')
      .column<number>([session]);
    await blankWords(db, { session, until: open - 1 });
  }
}

/** Ended, begun before, and with nothing left to be written down from. */
function oldSessions(
  { db, known }: Sweep,
  scope: Scope,
  before: number,
  purposes: SessionRow['purpose'][],
): SessionRow[] {
  const names = known.get(scopeId(scope))?.names ?? [];
  return db
    .sql(
      `SELECT id FROM sessions WHERE closed_at IS NOT NULL AND opened_at < ?
         AND purpose IN (SELECT value FROM json_each(?)) AND scope IN (SELECT value FROM json_each(?))
         AND id NOT IN (SELECT session FROM flushes WHERE state = 'queued')
         AND id NOT IN (SELECT session FROM snapshots WHERE state = 'queued') ORDER BY opened_at LIMIT ${MOST_SESSIONS}`,
    )
    .column<string>([before, JSON.stringify(purposes), JSON.stringify(names)])
    .flatMap((id) => sessionById(db, id) ?? []);
}

function keysOf({ known }: Sweep, scope: Scope): string[] {
  return known.get(scopeId(scope))?.keys ?? [];
}

/** By scope under its first name: what rows call it, and the keys of its conversations. Asked once: it goes through all rows. */
type Known = Map<string, { names: string[]; keys: string[] }>;

interface Sweep extends PrivacyRetentionParts {
  known: Known;
}

function knownConversations({ db, memory }: PrivacyRetentionParts): Known {
  const known: Known = new Map();
  const rows = db
    .sql<{ key: string; scope: string }>(
      'SELECT session_key AS key, scope FROM inbox UNION SELECT key, scope FROM sessions',
    )
    .all();
  for (const { key, scope } of rows) {
    const id = scopeId(memory.folders.canonical(JSON.parse(scope) as Scope));
    const one = known.get(id) ?? { names: [], keys: [] };
    known.set(id, one);
    if (!one.names.includes(scope)) one.names.push(scope);
    if (!one.keys.includes(key)) one.keys.push(key);
  }
  return known;
}
