// One thing that is wrong in a file of the operator, and how all of them are told at once.
// Never carries a value that came from the environment.

import { ConfigError } from '../contracts/index.js';

/** Keys of sections and indexes of lists, from the top of the file. */
export type KeyPath = readonly (string | number)[];

export interface Problem {
  file: 'nightjar.yaml' | '.env';
  /** Both count from 1; absent when the file as a whole is meant. */
  line?: number;
  column?: number;
  key?: KeyPath;
  /** What is wrong, without a full stop. */
  says: string;
  /** What to do, one sentence; its full stop may be left out. */
  remedy: string;
}

/** `nightjar.yaml:3:5: model.name: what is wrong. Remedy.` */
function renderProblem({ file, line, column, key, says, remedy }: Problem): string {
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  const named = key && key.length > 0 ? `${showPath(key)}: ` : '';
  const full = `${place}: ${named}${says}. ${remedy}${/[.?]$/.test(remedy) ? '' : '.'}`;
  // Keys and values may hold line breaks and control characters; a problem is one line all the same.
  return full.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ');
}

const DEEPEST_SHOWN = 8;
const LONGEST_KEY = 60;

/** `model.fallbacks[0].name` */
export function showPath(path: KeyPath): string {
  const shown = path
    .slice(0, DEEPEST_SHOWN)
    .map((part) => (typeof part === 'string' ? part.slice(0, LONGEST_KEY) : part));
  const parts = shown.map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i > 0 ? '.' : ''}${part}`));
  return parts.join('') + (path.length > DEEPEST_SHOWN ? '…' : '');
}

/** One error for all problems, in the order of the file, each line once. */
export function problemsError(problems: readonly Problem[]): ConfigError {
  const ordered = [...problems].sort(
    (a, b) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
  return new ConfigError([...new Set(ordered.map(renderProblem))].join('\n'));
}

/** A path as a map key. */
export function pathKey(path: KeyPath): string {
  return path.map((part) => String(part)).join('\u0000');
}
