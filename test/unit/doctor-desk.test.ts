// Doctor: each planted fault is found and named with its remedy, what can be put right is, and not a byte is lost by it.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDb } from '../../src/db/database.js';
import { openHouse } from '../../src/house.js';
import { takeGateway } from '../../src/jobs/gateway-lock.js';
import type { ToldFinding } from '../../src/ops/doctor.js';
import { doctor, linesBelow, optionsOf, type PlantedHome, plantedHome, team } from '../support/doctor/planted-home.js';
import { tempDir } from '../support/temp-dir.js';

const NOBODY = 'http://127.0.0.1:9';
const YAML = `channels:\n  telegram: { token: "7:x", apiRoot: "${NOBODY}" }\n`;
const LONG_AGO = Date.now() - 3 * 86_400_000;
const AT = 1_000_000;

interface Fault {
  says: RegExp;
  check: string;
  plant(planted: PlantedHome): void | Promise<void>;
  /** False: it stays, with its remedy. */
  fixed: boolean;
}

const job = (id: string, name: string, data: string, state: string, more = '', values = '') =>
  `INSERT INTO jobs (id, name, data, state, place, run_at, added_at${more})
   VALUES ('${id}', '${name}', '${data}', '${state}', 'front', ${LONG_AGO}, ${LONG_AGO}${values})`;
const session = (id: string) =>
  `INSERT INTO sessions (id, key, scope, chat, opened_at) VALUES ('${id}', '${id}', '{"kind":"main"}', '{}', ${LONG_AGO})`;
const entry = (id: string, more: object) => `${JSON.stringify({ id, at: AT, fence: 1, ...more })}\n`;
const said = (id: string, text: string) =>
  entry(id, { type: 'user', from: { account: 'console:owner', name: 'Owner', role: 'owner' }, text, message: id });
const old = (path: string) => utimesSync(path, LONG_AGO / 1_000, LONG_AGO / 1_000);
const schedule = (id: string, spec: string, channel: string) =>
  `INSERT INTO schedules (id, spec, zone, missed, task, message, chat, scope, by, via, state, next_at, created_at, changed_at)
   VALUES ('${id}', '${spec}', 'UTC', 'skip', 'say', 'x', '{"channel":"${channel}","account":"a","chat":"c"}',
     '{"kind":"main"}', 'console:owner', 'cli', 'active', ${Date.now() + 86_400_000}, ${AT}, ${AT})`;

