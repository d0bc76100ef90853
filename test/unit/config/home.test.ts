// The home: where it is, that it is private, and what is said when it cannot be used.
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { homeChecks } from '../../../src/config/checks.js';
import { homeError, homePaths, prepareHome, resolveHome } from '../../../src/config/home.js';
import { ConfigError } from '../../../src/contracts/index.js';
import { runChecks } from '../../../src/ops/doctor.js';
import { tempDir } from '../../support/temp-dir.js';

const mode = (path: string) => statSync(path).mode & 0o777;

function prepare(home: string): string[] {
  const before = process.umask();
  onTestFinished(() => void process.umask(before));
  return prepareHome(home);
}

describe('resolveHome', () => {
  it('defaults to ~/.nightjar, expands ~ and makes paths absolute', () => {
    expect(resolveHome({ HOME: '/home/ada' })).toBe('/home/ada/.nightjar');
    expect(resolveHome({ HOME: '/home/ada', NIGHTJAR_HOME: '~/bots/夜鷹' })).toBe('/home/ada/bots/夜鷹');
    expect(resolveHome({ HOME: '/home/ada', NIGHTJAR_HOME: '~' })).toBe('/home/ada');
    expect(resolveHome({ HOME: '/home/ada', NIGHTJAR_HOME: '~other/x' })).toBe(resolve('~other/x'));
    expect(resolveHome({ HOME: '/home/ada', NIGHTJAR_HOME: 'bot' })).toBe(resolve('bot'));
    expect(resolveHome({ HOME: '/home/ada', NIGHTJAR_HOME: ' ' })).toBe('/home/ada/.nightjar');
  });
});

describe('prepareHome', () => {
  it('makes folders that only the owner can enter, and leaves nothing else behind', () => {
    const home = join(tempDir(), 'deep', 'home');
    expect(prepare(home)).toEqual([]);
    const paths = homePaths(home);
    for (const folder of [home, paths.sessions, paths.run, paths.workspace, paths.index, paths.media]) {
      expect(mode(folder)).toBe(0o700);
    }
    expect(readdirSync(paths.run)).toEqual([]);
    writeFileSync(join(home, 'later'), '');
    expect(mode(join(home, 'later'))).toBe(0o600);
    expect(prepare(home)).toEqual([]);
  });

  it('narrows what was too open and says so, without touching the workspace or what a link names', () => {
    const home = tempDir();
    const outside = join(tempDir(), 'shared.yaml');
    prepare(home);
    process.umask(0o022);
    const paths = homePaths(home);
    writeFileSync(outside, '');
    writeFileSync(paths.envFile, 'A=1');
    writeFileSync(join(paths.sessions, 's1.jsonl'), '');
    mkdirSync(join(paths.workspace, 'skills'));
    writeFileSync(join(paths.workspace, 'skills', 'run.sh'), '', { mode: 0o755 });
    symlinkSync(outside, paths.config);
    chmodSync(home, 0o755);
    expect(prepare(home).sort()).toEqual([home, paths.envFile, join(paths.sessions, 's1.jsonl')].sort());
    expect([mode(home), mode(paths.envFile), mode(join(paths.sessions, 's1.jsonl'))]).toEqual([0o700, 0o600, 0o600]);
    expect(mode(join(paths.workspace, 'skills', 'run.sh'))).toBe(0o755);
    expect(mode(outside)).toBe(0o644);
  });

  it('refuses a home that is a file or lies below one, and leaves the file alone', () => {
    const file = join(tempDir(), 'file');
    writeFileSync(file, 'mine');
    for (const home of [file, join(file, 'home')]) {
      expect(() => prepare(home)).toThrow(ConfigError);
      expect(() => prepare(home)).toThrow(/is a file/);
    }
    expect(statSync(file).size).toBe(4);
  });

  it('refuses a home whose folder name is taken by a file', () => {
    const home = tempDir();
    writeFileSync(join(home, 'sessions'), '');
    expect(() => prepare(home)).toThrow(ConfigError);
    expect(existsSync(join(home, 'state.sqlite'))).toBe(false);
  });

  it.each([
    ['ENOSPC', /full/],
    ['EDQUOT', /full/],
    ['EACCES', /may not be written/],
    ['EROFS', /mounted read-only/],
    ['ENAMETOOLONG', /ENAMETOOLONG/],
  ])('says %s in words, with a remedy', (code, words) => {
    const error = homeError('/h', Object.assign(new Error('x'), { code }));
    expect(error.message).toMatch(words);
    expect(error.remedy).toMatch(/\.$/);
  });
});

it('a full disk is no fault of the configuration, so that a supervisor tries again', () => {
  const error = homeError('/h', Object.assign(new Error('x'), { code: 'ENOSPC' }));
  expect(error).not.toBeInstanceOf(ConfigError);
  expect(error.retryable).toBe(true);
});

describe('homeChecks', () => {
  it('finds a home that others can read, and a missing one', async () => {
    const home = tempDir();
    chmodSync(home, 0o755);
    const findings = await runChecks(homeChecks(home));
    expect(findings.map((one) => one.level)).toEqual(['ok', 'warning']);
    expect(findings[1]?.remedy).toBe(`chmod 700 ${home}`);
    chmodSync(home, 0o700);
    expect((await runChecks(homeChecks(home))).map((one) => one.level)).toEqual(['ok', 'ok']);
    expect((await runChecks(homeChecks(join(home, 'nowhere'))))[0]).toMatchObject({ level: 'warning' });
  });
});
