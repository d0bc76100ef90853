// A memory on a fresh workspace, and short words for what tests do with it.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { MemoryError, Provenance, Scope } from '../../../src/contracts/index.js';
import { openState } from '../../../src/db/state.js';
import { type Memory, type MemoryOptions, openMemory } from '../../../src/memory/memory.js';
import { FakeClock } from '../fake-clock.js';
import { memoryLog } from '../memory-log.js';
import { tempDir } from '../temp-dir.js';

export const main: Scope = { kind: 'main' };
export const team: Scope = { kind: 'group', channel: 'console', chat: 'team' };
export const bob: Scope = { kind: 'person', person: 'bob' };

export async function openTestMemory(options: Partial<MemoryOptions> = {}) {
  const home = tempDir();
  const workspace = join(home, 'workspace');
  mkdirSync(workspace, { mode: 0o700 });
  const clock = new FakeClock('2026-11-29T09:00:00Z');
  const log = memoryLog();
  const state = await openState(join(home, 'state.sqlite'));
  onTestFinished(() => state.close());
  const base = { workspace, runDir: join(home, 'run'), db: state.db, clock, timezone: 'UTC', log };
  const memory: Memory = await openMemory({ ...base, ...options });
  const path = (name: string) => join(workspace, name);
  return {
    home,
    workspace,
    clock,
    log,
    db: state.db,
    memory,
    path,
    put(name: string, text: string | Buffer) {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text);
    },
    text: (name: string) => readFileSync(path(name), 'utf8'),
    has: (name: string) => existsSync(path(name)),
  };
}

export function why(more: Partial<Provenance> = {}): Provenance {
  return { who: 'console:owner', by: 'tool', reason: 'a test', trust: 'owner', ...more };
}

/** What a promise failed with, to compare failures as a whole. */
export async function failure(work: Promise<unknown>): Promise<{ kind: string; message: string }> {
  try {
    await work;
  } catch (error) {
    const { kind, message } = error as MemoryError;
    return { kind, message };
  }
  throw new Error('it did not fail');
}
