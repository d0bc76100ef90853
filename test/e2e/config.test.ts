// Wrong configurations and broken installations, as the person who runs the program meets them.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openDb } from '../../src/db/database.js';
import { insertJob } from '../../src/jobs/job-table.js';
import { cli, writeConfig } from '../support/cli.js';
import { tempDir } from '../support/temp-dir.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('a wrong configuration', () => {
  const cases: [string, string, RegExp][] = [
    ['a typo', 'modle:\n  name: x\n', /nightjar\.yaml:1:1: modle: .*model/],
    [
      'a wrong type',
      'model:\n  name: x\n  contextTokens: lots\n',
      /nightjar\.yaml:3:\d+: model\.contextTokens: .*number/,
    ],
    [
      'an id that loses digits',
      'owner: [telegram:1]\nchannels:\n  discord:\n    token: x\n    groups: { 90071992547409931: {} }\n',
      /nightjar\.yaml:5:\d+: .*90071992547409931.*quot/,
    ],
    [
      'a missing variable',
      'model:\n  name: x\n  apiKey: "${NOWHERE_SET}"\n',
      /nightjar\.yaml:3:\d+: model\.apiKey: .*NOWHERE_SET.*\.env/,
    ],
    ['a byte order mark', '\uFEFFtimezone: UTC\n', /nightjar\.yaml:1:1: timezone: .*byte order mark.*without BOM/],
    ['a duplicate key', 'timezone: UTC\ntimezone: Europe/Berlin\n', /nightjar\.yaml:2:1: timezone: .*1/],
    ['a trailing comma', 'model: { name: x, }\n', /nightjar\.yaml:1:\d+: .*comma/],
    ['an unquoted variable in braces', 'queue: { redis: ${REDIS_URL} }\n', /nightjar\.yaml:1:\d+: .*"\$\{REDIS_URL\}"/],
    ['several at once', 'modle: 1\nlgo: 2\n', /:1:1: modle[\s\S]*:2:1: lgo/],
  ];
  for (const [name, yaml, says] of cases) {
    it(`${name} is named with file, line, key and remedy, and nothing starts`, async () => {
      const home = tempDir();
      writeConfig(home, yaml);
      for (const args of [['start'], ['chat'], ['status'], ['config', 'check']]) {
        const { code, stderr, stdout } = await cli(home, args, { input: 'hello\n' });
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
        expect(stderr).toMatch(says);
        expect(stderr).not.toMatch(/\bat .*:\d+:\d+\)?$/m);
      }
      const doctor = await cli(home, ['doctor']);
      expect(doctor.code).toBe(1);
      expect(doctor.stdout).toMatch(says);
    });
  }

  it('Windows line ends are no mistake', async () => {
    const home = tempDir();
    writeConfig(home, 'timezone: Asia/Tokyo\r\nlog:\r\n  level: warn\r\n');
    expect((await cli(home, ['config', 'check'])).code).toBe(0);
  });

  it('C152: a missing variable of one channel is named, and the rest runs', async () => {
    const home = tempDir();
    writeConfig(home, 'channels:\n  discord:\n    token: "${DISCORD_BOT_TOKEN}"\n');
    const { code, stdout, stderr } = await cli(home, [], { input: 'hello\n' });
    expect(code).toBe(0);
    expect(stderr).toMatch(/discord.*DISCORD_BOT_TOKEN/);
    expect(stdout).not.toBe('');
  });

  it('a window that is small is valid, and the check says what it means', async () => {
    const home = tempDir();
    writeConfig(home, 'model: { name: tiny, contextTokens: 20000 }\n');
    const { code, stderr } = await cli(home, ['config', 'check']);
    expect(code).toBe(0);
    expect(stderr).toContain('openai/tiny has a window of only 20,000 tokens; long conversations are summed up often.');
  });

  it('a context engine that is not there is named by doctor as by a start', async () => {
    const home = tempDir();
    writeConfig(home, 'agent: { engine: ./mine.mjs }\n');
    const doctor = await cli(home, ['doctor']);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toMatch(/There is no context engine \.\/mine\.mjs\.[\s\S]*Correct agent\.engine/);
    const started = await cli(home, [], { input: 'hello\n' });
    expect(started.code).toBe(2);
    expect(started.stderr).toContain('Correct agent.engine');
    expect(started.stderr).not.toContain('load-engine');
  });

  it('C151: the schema, the check and the start agree on what is valid', async () => {
    const home = tempDir();
    writeConfig(home, 'model: { provider: offline }\nagent: { concurrency: 2 }\n');
    const schema = JSON.parse((await cli(home, ['config', 'schema'])).stdout) as { properties: object };
    expect(Object.keys(schema.properties)).toContain('agent');
    expect((await cli(home, ['config', 'check'])).code).toBe(0);
    expect((await cli(home, [], { input: 'hello\n' })).code).toBe(0);
  });
});

