// From a parsed YAML document to plain data with positions. Here integers lose no digit, a key has one spelling and
// stands once. Never decides what a key means.

import { type Document, isAlias, isMap, isScalar, isSeq, type LineCounter, type Node, type Pair } from 'yaml';
import { type KeyPath, type Problem, pathKey } from './problem.js';

export interface Tree {
  value: unknown;
  /** Where a key, or else the value, of a path begins: offsets into the text, by `pathKey`. */
  positions: Map<string, { path: KeyPath; key: number; value: number }>;
  problems: Problem[];
  /** Paths whose value is known to be wrong, by `pathKey`; nothing more need be said about them. */
  broken: Set<string>;
}

/** Aliases may not make a small file large. */
const MOST_NODES = 20_000;

/**
 * Walks the document. Integers become numbers, in keys text; what a double cannot hold exactly is a problem,
 * whose text repeats the digits unless `hides` says that the path is secret.
 */
export function readTree(document: Document.Parsed, lines: LineCounter, hides: (path: KeyPath) => boolean): Tree {
  const tree: Tree = { value: undefined, positions: new Map(), problems: [], broken: new Set() };
  let nodes = 0;

  const note = (offset: number, path: KeyPath, says: string, remedy: string) => {
    const { line, col } = lines.linePos(offset);
    tree.problems.push({ file: 'nightjar.yaml', line, column: col, key: path, says, remedy });
  };
  const report = (offset: number, path: KeyPath, says: string, remedy: string) => {
    note(offset, path, says, remedy);
    tree.broken.add(pathKey(path));
  };
  const tooLarge = (offset: number, path: KeyPath, digits: string) => {
    const shown = hides(path) ? '' : ` ${digits}`;
    const remedy = hides(path) ? 'Put an id in quotes' : `Put an id in quotes: "${digits}"`;
    report(offset, path, `the number${shown} is too large to keep exactly`, remedy);
  };

  const walk = (node: unknown, path: KeyPath, parents: readonly unknown[]): unknown => {
    if (++nodes > MOST_NODES || parents.includes(node)) {
      if (nodes <= MOST_NODES + 1) report(0, path, 'aliases repeat each other without end', 'Write the values out');
      return null;
    }
    const inside = [...parents, node];
    if (isAlias(node)) {
      const target = node.resolve(document);
      if (target) return walk(target, path, inside);
      report(startOf(node), path, 'a value cannot begin with * as it stands', 'Put the value in quotes');
      return null;
    }
    if (isSeq(node)) return node.items.map((item, i) => child(item, [...path, i], startOf(item), inside));
    if (isMap(node)) return Object.fromEntries(entries(node.items, path, inside));
    if (!isScalar(node)) return null;
    return scalar(node.value, startOf(node), path);
  };

  const child = (node: unknown, path: KeyPath, keyAt: number, parents: readonly unknown[]) => {
    const value = isScalar(node) && node.value === null ? keyAt : startOf(node) || keyAt;
    tree.positions.set(pathKey(path), { path, key: keyAt, value });
    return walk(node, path, parents);
  };

  const scalar = (value: unknown, offset: number, path: KeyPath): unknown => {
    if (typeof value === 'bigint') {
      const number = Number(value);
      if (!Number.isSafeInteger(number)) tooLarge(offset, path, String(value));
      return number;
    }
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
      tooLarge(offset, path, BigInt(value).toString());
    }
    return value;
  };

  const entries = (items: Pair[], path: KeyPath, parents: readonly unknown[]): [string, unknown][] => {
    const seen = new Map<string, number>();
    const found: [string, unknown][] = [];
    for (const { key, value } of items) {
      const at = startOf(key);
      if (!isScalar(key) || key.value === null) {
        report(at, path, 'a key must be plain text', 'Write each key as one word followed by a colon');
        continue;
      }
      const name = String(key.value);
      const here = [...path, name];
      // No check of a shape would see it.
      if (name === '__proto__') {
        report(at, here, 'nothing can have this name', 'Remove the line, or use another name');
        continue;
      }
      const first = seen.get(name);
      if (first !== undefined) {
        const line = lines.linePos(first).line;
        note(at, here, `this key stands twice, first on line ${line}`, 'Keep one of the two');
        continue;
      }
      seen.set(name, at);
      if (typeof key.value !== 'string') scalar(key.value, at, here);
      if (name.includes(`\${`)) {
        report(
          at,
          here,
          'variables are not expanded in keys',
          'Write the key itself, or put the variable into a value',
        );
      }
      found.push([name, child(value, here, at, parents)]);
    }
    return found;
  };

  tree.value = walk(document.contents, [], []);
  return tree;
}

function startOf(node: unknown): number {
  return (node as Partial<Node> | null)?.range?.[0] ?? 0;
}