/** All in one home, so that none of them hides another. */
const FAULTS: Record<string, Fault> = {
  'a file of the workspace that others can read': {
    check: 'home.permissions',
    says: /get at .*journal\.md/,
    fixed: true,
    plant({ home, put }) {
      put('workspace/memory/journal.md', 'Mine.\n');
      chmodSync(join(home, 'workspace/memory/journal.md'), 0o644);
    },
  },
  'a folder of received files that others can enter': {
    check: 'home.permissions',
    says: /get at .*media\/main/,
    fixed: true,
    plant({ home }) {
      mkdirSync(join(home, 'media/main'));
      chmodSync(join(home, 'media/main'), 0o755);
    },
  },
  'both MEMORY.md and memory.md': {
    check: 'memory.names',
    says: /both MEMORY\.md and memory\.md/,
    fixed: true,
    plant: ({ put }) =>
      put(
        'workspace/memory.md',
        '# Memory\n\n- The boat is called Mirabelle.\n- 门牌号是十七号。\n\n## 家人\n\n- 娘の名前は花子。\n',
      ),
  },
  'both in the folder of a group': {
    check: 'memory.names',
    says: /both groups\/.*\/MEMORY\.md and groups\/.*memory\.md/,
    fixed: true,
    plant: ({ put, group }) => put(`workspace/${group}/memory.md`, '- 연습은 화요일.\n'),
  },
  'a misspelt name': {
    check: 'memory.names',
    says: /User\.md is not read/,
    fixed: true,
    plant: ({ home }) => renameSync(join(home, 'workspace/USER.md'), join(home, 'workspace/User.md')),
  },
  'a misspelt name of what every chat would read': {
    check: 'memory.names',
    says: /identity\.md is not read/,
    fixed: false,
    plant: ({ home }) => renameSync(join(home, 'workspace/IDENTITY.md'), join(home, 'workspace/identity.md')),
  },
  'a missing SOUL.md': {
    check: 'memory.template',
    says: /SOUL\.md is missing/,
    fixed: true,
    plant: ({ home }) => rmSync(join(home, 'workspace/SOUL.md')),
  },
  'a file that is too large to be read': {
    check: 'memory.index',
    says: /memory\/large\.md.*larger than 4 MB/,
    fixed: false,
    plant: ({ put }) => put('workspace/memory/large.md', 'x'.repeat(4 * 1024 * 1024 + 1)),
  },
  'AGENTS.md under another spelling': {
    // The template in its place would hide what its owner wrote.
    check: 'memory.template',
    says: /AGENTS\.md is missing/,
    fixed: false,
    plant: ({ home }) => renameSync(join(home, 'workspace/AGENTS.md'), join(home, 'workspace/Agents.md')),
  },
  'a link': {
    check: 'memory.links',
    says: /linked\.md/,
    fixed: false,
    plant({ home, put }) {
      put('workspace/memory/one.md', 'one\n');
      symlinkSync('one.md', join(home, 'workspace/memory/linked.md'));
      linkSync(join(home, 'workspace/memory/one.md'), join(home, 'workspace/memory/second.md'));
    },
  },
  'a write that was not finished': {
    check: 'memory.unfinished',
    says: /cut off: MEMORY\.md/,
    fixed: true,
    plant: ({ sql }) => sql("UPDATE ledger SET state = 'intended' WHERE path = 'MEMORY.md'"),
  },
  'an edit that was kept aside': {
    check: 'memory.conflicts',
    says: /no longer fitted/,
    fixed: false,
    plant: ({ put }) => put('workspace/.nightjar/conflicts/MEMORY.md.conflict-x-1', '- lost?\n'),
  },
  'a copy of a program that syncs': {
    check: 'memory.conflicts',
    says: /sync-conflict/,
    fixed: false,
    plant: ({ put }) => put('workspace/memory/2026-01-01.sync-conflict-20260101.md', '- twice\n'),
  },
  'files that a killed process left': {
    check: 'home.leftovers',
    says: /\.MEMORY\.md\.nightjar\.tmp/,
    fixed: true,
    plant({ home, put }) {
      for (const path of ['workspace/.MEMORY.md.nightjar.tmp', 'media/main/x.partial']) {
        put(path, 'half\n');
        old(join(home, path));
      }
    },
  },
  'a folder of a group that nobody knows': {
    check: 'memory.folders',
    says: /groups\/telegram-999/,
    fixed: false,
    plant: ({ put }) => put('workspace/groups/telegram-999/MEMORY.md', '- theirs\n'),
  },
  'a folder that is gone': {
    check: 'memory.folders',
    says: /are gone.*people\/bob/,
    fixed: false,
    async plant({ home, house }) {
      const why = { who: 'console:bob', by: 'tool', reason: 'a test', trust: 'member' } as const;
      await house.memory.view({ kind: 'person', person: 'bob' }).remember({ target: 'long', text: 'x' }, why);
      rmSync(join(home, 'workspace/people'), { recursive: true });
    },
  },
  'a job whose process died': {
    check: 'jobs.orphans',
    says: /when their process died/,
    fixed: true,
    plant: ({ sql }) => sql(job('j1', 'turn', '{}', 'running', ', holder, lease_until', ", 'dead', 0")),
  },
  'a job whose row is gone': {
    check: 'jobs.lost',
    says: /something that is no more: 1 \(turn\)/,
    fixed: true,
    plant: ({ sql }) => sql(job('j2', 'turn', '{"row":999}', 'waiting')),
  },
  'a job that was given up': {
    check: 'jobs.dead-letters',
    says: /Job j3/,
    fixed: false,
    plant: ({ sql }) => sql(job('j3', 'night', '{}', 'dead', ', finished_at, reason', ", 1, 'no model'")),
  },
  'a job that nobody takes': {
    check: 'jobs.oldest',
    says: /has been due/,
    fixed: false,
    plant: ({ sql }) => sql(job('j4', 'later', '{}', 'waiting')),
  },
  'a cut without a flush': {
    check: 'sessions.cuts',
    says: /Cuts without flush: 1/,
    fixed: true,
    async plant({ put, sql }) {
      await sql(session('cut'));
      const lines = [
        said('a', '一'),
        said('b', 'two'),
        entry('c', { type: 'compaction', summary: 's', firstKept: 'b' }),
      ];
      put('sessions/cut.jsonl', lines.join(''));
    },
  },
  'a transcript with a damaged line': {
    check: 'sessions.damaged',
    says: /cannot be read.*torn \(1\)/,
    fixed: false,
    async plant({ put, sql }) {
      await sql(session('torn'));
      put('sessions/torn.jsonl', `${said('a', 'one')}{"id":"half\n${said('b', 'two')}`);
    },
  },
  'a copy of a damaged transcript': {
    check: 'sessions.damaged',
    says: /copies were kept/,
    fixed: false,
    plant: ({ put }) => put('sessions/s.damaged-1.jsonl', 'x\n'),
  },
  'a flush that waits': {
    check: 'sessions.flushes',
    says: /more than a day/,
    fixed: false,
    plant: ({ sql }) =>
      sql(`INSERT INTO flushes (session, first, last, cause, cycle, state, added_at)
           VALUES ('torn', 'a', 'b', 'ended', 0, 'queued', ${LONG_AGO})`),
  },
  'a schedule that cannot be read': {
    check: 'schedules',
    says: /bad1111 cannot be read/,
    fixed: false,
    plant: ({ sql }) => sql(schedule('bad1111', '{"kind":"moon"}', 'console')),
  },
  'a schedule for a channel that is gone': {
    check: 'schedules',
    says: /gone111 is for a chat on matrix/,
    fixed: false,
    plant: ({ sql }) => sql(schedule('gone111', '{"kind":"cron","expr":"0 9 * * *"}', 'matrix')),
  },
  'an index that says what no file does': {
    check: 'memory.index-proof',
    says: /does not say what the files say/,
    fixed: true,
    async plant({ home }) {
      const [file = ''] = readdirSync(join(home, 'index')).filter((name) => name.endsWith('.sqlite'));
      const db = openDb(join(home, 'index', file));
      await db.write(() => db.sql("UPDATE chunks SET text = 'nobody said this' WHERE id = 1").run());
      db.close();
    },
  },
  'keys that a repository keeps': {
    check: 'home.git',
    says: /keys in .*\.env are in a git repository/,
    fixed: false,
    plant({ home, put }) {
      put('.env', 'KEY=1\n');
      const repository = join(home, '..');
      const git = (...args: string[]) => execFileSync('git', ['-C', repository, ...args], { stdio: 'ignore' });
      git('init');
      git('add', '-f', 'home/.env', 'home/workspace/MEMORY.md');
    },
  },
  'memory that a repository keeps': {
    check: 'home.git',
    says: /yours alone is tracked.*MEMORY\.md/,
    fixed: false,
    plant: () => {},
  },
  'a folder that is synced': {
    check: 'home.synced',
    says: /is synced by Syncthing/,
    fixed: false,
    plant: ({ home }) => void mkdirSync(join(home, '../.stfolder')),
  },
  'nobody is the owner': {
    check: 'access.owner',
    says: /Nobody is the owner on telegram/,
    fixed: false,
    plant: () => {},
  },
  'a platform that cannot be reached': {
    check: 'channel.telegram',
    says: /could not be asked/,
    fixed: false,
    plant: () => {},
  },
  'a clock that is behind': {
    check: 'system.clock',
    says: /clock of this machine is behind/,
    fixed: false,
    plant: ({ sql }) => sql("UPDATE ledger SET at = ? WHERE path <> 'MEMORY.md'", [Date.now() + 7_200_000]),
  },
};

