// What a skill asks of the place it runs in, as far as its `metadata` says so, in the shapes that skills are published with. Pure.

import { type Field, readInner } from './fields.js';

export interface Requirements {
  /** Programs, all of them. */
  bins: readonly string[];
  /** Programs, one of them. */
  anyBins: readonly string[];
  /** Environment variables. */
  env: readonly string[];
  /** Keys of nightjar.yaml. */
  config: readonly string[];
  /** Names as `process.platform` has them. */
  os: readonly string[];
  /** Kinds of conditions that nothing here can meet. */
  unsupported: readonly string[];
}

/** Whose block counts when a skill has several. */
const VENDORS = ['nightjar', 'openclaw'];
const CONDITIONS = ['requires', 'os', 'remote', 'plugin', 'plugins'];
const UNSUPPORTED = new Map([
  ['remote', 'another machine'],
  ['plugin', 'a plug-in'],
  ['plugins', 'a plug-in'],
]);
const PLATFORMS = new Map([
  ['macos', 'darwin'],
  ['mac', 'darwin'],
  ['osx', 'darwin'],
  ['windows', 'win32'],
  ['win', 'win32'],
]);

/** Undefined: the metadata cannot be understood. */
export function readRequirements(metadata: Field | undefined): Requirements | undefined {
  const top = typeof metadata === 'string' && metadata.trim() !== '' ? readInner(metadata) : metadata;
  if (typeof metadata === 'string' && metadata.trim() !== '' && !top) return undefined;
  const blocks = [asMap(top), vendorBlock(asMap(top))];
  // Conditions stand in `requires` or beside it.
  const maps = blocks.flatMap((block) => [asMap(block.get('requires')), block]);
  const all = (key: string) => [...new Set(maps.flatMap((map) => words(map.get(key))))];
  const unsupported = [...UNSUPPORTED].filter(([key]) => maps.some((map) => isAsked(map.get(key)))).map(([, is]) => is);
  return {
    bins: all('bins'),
    anyBins: all('anyBins'),
    env: all('env'),
    config: all('config'),
    os: all('os').map((name) => PLATFORMS.get(name.toLowerCase()) ?? name.toLowerCase()),
    unsupported: [...new Set(unsupported)],
  };
}

function vendorBlock(top: ReadonlyMap<string, Field>): ReadonlyMap<string, Field> {
  const names = [...VENDORS, ...[...top.keys()].filter((key) => !CONDITIONS.includes(key))];
  const blocks = names.map((name) => asMap(inner(top.get(name))));
  return blocks.find((block) => CONDITIONS.some((key) => block.has(key))) ?? new Map();
}

/** A block may be written as JSON inside a text. */
function inner(field: Field | undefined): Field | undefined {
  return typeof field === 'string' && field.trimStart().startsWith('{') ? readInner(field) : field;
}

function asMap(field: Field | undefined): ReadonlyMap<string, Field> {
  return field instanceof Map ? field : new Map();
}

/** A text or a list as single words. */
function words(field: Field | undefined): string[] {
  if (typeof field === 'string') return field.split(/[\s,]+/).filter((word) => word !== '');
  return Array.isArray(field) ? field.flatMap((one: Field) => words(one)) : [];
}

function isAsked(field: Field | undefined): boolean {
  if (field === undefined) return false;
  if (typeof field === 'string') return !['', 'false', 'no', 'null', '~'].includes(field.trim().toLowerCase());
  return Array.isArray(field) ? field.length > 0 : asMap(field).size > 0;
}
