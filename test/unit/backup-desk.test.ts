import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { backupHome } from '../../src/backup-desk.js';
import { prepareHome } from '../../src/config/home.js';
import { freezeDb } from '../../src/db/backup.js';
import { openDb } from '../../src/db/database.js';
import { tryLock } from '../../src/db/lock.js';
import { openState } from '../../src/db/state.js';
import { insertOutbox, outboxRow } from '../../src/gateway/outbox.js';
import { takeGateway } from '../../src/jobs/gateway-lock.js';
import { joinProcesses } from '../../src/jobs/processes.js';
import { restoreHome } from '../../src/restore-desk.js';
import { FakeClock } from '../support/fake-clock.js';
import { tempDir } from '../support/temp-dir.js';
import { writeFiles } from '../support/write-files.js';

const FILES = {
  'nightjar.yaml': 'timezone: UTC\n',
  '.env': 'KEY=secret\n',
  'engine.js': 'export const engine = {};\n',
  'workspace/MEMORY.md': '- The door code is QX17.\n',
  'workspace/.nightjar/workspace-id': '{"id":"w"}\n',
  'workspace/memory/竹子 🎋.md': '- 竹子喜欢水\n',
  'workspace/memory/new\nline.md': 'x\n',
  'sessions/a.jsonl': '{"type":"session"}\n',
  'media/main/2026-11-30-0-图.png': 'picture',
};

async function makeHome(): Promise<string> {
  const home = join(tempDir(), 'home');
  prepareHome(home);
  writeFiles(home, FILES);
  mkdirSync(join(home, 'workspace/empty'));
  writeFiles(home, { 'index/x.sqlite': 'derived', 'nightjar.log': 'log', 'media/main/y.partial': 'half' });
  (await openState(join(home, 'state.sqlite'))).close();
  return home;
}

const backup = (home: string, file: string, more: { force?: boolean; secrets?: boolean; engine?: string } = {}) =>
  backupHome({ home, file, version: '9.9', force: false, secrets: true, ...more });

function tree(root: string): Record<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path !== 'state.sqlite');
  return Object.fromEntries(
    paths.flatMap((path) =>
      statSync(join(root, path)).isFile() ? [[path, readFileSync(join(root, path), 'utf8')] as const] : [],
    ),
  );
}

/** An archive of anybody's making. */
async function forge(file: string, entries: [name: string, text: string, type?: 'symlink' | 'link'][]): Promise<void> {
  const tar = pack();
  for (const [name, text, type] of entries) {
    if (type) tar.entry({ name, type, linkname: text, size: 0 }, () => {}).end();
    else tar.entry({ name, size: Buffer.byteLength(text) }, text);
  }
  tar.finalize();
  const parts: Buffer[] = [];
  for await (const part of tar) parts.push(part as Buffer);
  writeFileSync(file, gzipSync(Buffer.concat(parts)));
}

