// The log file: nothing secret and nobody's words in it, readable by its owner only, bounded in size.
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/contracts/index.js';
import { createLog } from '../../../src/ops/log.js';
import { logFile } from '../../../src/ops/log-file.js';
import { sanitise } from '../../../src/ops/sanitise.js';
import { secretFilter } from '../../../src/ops/secret-filter.js';
import { tempDir } from '../../support/temp-dir.js';

const lines = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('createLog', () => {
  it('writes JSON lines with level, time, event and bound fields into a private file', () => {
    const file = join(tempDir(), 'nightjar.log');
    const log = createLog({ file, level: 'info', secrets: [] });
    log.debug('turn.detail');
    log.with({ session: 's1' }).info('turn.done', { tokens: 12, name: '山田' });
    log.flush();
    const [line, ...more] = lines(file);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ level: 'info', event: 'turn.done', session: 's1', tokens: 12, name: '山田' });
    expect(Date.parse(String(line?.time))).toBeGreaterThan(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('names a snapshot by its day alone, for its name is made of what was said', () => {
    const file = join(tempDir(), 'nightjar.log');
    const log = createLog({ file, level: 'debug', secrets: [] });
    const snapshot = 'groups/telegram--100/memory/2026-11-30-divorce-lawyer-離婚の相談.md';
    const copy = `.nightjar/conflicts/${snapshot.replaceAll('/', '__')}.conflict-2026-12-01T01-11-01-724Z-7`;
    log.warn('memory.conflict', {
      path: snapshot,
      copy,
      files: [snapshot, 'memory/2026-11-30-0812-2.md', 'memory/2026-11-30.md'],
    });
    log.warn('memory.recovery-put-off', { error: new Error(`${snapshot} and "${snapshot}" are being written`) });
    const [first, second] = lines(file);
    const day = 'groups/telegram--100/memory/2026-11-30-….md';
    expect(first).toMatchObject({
      path: day,
      copy: '.nightjar/conflicts/groups__telegram--100__memory__2026-11-30-….md.conflict-2026-12-01T01-11-01-724Z-7',
      files: [day, 'memory/2026-11-30-0812-2.md', 'memory/2026-11-30.md'],
    });
    expect(second).toMatchObject({ error: { message: `${day} and "${day}" are being written` } });
    expect(readFileSync(file, 'utf8')).not.toMatch(/divorce|離婚/);
  });

  it('C146 hides what somebody has just said in confidence, in fields, errors and names of events', () => {
    const file = join(tempDir(), 'nightjar.log');
    const hide = (text: string) => text.replaceAll('Blau7!Gras', '[secret: password]');
    const log = createLog({ file, level: 'debug', secrets: ['configured-1'], hide });
    log.info('event Blau7!Gras', { note: 'is Blau7!Gras', list: [{ deep: 'Blau7!Gras configured-1' }] });
    log.with({ bound: 'Blau7!Gras' }).warn('x', { error: new Error('no Blau7!Gras') });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/Blau7|configured-1/);
    expect(text.match(/\[secret: password\]/g)?.length).toBeGreaterThanOrEqual(5);
  });

  it('shows no planted secret by any path (C148)', () => {
    const planted = ['123456:AAH-bot+token/x', 'sk-test-0000', 'redis-pass "quoted"'];
    const file = join(tempDir(), 'nightjar.log');
    const log = createLog({ file, level: 'debug', secrets: planted });
    const cyclic: Record<string, unknown> = { list: planted };
    cyclic.self = cyclic;
    for (const secret of planted) {
      log.error(`failed ${secret}`, {
        url: `https://api.example/bot${secret}/getMe`,
        encoded: `https://x/?k=${encodeURIComponent(secret)}`,
        basic: Buffer.from(secret).toString('base64'),
        [secret]: 1,
        error: new ModelError('auth', `refused ${secret}`, { cause: new Error(secret) }),
        deep: { a: [{ b: new Map([[secret, new Set([secret])]]) }] },
        link: new URL(`https://host/${encodeURIComponent(secret)}`),
        cyclic,
        bytes: Buffer.from(secret),
      });
      log.with({ via: secret }).debug('x');
    }
    const text = readFileSync(file, 'utf8');
    for (const secret of planted) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
      expect(text).not.toContain(encodeURIComponent(secret));
      expect(text).not.toContain(Buffer.from(secret).toString('base64'));
    }
    expect(lines(file)).toHaveLength(6);
  });

  it('never writes message text or credentials, whatever their value', () => {
    const file = join(tempDir(), 'nightjar.log');
    const log = createLog({ file, level: 'info', secrets: [] });
    log.info('in', { message: { text: '我的生日', quoted: [{ text: 'birthday' }] }, botToken: 'unknown-1' });
    log.info('in', { headers: { Authorization: 'Bearer unknown-2' }, apiKey: 'unknown-3', api_key: 'unknown-4' });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/生日|birthday|unknown/);
  });

  it('reduces errors, and keeps the stack only at debug', () => {
    const dir = tempDir();
    const error = new ModelError('timeout', 'no answer', { remedy: 'wait' });
    for (const level of ['info', 'debug'] as const) {
      createLog({ file: join(dir, level), level, secrets: [] }).error('turn.failed', { error });
    }
    expect(lines(join(dir, 'info'))[0]?.error).toEqual({ name: 'ModelError', message: 'no answer', culprit: 'model' });
    expect(lines(join(dir, 'debug'))[0]?.error).toHaveProperty('stack');
  });

  it('goes on when the file cannot be written', () => {
    const dir = tempDir();
    writeFileSync(join(dir, 'plain'), '');
    const log = createLog({ file: join(dir, 'plain', 'nightjar.log'), level: 'info', secrets: [] });
    expect(() => {
      log.info('one');
      log.flush();
    }).not.toThrow();
  });
});