const found = (findings: readonly ToldFinding[], { check, says }: Fault) =>
  findings.find((one) => one.check === check && says.test(one.says) && one.fixed === undefined);

it(`finds each of ${Object.keys(FAULTS).length} faults, names the remedy, and puts right what it can without losing a byte`, async () => {
  const faults = Object.entries(FAULTS);
  expect(faults.length).toBeGreaterThanOrEqual(25);
  const home = await plantedHome(YAML, async (planted) => {
    for (const [, fault] of faults) await fault.plant(planted);
  });
  const before = linesBelow(home);

  const first = await doctor(home, false);
  const unseen = faults.filter(([, fault]) => !found(first.data, fault)?.remedy).map(([name]) => name);
  expect(unseen).toEqual([]);
  const fixable = faults.filter(([, fault]) => found(first.data, fault)?.fixable).map(([name]) => name);
  expect(fixable).toEqual(faults.filter(([, { fixed }]) => fixed).map(([name]) => name));
  expect(linesBelow(home)).toEqual(before);

  const second = await doctor(home, true);
  expect(second.data.flatMap(({ notFixed }) => notFixed ?? [])).toEqual([]);
  const stay = faults.filter(([, fault]) => found(second.data, fault)).map(([name]) => name);
  expect(stay).toEqual(faults.filter(([, { fixed }]) => !fixed).map(([name]) => name));
  for (const [, fault] of faults) {
    const put = second.data.find((one) => one.check === fault.check && fault.says.test(one.says) && one.fixed);
    expect(put !== undefined, fault.says.source).toBe(fault.fixed);
  }
  const after = linesBelow(home);
  expect([...before].filter(([line, times]) => (after.get(line) ?? 0) < times)).toEqual([]);
  expect(second.failed).toBe(true);
  expect(second.text).toContain('Put right: ');

  // The old lines stand in the new file, written by the ledger; the old file is kept.
  const workspace = join(home, 'workspace');
  const merged = readFileSync(join(workspace, 'MEMORY.md'), 'utf8');
  expect(merged).toMatch(/Mirabelle[\s\S]*# Memory[\s\S]*门牌号是十七号。[\s\S]*## 家人[\s\S]*花子/);
  expect(merged.match(/Mirabelle/g)).toHaveLength(1);
  expect(existsSync(join(workspace, 'memory.md'))).toBe(false);
  const [time = ''] = readdirSync(join(home, '.nightjar-repair/root-memory'));
  expect(readFileSync(join(home, '.nightjar-repair/root-memory', time, 'memory.md'), 'utf8')).toContain('门牌号');
  expect(statSync(join(home, '.nightjar-repair')).mode & 0o777).toBe(0o700);
  const house = await openHouse({ ...optionsOf(home), loaded: optionsOf(home).loaded ?? never() });
  onTestFinished(() => house.close());
  const [row] = house.memory.ledgerRows('MEMORY.md', 1);
  expect(row).toMatchObject({ who: 'system', by: 'system', trust: 'owner', reason: expect.stringContaining('lacked') });
  expect((await house.memory.view(team).read(`${house.memory.folders.folderOf(team)}/MEMORY.md`)).text).toContain(
    '화요일',
  );
  expect(house.state.db.sql("SELECT state FROM flushes WHERE session = 'cut'").column()).toEqual(['queued']);
});

function never(): never {
  throw new Error('cannot be');
}

describe('a home that cannot be opened as it is', () => {
  it('a workspace that is not there is an error with its remedy, and is adopted when somebody says so', async () => {
    const home = await plantedHome('', async () => {});
    const workspace = join(home, 'workspace');
    renameSync(workspace, join(home, 'away'));
    mkdirSync(workspace);
    const opens = (data: readonly ToldFinding[]) => data.find(({ check }) => check === 'house.opens');
    for (const fix of [false, true]) {
      const { data, failed } = await doctor(home, fix);
      expect(failed).toBe(true);
      expect(opens(data)).toMatchObject({ level: 'error', remedy: expect.stringContaining('--adopt-workspace') });
      expect(readdirSync(workspace)).toEqual([]);
    }
    const lock = await takeGateway(join(home, 'run'));
    await expect(doctor(home, false, true)).rejects.toThrow('is running');
    lock?.release();
    const { data, failed } = await doctor(home, false, true);
    expect([failed, opens(data)]).toEqual([false, undefined]);
    expect(data[0]?.fixed).toMatch(/from now on/);
    expect(readdirSync(workspace)).toContain('SOUL.md');
  });

  it('a damaged state, a key that nobody knows: named, and left as they are', async () => {
    const home = await plantedHome('', async () => {});
    for (const name of readdirSync(home)) if (name.startsWith('state.sqlite')) rmSync(join(home, name));
    writeFileSync(join(home, 'state.sqlite'), 'no database '.repeat(500), { mode: 0o600 });
    const damaged = await doctor(home, true);
    expect(damaged.data).toContainEqual(expect.objectContaining({ check: 'house.opens', remedy: expect.anything() }));
    expect(readFileSync(join(home, 'state.sqlite'), 'utf8')).toContain('no database');
    writeFileSync(join(home, 'nightjar.yaml'), 'modle: 1\n');
    const { loaded: _, ...place } = { loaded: undefined, home, env: {}, defaultTimezone: 'UTC', version: 'test' };
    const { runDoctor } = await import('../../src/doctor-desk.js');
    const { data } = await runDoctor(place, { fix: true, adoptWorkspace: false });
    expect(data).toContainEqual(
      expect.objectContaining({
        check: 'config.file',
        says: expect.stringContaining('modle'),
        remedy: expect.anything(),
      }),
    );
    expect(readFileSync(join(home, 'nightjar.yaml'), 'utf8')).toBe('modle: 1\n');
  });
});

it('beside a running bot what needs it stopped is put off, and says so', async () => {
  const home = await plantedHome('', async ({ home: at }) => {
    renameSync(join(at, 'workspace/USER.md'), join(at, 'workspace/user.md'));
  });
  const lock = await takeGateway(join(home, 'run'));
  onTestFinished(() => lock?.release());
  const { data, text } = await doctor(home, true);
  const about = data.find(({ check }) => check === 'memory.names');
  expect(about).toMatchObject({ fixable: true, notFixed: expect.stringContaining('stop it') });
  expect(text).toContain('Not put right: ');
  expect(existsSync(join(home, 'workspace/user.md'))).toBe(true);
});

it('a new home is well, and one that is not there is no error', async () => {
  const { data, text, failed } = await doctor(await plantedHome('', async () => {}), true);
  expect(data.filter(({ level }) => level !== 'ok')).toEqual([]);
  expect([failed, text.split('\n').at(-1)]).toEqual([false, 'All is well.']);
  const none = join(tempDir(), 'none');
  expect((await doctor(none, true)).failed).toBe(false);
  expect(existsSync(none)).toBe(false);
});