/** Room for 200 kB. False where mounts are not allowed: they are for root on Linux. */
function mountSmall(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('a backup', () => {
  it('holds what a home is made of, and restores to the same, private to its owner', async () => {
    const home = await makeHome();
    const old = new Date('2020-02-02T02:02:02.500Z');
    utimesSync(join(home, 'workspace/MEMORY.md'), old, old);
    chmodSync(join(home, 'workspace/MEMORY.md'), 0o644);
    const file = join(tempDir(), 'b.tar.gz');
    const { data } = await backup(home, file, { engine: './engine.js' });
    expect(data).toMatchObject({ counts: { workspace: 4, sessions: 1, media: 1 }, leftOut: [] });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, '..'))).toEqual(['b.tar.gz']);
    const next = join(tempDir(), 'deep/er');
    const restored = await restoreHome({ file, home: next, force: false });
    expect(restored.data).toMatchObject({ home: next, version: '9.9', open: { messages: 0, replies: 0 } });
    expect(tree(next)).toEqual(FILES);
    expect(existsSync(join(next, 'workspace/empty'))).toBe(true);
    expect(statSync(join(next, 'workspace/MEMORY.md')).mtimeMs).toBe(old.getTime());
    for (const path of readdirSync(next, { recursive: true, encoding: 'utf8' })) {
      const stat = statSync(join(next, path));
      expect(stat.mode & 0o777, path).toBe(stat.isDirectory() ? 0o700 : 0o600);
    }
    expect(statSync(next).mode & 0o777).toBe(0o700);
  });

  it('C124: is refused where the state is damaged, and the one of before stays', async () => {
    const home = await makeHome();
    const file = join(tempDir(), 'b.tar.gz');
    await backup(home, file);
    const before = readFileSync(file);
    const state = await openState(join(home, 'state.sqlite'));
    const { page } = state.db
      .sql<{ page: number }>("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'schedules'")
      .get() ?? { page: 0 };
    state.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    state.close();
    const bytes = readFileSync(join(home, 'state.sqlite'));
    bytes.fill(0xab, (page - 1) * 4_096, page * 4_096);
    writeFileSync(join(home, 'state.sqlite'), bytes);
    await expect(backup(home, file, { force: true })).rejects.toThrow(/state\.sqlite is damaged .*no backup of it/);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(join(file, '..'))).toEqual(['b.tar.gz']);
  });

  it('leaves keys out when asked to, and says so at restore', async () => {
    const home = await makeHome();
    const file = join(tempDir(), 'b');
    const { text } = await backup(home, file, { secrets: false });
    expect(text).toMatch(/Without \.env/);
    const next = join(tempDir(), 'next');
    const restored = await restoreHome({ file, home: next, force: false });
    expect(restored.text).toMatch(/holds no keys/);
    expect(existsSync(join(next, '.env'))).toBe(false);
    expect(existsSync(join(next, 'engine.js'))).toBe(false);
  });

  it('follows the workspace where it is a link, and tells of links in it that it leaves out', async () => {
    const home = await makeHome();
    const elsewhere = tempDir();
    writeFiles(elsewhere, { 'MEMORY.md': 'x\n' });
    symlinkSync('/etc', join(elsewhere, 'etc'));
    rmSync(join(home, 'workspace'), { recursive: true });
    symlinkSync(elsewhere, join(home, 'workspace'));
    const file = join(tempDir(), 'b');
    const { data, text } = await backup(home, file);
    expect(data.leftOut).toEqual(['workspace/etc (a link)']);
    expect(text).toContain('workspace/etc (a link)');
    const next = join(tempDir(), 'next');
    await restoreHome({ file, home: next, force: false });
    expect(tree(join(next, 'workspace'))).toEqual({ 'MEMORY.md': 'x\n' });
    await expect(backup(home, join(elsewhere, 'b'))).rejects.toThrow(/is itself copied/);
  });

  it('replaces no file unasked, and lies in no folder that is copied', async () => {
    const home = await makeHome();
    const file = join(tempDir(), 'b');
    writeFileSync(file, 'mine');
    await expect(backup(home, file)).rejects.toThrow(/there already/);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await backup(home, file, { force: true });
    expect(readFileSync(file, 'utf8')).not.toBe('mine');
    for (const folder of ['workspace', 'sessions', 'media/main', 'run', 'index']) {
      await expect(backup(home, join(home, folder, 'b'))).rejects.toThrow(/is itself copied/);
    }
    await expect(backup(home, join(tempDir(), 'no/b'))).rejects.toThrow(/There is no folder/);
    await expect(backup(home, tempDir())).rejects.toThrow(/is no file/);
    await expect(backup(join(tempDir(), 'none'), file)).rejects.toThrow(/no Nightjar home/);
  });

  it('removes what a killed one left, and is not made twice at once', async () => {
    const home = await makeHome();
    const there = tempDir();
    writeFiles(there, { 'old.partial': 'half', 'old.parts-1/state.sqlite': 'x', 'other.partial': 'mine' });
    const note = { partial: join(there, 'old.partial'), copies: join(there, 'old.parts-1') };
    writeFileSync(join(home, 'run/backup.note'), JSON.stringify(note));
    const lock = tryLock(join(home, 'run/backup.lock'));
    await expect(backup(home, join(there, 'b'))).rejects.toThrow(/Another backup/);
    lock?.release();
    await backup(home, join(there, 'b'));
    expect(readdirSync(there).sort()).toEqual(['b', 'other.partial']);
    expect(readdirSync(join(home, 'run'))).toEqual(['backup.lock']);
  });

  it('on a disk that is too small says so, and leaves nothing there', async ({ skip }) => {
    const home = await makeHome();
    const disk = tempDir();
    if (!mountSmall(disk)) return skip('this user may not mount anything');
    try {
      // Where the copy of the state has no room, and where only the archive has none.
      for (const bytes of [0, 3_000_000]) {
        writeFileSync(join(home, 'media/main/noise'), randomBytes(bytes));
        await expect(backup(home, join(disk, 'b'))).rejects.toThrow(/no room/);
        expect(readdirSync(disk)).toEqual([]);
        execFileSync('mount', ['-o', 'remount,size=2m', disk]);
      }
      rmSync(join(home, 'media/main/noise'));
      await backup(home, join(disk, 'b'));
      expect(readdirSync(disk)).toEqual(['b']);
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  it('shows one moment: what is committed while it is made is not in it, and nobody is held up by the copying', async () => {
    const path = join(tempDir(), 's.sqlite');
    const db = openDb(path);
    onTestFinished(() => db.close());
    db.exec('CREATE TABLE t (x)');
    await db.write(() => db.sql('INSERT INTO t VALUES (1)').run());
    const frozen = await freezeDb(path);
    let written = false;
    const waiting = db
      .write(() => db.sql('INSERT INTO t VALUES (2)').run())
      .then(() => {
        written = true;
      });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(written).toBe(false);
    frozen.thaw();
    await waiting;
    const copy = join(tempDir(), 'copy.sqlite');
    await frozen.copyTo(copy);
    frozen.close();
    const copied = openDb(copy);
    expect(copied.sql('SELECT x FROM t').column()).toEqual([1]);
    copied.close();
    expect(db.sql('SELECT x FROM t').column()).toEqual([1, 2]);
  });
});

describe('a restore', () => {
  it('touches no home that holds something, unless it may move it aside', async () => {
    const home = await makeHome();
    const file = join(tempDir(), 'b');
    await backup(home, file);
    writeFileSync(join(home, 'workspace/MEMORY.md'), '- newer\n');
    await expect(restoreHome({ file, home, force: false })).rejects.toThrow(/something in/);
    const { data } = await restoreHome({ file, home, force: true });
    expect(data.aside).toMatch(/home\.before-\d{8}T\d{6}Z$/);
    expect(readFileSync(join(data.aside ?? '', 'workspace/MEMORY.md'), 'utf8')).toBe('- newer\n');
    expect(readFileSync(join(home, 'workspace/MEMORY.md'), 'utf8')).toBe(FILES['workspace/MEMORY.md']);
    expect(readdirSync(join(home, '..'))).toHaveLength(2);
  });

  it('fills a folder that is empty but for what the system or a killed restore left in it', async () => {
    const file = join(tempDir(), 'b');
    await backup(await makeHome(), file);
    const home = tempDir();
    writeFiles(home, { '.restoring-0123abcd/state.sqlite': 'half' });
    mkdirSync(join(home, 'lost+found'));
    await restoreHome({ file, home, force: false });
    expect(readdirSync(home).filter((name) => name.startsWith('.restoring'))).toEqual([]);
    expect(existsSync(join(home, 'state.sqlite'))).toBe(true);
  });

  it('waits for nobody: a home with a living process is refused, with --force too', async () => {
    const home = await makeHome();
    const file = join(tempDir(), 'b');
    await backup(home, file);
    const lock = await takeGateway(join(home, 'run'));
    await expect(restoreHome({ file, home, force: true })).rejects.toThrow(/is running/);
    lock?.release();
    const state = await openState(join(home, 'state.sqlite'));
    const member = await joinProcesses({
      db: state.db,
      runDir: join(home, 'run'),
      kind: 'worker',
      clock: new FakeClock(),
    });
    await expect(restoreHome({ file, home, force: true })).rejects.toThrow(/is running/);
    await member.leave();
    state.close();
    await restoreHome({ file, home, force: true });
  });

  it('marks what may have been sent since', async () => {
    const home = await makeHome();
    const state = await openState(join(home, 'state.sqlite'));
    const chat = { channel: 'telegram', account: 'bot', chat: '1' };
    const row = await state.db.write(() =>
      insertOutbox(state.db, { turn: 't', part: 0, sender: 'gateway', chat, message: { text: 'x' }, queuedAt: 5 }),
    );
    state.close();
    const file = join(tempDir(), 'b');
    await backup(home, file);
    const next = join(tempDir(), 'next');
    const { data, text } = await restoreHome({ file, home: next, force: false });
    expect(data.open).toEqual({ messages: 0, replies: 1 });
    expect(text).toMatch(/One reply may go out again/);
    const restored = await openState(join(next, 'state.sqlite'));
    expect(outboxRow(restored.db, row ?? 0)).toMatchObject({ state: 'sending', since: 5 });
    restored.close();
  });

  it('on a disk that is too small says so, and not that the backup is damaged', async ({ skip }) => {
    const home = await makeHome();
    const file = join(tempDir(), 'b');
    writeFileSync(join(home, 'media/main/noise'), randomBytes(3_000_000));
    await backup(home, file);
    const disk = tempDir();
    if (!mountSmall(disk)) return skip('this user may not mount anything');
    try {
      await expect(restoreHome({ file, home: join(disk, 'home'), force: false })).rejects.toThrow(/disk.* is full/);
      expect(readdirSync(disk)).toEqual([]);
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  it('refuses an archive with a byte changed, cut short, or that is none, and leaves nothing', async () => {
    const there = tempDir();
    const file = join(there, 'b');
    await backup(await makeHome(), file);
    const whole = readFileSync(file);
    const home = join(there, 'home');
    const broken = join(there, 'broken');
    const flipped = Buffer.from(whole);
    flipped[whole.length >> 1] = (flipped[whole.length >> 1] ?? 0) ^ 1;
    for (const bytes of [flipped, whole.subarray(0, whole.length - 200), Buffer.from('hello'), Buffer.alloc(0)]) {
      writeFileSync(broken, bytes);
      await expect(restoreHome({ file: broken, home, force: false })).rejects.toThrow(/was not restored/);
      expect(existsSync(home)).toBe(false);
    }
    await expect(restoreHome({ file: join(there, 'none'), home, force: false })).rejects.toThrow(/There is no file/);
  });

  it('writes nothing outside the home, and nothing that the list of contents does not name', async () => {
    const there = tempDir();
    const home = join(there, 'home');
    const file = join(there, 'evil');
    const facts = { version: '1', created: '', schema: 1, secrets: true, leftOut: [], folders: [], counts: {} };
    const counts = { workspace: 0, sessions: 0, media: 0, bytes: 0 };
    const list = JSON.stringify({ format: 'nightjar-backup', formatVersion: 1, ...facts, counts, files: [] });
    for (const [entries, says] of [
      [[['../evil.md', 'x']], /which no backup of Nightjar does/],
      [[['/tmp/evil.md', 'x']], /which no backup of Nightjar does/],
      [[['workspace/../../evil.md', 'x']], /which no backup of Nightjar does/],
      [[['run/gateway.lock', 'x']], /which no backup of Nightjar does/],
      [[['workspace/link', '/etc', 'symlink']], /which no backup of Nightjar does/],
      [[['workspace/link', 'state.sqlite', 'link']], /which no backup of Nightjar does/],
      [
        [
          ['a', 'x'],
          ['a', 'y'],
        ],
        /which no backup of Nightjar does/,
      ],
      [
        [
          ['workspace/extra.md', 'x'],
          ['manifest.json', list],
        ],
        /does not name/,
      ],
      [
        [
          ['manifest.json', list],
          ['workspace/late.md', 'x'],
        ],
        /behind its list/,
      ],
      [[['manifest.json', list]], /no state/],
      [[['workspace/a.md', 'x']], /end is missing/],
    ] as [[string, string, 'symlink'?][], RegExp][]) {
      await forge(file, entries);
      await expect(restoreHome({ file, home, force: false }), String(says)).rejects.toThrow(says);
      expect(readdirSync(there)).toEqual(['evil']);
    }
  });

  it('refuses what a newer program wrote', async () => {
    const home = await makeHome();
    const db = openDb(join(home, 'state.sqlite'));
    db.exec('PRAGMA user_version = 999');
    db.close();
    const file = join(tempDir(), 'b');
    await backup(home, file);
    await expect(restoreHome({ file, home: join(tempDir(), 'h'), force: false })).rejects.toThrow(/newer Nightjar/);
  });
});
