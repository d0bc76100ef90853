// The rules of the house as one pure function over files: who may import whom, what a file looks like, and why.

import { posix } from 'node:path';
import type { SourceFile } from './source-file.js';

export interface Violation {
  path: string;
  says: string;
  why: string;
}

const below = {
  engine: ['contracts', 'text', 'db', 'ops/log'],
  agent: ['contracts', 'text', 'sessions', 'memory', 'skills', 'models', 'ops/log'],
};

/** Module → the other modules it may import. Its own folder it always may. */
const layers: Record<string, string[]> = {
  contracts: [],
  // Its own folder too: how a line is cleaned and written are files beside it.
  'ops/log': ['contracts', 'text', 'ops'],
  ops: ['contracts', 'text', 'ops/log'],
  text: ['contracts'],
  db: ['contracts', 'text', 'ops/log'],
  models: ['contracts', 'text', 'ops/log'],
  skills: ['contracts', 'text', 'ops/log'],
  sessions: below.engine,
  memory: below.engine,
  jobs: below.engine,
  'channel settings': ['contracts'],
  channel: ['contracts', 'text', 'channel settings'],
  channels: ['contracts', 'channel manifest'],
  config: ['contracts', 'channels', 'channel manifest', 'ops/log'],
  agent: below.agent,
  commands: [...below.agent, 'agent'],
  gateway: [...below.agent, 'agent', 'commands', 'db', 'jobs'],
  'jobs/handlers': [...below.agent, 'agent', 'commands', 'db', 'gateway', 'jobs'],
  cli: ['config', 'ops', 'ops/log', 'text', 'contracts'],
};

/** Package → the only places that may import it. */
const fences: [name: RegExp, places: string[]][] = [
  [/^(better-sqlite3|sqlite-vec)$/, ['src/db/']],
  [/^openai$/, ['src/models/', 'src/memory/embedders/']],
  [/^(grammy|@grammyjs\/.*)$/, ['channels/telegram/']],
  [/^(discord\.js|@discordjs\/.*)$/, ['channels/discord/']],
  [/^(bullmq|ioredis)$/, ['src/jobs/']],
];

const why = {
  layer: 'Layers point one way, so that each part can be read, tested and replaced without what stands above it.',
  cli: 'The command line is the outermost skin: it is run, never imported.',
  tools: 'Scripts and tests stand on the product, never under it: they are not installed with it.',
  lazy: 'The command line loads the app only for a command that needs it, so that --help and status start at once.',
  cycle: 'Files in a circle are one file in pieces: none can be understood or loaded alone.',
  fence: 'An SDK behind one fence can be updated or replaced in one place, and is loaded only when it is used.',
  size: 'A file holds one idea; above 600 lines it holds several.',
  default: 'A named export has the same name everywhere, so that a search finds all its uses.',
  barrel: 'Import a thing from where it lives: barrels hide layers and slow the start.',
  opened: 'Each file says first what it owns and what it must never do.',
  home: 'Each file belongs to a module with a place in the layers; a new module gets its row in scripts/architecture/rules.ts.',
};

/** All rules on all files; empty when the house is in order. */
export function findViolations(files: SourceFile[]): Violation[] {
  return [...files.flatMap(checkForm), ...files.flatMap(checkImports), ...findCycles(files)];
}

function checkForm(file: SourceFile): Violation[] {
  const { path } = file;
  const found: Violation[] = [];
  if (file.lines > 600) found.push({ path, says: `has ${file.lines} lines`, why: why.size });
  if (file.defaultExport && path !== 'vitest.config.ts') {
    found.push({ path, says: 'has a default export', why: why.default });
  }
  if (file.barrel && path !== 'src/contracts/index.ts' && path !== 'channels/index.ts') {
    found.push({ path, says: 'only re-exports other files', why: why.barrel });
  }
  if (isProduct(path) && !file.opened) found.push({ path, says: 'does not open with a // comment', why: why.opened });
  if (isProduct(path) && !moduleOf(path)) found.push({ path, says: 'belongs to no module', why: why.home });
  return found;
}

