// The background pass, with the real openai embedder against the stand-in and a real cache file.

import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Embedder } from '../../../../src/contracts/index.js';
import { openEmbeddingCache } from '../../../../src/memory/embedders/cache.js';
import { BACKGROUND_REST, type CoolDown, coolDown } from '../../../../src/memory/embedders/cool-down.js';
import { openaiEmbedder } from '../../../../src/memory/embedders/openai.js';
import { embedPending } from '../../../../src/memory/embedders/pass.js';
import { dot } from '../../../contracts/embedder.js';
import {
  type EmbeddingServer,
  gate,
  noCredit,
  startEmbeddingServer,
  tooMany,
} from '../../../support/embedding-server.js';
import { hashedVector, hashingEmbedder } from '../../../support/memory/hashing-embedder.js';
import { memoryLog } from '../../../support/memory-log.js';
import { HastyClock } from '../../../support/stream.js';
import { tempDir } from '../../../support/temp-dir.js';
import { type FakeStore, passStore } from './pass-store.js';

const notes = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `note ${from + i} 会议笔记`);

let server: EmbeddingServer;
let clock: HastyClock;
let log: ReturnType<typeof memoryLog>;
let file: string;

beforeEach(async () => {
  server = await startEmbeddingServer();
  onTestFinished(() => server.close());
  clock = new HastyClock();
  log = memoryLog();
  file = join(tempDir(), 'embeddings.sqlite');
});

/** A process's life: an embedder, a cache on the one file, no rest. */
function life(more: { embedder?: Embedder; batch?: number } = {}) {
  const embedder = more.embedder ?? openaiEmbedder({ name: 'bge-m3', baseUrl: server.baseUrl }, { clock, log });
  const cache = openEmbeddingCache(file, { entries: 1_000, clock, log });
  onTestFinished(() => cache.close());
  const rest: CoolDown = coolDown(clock, BACKGROUND_REST);
  const { batch = 64 } = more;
  return {
    cache,
    rest,
    run: (store: FakeStore, signal = new AbortController().signal) =>
      embedPending(store, embedder, cache, { rest, batch, log, signal }),
  };
}

const warnings = () => log.events.filter(({ level }) => level === 'warn').map(({ event }) => event);

