// What people's questions found again: digests of a scope's own lines and of what was asked, and how often that was. Keeps no
// words, holds nobody up, and must never count another scope's lines.

import { createHash } from 'node:crypto';
import type { Clock, Hit, Log, Recalls, Scope } from '../../../contracts/index.js';
import type { Db } from '../../../db/database.js';
import { contentOf, wantedBy } from '../../../text/content.js';
import { localDay } from '../../../text/local-time.js';
import { dayOf } from '../../memory-files.js';
import { scopeId } from '../../visibility.js';

const MOST_LINES = 20;
const PRUNE_BATCH = 1_000;

export interface RecallParts {
  db: Db;
  clock: Clock;
  timezone: string;
  log: Log;
  /** The key of a claim, from its words and who said so. */
  /** Loaded once something was found: it stands on many words. */
  claimKey(): Promise<ClaimKey>;
}

export interface RecallSignals {
  /** Notes what a person's question found. Never throws; what the disk refuses is logged and lost. */
  note(scope: Scope, session: string, query: string, hits: readonly Hit[]): void;
  /** How often a claim was found since that day (YYYY-MM-DD), which counts. */
  of(scope: Scope, key: string, since: string): Recalls;
  /** The same of every claim that was found at all, by key. */
  all(scope: Scope, since: string): Map<string, Recalls>;
  /** Forgets what was last found before (epoch ms), in small steps; how many rows that were. */
  prune(before: number): Promise<number>;
  /** Resolves once all that was noted so far is written, or lost. Never rejects. */
  idle(): Promise<void>;
}

interface Row {
  claim: string;
  score: number;
}

const COUNTS = 'count(DISTINCT query) AS questions, count(DISTINCT day) AS days, max(score) AS best';

type ClaimKey = (text: string, speaker?: string) => string;

export function openRecalls({ db, clock, timezone, log, claimKey }: RecallParts): RecallSignals {
  let last: Promise<void> = Promise.resolve();
  let isFailing = false;

  async function write(at: number, scope: Scope, session: string, query: string, hits: readonly Hit[]): Promise<void> {
    await nextTurn();
    try {
      const wanted = wantedBy(query);
      const rows = rowsOf(scope, wanted, hits, await claimKey());
      if (rows.length === 0) return;
      const asked = digestOf([...wanted].sort());
      const day = localDay(at, timezone);
      await db.write(() => {
        const insert = db.sql(`
          INSERT INTO recalls (scope, claim, query, day, session, score, at) VALUES (?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET score = max(score, excluded.score), at = max(at, excluded.at)`);
        for (const { claim, score } of rows) insert.run([scopeId(scope), claim, asked, day, session, score, at]);
      });
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn('recalls.lost', { error });
      isFailing = true;
    }
  }

  return {
    note(scope, session, query, hits) {
      const at = clock.now();
      last = last.then(() => write(at, scope, session, query, hits));
    },
    of(scope, key, since) {
      const row = db
        .sql<Omit<Recalls, 'best'> & { best: number | null }>(
          `SELECT ${COUNTS} FROM recalls WHERE scope = ? AND claim = ? AND day >= ?`,
        )
        .get([scopeId(scope), key, since]);
      return { questions: row?.questions ?? 0, days: row?.days ?? 0, best: row?.best ?? 0 };
    },
    all(scope, since) {
      const rows = db
        .sql<Recalls & { claim: string }>(
          `SELECT claim, ${COUNTS} FROM recalls WHERE scope = ? AND day >= ? GROUP BY claim`,
        )
        .all([scopeId(scope), since]);
      return new Map(rows.map(({ claim, ...counts }) => [claim, counts]));
    },
    async prune(before) {
      for (let pruned = 0; ; await nextTurn()) {
        const { changes } = await db.write(() =>
          db
            .sql(`
              DELETE FROM recalls WHERE (scope, claim, query, day) IN (
                SELECT scope, claim, query, day FROM recalls WHERE at < ? LIMIT ${PRUNE_BATCH})`)
            .run([before]),
        );
        pruned += changes;
        if (changes < PRUNE_BATCH) return pruned;
      }
    },
    idle: () => last,
  };
}

/** The lines that answer, each claim once with its best score. Pure. */
function rowsOf(scope: Scope, wanted: ReadonlySet<string>, hits: readonly Hit[], claimKey: ClaimKey): Row[] {
  const found = new Map<string, number>();
  for (const { snippet, score } of hits.filter((hit) => isOwn(scope, hit))) {
    for (const line of snippet.split('\n')) {
      if (found.size >= MOST_LINES) break;
      const said = saidIn(line);
      if (said === undefined || ![...contentOf(said.whole)].some((term) => wanted.has(term))) continue;
      const claim = claimKey(said.text, said.speaker);
      found.set(claim, Math.max(found.get(claim) ?? 0, Math.min(1, Math.max(0, score))));
    }
  }
  return [...found].map(([claim, score]) => ({ claim, score }));
}

/** A log, a snapshot or the long-term file of the scope itself, and nothing that is shared or mounted. */
function isOwn(scope: Scope, { path, corpus, owner }: Hit): boolean {
  if (corpus !== 'memory' || owner !== undefined) return false;
  const [, folder, name = ''] = /^((?:groups|people)\/[^/]+\/)?(.*)$/s.exec(path) ?? [];
  if ((folder === undefined) !== (scope.kind === 'main')) return false;
  return /^(?:MEMORY|memory)\.md$/.test(name) || (name.startsWith('memory/') && dayOf(name) !== undefined);
}

const LEAD = /^\s*(?:>\s*)*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]\]\s+)?(?:\[?\d{1,2}:\d{2}\]?\s+)?/;
/** As memory/daily-log.ts attributes a line, and as a flush says what no person said. */
const SPEAKER = /^(?:“([^”]{1,60})”|(The assistant|A tool|A web page)|([\p{L}\p{N}\p{M}-]{1,60})) said: /u;
/** A heading, a fence, a comment, or who speaks and when above what a snapshot quotes. */
const NO_CLAIM = /^(?:#|```|~~~|<!)|, (?:\d{4}-\d\d-\d\d )?\d\d:\d\d:$/;

/** A line's words without bullet, time and speaker; undefined where it says nothing. */
function saidIn(line: string): { whole: string; text: string; speaker?: string } | undefined {
  const whole = line.replace(LEAD, '').trim();
  if (NO_CLAIM.test(whole)) return undefined;
  const [lead = '', quoted, source, plain] = SPEAKER.exec(whole) ?? [];
  const speaker = quoted ?? source ?? plain;
  const text = whole.slice(lead.length).trim();
  return text === '' ? undefined : { whole, text, ...(speaker === undefined ? {} : { speaker }) };
}

function digestOf(words: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 24);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
