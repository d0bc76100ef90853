// Random sequences of writes, edits by hand and undos on one ledger, each compared with the model of the rules at every step.
// Used by a short test and by a long soak.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Db } from '../../../src/db/database.js';
import { openFileLocks } from '../../../src/memory/file-locks.js';
import { openFiles } from '../../../src/memory/files.js';
import { knownFiles } from '../../../src/memory/known-files.js';
import { type Ledger, openLedger } from '../../../src/memory/ledger.js';
import { FakeClock } from '../fake-clock.js';
import { silentLog } from '../silent-log.js';
import { LedgerModel, type Lines } from './ledger-model.js';

const main = { kind: 'main' } as const;
const why = { who: 'console:owner', by: 'tool', reason: 'a test', trust: 'owner' } as const;

type Step =
  | { kind: 'append'; count: number }
  | { kind: 'rewrite' | 'edit'; at: number; take: number; put: number }
  | { kind: 'look' | 'remove' }
  | { kind: 'undo'; which: number };

const small = fc.nat({ max: 3 });
const change = { at: fc.nat({ max: 9 }), take: small, put: small };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('rewrite' as const), ...change }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('edit' as const), ...change }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('look' as const, 'look' as const, 'remove' as const) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat({ max: 40 }) }) },
);

export interface LedgerFigures {
  sequences: number;
  revisions: number;
  byHand: number;
  undone: number;
  conflicts: number;
  refused: number;
  /** Taken back where more than one result is right; no line that stood there beside may be lost. */
  unsure: number;
}

/** Throws what fast-check finds, with the shortest sequence that fails. */
export async function ledgerRounds(
  home: { workspace: string; runDir: string; db: Db },
  sequences: number,
): Promise<LedgerFigures> {
  const { workspace, runDir, db } = home;
  const clock = new FakeClock('2026-11-29T09:00:00Z');
  const ledger = openLedger({
    ...{ db, clock, log: silentLog },
    files: await openFiles(workspace),
    locks: openFileLocks({ runDir, clock }),
  });
  await db.write(() => knownFiles(db).setWhole());
  const figures: LedgerFigures = {
    sequences: 0,
    revisions: 0,
    byHand: 0,
    undone: 0,
    conflicts: 0,
    refused: 0,
    unsure: 0,
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const path = `n${figures.sequences++}.md`;
      await sequence(ledger, { path, full: join(workspace, path) }, steps, figures);
    }),
    { numRuns: sequences },
  );
  return figures;
}

async function sequence(
  ledger: Ledger,
  { path, full }: { path: string; full: string },
  steps: readonly Step[],
  figures: LedgerFigures,
): Promise<void> {
  const model = new LedgerModel();
  let serial = 0;
  const fresh = (count: number) => Array.from({ length: count }, () => `- ${serial++} 記憶`);
  const rows = () =>
    ledger
      .list(path, 99)
      .filter(({ state }) => state === 'done')
      .reverse();
  for (const step of steps) {
    switch (step.kind) {
      case 'append': {
        const lines = fresh(step.count);
        await ledger.write({ owner: main, patch: { kind: 'append', path, lines }, why });
        model.write([...(model.disk ?? []), ...lines]);
        break;
      }
      case 'rewrite': {
        const next = spliced(model.disk ?? [], step, fresh);
        const base = await revisionNow(ledger, path, model);
        const patch = { kind: 'replace', path, text: textOf(next) } as const;
        await ledger.write({ owner: main, patch, base, why });
        model.write(next);
        break;
      }
      case 'edit':
        model.disk = spliced(model.disk ?? [], step, fresh);
        writeFileSync(full, textOf(model.disk));
        break;
      case 'remove':
        model.disk = null;
        rmSync(full, { force: true });
        break;
      case 'look':
        await ledger.look(path, main);
        model.look();
        break;
      case 'undo':
        await undo(step.which);
    }
    same(linesIn(full), model.disk, `the file after ${step.kind}`);
  }
  await ledger.look(path, main);
  model.look();
  const kinds = rows().map(({ by, undoes }) => (undoes !== null ? 'undo' : by === 'hand' ? 'hand' : 'write'));
  same(
    kinds,
    model.revisions.map(({ by }) => by),
    'the revisions',
  );
  figures.revisions += kinds.length;
  figures.byHand += kinds.filter((kind) => kind === 'hand').length;

  async function undo(which: number): Promise<void> {
    await ledger.look(path, main);
    model.look();
    if (model.revisions.length === 0) return;
    const index = which % model.revisions.length;
    const row = rows()[index]?.row ?? -1;
    const expected = model.undo(index);
    const before = model.disk;
    const kind = await ledger.undo({ row, owner: main, why: { ...why, by: 'command' } }).then(
      () => 'done',
      (error: unknown) => (error as { kind?: string }).kind ?? String(error),
    );
    if (expected === 'unsure') {
      figures.unsure++;
      if (kind !== 'done') return same(kind, 'conflict', 'an undo');
      const now = linesIn(full);
      const { after } = model.revisions[index] ?? { after: null };
      const lost = (before ?? []).filter((line) => !(after ?? []).includes(line) && !now?.includes(line));
      same(lost, [], 'lines that an undo lost');
      model.undone(index, now);
    } else if (expected === 'conflict' || expected === 'refused') {
      same(kind, expected === 'conflict' ? 'conflict' : 'invalid', 'an undo');
      figures[expected === 'conflict' ? 'conflicts' : 'refused']++;
    } else {
      same(kind, 'done', 'an undo');
      model.undone(index, expected.lines);
      figures.undone++;
    }
  }
}

function spliced(
  lines: readonly string[],
  { at, take, put }: { at: number; take: number; put: number },
  fresh: (count: number) => string[],
): string[] {
  const next = [...lines];
  next.splice(at % (lines.length + 1), take, ...fresh(put));
  return next;
}

async function revisionNow(ledger: Ledger, path: string, model: LedgerModel): Promise<string> {
  await ledger.look(path, main);
  model.look();
  return ledger.list(path, 1)[0]?.after ?? 'absent';
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function linesIn(full: string): Lines {
  try {
    return readFileSync(full, 'utf8').split('\n').slice(0, -1);
  } catch {
    return null;
  }
}

function same(actual: unknown, expected: unknown, what: string): void {
  const [found, wanted] = [actual, expected].map((value) => JSON.stringify(value));
  if (found !== wanted) throw new Error(`${what}: ${found}, not ${wanted}`);
}
