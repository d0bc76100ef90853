// scripts/ready.mjs on a made-up checkout, with stand-ins for npm and the TypeScript compiler that note each call.

import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tempDir } from '../../support/temp-dir.js';

const scripts = fileURLToPath(new URL('../../../scripts', import.meta.url));

/** Installs what the lock file says, leaving development packages out unless asked; slowly, so that two can meet. */
const npm = `
const { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');
console.log('added 3 packages');
if (existsSync('npm-fails')) { console.error('npm error network ECONNREFUSED'); process.exit(1); }
let heard = '';
process.stdin.on('data', (chunk) => (heard += chunk));
process.stdin.on('end', () => {
  if (heard) appendFileSync('calls', 'npm read standard input\\n');
  const all = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const here = Object.entries(all).filter(([path, one]) => path && !one.optional && (!one.dev || process.argv.includes('--include=dev')));
  for (const [path, one] of here) {
    mkdirSync(path + '/bin', { recursive: true });
    writeFileSync(path + '/package.json', JSON.stringify({ version: one.version, type: 'commonjs' }));
    if (path.endsWith('typescript')) writeFileSync(path + '/bin/tsc', readFileSync('tsc.cjs', 'utf8'));
    if (path.endsWith('esbuild')) writeFileSync(path + '/index.js', readFileSync('esbuild.cjs', 'utf8'));
  }
  setTimeout(() => writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(here) })), 300);
});
`;

/** "Compiles" src/cli.ts by copying it; finds fault with sources that hold the word WRONG. */
const tsc = `
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const out = process.argv[process.argv.indexOf('--outDir') + 1];
appendFileSync('calls', 'tsc\\n');
const source = readFileSync('src/cli.ts', 'utf8');
mkdirSync(out + '/src', { recursive: true });
writeFileSync(out + '/src/cli.js', source);
if (source.includes('DIE')) process.kill(process.ppid, 'SIGKILL');
if (source.includes('WRONG')) { console.log('src/cli.ts(1,1): error TS2304: Cannot find name WRONG.'); process.exit(2); }
`;

/** "Bundles" by copying the program. */
const esbuild = `
const { copyFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
exports.build = async ({ entryPoints, outdir }) => {
  mkdirSync(outdir, { recursive: true });
  const [program] = entryPoints;
  copyFileSync(program.in, outdir + '/' + program.out + '.js');
  const name = 'part-' + readFileSync(program.in, 'utf8').trim().toUpperCase().padEnd(8, '0').slice(0, 8) + '.js';
  writeFileSync(outdir + '/' + name, 'a part');
};
`;

class Checkout {
  readonly root = tempDir();

