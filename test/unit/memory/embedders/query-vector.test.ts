// Query vectors: the budget, what is said when there is none, and that trouble is paid for once.

import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openEmbeddingCache } from '../../../../src/memory/embedders/cache.js';
import { openaiEmbedder } from '../../../../src/memory/embedders/openai.js';
import { type QueryVector, queryVectors } from '../../../../src/memory/embedders/query-vector.js';
import { dot } from '../../../contracts/embedder.js';
import { type EmbeddingServer, gate, noCredit, startEmbeddingServer } from '../../../support/embedding-server.js';
import { FakeClock, settle } from '../../../support/fake-clock.js';
import { hashedVector } from '../../../support/memory/hashing-embedder.js';
import { memoryLog } from '../../../support/memory-log.js';
import { tempDir } from '../../../support/temp-dir.js';

const BUDGET = 700;
let server: EmbeddingServer;
let clock: FakeClock;
let log: ReturnType<typeof memoryLog>;
let file: string;

beforeEach(async () => {
  server = await startEmbeddingServer();
  onTestFinished(() => server.close());
  clock = new FakeClock();
  log = memoryLog();
  file = join(tempDir(), 'embeddings.sqlite');
});

function open() {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const embedder = openaiEmbedder({ name: 'bge-m3', baseUrl: server.baseUrl, timeoutMs: 60_000 }, { clock, log });
  const cache = openEmbeddingCache(file, { entries: 1_000, clock, log });
  onTestFinished(() => cache.close());
  const queries = queryVectors(embedder, cache, { budgetMs: BUDGET, clock, log, signal: controller.signal });
  return { controller, cache, of: (query: string, dims?: number) => queries.of(query, dims) };
}

const warnings = () => log.events.filter(({ level }) => level === 'warn').map(({ event }) => event);

function isVectorOf(found: QueryVector, text: string): void {
  expect(found).toHaveProperty('vector');
  if ('vector' in found) expect(dot(found.vector, hashedVector(text, 64))).toBeCloseTo(1, 4);
}