describe('a pass', () => {
  it('gives every chunk the vector of its text, in small steps', async () => {
    const store = passStore(...notes(50));
    expect(await life({ batch: 16 }).run(store)).toEqual({ embedded: 50, skipped: 0, left: 0 });
    expect(server.calls.map(({ texts }) => texts.length)).toEqual([16, 16, 16, 2]);
    expect(dot(store.kept.get(34), hashedVector('note 33 会议笔记', 64))).toBeCloseTo(1, 4);
  });

  it('asks nothing again after a restart (C031)', async () => {
    const store = passStore(...notes(50));
    await life().run(store);
    const before = server.calls.length;
    expect(await life().run(store)).toEqual({ embedded: 0, skipped: 0, left: 0 });
    expect(server.calls.length).toBe(before);
  });

  it('asks nothing again when the index is built anew, nor for a text that stands twice', async () => {
    await life().run(passStore(...notes(50), ...notes(50)));
    expect(server.embedded()).toHaveLength(50);
    const before = server.calls.length;
    const anew = passStore(...notes(50));
    expect(await life().run(anew)).toMatchObject({ embedded: 50, left: 0 });
    expect(server.calls.length).toBe(before);
  });

  it('embeds only what is new', async () => {
    const store = passStore(...notes(50));
    const { run } = life();
    await run(store);
    store.add('a new one');
    await run(store);
    expect(server.calls.at(-1)?.texts).toEqual(['a new one']);
  });

  it('goes on where it was when the process died in the middle', async () => {
    const store = passStore(...notes(48));
    server.reply(() => (server.calls.length === 3 ? { hang: true } : undefined));
    const controller = new AbortController();
    const first = life({ batch: 16 }).run(store, controller.signal);
    await server.received(3);
    controller.abort();
    expect(await first).toEqual({ embedded: 32, skipped: 0, left: 16, stopped: 'stopped' });
    expect(await life({ batch: 16 }).run(store)).toMatchObject({ embedded: 16, left: 0 });
    expect(new Set(server.embedded()).size).toBe(server.embedded().length);
  });

  it('keeps what was paid for when the index is gone by the time of the answer', async () => {
    const store = passStore(...notes(10));
    store.putVectors = () => Promise.reject(new Error('database is not open'));
    const { run } = life();
    await expect(run(store)).rejects.toThrow('database is not open');
    expect(await life().run(passStore(...notes(10)))).toMatchObject({ embedded: 10 });
    expect(server.calls).toHaveLength(1);
  });

  it('holds no lock and no loop while the embedder thinks (C025)', async () => {
    const { opened, open } = gate();
    server.enqueue({ after: opened });
    const store = passStore(...notes(10));
    const mine = life();
    const work = mine.run(store);
    await server.received(1);
    await mine.cache.put('other', [{ hash: 'aa'.repeat(32), known: hashedVector('a', 8) }]);
    expect((await mine.cache.get('other', ['aa'.repeat(32)])).size).toBe(1);
    const second = openEmbeddingCache(file, { entries: 1_000, clock, log });
    await second.put('other', [{ hash: 'bb'.repeat(32), known: hashedVector('b', 8) }]);
    await second.close();
    expect(store.kept.size).toBe(0);
    open();
    expect(await work).toMatchObject({ embedded: 10 });
  });

  it('copes with a chunk that goes away meanwhile', async () => {
    const { opened, open } = gate();
    server.enqueue({ after: opened });
    const store = passStore(...notes(3));
    const work = life().run(store);
    await server.received(1);
    store.remove(2);
    open();
    expect(await work).toMatchObject({ left: 0 });
    expect([...store.kept.keys()]).toEqual([1, 3]);
  });

  it('does nothing where vectors cannot be kept', async () => {
    const store = passStore(...notes(3));
    store.vectorTrouble = 'The vector extension cannot be loaded.';
    expect(await life().run(store)).toEqual({ embedded: 0, skipped: 0, left: 3, stopped: store.vectorTrouble });
    store.vectorTrouble = undefined;
    store.putVectors = async () => {};
    expect(await life().run(store)).toMatchObject({ stopped: 'vectors are not kept', left: 3 });
    expect(server.calls).toHaveLength(1);
  });
});

describe('texts that are refused', () => {
  it('are skipped, remembered, and in nobody’s way (C041)', async () => {
    server.rules.itemTokens = 100;
    const store = passStore('：'.repeat(3_000), ...notes(5), '🎉'.repeat(3_000), ...notes(5, 5));
    const { run } = life({ batch: 4 });
    expect(await run(store)).toEqual({ embedded: 10, skipped: 2, left: 2 });
    const before = server.calls.length;
    expect(await run(store)).toEqual({ embedded: 0, skipped: 2, left: 2 });
    store.add('a new one');
    expect(await life({ batch: 1 }).run(store)).toMatchObject({ embedded: 1, skipped: 2 });
    expect(server.calls.slice(before).map(({ texts }) => texts)).toEqual([['a new one']]);
  });
});

