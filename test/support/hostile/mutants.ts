// The built program with one decision about privacy taken wrongly: a copy in which one module is a shell around itself. Shows
// that the hostile conversations would notice.

import { copyFileSync, cpSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Mutant {
  /** Below dist/src. */
  module: string;
  /** What it exports in place of its own; `whole` is the module as it was. */
  code: string;
}

const canReadAlso = (more: string): Mutant => ({
  module: 'memory/visibility.js',
  code: `export const canRead = (reader, source) => whole.canRead(reader, source) || (${more});`,
});

const MUTANTS = {
  'everybody reads everything': canReadAlso('true'),
  'groups read persons': canReadAlso("reader.kind === 'group' && source.kind === 'person'"),
  'groups read other groups': canReadAlso("reader.kind === 'group' && source.kind === 'group'"),
  'persons read main': canReadAlso("reader.kind === 'person' && source.kind === 'main'"),
  'persons read other persons': canReadAlso("reader.kind === 'person' && source.kind === 'person'"),
  'the index filters nothing': {
    module: 'memory/index/wish.js',
    code: `export function ownersFor(_, options, everybody) {
  return whole.ownersFor({ kind: 'main' }, { ...options, everyone: true }, everybody);
}`,
  },
  'sessions_history shows any conversation': {
    module: 'gateway/tool-sessions.js',
    code: `import { sessionById } from '../sessions/rows.js';
export function toolSessions(parts, by) {
  const of = (id) => whole.toolSessions(parts, { ...by, scope: sessionById(parts.db, id)?.scope ?? by.scope });
  return { ...whole.toolSessions(parts, by), history: (id, page) => of(id).history(id, page) };
}`,
  },
  'send_file sends the owner’s files': {
    module: 'gateway/media.js',
    code: `export function openMedia(...parts) {
  const media = whole.openMedia(...parts);
  const whose = (scope, path) => (path.startsWith('media/main/') ? { kind: 'main' } : scope);
  return { ...media, attach: (scope, path) => media.attach(whose(scope, path), path) };
}`,
  },
  'the owner widens a group': {
    module: 'gateway/route.js',
    code: `export function route(event, who, ...more) {
  const routed = whole.route(event, who, ...more);
  return who.role === 'owner' ? { ...routed, scope: { kind: 'main' } } : routed;
}`,
  },
} satisfies Record<string, Mutant>;

export type MutantName = keyof typeof MUTANTS;

export const mutantNames = Object.keys(MUTANTS) as MutantName[];

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Makes the copy in an empty folder; returns the program's file. */
export function buildMutant(folder: string, name: MutantName): string {
  const { module, code } = MUTANTS[name];
  mkdirSync(folder, { recursive: true });
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const path = join(folder, 'dist/src', module);
  const kept = path.replace(/\.js$/, '-whole.js');
  renameSync(path, kept);
  const from = `./${basename(kept)}`;
  writeFileSync(
    join(dirname(path), basename(path)),
    `import * as whole from '${from}';\nexport * from '${from}';\n${code}\n`,
  );
  return join(folder, 'dist/src/cli.js');
}
