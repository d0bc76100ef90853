// What the index says of itself and of a search, as lines for people: in a chat, on the command line, for doctor. Pure.

import type { Hit, ScoreParts, SearchAnswer } from '../contracts/index.js';
import type { IndexStatus, PassReport, VectorReport } from '../memory/index/memory-index.js';
import type { VerifyReport } from '../memory/index/store.js';
import { ownerName } from '../memory/visibility.js';
import { utcTime } from '../text/local-time.js';
import { placeOf } from '../text/place.js';
import { focusOn } from './focus.js';

/** Where a hit stands, and whose it is where that is not its reader's own. */
export function hitTitle(hit: Hit): string {
  return `${placeOf(hit)}${hit.owner === undefined ? '' : ` (${hit.owner})`}`;
}

/** What a person reads of it: a transcript's lines that nobody spoke are left out. */
export function snippetLines({ corpus, snippet }: Hit): string[] {
  const lines = snippet.split('\n');
  return corpus === 'sessions' ? lines.filter((line) => line !== '') : lines;
}

/** How it was searched, and what was left out: `lexical only; 3 files are not searched yet`. */
export function modeOf({ mode, pending }: Pick<SearchAnswer, 'mode' | 'pending'>): string {
  return pending === 0 ? mode : `${mode}; ${count(pending, 'file is', 'files are')} not searched yet`;
}

/**
 * Each hit as its place and the lines that hold the query, indented, best first, and a last line with the mode. `origins`: of
 * each hit what is said of its lines.
 */
export function answerLines(
  answer: SearchAnswer,
  query: string,
  origins: readonly (readonly { line: number; text: string }[])[] = [],
): string[] {
  const hits = answer.hits
    .map((hit) => focusOn(hit, query))
    .flatMap((hit, at) => [
      hitTitle(hit),
      ...snippetLines(hit).map((line) => `    ${line}`),
      ...(hit.parts ? [`    score ${share(hit.score)} (${partsOf(hit.parts)})`] : []),
      ...(origins[at] ?? []).map(({ line, text }) => `    line ${line}: ${text}`),
      '',
    ]);
  return [...(hits.length > 0 ? hits : ['Nothing found.']), modeOf(answer)];
}

/** One line for the whole, one an owner, one a notice. */
export function statusLines(status: IndexStatus): string[] {
  const { mode, generation, bytes, lastSync, notices, skipped, scopes } = status;
  const kept = generation === 0 ? 'in memory' : `generation ${generation}`;
  return [
    `Mode: ${mode}`,
    `Index: ${kept}, ${Math.ceil(bytes / 1_024)} KB, ${lastSync === undefined ? 'not compared with the files yet' : `last compared with the files ${utcTime(lastSync)}`}`,
    ...scopes.map(
      ({ owner, files, indexed, stale, chunks, vectors }) =>
        `${ownerName(owner)}: ${indexed}/${files} files indexed, ${stale} stale, ${count(chunks, 'chunk', 'chunks')}, ${count(vectors, 'vector', 'vectors')}`,
    ),
    ...[...notices, ...skipped].map((notice) => `Note: ${notice}`),
  ];
}

export function syncLines({ files, indexed, unchanged, removed, failed, ms, vectors }: PassReport): string[] {
  return [
    `${count(files, 'file', 'files')}: ${indexed} indexed, ${unchanged} unchanged, ${removed} removed, in ${Math.round(ms)} ms.`,
    ...(vectors ? [vectorLine(vectors)] : []),
    ...failed.map(({ path, reason }) => `${path} was not indexed: ${reason}`),
  ];
}

function vectorLine({ embedded, left, trouble }: VectorReport): string {
  if (left === 0) return `${count(embedded, 'vector', 'vectors')}, none missing.`;
  return `${count(embedded, 'vector', 'vectors')}, ${left} missing${trouble === undefined ? '' : `: ${trouble}`}.`;
}

export function verifyLines({ files, chunks, vectors, problems }: VerifyReport): string[] {
  const seen = `${count(files, 'file', 'files')}, ${count(chunks, 'chunk', 'chunks')}, ${count(vectors, 'vector', 'vectors')}`;
  if (problems.length === 0) return [`${seen}: all agree.`];
  const remedy = '`nightjar memory index` brings it up to date; with --rebuild it is made anew.';
  return [...problems, `${seen}: ${count(problems.length, 'problem', 'problems')}. ${remedy}`];
}

function partsOf({ text, vector, recency }: ScoreParts): string {
  return `text ${share(text)}, vector ${share(vector)}, recency ${share(recency)}`;
}

function share(value: number): string {
  return value.toFixed(2);
}

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}
