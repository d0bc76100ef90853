// The processes of one home: a gateway and workers beside it, started, killed and ended while they are watched. Knows what each
// held when it died, and finds fault with one that ends by itself.

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, openDb } from '../../../src/db/database.js';
import { collect, startCli } from '../cli.js';

export type Kind = 'gateway' | 'worker';

export interface Member {
  kind: Kind;
  /** Under which it holds lanes. */
  id: string;
  child: ChildProcessWithoutNullStreams;
  output: { stdout: string; stderr: string };
  closed: Promise<number | null>;
}

/** What was under way when a process was told to go. */
export interface Death {
  kind: Kind;
  /** Epoch ms. */
  at: number;
  /** Rows of the inbox: those whose turns it ran, and those whose replies were still to be sent, whoever had written them. */
  turns: number[];
  unsent: number[];
}

export interface Household {
  home: string;
  /** Those that run and were not told to go. */
  members: Member[];
  /** By the id of each that ever was. */
  kinds: ReadonlyMap<string, Kind>;
  faults: string[];
  deaths: Death[];
  /** Resolves once it has joined the others. */
  start(kind: Kind): Promise<Member>;
  /** The turns it runs now, by their rows in the inbox. */
  turnsOf(member: Member): number[];
  kill(member: Member): Promise<void>;
  /** Ends it as a supervisor does; resolves to how long that took, ms. */
  end(member: Member): Promise<number>;
  /** Ends whatever still runs, at once. */
  close(): Promise<void>;
}

/** A machine may be busy with others. */
const JOIN_MS = 60_000;
const LOOK_MS = 20;
/** Supervisors kill after ten seconds by custom. */
const PATIENCE_MS = 10_000;

const TURNS = `SELECT inbox.row FROM lanes JOIN inbox ON inbox.session_key = lanes.lane
  WHERE lanes.holder = ? AND inbox.state = 'accepted' AND inbox.lead = inbox.row`;

const UNSENT = `SELECT DISTINCT outbox.inbox FROM outbox JOIN inbox ON inbox.row = outbox.inbox
  WHERE outbox.state IN ('queued', 'sending') AND inbox.state = 'answered'`;

/** `commands` starts each kind, `env` is what it finds around it. */
export function openHousehold(
  home: string,
  { commands, env }: { commands: Record<Kind, string[]>; env: Record<Kind, Record<string, string>> },
): Household {
  const members: Member[] = [];
  const kinds = new Map<string, Kind>();
  const faults: string[] = [];
  const deaths: Death[] = [];
  const leaving = new Set<number>();
  let db: Db | undefined;
  const state = () => (db ??= openDb(join(home, 'state.sqlite'), { readonly: true }));
  const all: Member[] = [];

  async function joined(pid: number, closed: Promise<number | null>): Promise<string> {
    let over = false;
    closed.then(() => {
      over = true;
    });
    for (let left = JOIN_MS; left > 0 && !over; left -= LOOK_MS) {
      const id = idOf(pid);
      if (id !== undefined) return id;
      await sleep(LOOK_MS);
    }
    throw new Error(over ? 'it ended before it had joined' : `it did not join in ${JOIN_MS} ms`);
  }

  /** The table is not there before the first process has made it. */
  function idOf(pid: number): string | undefined {
    try {
      return state()
        .sql('SELECT id FROM processes WHERE pid = ? ORDER BY started_at DESC LIMIT 1')
        .column<string>([pid])[0];
    } catch {
      return undefined;
    }
  }

  const turnsOf = ({ id }: Pick<Member, 'id'>) => state().sql(TURNS).column<number>([id]);

  function leave(member: Member, at: number): void {
    const { child, kind } = member;
    leaving.add(child.pid ?? 0);
    members.splice(members.indexOf(member), 1);
    deaths.push({ kind, at, turns: turnsOf(member), unsent: state().sql(UNSENT).column<number>() });
  }

  return {
    home,
    members,
    kinds,
    faults,
    deaths,
    turnsOf,
    async start(kind) {
      const child = startCli(home, commands[kind], env[kind]);
      child.stdin.on('error', () => {});
      const output = collect(child);
      const closed = once(child, 'close').then(([code]) => code as number | null);
      const { pid = 0 } = child;
      void closed.then((code) => {
        if (leaving.has(pid)) return;
        faults.push(`a ${kind} ended with ${code} by itself: ${output.stderr.slice(-1_000)}`);
        const at = members.findIndex((one) => one.child === child);
        if (at >= 0) members.splice(at, 1);
      });
      try {
        const member = { kind, id: await joined(pid, closed), child, output, closed };
        kinds.set(member.id, kind);
        members.push(member);
        all.push(member);
        return member;
      } catch (error) {
        leaving.add(pid);
        child.kill('SIGKILL');
        throw new Error(`no ${kind}: ${error instanceof Error ? error.message : error}: ${output.stderr}`);
      }
    },
    async kill(member) {
      // It holds still, so that what it held is what it died with.
      member.child.kill('SIGSTOP');
      leave(member, Date.now());
      member.child.kill('SIGKILL');
      await member.closed;
    },
    async end(member) {
      const began = performance.now();
      leave(member, Date.now());
      member.child.kill('SIGTERM');
      const over = new AbortController();
      const late = sleep(PATIENCE_MS, 'late' as const, { signal: over.signal }).catch(() => 'over' as const);
      const code = await Promise.race([member.closed, late]);
      over.abort();
      const ms = performance.now() - began;
      if (code !== 0) {
        faults.push(
          `a ${member.kind} that was told to end: ${code} after ${Math.round(ms)} ms: ${member.output.stderr}`,
        );
        member.child.kill('SIGKILL');
        await member.closed;
      }
      return ms;
    },
    async close() {
      for (const { child, closed } of all) {
        leaving.add(child.pid ?? 0);
        child.kill('SIGKILL');
        await closed;
      }
      db?.close();
    },
  };
}
