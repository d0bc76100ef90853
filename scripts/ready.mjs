// Runs before start and test: installs the locked dependencies and builds, each only when needed, each said in one line.
// Node's own modules only; reads no standard input, writes nothing to standard output.
// `--dev`: the development tools are needed too. `--build`: build in any case.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Leaves a checkout that can run, or says why not on standard error and sets the exit code (1 failed, 2 wrong Node). */
async function makeReady({ dev, rebuild }) {
  const wanted = readJson('package.json').engines.node.replace('>=', '');
  if (isOlder(process.versions.node, wanted)) {
    say(
      `Nightjar needs Node ${wanted} or newer, and this is ${process.versions.node}: get it from https://nodejs.org.`,
    );
    process.exitCode = 2;
    return;
  }
  // Imported late: an old Node must reach the sentence above, not stumble over a module it does not have.
  const { build, isBuilt } = await import('./build.mjs');
  const needs = () => {
    const toBuild = rebuild || !isBuilt(root);
    return { toBuild, toInstall: !isInstalled(dev || toBuild) };
  };
  const first = needs();
  if (!first.toBuild && !first.toInstall) return;

  const { withLock } = await import('./ready-lock.mjs');
  try {
    await withLock(
      root,
      async () => {
        const { toBuild, toInstall } = needs();
        if (toInstall && !(await install(dev || toBuild))) return;
        if (!toBuild) return;
        say('nightjar: building…');
        const fault = await build(root, run);
        if (fault) fail(`the build failed (tsc ended with ${fault.code}); put right what it says above`, fault.output);
      },
      (pid) => say(`nightjar: waiting for process ${pid}, which is installing or building here…`),
    );
  } catch (error) {
    fail(`the folder ${root} could not be made ready (${error.message})`, '');
  }
}

/**
 * Compares what npm noted in node_modules with package-lock.json, and looks whether each package is really there (an
 * interrupted `npm ci` may leave the note and lose the packages). Optional packages may be missing; development ones
 * too, unless `dev`.
 */
function isInstalled(dev) {
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false;
  const installed = readJson('node_modules/.package-lock.json').packages;
  return Object.entries(readJson('package-lock.json').packages).every(([path, locked]) => {
    if (path === '' || locked.link) return true;
    const found = installed[path];
    if (found) return found.version === locked.version && existsSync(join(root, path, 'package.json'));
    return locked.optional || locked.devOptional || locked.peer || (locked.dev && !dev);
  });
}

async function install(dev) {
  say('nightjar: installing dependencies, once; this takes a minute, or several where SQLite has to be compiled…');
  // The log level is given because `npm start --silent` hands its own down, and a failure must not be silent.
  const args = [
    'ci',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
    ...(dev ? ['--include=dev'] : []),
  ];
  const npm = process.env.npm_execpath;
  const { code, output } =
    npm && basename(npm).startsWith('npm-cli.')
      ? await run(process.execPath, [npm, ...args], root)
      : await run('npm', args, root);
  if (code === 0) return true;
  fail(
    `installing the dependencies failed (npm ci ended with ${code}); put right what it says above and try again`,
    output,
  );
  return false;
}

/** Runs a program without standard input; resolves to its exit code (or signal, or error code) and everything it said. */
async function run(command, args, cwd) {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    const shell = process.platform === 'win32' && command === 'npm';
    const child = spawn(command, args, { cwd, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    const stop = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const end = (code, extra) => {
      for (const signal of signals) process.off(signal, stop);
      resolve({ code, output: Buffer.concat(chunks).toString('utf8') + extra });
    };
    // Whoever stops us stops the child as well, and the lock is given back.
    for (const signal of signals) process.on(signal, stop);
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => end(error.code, error.message));
    child.on('close', (code, signal) => end(code ?? signal, ''));
  });
}

function fail(sentence, output) {
  const tail = output.trimEnd().split('\n').slice(-20).join('\n');
  say(`${tail ? `${tail}\n` : ''}nightjar: ${sentence}.`);
  process.exitCode = 1;
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function isOlder(version, wanted) {
  const [major, minor] = version.split('.').map(Number);
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number);
  return major < wantedMajor || (major === wantedMajor && minor < (wantedMinor ?? 0));
}

await makeReady({ dev: process.argv.includes('--dev'), rebuild: process.argv.includes('--build') });