function checkImports(file: SourceFile): Violation[] {
  return file.imports.flatMap(({ to, lazy }): Violation[] => {
    if (to.startsWith('.')) return checkLayer(file.path, resolve(file.path, to), lazy);
    const name = to.split('/', to.startsWith('@') ? 2 : 1).join('/');
    const fence = fences.find(([pattern]) => pattern.test(name));
    if (!fence || !isProduct(file.path) || fence[1].some((place) => file.path.startsWith(place))) return [];
    return [{ path: file.path, says: `imports ${name}, which belongs to ${fence[1].join(' and ')}`, why: why.fence }];
  });
}

function checkLayer(path: string, target: string, lazy: boolean): Violation[] {
  const says = `imports ${target}`;
  if (target === 'src/cli.ts' || (moduleOf(target) === 'cli' && moduleOf(path) !== 'cli')) {
    return [{ path, says, why: why.cli }];
  }
  if (!isProduct(path)) return [];
  if (/^(scripts|test)\//.test(target)) return [{ path, says, why: why.tools }];
  const from = moduleOf(path);
  const to = moduleOf(target);
  if (!from || !to || from === 'app' || placeOf(path) === placeOf(target)) return [];
  if (from === 'cli' && to === 'app') return lazy ? [] : [{ path, says: `${says} at once`, why: why.lazy }];
  // A channel's manifest lives in the channel's folder and may use what the channel may.
  const allowed = layers[from === 'channel manifest' ? 'channel' : from] ?? [];
  if (allowed.includes(to)) return [];
  return [{ path, says: `${says}; ${from} may import ${allowed.join(', ') || 'nothing of ours'}`, why: why.layer }];
}

/** Depth-first search over ordinary imports; each file that closes a circle is reported once, with the way round. */
function findCycles(files: SourceFile[]): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const found: Violation[] = [];
  function visit(path: string, trail: string[]): void {
    const at = trail.indexOf(path);
    if (at >= 0) {
      found.push({ path, says: `imports itself: ${[...trail.slice(at), path].join(' → ')}`, why: why.cycle });
      return;
    }
    if (done.has(path)) return;
    for (const { to, lazy } of byPath.get(path)?.imports ?? []) {
      if (to.startsWith('.') && !lazy) visit(resolve(path, to), [...trail, path]);
    }
    done.add(path);
  }
  for (const { path } of files) visit(path, []);
  return found;
}

/** The module a file belongs to, by its path alone; undefined for scripts, tests and what has no place. */
function moduleOf(path: string): string | undefined {
  const [top, first = '', second] = path.split('/');
  if (top === 'channels') {
    if (path === 'channels/index.ts') return 'channels';
    if (path === 'channels/settings.ts') return 'channel settings';
    return second === 'manifest.ts' ? 'channel manifest' : 'channel';
  }
  if (top !== 'src') return undefined;
  if (/^src\/cli(-[a-z]+)?\.ts$/.test(path)) return 'cli';
  if (/^src\/(app|worker|workshop|house|operator|index-thread|[a-z]+-desk)\.ts$/.test(path)) return 'app';
  if (/^src\/ops\/log[-./]/.test(path)) return 'ops/log';
  if (path.startsWith('src/jobs/handlers/')) return 'jobs/handlers';
  return first in layers && second !== undefined ? first : undefined;
}

/** Two files in the same place need no permission: the same module, and for channels the same channel. */
function placeOf(path: string): string | undefined {
  const [top, first] = path.split('/');
  return top === 'channels' ? `channels/${first}` : moduleOf(path);
}

function isProduct(path: string): boolean {
  return path.startsWith('src/') || path.startsWith('channels/');
}

function resolve(from: string, to: string): string {
  return posix.join(posix.dirname(from), to).replace(/\.js$/, '.ts');
}
