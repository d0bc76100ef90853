// What becomes of a file by the rules of its ledger, thought out again over lists of lines that differ from each other: no diffs,
// no patches, no database. The rules:
//   1. An edit by hand is a revision of its own, made when the ledger next looks; several before that are one.
//   2. A write is a revision on top of what stands there.
//   3. Taking revision R back changes what stands there now by what leads from the text after R to the text before it.
//   4. Two removals never stand in each other's way, and neither does what is put beside or between removed lines.
//   5. Where new lines took the place of old ones, every other change of those old lines since is a conflict, and nothing changes;
//      unless it is the same change, which counts once.
//   6. Of new lines at one place those that stand there now come first.
//   7. What was taken back, or changed nothing, is not taken back; what took something back can be.
//   8. From a file that is gone nothing is taken back but its removal.

/** Null: there is no file. */
export type Lines = readonly string[] | null;

interface ModelRevision {
  before: Lines;
  after: Lines;
  by: 'hand' | 'write' | 'undo';
  /** Place in the list of the one that it takes back. */
  undoes?: number;
}

/** `unsure`: the lines stand in another order than they did, so that there is more than one way to see it. */
export type Expected = { lines: Lines } | 'conflict' | 'refused' | 'unsure';

interface Hunk {
  from: number;
  to: number;
  lines: readonly string[];
}

export class LedgerModel {
  readonly revisions: ModelRevision[] = [];
  disk: Lines = null;
  #known: Lines = null;

  look(): void {
    if (isSame(this.disk, this.#known)) return;
    this.revisions.push({ before: this.#known, after: this.disk, by: 'hand' });
    this.#known = this.disk;
  }

  write(after: readonly string[]): void {
    this.look();
    this.#add({ before: this.disk, after, by: 'write' });
  }

  /** What taking the revision back leads to; changes nothing but what looking does. */
  undo(index: number): Expected {
    this.look();
    const asked = this.revisions[index];
    if (!asked || isSame(asked.before, asked.after) || this.#isUndone(index)) return 'refused';
    if (this.disk === null && asked.after !== null) return 'conflict';
    return together(asked.after ?? [], asked.before ?? [], this.disk ?? []);
  }

  undone(index: number, after: Lines): void {
    this.#add({ before: this.disk, after, by: 'undo', undoes: index });
  }

  #add(revision: ModelRevision): void {
    this.revisions.push(revision);
    this.disk = revision.after;
    this.#known = revision.after;
  }

  #isUndone(index: number): boolean {
    return this.revisions.some(({ undoes }, by) => undoes === index && !this.#isUndone(by));
  }
}

function together(base: readonly string[], ours: readonly string[], theirs: readonly string[]): Expected {
  if (!isInOrder(base, ours) || !isInOrder(base, theirs)) return 'unsure';
  const left = hunks(base, theirs);
  const right = hunks(base, ours).filter((hunk) => !left.some((one) => isEqual(one, hunk)));
  if (left.some((a) => right.some((b) => overlap(a, b) && !goTogether(a, b) && !goTogether(b, a)))) return 'conflict';
  const gone = new Set([...left, ...right].flatMap(({ from, to }) => base.slice(from, to)));
  const lines: string[] = [];
  for (let at = 0; at <= base.length; at++) {
    const here = [...left, ...right].filter(({ from, lines }) => from === at && lines.length > 0);
    // What is only put in stands before what takes a line's place.
    const put = [...here.filter(({ from, to }) => from === to), ...here.filter(({ from, to }) => from < to)];
    lines.push(...put.flatMap((hunk) => hunk.lines));
    const line = base[at];
    if (line !== undefined && !gone.has(line)) lines.push(line);
  }
  return { lines };
}

/** What leads from the one to the other, between the lines that both have. */
function hunks(base: readonly string[], next: readonly string[]): Hunk[] {
  const found: Hunk[] = [];
  let [from, begin] = [0, 0];
  for (const line of [...base.filter((one) => next.includes(one)), undefined]) {
    const to = line === undefined ? base.length : base.indexOf(line);
    const end = line === undefined ? next.length : next.indexOf(line);
    if (to > from || end > begin) found.push({ from, to, lines: next.slice(begin, end) });
    [from, begin] = [to + 1, end + 1];
  }
  return found;
}

function isInOrder(a: readonly string[], b: readonly string[]): boolean {
  return isSame(
    a.filter((line) => b.includes(line)),
    b.filter((line) => a.includes(line)),
  );
}

function overlap(a: Hunk, b: Hunk): boolean {
  return a.from < b.to && b.from < a.to;
}

function goTogether(a: Hunk, b: Hunk): boolean {
  return isRemoval(a) && (isRemoval(b) || b.from === b.to);
}

function isRemoval({ lines }: Hunk): boolean {
  return lines.length === 0;
}

function isEqual(a: Hunk, b: Hunk): boolean {
  return a.from === b.from && a.to === b.to && isSame(a.lines, b.lines);
}

function isSame(a: Lines, b: Lines): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
