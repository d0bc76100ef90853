// The files that others run Nightjar with: units, image, compose file. Every path, command and key in them is one that exists.

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { retentionSection } from '../../src/config/schema-work.js';
import { tempDir } from '../support/temp-dir.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { bin, scripts } = JSON.parse(read('package.json')) as {
  bin: { nightjar: string };
  scripts: Record<string, string>;
};
/** What stands before what the supervisor kills: what runs is given so long to finish, and a little more to close. */
const DRAIN_SECONDS = 8 + 4;

interface Service {
  command?: string[];
  volumes?: string[];
  stop_grace_period?: string;
  env_file?: string;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
}

describe.each([
  ['nightjar.service', 'start'],
  ['nightjar-worker@.service', 'worker'],
])('deploy/%s', (name, command) => {
  const lines = read(`deploy/${name}`).split('\n');
  const value = (key: string) => lines.findLast((line) => line.startsWith(`${key}=`))?.slice(key.length + 1);

  it('runs node itself on the built program, so that the signal reaches it', () => {
    expect(value('ExecStart')).toBe(`/usr/bin/node ${bin.nightjar} ${command}`);
    expect(value('KillSignal')).toBe('SIGTERM');
  });

  it('C157: gives longer than the program takes to end', () => {
    expect(Number(value('TimeoutStopSec'))).toBeGreaterThanOrEqual(DRAIN_SECONDS);
    expect(value('Restart')).toBe('on-failure');
    // Exit code 2: the configuration is wrong, and stays so.
    expect(value('RestartPreventExitStatus')).toBe('2');
  });

  it('may write the home and nothing else', () => {
    const home = lines.find((line) => line.startsWith('Environment=NIGHTJAR_HOME='))?.split('=')[2];
    expect(value('ReadWritePaths')).toBe(home);
    expect(home).toBe(`/var/lib/${value('StateDirectory')}`);
    expect(value('ProtectSystem')).toBe('strict');
    expect(existsSync(join(root, value('Documentation')?.replace('file:///opt/nightjar/', '') ?? ''))).toBe(true);
  });

  it('is a unit that systemd understands, where there is one to ask', () => {
    if (!existsSync('/usr/bin/systemd-analyze')) return;
    const file = join(tempDir(), name);
    copyFileSync(join(root, 'deploy', name), file);
    // A unit whose program is not installed here is still well-formed.
    const said = execFileSync('sh', ['-c', 'systemd-analyze verify "$0" 2>&1 || true', file], { encoding: 'utf8' });
    const faults = said.split('\n').filter((line) => /unknown|invalid|failed to parse|ignoring|missing/i.test(line));
    expect(faults).toEqual([]);
  });
});

describe('the image', () => {
  const steps = read('Dockerfile')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line));
  const all = (word: string) =>
    steps.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

  it('is made of files that are there and that .dockerignore lets through', () => {
    const ignored = new Set(read('.dockerignore').split('\n'));
    const sources = all('COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(' ').slice(0, -1));
    expect(sources).toContain('package-lock.json');
    for (const source of sources) {
      expect(existsSync(join(root, source)), source).toBe(true);
      expect(ignored.has(source), source).toBe(false);
    }
    expect([...ignored]).toEqual(expect.arrayContaining(['.env', 'data', 'node_modules', '.git']));
  });

  it('runs node itself, as nobody special, with its home on a volume', () => {
    expect(all('CMD')).toEqual([JSON.stringify(['node', bin.nightjar, 'start']).replaceAll(',', ', ')]);
    expect(all('USER')).toEqual(['node']);
    expect(all('VOLUME')).toEqual(['/data']);
    expect(all('ENV').join(' ')).toContain('NIGHTJAR_HOME=/data');
    expect(all('RUN').join(' ')).toContain(`ln -s /app/${bin.nightjar} /usr/local/bin/nightjar`);
    expect(scripts).toHaveProperty('build');
  });
});

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
  };

  it('C157: gives longer than the program takes to end', () => {
    for (const name of ['nightjar', 'worker']) {
      expect(Number.parseInt(services[name]?.stop_grace_period ?? '', 10), name).toBeGreaterThanOrEqual(DRAIN_SECONDS);
    }
  });

  it('keeps the home on the machine, and waits for a Redis that loses no job', () => {
    expect(services.nightjar?.volumes).toEqual(['./data:/data']);
    expect(services.worker?.volumes).toEqual(services.nightjar?.volumes);
    expect(services.worker?.command).toEqual(['node', bin.nightjar, 'worker']);
    expect(Object.keys(services.nightjar?.depends_on ?? {})).toEqual(['redis']);
    expect(services.redis?.command?.join(' ')).toBe('redis-server --appendonly yes --maxmemory-policy noeviction');
    const [volume = ''] = services.redis?.volumes ?? [];
    expect(volumes).toHaveProperty(volume.split(':')[0] ?? '');
    expect(services.redis?.healthcheck).toBeDefined();
  });

  it('holds no secret itself', () => {
    expect(services.nightjar?.env_file).toBe('.env');
    expect(read('.gitignore').split('\n')).toContain('.env');
    expect(read('compose.yaml')).not.toMatch(/(token|key|password)\s*[:=]\s*\S/i);
  });
});

describe('docs/operations.md', () => {
  const page = read('docs/operations.md');

  it('tells the keys of `retention` with their defaults', () => {
    const told = [...page.matchAll(/^\| `(\w+Days)` \| (\d+)/gm)].map(([, key, days]) => [key, Number(days)]);
    expect(Object.fromEntries(told)).toEqual(retentionSection.parse(undefined));
  });

  it('names files that are there', () => {
    const named = [...page.matchAll(/\b(?:deploy|docs)\/[\w@.-]+\.\w+/g)].map(([path]) => path);
    expect(named.length).toBeGreaterThan(1);
    for (const path of [...named, 'compose.yaml']) expect(existsSync(join(root, path)), path).toBe(true);
  });
});