  constructor() {
    this.write('package.json', JSON.stringify({ version: '1.0.0', type: 'module', engines: { node: '>=20.19' } }));
    const locked = { version: '1.0.0' };
    this.lock({
      '': locked,
      'node_modules/zod': locked,
      'node_modules/typescript': { ...locked, dev: true },
      'node_modules/esbuild': { ...locked, dev: true },
      'node_modules/fsevents': { ...locked, optional: true },
    });
    this.write('npm-cli.cjs', npm);
    this.write('tsc.cjs', tsc);
    this.write('esbuild.cjs', esbuild);
    this.write('tsconfig.build.json', '{}');
    this.write('src/cli.ts', 'one\n');
    this.write('src/agent/prompts/system.md', '你好\n');
    this.write('workspaces/default/.gitignore', 'USER.md\n');
    cpSync(scripts, join(this.root, 'scripts'), { recursive: true, filter: (path) => !path.endsWith('.ts') });
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  lock(packages: Record<string, object>): void {
    this.write('package-lock.json', JSON.stringify({ packages }));
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  /** The stand-ins' calls since the last look. */
  calls(): string[] {
    const path = join(this.root, 'calls');
    const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
    rmSync(path, { force: true });
    return lines.map((line) => line.replace(/^ci .*?( --include=dev)?$/, 'ci$1'));
  }

  /** Runs ready from another folder, with a line waiting on its standard input. */
  ready(...args: string[]): Promise<{ code: number | null; said: string[]; stdout: string }> {
    const child = spawn(process.execPath, [join(this.root, 'scripts', 'ready.mjs'), ...args], {
      cwd: dirname(this.root),
      env: { ...process.env, npm_execpath: join(this.root, 'npm-cli.cjs') },
    });
    child.stdin.end('a line for the bot\n');
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    return new Promise((resolve) =>
      child.on('close', (code) =>
        resolve({ code, stdout, said: stderr.trim() === '' ? [] : stderr.trim().split('\n') }),
      ),
    );
  }
}

test('a fresh clone is installed and built, one line each, and then there is nothing to do', async () => {
  const checkout = new Checkout();
  const first = await checkout.ready();
  expect(first).toMatchObject({ code: 0, stdout: '' });
  expect(first.said).toEqual([
    expect.stringMatching(/^nightjar: installing dependencies/),
    expect.stringMatching(/^nightjar: building/),
  ]);
  expect(checkout.calls()).toEqual(['ci --include=dev', 'tsc']);
  expect(checkout.read('dist/src/agent/prompts/system.md')).toBe('你好\n');
  expect(checkout.read('dist/workspaces/default/.gitignore')).toBe('USER.md\n');
  expect(statSync(join(checkout.root, 'dist/bin/nightjar.js')).mode & 0o111).toBe(0o111);

  expect(await checkout.ready('--dev')).toEqual({ code: 0, stdout: '', said: [] });
  expect(checkout.calls()).toEqual([]);
  expect(existsSync(join(checkout.root, '.ready.lock'))).toBe(false);
});

test.each([
  ['source', 'src/cli.ts', 'two\n'],
  ['prompt', 'src/agent/prompts/system.md', '再见\n'],
  ['new template', 'workspaces/default/AGENTS.md', 'Be kind.\n'],
  ['compiler setting', 'tsconfig.build.json', '{"compilerOptions":{}}'],
  ['version', 'package.json', JSON.stringify({ version: '1.0.1', engines: { node: '>=20.19' } })],
])('a changed %s is built again, without installing', async (_what, path, text) => {
  const checkout = new Checkout();
  await checkout.ready();
  checkout.calls();
  checkout.write(path, text);
  const again = await checkout.ready();
  expect(again.said).toEqual([expect.stringMatching(/building/)]);
  expect(checkout.calls()).toEqual(['tsc']);
});

test('a bot that runs finds the parts of the program that it began with, for some builds', async () => {
  const checkout = new Checkout();
  const parts = () => readdirSync(join(checkout.root, 'dist/bin')).filter((name) => name.startsWith('part-'));
  await checkout.ready();
  expect(parts()).toEqual(['part-ONE00000.js']);
  for (const text of ['two', 'one', 'three', 'four', 'five']) {
    checkout.write('src/cli.ts', `${text}\n`);
    await checkout.ready();
  }
  expect(parts().sort()).toEqual([
    ...['part-FIVE0000.js', 'part-FOUR0000.js', 'part-ONE00000.js', 'part-THREE000.js', 'part-TWO00000.js'],
  ]);
  checkout.write('src/cli.ts', 'six\n');
  await checkout.ready();
  expect(parts()).not.toContain('part-TWO00000.js');
  expect(parts()).toContain('part-ONE00000.js');
});

test('a production install with a ready dist starts as it is; tests and builds want the tools', async () => {
  const checkout = new Checkout();
  await checkout.ready();
  rmSync(join(checkout.root, 'node_modules'), { recursive: true });
  checkout.calls();
  expect((await checkout.ready()).code).toBe(0);
  expect(checkout.calls()).toEqual(['ci']);
  expect(existsSync(join(checkout.root, 'node_modules/typescript'))).toBe(false);
  expect((await checkout.ready()).said).toEqual([]);
  await checkout.ready('--dev');
  expect(checkout.calls()).toEqual(['ci --include=dev']);
});

test('another locked version, and a package lost by an interrupted install, are installed again', async () => {
  const checkout = new Checkout();
  await checkout.ready();
  checkout.calls();
  rmSync(join(checkout.root, 'node_modules/zod'), { recursive: true });
  await checkout.ready();
  expect(checkout.calls()).toEqual(['ci']);
  checkout.lock({ '': {}, 'node_modules/zod': { version: '1.0.1' } });
  await checkout.ready();
  expect(checkout.calls()).toEqual(['ci']);
});

test('of two starts on a fresh clone one works and the other waits', async () => {
  const checkout = new Checkout();
  const both = await Promise.all([checkout.ready(), checkout.ready()]);
  expect(both.map((one) => one.code)).toEqual([0, 0]);
  expect(checkout.calls()).toEqual(['ci --include=dev', 'tsc']);
  expect(both.flatMap((one) => one.said).filter((line) => /waiting for process \d+/.test(line))).toHaveLength(1);
});

test('the lock of a dead process is taken over', async () => {
  const checkout = new Checkout();
  const gone = spawn(process.execPath, ['-e', '0']);
  await new Promise((resolve) => gone.on('close', resolve));
  checkout.write('.ready.lock', `${gone.pid} long-ago`);
  const both = await Promise.all([checkout.ready(), checkout.ready()]);
  expect(both.map((one) => one.code)).toEqual([0, 0]);
  expect(checkout.calls()).toEqual(['ci --include=dev', 'tsc']);
  expect(existsSync(join(checkout.root, '.ready.lock'))).toBe(false);
});

test('a failed install shows npm’s last words and a sentence, and the next try starts over', async () => {
  const checkout = new Checkout();
  checkout.write('npm-fails', '');
  const failed = await checkout.ready();
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.said.join('\n')).toMatch(/ECONNREFUSED\nnightjar: installing the dependencies failed/);
  rmSync(join(checkout.root, 'npm-fails'));
  expect((await checkout.ready()).code).toBe(0);
});

test('a failed or killed build leaves the old dist whole and is tried again', async () => {
  const checkout = new Checkout();
  await checkout.ready();
  checkout.write('src/cli.ts', 'WRONG\n');
  const failed = await checkout.ready();
  expect(failed.code).toBe(1);
  expect(failed.said.join('\n')).toMatch(/error TS2304.*\nnightjar: the build failed/);
  checkout.write('src/cli.ts', 'DIE\n');
  expect((await checkout.ready()).code).toBe(null);
  expect(checkout.read('dist/bin/nightjar.js')).toBe('one\n');
  checkout.write('src/cli.ts', 'two\n');
  expect((await checkout.ready()).code).toBe(0);
  expect(checkout.read('dist/bin/nightjar.js')).toBe('two\n');
});

test('a Node that is too old is told in one sentence', async () => {
  const checkout = new Checkout();
  checkout.write('package.json', JSON.stringify({ version: '1.0.0', engines: { node: '>=99.1' } }));
  const refused = await checkout.ready();
  expect(refused.code).toBe(2);
  expect(refused.said).toEqual([expect.stringMatching(/needs Node 99\.1 or newer/)]);
  expect(checkout.calls()).toEqual([]);
});
