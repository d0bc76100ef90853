// The index's side of the thread: what it is asked and what it answers, across a port as between two threads.

import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MemoryError, StateError } from '../../../../src/contracts/index.js';
import type { MemoryIndex } from '../../../../src/memory/index/memory-index.js';
import { type FromIndex, portLog, serveIndex } from '../../../../src/memory/index/thread.js';

/** The two ends; `next` is what came across, in order. */
function channel() {
  const { port1: inside, port2: outside } = new MessageChannel();
  onTestFinished(() => outside.close());
  const came: FromIndex[] = [];
  const waiting: ((message: FromIndex) => void)[] = [];
  outside.on('message', (message: FromIndex) => {
    const taker = waiting.shift();
    if (taker) taker(message);
    else came.push(message);
  });
  const next = () => {
    const message = came.shift();
    return message ? Promise.resolve(message) : new Promise<FromIndex>((resolve) => waiting.push(resolve));
  };
  return { inside, outside, next };
}

function serve(members: Record<string, (...args: unknown[]) => unknown>) {
  const { inside, outside, next } = channel();
  serveIndex(inside, members as unknown as MemoryIndex);
  let id = 0;
  return {
    outside,
    next,
    async ask(name: string, ...args: unknown[]) {
      outside.postMessage({ id: ++id, name, args });
      return await next();
    },
  };
}

describe('a call', () => {
  it('is answered with what the index gives, of whatever order the answers are', async () => {
    let go = (_: unknown) => {};
    const { ask, next, outside } = serve({
      sync: () => new Promise((resolve) => (go = resolve)),
      search: async (...args) => args,
    });
    outside.postMessage({ id: 7, name: 'sync', args: [] });
    expect(await ask('search', { kind: 'main' }, '门牌号', {})).toEqual({
      id: 1,
      value: [{ kind: 'main' }, '门牌号', {}],
    });
    go('late');
    expect(await next()).toEqual({ id: 7, value: 'late' });
  });

  it('that fails tells what and why, as far as the main thread can use it', async () => {
    const { ask } = serve({
      search: async () => {
        throw new MemoryError('busy', 'not now', { retryable: true, remedy: 'Wait.' });
      },
      sync: async () => {
        throw new StateError('the disk', { remedy: 'Look at it.' });
      },
      verify: () => {
        throw new Error('a bug');
      },
    });
    expect(await ask('search')).toEqual({
      id: 1,
      error: { kind: 'busy', message: 'not now', retryable: true, remedy: 'Wait.' },
    });
    expect(await ask('sync')).toEqual({
      id: 2,
      error: { message: 'the disk', retryable: false, remedy: 'Look at it.' },
    });
    expect(await ask('verify')).toMatchObject({ id: 3, error: { message: expect.stringMatching(/a bug\n.*at /s) } });
    expect(await ask('nothing')).toMatchObject({ id: 4, error: { message: expect.stringContaining('TypeError') } });
  });

  it('whose answer cannot be copied fails, and the next is answered', async () => {
    const { ask } = serve({ sync: async () => ({ done: () => true }), status: async () => 'well' });
    expect(await ask('sync')).toMatchObject({
      id: 1,
      error: { message: expect.stringContaining('could not be cloned') },
    });
    expect(await ask('status')).toEqual({ id: 2, value: 'well' });
  });

  it('of close is the last that is answered', async () => {
    const { ask, outside } = serve({ close: async () => undefined });
    const gone = once(outside, 'close');
    expect(await ask('close')).toEqual({ id: 1, value: undefined });
    await gone;
  });
});

describe('a log line', () => {
  it('carries its fields, those bound to the log too, and errors with message and stack', async () => {
    const { inside, next } = channel();
    const log = portLog(inside, { part: 'index' }).with({ pass: 2 });
    log.warn('index.trouble', { error: new Error('the cause'), files: [{ path: 'a.md', day: undefined }], count: 3n });
    const { log: level, event, fields } = (await next()) as Extract<FromIndex, { log: string }>;
    expect([level, event]).toEqual(['warn', 'index.trouble']);
    expect(fields).toMatchObject({ part: 'index', pass: 2, files: [{ path: 'a.md' }], count: 3n });
    expect(fields.error).toBeInstanceOf(Error);
    expect((fields.error as Error).stack).toContain('thread.test.ts');
  });

  it.each([
    ['a list of what JSON does not know', [1n, 2n], [1n, 2n]],
    ['what holds itself', circular(), circular()],
    ['a function', () => 1, '[function]'],
    ['a symbol', Symbol('sign'), '[symbol]'],
    // As one text, words in it would pass by the names of fields that are never written.
    ['a record with a function', { text: 'what was said', undo() {} }, '[object]'],
  ])('comes across with %s', async (_, value, come) => {
    const { inside, next } = channel();
    portLog(inside).error('index.odd', { value, count: 2 });
    expect(await next()).toEqual({ log: 'error', event: 'index.odd', fields: { value: come, count: 2 } });
  });

  it('of an error that cannot be copied keeps the stack', async () => {
    const { inside, next } = channel();
    portLog(inside).error('index.odd', { error: new TypeError('broken', { cause: { undo() {} } }) });
    const { fields } = (await next()) as Extract<FromIndex, { log: string }>;
    expect((fields.error as Error).message).toBe('broken');
    expect((fields.error as Error).stack).toContain('thread.test.ts');
  });
});

function circular(): object {
  const one: { self?: object } = {};
  one.self = one;
  return one;
}
