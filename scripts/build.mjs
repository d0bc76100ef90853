// Makes dist/ from the sources: compiled modules, their Markdown, the workspace templates, the program that is made of all of it,
// and a stamp of what it was made from.
// Builds beside the old dist and swaps whole, so that a failed or killed build never leaves a half one.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** SHA-256 (hex) over everything that dist is made from, names and contents. */
export function sourceHash(root) {
  const hash = createHash('sha256');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  hash.update(`version ${version}\n`);
  const settings = readdirSync(root).filter((name) => /^tsconfig.*\.json$/.test(name));
  const sources = [...filesUnder(root, 'src'), ...filesUnder(root, 'channels')].filter((path) =>
    /\.(ts|md)$/.test(path),
  );
  for (const path of [
    ...settings,
    'scripts/build.mjs',
    'scripts/bundle.mjs',
    ...sources,
    ...filesUnder(root, 'workspaces'),
  ].sort()) {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/** True when dist was made from exactly these sources. */
export function isBuilt(root) {
  const stamp = join(root, 'dist', '.stamp');
  return existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === sourceHash(root);
}

/**
 * Builds dist. The caller holds the lock. `run(command, args, cwd)` resolves to `{ code, output }`.
 * Returns undefined when dist is in place, or what the compiler ended with when it found fault; the old dist stays then.
 */
export async function build(root, run) {
  for (const name of readdirSync(root)) {
    if (name.startsWith('.build-')) rmSync(join(root, name), { recursive: true, force: true });
  }
  // Taken before compiling: a file that is saved meanwhile makes the next start build again.
  const stamp = sourceHash(root);
  const next = join(root, `.build-${process.pid}`);
  try {
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const compiled = await run(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', next], root);
    if (compiled.code !== 0) return compiled;
    for (const path of filesUnder(root, 'src').filter((one) => one.endsWith('.md'))) {
      mkdirSync(dirname(join(next, path)), { recursive: true });
      copyFileSync(join(root, path), join(next, path));
    }
    cpSync(join(root, 'workspaces'), join(next, 'workspaces'), { recursive: true });
    // Imported late: before the first build there may be nothing installed.
    const { bundle } = await import('./bundle.mjs');
    await bundle(next);
    chmodSync(join(next, 'bin', 'nightjar.js'), 0o755);
    writeFileSync(join(next, '.stamp'), `${stamp}\n`);
    keepParts(join(root, 'dist'), next);
    swapIn(root, next);
    return undefined;
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** Builds whose parts are kept beside the newest. */
const KEPT_BUILDS = 4;

/**
 * A bot that runs while it is built anew goes on with the program that it began with, and reads parts of that one when it first
 * needs them: they stay for some builds. Their names are made of what is in them, so that none takes another's place.
 */
function keepParts(dist, next) {
  const before = existsSync(join(dist, KEPT)) ? JSON.parse(readFileSync(join(dist, KEPT), 'utf8')) : [partsIn(dist)];
  const builds = [partsIn(next), ...before].slice(0, 1 + KEPT_BUILDS);
  for (const name of new Set(builds.flat())) {
    const [from, to] = [join(dist, 'bin', name), join(next, 'bin', name)];
    if (!existsSync(to) && existsSync(from)) copyFileSync(from, to);
  }
  writeFileSync(join(next, KEPT), JSON.stringify(builds));
}

/** The names of the parts of each build that is kept, the newest first. */
const KEPT = '.kept.json';

function partsIn(dist) {
  const bin = join(dist, 'bin');
  return existsSync(bin) ? readdirSync(bin).filter((name) => /-[0-9A-Z]{8}\.js$/.test(name)) : [];
}

function swapIn(root, next) {
  const dist = join(root, 'dist');
  const old = `${next}-old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(next, dist);
  rmSync(old, { recursive: true, force: true });
}

/** Paths relative to `root`, with `/`, hidden files included. */
function filesUnder(root, folder) {
  const at = join(root, folder);
  if (!existsSync(at)) return [];
  return readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesUnder(root, path) : [path];
  });
}
