// Puts environment variables into the text values of the configuration: ${NAME} and ${NAME:-default}, $${ for a literal.
// Never lets an unexpanded ${…} through, and never looks into the values it puts in.

import { type KeyPath, pathKey } from './problem.js';

export type ExpansionFault =
  | { kind: 'missing'; variable: string }
  | { kind: 'syntax'; found: string }
  /** A variable's own value brings `${` in: something outside did not expand it. */
  | { kind: 'unexpanded'; variable: string };

interface Expansion {
  text: string;
  /** Every variable that gave text, in order. */
  variables: string[];
  faults: ExpansionFault[];
}

const OPEN = `\${`;
/** Stands for an escaped opening until all is put in; neither a file nor a variable can hold it. */
const ESCAPED = '\0';
const REFERENCE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(:-((?:(?!\$\{)[^}])*))?\}|\$\{[^}]*\}?/g;

/** An empty variable counts as not set. A value that is nothing but `$NAME` is refused: the braces were forgotten. */
export function expand(source: string, lookup: (name: string) => string | undefined): Expansion {
  const variables: string[] = [];
  const faults: ExpansionFault[] = [];
  if (/^\$[A-Za-z_][A-Za-z0-9_]*$/.test(source))
    return { text: '', variables, faults: [{ kind: 'syntax', found: source }] };
  const marked = source.replace(REFERENCE, (found, name?: string, hasDefault?: string, fallback?: string) => {
    if (found === `$${OPEN}`) return ESCAPED;
    if (name === undefined) {
      faults.push({ kind: 'syntax', found });
      return '';
    }
    const value = lookup(name);
    if (value === undefined || value === '') {
      if (hasDefault === undefined) faults.push({ kind: 'missing', variable: name });
      return fallback ?? '';
    }
    variables.push(name);
    return value;
  });
  if (faults.length === 0 && marked.includes(OPEN)) {
    const variable = variables.find((name) => lookup(name)?.includes(OPEN)) ?? variables[0];
    faults.push(variable === undefined ? { kind: 'syntax', found: source } : { kind: 'unexpanded', variable });
  }
  return { text: marked.replaceAll(ESCAPED, OPEN), variables, faults };
}

interface ExpandedTree {
  value: unknown;
  faults: { path: KeyPath; fault: ExpansionFault }[];
  /** Which variables a text value holds, by `pathKey`; `whole` when it is nothing but the one variable. */
  origins: Map<string, { variables: string[]; whole: boolean }>;
}

/** Expands every text value of a tree of plain data; keys, numbers and the tree given stay as they are. */
export function expandTree(tree: unknown, lookup: (name: string) => string | undefined): ExpandedTree {
  const faults: ExpandedTree['faults'] = [];
  const origins: ExpandedTree['origins'] = new Map();
  const walk = (value: unknown, path: KeyPath): unknown => {
    if (typeof value === 'string') {
      const { text, variables, faults: found } = expand(value, lookup);
      for (const fault of found) faults.push({ path, fault });
      const [only] = variables;
      const whole = variables.length === 1 && only !== undefined && text === lookup(only);
      if (variables.length > 0) origins.set(pathKey(path), { variables, whole });
      return text;
    }
    if (Array.isArray(value)) return value.map((inner, i) => walk(inner, [...path, i]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, [...path, key])]));
  };
  return { value: walk(tree, []), faults, origins };
}