describe('a query', () => {
  it('gets its vector, the second time without a call, and after a restart too', async () => {
    const { of, cache } = open();
    isVectorOf(await of('  项目评审 '), '项目评审');
    isVectorOf(await of('项目评审'), '项目评审');
    await settle();
    await cache.close();
    isVectorOf(await open().of('项目评审'), '项目评审');
    expect(server.calls).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('without words costs nothing', async () => {
    expect(await open().of(' \n ')).toEqual({ why: 'no words' });
    expect(server.calls).toEqual([]);
  });

  it('of 100 KB is embedded by its beginning', async () => {
    isVectorOf(await open().of('会'.repeat(100_000)), '会'.repeat(2_000));
    expect(server.calls[0]?.texts[0]).toHaveLength(2_000);
  });

  it('that no model takes troubles no other', async () => {
    server.rules.itemTokens = 100;
    const { of } = open();
    expect(await of('会'.repeat(3_000))).toEqual({ why: 'text not taken' });
    isVectorOf(await of('会议'), '会议');
  });
});

describe('the budget (C023)', () => {
  it('ends the wait for an embedder that sleeps, and later searches do not wait at all', async () => {
    server.reply(() => ({ hang: true }));
    const { of } = open();
    const first = of('a');
    await server.received(1);
    await clock.advance(BUDGET);
    expect(await first).toEqual({ why: 'embedder slow' });
    for (const query of ['a', 'b', 'c']) expect(await of(query)).toEqual({ why: 'embedder slow' });
    expect(server.calls).toHaveLength(1);
    expect(warnings()).toEqual(['embedding.query-slow']);
  });

  it('lets a model that was loading answer the next search', async () => {
    const loaded = gate();
    server.enqueue({ after: loaded.opened });
    const { of } = open();
    const first = of('会议');
    const call = await server.received(1);
    await clock.advance(BUDGET);
    expect(await first).toEqual({ why: 'embedder slow' });
    loaded.open();
    expect(await call.over).toBe(false);
    await expect.poll(async () => 'vector' in (await of('会议'))).toBe(true);
    isVectorOf(await of('another'), 'another');
    expect(server.calls).toHaveLength(2);
  });

  it('is not paid again and again for a model that is always slow', async () => {
    const gates: (() => void)[] = [];
    server.reply(() => {
      const { opened, open } = gate();
      gates.push(open);
      return { after: opened };
    });
    const { of } = open();
    async function slowSearch(query: string): Promise<void> {
      const search = of(query);
      const call = await server.received(gates.length + 1);
      await clock.advance(BUDGET);
      expect(await search).toEqual({ why: 'embedder slow' });
      gates.at(-1)?.();
      await call.over;
      // The answer has come in once its text is known without a call.
      await expect.poll(async () => 'vector' in (await of(query))).toBe(true);
    }
    await slowSearch('one');
    await slowSearch('two');
    expect(await of('three')).toEqual({ why: 'embedder slow' });
    expect(server.calls).toHaveLength(2);
    await clock.advance(30_000);
    const again = of('three');
    gates.at(-1)?.();
    await server.received(3);
    gates.at(-1)?.();
    isVectorOf(await again, 'three');
  });

  it.each([
    ['quota used up', noCredit, 1],
    ['wrong key', { status: 401 }, 1],
    ['wrong key', { status: 403 }, 1],
    ['unknown embedding model', { status: 404 }, 1],
    ['embedder busy', { status: 429 }, 1],
    ['embedder answers wrongly', { rows: () => [] }, 1],
  ])('%s: answered at once, from then on without a call', async (why, reply, calls) => {
    server.reply(() => reply);
    const { of } = open();
    expect(await of('a')).toEqual({ why });
    expect(await of('b')).toEqual({ why });
    expect(server.calls).toHaveLength(calls);
    expect(warnings()).toEqual(['embedding.query-failed']);
  });

  it('is tried again after a while, later where only a person can help', async () => {
    server.reply(() => ({ status: 429 }));
    const { of } = open();
    await of('a');
    await clock.advance(15_000);
    server.reply(() => ({ status: 401 }));
    expect(await of('a')).toEqual({ why: 'wrong key' });
    await clock.advance(599_999);
    server.reply(() => undefined);
    expect(await of('a')).toEqual({ why: 'wrong key' });
    await clock.advance(1);
    isVectorOf(await of('a'), 'a');
    expect(server.calls).toHaveLength(3);
  });

  it('says that the embedder is down, once for searches that fail together', async () => {
    await server.close();
    const { of } = open();
    const searches = [of('a'), of('b'), of('c')];
    await expect.poll(() => clock.pending).toBeGreaterThan(3);
    await clock.advance(100);
    expect(await Promise.all(searches)).toEqual(Array(3).fill({ why: 'embedder down' }));
    await clock.advance(15_000);
    const next = of('d');
    await expect.poll(() => clock.pending).toBeGreaterThan(1);
    await clock.advance(100);
    expect(await next).toEqual({ why: 'embedder down' });
    expect(warnings()).toEqual(['embedding.query-failed']);
  });

  it('knows texts it has seen even while the embedder is down', async () => {
    const { of } = open();
    await of('会议');
    server.reply(() => ({ status: 401 }));
    await of('other');
    isVectorOf(await of('会议'), '会议');
  });

  it('ends with the index: calls are given up', async () => {
    server.reply(() => ({ hang: true }));
    const { of, controller } = open();
    const search = of('a');
    const call = await server.received(1);
    controller.abort();
    expect(await search).toEqual({ why: 'closed' });
    expect(await call.over).toBe(true);
    expect(clock.pending).toBe(0);
    expect(warnings()).toEqual([]);
  });
});

it('tells when the vectors no longer fit the index, and forgets the old ones (C034)', async () => {
  server.rules.dims = 4;
  const { of, cache } = open();
  expect(await of('a', 4)).toHaveProperty('vector');
  server.rules.dims = 3;
  expect(await of('b', 4)).toEqual({ why: 'embedder changed its size', resized: 3 });
  const found = await of('a', 3);
  expect('vector' in found && found.vector.length).toBe(3);
  await cache.close();
  expect(server.calls).toHaveLength(3);
});
