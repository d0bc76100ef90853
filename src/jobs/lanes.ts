// Lane leases and fences in state.sqlite, under either queue engine. Every function is a statement or two, for use
// inside somebody's write transaction; nothing here waits, and a fence never goes down.

import type { Clock } from '../contracts/index.js';
import type { Db } from '../db/database.js';

/**
 * `holder` is a process id (Membership.id), `until` epoch ms. One acquisition is named by lane, holder and the fence it
 * returned; a second acquisition by the same process is a stranger to the first.
 */
export interface Lanes {
  /** Takes a lane that is free, whose lease ran out, or whose holder is dead. Returns the new, higher fence. */
  acquire(lane: string, holder: string, until: number): number | undefined;
  /** Extends the lease, also one that ran out while nobody else took the lane. False: it is lost. */
  renew(lane: string, holder: string, fence: number, until: number): boolean;
  /** Gives the lane back; false, and nothing changes, when it is no longer this acquisition's. */
  release(lane: string, holder: string, fence: number): boolean;
  /**
   * A transcript was seen with fence `atLeast`: lifts the lane's fence above it and returns the new one, which `holds`
   * asks for from now on; `renew` and `release` take the old one too. Undefined when the lane is lost.
   */
  raise(lane: string, holder: string, fence: number, atLeast: number): number | undefined;
  /** Whether what this fence writes still counts. Inside a transaction it stays true until the commit. */
  holds(lane: string, holder: string, fence: number): boolean;
  /** Leaves the wish that this turn end; it outlives a change of holder. */
  requestStop(lane: string, turn: string): void;
  stopRequested(lane: string, turn: string): boolean;
  /** The turn has ended; the wish is fulfilled. */
  clearStop(lane: string, turn: string): void;
  /** Frees every lane of a process that is gone. Returns how many. */
  releaseAll(holder: string): number;
}

interface LaneRow {
  fence: number;
  holder: string | null;
  lease_until: number;
}

/** As Lanes.requestStop, on the connection whose transaction it belongs to. */
export function requestStop(db: Db, lane: string, turn: string): void {
  db.sql(
    'INSERT INTO lanes (lane, stop_turn) VALUES (?, ?) ON CONFLICT DO UPDATE SET stop_turn = excluded.stop_turn',
  ).run([lane, turn]);
}

export function openLanes(parts: { db: Db; clock: Clock; isAlive: (process: string) => boolean }): Lanes {
  const { db, clock, isAlive } = parts;

  function acquire(lane: string, holder: string, until: number): number | undefined {
    const row = db.sql<LaneRow>('SELECT fence, holder, lease_until FROM lanes WHERE lane = ?').get([lane]);
    if (row?.holder && row.lease_until > clock.now() && (row.holder === holder || isAlive(row.holder)))
      return undefined;
    return db
      .sql<{ fence: number }>(
        `INSERT INTO lanes (lane, fence, taken, holder, lease_until) VALUES (:lane, 1, 1, :holder, :until)
         ON CONFLICT (lane) DO UPDATE
         SET fence = fence + 1, taken = fence + 1, holder = :holder, lease_until = :until
         RETURNING fence`,
      )
      .get({ lane, holder, until })?.fence;
  }

  // The ranges taken…fence of a lane's acquisitions never overlap, so any fence in the range names the acquisition.
  const mine = 'lane = :lane AND holder = :holder AND :fence BETWEEN taken AND fence';

  return {
    acquire,
    renew: (lane, holder, fence, until) =>
      db.sql(`UPDATE lanes SET lease_until = :until WHERE ${mine}`).run({ lane, holder, fence, until }).changes > 0,
    release: (lane, holder, fence) =>
      db.sql(`UPDATE lanes SET holder = NULL, lease_until = 0 WHERE ${mine}`).run({ lane, holder, fence }).changes > 0,
    raise: (lane, holder, fence, atLeast) =>
      db
        .sql<{ fence: number }>(`UPDATE lanes SET fence = max(fence, :atLeast) + 1 WHERE ${mine} RETURNING fence`)
        .get({ lane, holder, fence, atLeast })?.fence,
    holds: (lane, holder, fence) =>
      db.sql('SELECT 1 FROM lanes WHERE lane = ? AND holder = ? AND fence = ?').get([lane, holder, fence]) !==
      undefined,
    requestStop: (lane, turn) => requestStop(db, lane, turn),
    clearStop(lane, turn) {
      db.sql('UPDATE lanes SET stop_turn = NULL WHERE lane = ? AND stop_turn = ?').run([lane, turn]);
    },
    stopRequested: (lane, turn) =>
      db.sql('SELECT 1 FROM lanes WHERE lane = ? AND stop_turn = ?').get([lane, turn]) !== undefined,
    releaseAll: (holder) =>
      db.sql('UPDATE lanes SET holder = NULL, lease_until = 0 WHERE holder = ?').run([holder]).changes,
  };
}