describe('wrong use', () => {
  it('exits 2 and points to the help', async () => {
    for (const args of [['nonsense'], ['chat', '--nonsense'], ['jobs', 'show']]) {
      const { code, stderr } = await cli(tempDir(), args);
      expect(code).toBe(2);
      expect(stderr).toMatch(/--help/);
    }
    expect((await cli(tempDir(), ['--help'])).stdout).toMatch(/start.*[\s\S]*chat.*[\s\S]*doctor/);
    expect((await cli(tempDir(), ['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('a job that is not there is a failure, not a crash', async () => {
    const home = tempDir();
    await cli(home, [], { input: 'hello\n' });
    for (const verb of ['show', 'retry', 'cancel']) {
      const { code, stderr } = await cli(home, ['jobs', verb, 'nowhere']);
      expect(code).toBe(1);
      expect(stderr).toMatch(/nowhere/);
      expect(stderr).not.toMatch(/\bat /);
    }
  });

  it('a job that somebody cancelled is shown as that, and as no failure', async () => {
    const home = tempDir();
    await cli(home, [], { input: 'hello\n' });
    const db = openDb(join(home, 'state.sqlite'));
    const id = await db.write(() => insertJob(db, 'nobody-takes-it', {}, {}, Date.now()));
    db.close();
    expect((await cli(home, ['jobs', 'cancel', id.slice(0, 8)])).stdout).toBe('Cancelled.\n');
    expect((await cli(home, ['jobs', 'list', '--all'])).stdout).toMatch(
      new RegExp(`^${id.slice(0, 8)}  cancelled  \\S+  [-0-9]+ [:0-9]+ UTC$`, 'm'),
    );
    expect((await cli(home, ['jobs', 'show', id])).stdout).toContain('Last failure: none\n');
  });

  it('a mistyped home is not made by a tool that only looks', async () => {
    const home = join(tempDir(), 'mistyped');
    for (const args of [['status'], ['jobs', 'list']]) {
      const { code, stderr } = await cli(home, args);
      expect(code).toBe(1);
      expect(stderr).toContain(home);
    }
    await cli(home, ['doctor']);
    expect(existsSync(home)).toBe(false);
  });

  it('a home that is a file is named', async () => {
    const file = join(tempDir(), 'file');
    writeFileSync(file, '');
    const { code, stderr } = await cli(file, [], { input: 'hello\n' });
    expect(code).toBe(2);
    expect(stderr).toContain(file);
  });
});

describe('C158: a native module that does not fit', () => {
  it('is named with both versions and the command that mends it, and ends a start with channels with 2', () => {
    // The program as it is, with the one binary replaced.
    const dir = tempDir();
    cpSync(join(ROOT, 'dist'), join(dir, 'dist'), { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(dir, 'package.json'));
    mkdirSync(join(dir, 'node_modules'));
    const packages = ['bindings', 'file-uri-to-path', 'commander', 'zod', 'yaml', 'pino', 'diff', 'openai', 'stemmer'];
    for (const name of [...packages, 'chokidar', 'readdirp', 'sqlite-vec', 'croner']) {
      symlinkSync(join(ROOT, 'node_modules', name), join(dir, 'node_modules', name));
    }
    const module = join(dir, 'node_modules/better-sqlite3');
    const binary = join(module, 'build/Release/better_sqlite3.node');
    for (const part of ['lib', 'package.json']) {
      cpSync(join(ROOT, 'node_modules/better-sqlite3', part), join(module, part), { recursive: true });
    }
    const run = () =>
      spawnSync(process.execPath, [join(dir, 'dist/bin/nightjar.js')], {
        input: 'hello\n',
        encoding: 'utf8',
        env: { PATH: process.env.PATH ?? '', NIGHTJAR_HOME: join(dir, 'home') },
      });
    mkdirSync(join(module, 'build/Release'), { recursive: true });
    mkdirSync(join(dir, 'home'), { mode: 0o700 });
    writeFileSync(join(dir, 'home/nightjar.yaml'), 'channels: { telegram: { token: "1:abc" } }\n');
    writeFileSync(binary, 'no binary at all');
    const garbage = run();
    rmSync(binary);
    const missing = run();
    for (const { status, stderr } of [garbage, missing]) {
      expect(status).toBe(2);
      expect(stderr).toMatch(/better-sqlite3 \d+\.\d+\.\d+/);
      expect(stderr).toContain(`Node ${process.versions.node}`);
      expect(stderr).toContain(process.versions.modules);
      expect(stderr).toMatch(/npm rebuild better-sqlite3/);
      expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
    }
  });
});