describe('an embedder in trouble', () => {
  const minutes = (count: number) => count * 60_000;

  it.each([
    ['wrong key', { status: 401 }],
    ['quota used up', noCredit],
  ])('is asked once, and again after an hour: %s (C023)', async (why, reply) => {
    server.reply(() => reply);
    const store = passStore(...notes(100));
    const { run } = life();
    const report = await run(store);
    expect(report).toMatchObject({ embedded: 0, left: 100, stopped: why, retryAt: clock.now() + minutes(60) });
    await clock.advance(minutes(59));
    await run(store);
    expect(server.calls).toHaveLength(1);
    await clock.advance(minutes(1));
    server.reply(() => undefined);
    expect(await run(store)).toEqual({ embedded: 100, skipped: 0, left: 0 });
    expect(warnings()).toEqual(['embedding.stopped']);
  });

  it('is left alone longer with each failure that may pass, and as long as it wishes', async () => {
    server.reply(() => ({ status: 503 }));
    const store = passStore(...notes(5));
    const { run } = life();
    const rests: number[] = [];
    for (let round = 0; round < 4; round++) {
      const { retryAt = 0, stopped } = await run(store);
      expect(stopped).toBe('embedder in trouble');
      rests.push(retryAt - clock.now());
      await clock.advance(retryAt - clock.now());
    }
    expect(rests).toEqual([30_000, 60_000, 120_000, 240_000]);
    server.reply(() => tooMany({ 'retry-after': '1200' }));
    const { retryAt = 0, stopped } = await run(store);
    expect([stopped, retryAt - clock.now()]).toEqual(['embedder busy', 1_200_000]);
    expect(warnings()).toEqual(['embedding.stopped', 'embedding.stopped']);
  });

  it('does not keep cached vectors out of a new index', async () => {
    const texts = notes(200);
    await life().run(passStore(...texts.slice(100)));
    server.reply(() => ({ status: 401 }));
    const before = server.calls.length;
    const { run } = life({ batch: 16 });
    expect(await run(passStore(...texts))).toMatchObject({ embedded: 100, left: 100, stopped: 'wrong key' });
    expect(server.calls.length - before).toBe(1);
  });

  it.each([
    ['a wrong count', { rows: (rows: unknown[]) => rows.slice(1) }],
    ['zero vectors', { rows: (rows: object[]) => rows.map((row) => ({ ...row, embedding: [0, 0] })) }],
  ])('puts nothing of %s into the index', async (_, reply) => {
    server.reply(() => reply);
    const store = passStore(...notes(5));
    expect(await life().run(store)).toMatchObject({ embedded: 0, left: 5, stopped: 'embedder answers wrongly' });
    expect(store.puts).toBe(0);
  });

  it('need not be ours: a stub that breaks its promises is found out', async () => {
    const good = hashingEmbedder();
    for (const bad of [
      async () => [],
      async () => [new Float32Array([Number.NaN]), new Float32Array([1])],
      async () => [new Float32Array([0, 0]), new Float32Array([0, 1])],
      () => Promise.reject(new TypeError('a bug')),
    ]) {
      const store = passStore('one', 'two');
      const report = await life({ embedder: { ...good, embed: bad } }).run(store);
      expect(report).toMatchObject({ embedded: 0, left: 2, retryAt: clock.now() + 30_000 });
      expect(store.puts).toBe(0);
    }
  });
});

describe('a model whose vectors have another size now (C034)', () => {
  const sized = (dims: number) => ({ ...hashingEmbedder({ dims }), fingerprint: 'the same' });

  it('is told by the report, and the vectors are never mixed', async () => {
    const store = passStore(...notes(10));
    await life({ embedder: sized(4) }).run(store);
    store.add('a new one');
    const { run } = life({ embedder: sized(3) });
    const report = await run(store);
    expect(report).toMatchObject({ embedded: 0, left: 1, resized: 3, stopped: 'embedder changed its size' });
    expect(store.dims).toBe(4);

    store.drop();
    expect(await run(store)).toEqual({ embedded: 11, skipped: 0, left: 0 });
    expect(new Set([...store.kept.values()].map(({ length }) => length))).toEqual(new Set([3]));
  });

  it('does not fill a new index from an old cache and the new model', async () => {
    await life({ embedder: sized(4) }).run(passStore(...notes(5)));
    const store = passStore(...notes(10));
    expect(await life({ embedder: sized(3) }).run(store)).toEqual({ embedded: 10, skipped: 0, left: 0 });
    expect(new Set([...store.kept.values()].map(({ length }) => length))).toEqual(new Set([3]));
  });

  it('is seen when another process has put the first vectors', async () => {
    const store = passStore(...notes(3));
    const three = sized(3);
    const racing: Embedder = {
      ...three,
      async embed(texts, kind, signal) {
        const id = store.add('of the other process');
        await store.putVectors([{ id, vector: hashedVector('x', 4) }]);
        return await three.embed(texts, kind, signal);
      },
    };
    expect(await life({ embedder: racing }).run(store)).toMatchObject({ embedded: 0, resized: 3 });
  });
});