describe('logFile', () => {
  const never = (error: unknown) => {
    throw error;
  };

  it('rotates by size and keeps one old file', () => {
    const path = join(tempDir(), 'x.log');
    const file = logFile(path, never, 100);
    for (let i = 0; i < 10; i++) file.write(`${i}${'京'.repeat(13)}\n`);
    expect(statSync(path).size).toBeLessThanOrEqual(100);
    expect(readFileSync(path, 'utf8')).toMatch(/^8.*\n9.*\n$/);
    expect(readFileSync(`${path}.1`, 'utf8')).toMatch(/^6.*\n7.*\n$/);
    expect(existsSync(`${path}.2`)).toBe(false);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('follows the path when another process rotated the file', () => {
    const path = join(tempDir(), 'x.log');
    const file = logFile(path, never);
    file.write('one\n');
    renameSync(path, `${path}.1`);
    file.write('two\n');
    expect(readFileSync(path, 'utf8')).toBe('two\n');
  });

  it('narrows the mode of a file that was too open', () => {
    const path = join(tempDir(), 'x.log');
    writeFileSync(path, '', { mode: 0o644 });
    logFile(path, never).write('one\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('tells trouble once, not with every line', () => {
    const dir = tempDir();
    writeFileSync(join(dir, 'plain'), '');
    let told = 0;
    const file = logFile(join(dir, 'plain', 'x.log'), () => told++);
    file.write('one\n');
    file.write('two\n');
    expect(told).toBe(1);
  });
});

describe('sanitise', () => {
  it('makes plain JSON of anything, without a known secret', () => {
    const secret = 'S3cr/et+Value';
    const filter = secretFilter([secret]);
    const around = fc.string().map((text) => `${text}${secret}${text}`);
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.anything({ withBigInt: true }), around)), (fields) => {
        const json = JSON.stringify(sanitise(fields, { filter, stacks: true }));
        return !json.includes(secret);
      }),
    );
  });

  it('survives fields that fight back', () => {
    const hostile = {
      get boom(): string {
        throw new Error('no');
      },
    };
    expect(sanitise(hostile, { filter: (text) => text, stacks: false })).toEqual({ unloggable: true });
  });
});
