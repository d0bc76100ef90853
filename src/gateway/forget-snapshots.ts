// The ends of conversations that were kept as files: which of them go, wherever they stand by now, of which conversation one is, and
// whose each of its lines is. Reads rows; a file that was put away is the one that it was.

import type { Db } from '../db/database.js';
import { snapshotLines } from '../memory/dream/read/snapshot-blocks.js';
import type { Whose } from '../memory/forget/whose.js';
import { archivedFrom, isSnapshot } from '../memory/memory-files.js';
import type { Decision } from './forget-decide.js';

/** Of the conversations that go, where they were written and where they were put away. `paths`: of all files there are. */
export function snapshotsOf(db: Db, whole: Iterable<string>, paths: readonly string[]): string[] {
  const written = new Set(
    [...whole].flatMap((session) => [
      ...db.sql('SELECT path FROM snapshots WHERE session = ? AND path IS NOT NULL').column<string>([session]),
      ...db.sql("SELECT path FROM ledger WHERE session = ? AND call = 'snapshot'").column<string>([session]),
    ]),
  );
  if (written.size === 0) return [];
  // Where a run was killed the file is gone already, and its rows are not.
  const rows = db.sql("SELECT DISTINCT path FROM ledger WHERE path GLOB '*memory/archive/*'").column<string>();
  const away = [...paths, ...rows].filter((path) => archivedFrom(path).some((from) => written.has(from)));
  return [...new Set([...written, ...away])].filter((path) => !path.endsWith('/forgotten.md'));
}

/** The conversation whose end that file is. */
export function sessionOfSnapshot(db: Db, path: string): string | undefined {
  const look = db.sql('SELECT session FROM snapshots WHERE path = ?');
  return [path, ...archivedFrom(path)].flatMap((one) => look.column<string>([one]))[0];
}

/** Of each line (from 1) in which somebody speaks, whose it is. */
export function tailReader(
  { isName, isSharedName, isSaid }: Pick<Decision, 'isName' | 'isSharedName' | 'isSaid'>,
  isWhole: (path: string) => boolean,
  linesOf: (path: string) => readonly string[],
): (path: string, line: number) => Whose | undefined {
  const known = new Map<string, Map<number, Whose>>();
  function read(path: string): Map<number, Whose> {
    const said = snapshotLines(linesOf(path))?.said ?? [];
    return new Map(
      said.map(({ at, text, who }) => [
        at + 1,
        isName(who) || (isSharedName(who) && isSaid(text)) ? ('own' as const) : ('other' as const),
      ]),
    );
  }
  return (path, line) => {
    if (!isSnapshot(path)) return undefined;
    if (isWhole(path)) return 'own';
    const tail = known.get(path) ?? read(path);
    known.set(path, tail);
    return tail.get(line);
  };
}
