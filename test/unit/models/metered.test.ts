// What a model costs, by what it reports or by estimate, and that a budget decides whether it is asked.

import { describe, expect, it } from 'vitest';
import { type ChatModel, ModelError, type ModelEvent, type WorkKind } from '../../../src/contracts/index.js';
import { metered, onBudget } from '../../../src/models/metered.js';
import { OFFLINE } from '../../../src/models/offline/offline-model.js';
import { memoryLog } from '../../support/memory-log.js';

const request = { system: 'x'.repeat(400), messages: [{ role: 'user' as const, text: 'y'.repeat(400) }], tools: [] };
const ASKED = 208;

function model(...events: ModelEvent[]): ChatModel {
  return {
    id: 'm/test',
    contextTokens: 1_000,
    async *stream() {
      yield* events;
    },
  };
}

async function costOf(one: ChatModel): Promise<number[]> {
  const used: number[] = [];
  const stream = metered(one, ({ input, output }) => void used.push(input + output)).stream(
    request,
    new AbortController().signal,
  );
  for await (const _ of stream);
  return used;
}

const text = (delta: string): ModelEvent => ({ type: 'text', delta });
const done = { type: 'done', stop: 'end' } as const;
const failed: ModelEvent = { type: 'failed', error: new ModelError('network', 'gone') };

describe('a metered model', () => {
  it('costs what it reports', async () => {
    expect(await costOf(model(text('hello'), { ...done, usage: { input: 70, output: 7, cached: 50 } }))).toEqual([77]);
  });

  it('costs the estimate of question and answer where it reports nothing', async () => {
    expect(await costOf(model(text('z'.repeat(40)), done))).toEqual([ASKED + 10]);
    expect(await costOf(model(done))).toEqual([ASKED]);
    const call = { id: '1', name: 'note', args: 'a'.repeat(36) };
    expect(await costOf(model({ type: 'tool-call', call }, { type: 'done', stop: 'tools' }))).toEqual([ASKED + 10]);
  });

  it('costs nothing when it failed before a word came, and what had come when it broke off', async () => {
    expect(await costOf(model(failed))).toEqual([]);
    expect(await costOf(model(text('z'.repeat(40)), failed))).toEqual([ASKED + 10]);
    expect(await costOf(model(text('z'.repeat(40)), { type: 'restart' }, text('zzzz'), done))).toEqual([
      ASKED + 10 + ASKED + 1,
    ]);
  });

  it('costs nothing where rules answer', async () => {
    expect(await costOf({ ...model(text('hi'), done), id: OFFLINE })).toEqual([]);
    expect(await costOf(model({ type: 'using', model: OFFLINE, configured: 'm/test' }, text('hi'), done))).toEqual([]);
  });

  it('has the window that the model has by now', () => {
    let tokens = 1;
    const growing: ChatModel = {
      ...model(),
      get contextTokens() {
        return tokens;
      },
    };
    const one = metered(growing, () => {});
    tokens = 9;
    expect(one.contextTokens).toBe(9);
  });
});

function spending(isAllowed = true, fails = false) {
  const spent: [WorkKind, { runs: number; tokens: number }][] = [];
  const log = memoryLog();
  const budgets = {
    allows: () => isAllowed,
    async spend(kind: WorkKind, used: { runs: number; tokens: number }) {
      if (fails) throw new Error('disk full');
      spent.push([kind, used]);
    },
  };
  return { spent, log, budgets };
}

async function ask(one: ChatModel | undefined): Promise<string> {
  if (!one) return 'by rules';
  for await (const event of one.stream(request, new AbortController().signal)) {
    if (event.type === 'failed') throw event.error;
  }
  return 'by the model';
}

describe('work on a budget', () => {
  const answering = model(text('hello'), { ...done, usage: { input: 70, output: 7 } });

  it('counts all requests of it as one run, however it ends', async () => {
    const { spent, ...parts } = spending();
    await onBudget(parts, 'flush', answering, async (one) => [await ask(one), await ask(one)]);
    const broken = model(text('z'.repeat(40)), failed);
    await expect(onBudget(parts, 'compaction', broken, ask)).rejects.toThrow('gone');
    expect(spent).toEqual([
      ['flush', { runs: 1, tokens: 154 }],
      ['compaction', { runs: 1, tokens: ASKED + 10 }],
    ]);
  });

  it('asks no model where there is none, or over budget, and then counts nothing', async () => {
    const { spent, ...parts } = spending(false);
    expect(await onBudget(parts, 'flush', answering, ask)).toBe('by rules');
    expect(await onBudget({ ...parts, ...spending() }, 'flush', undefined, ask)).toBe('by rules');
    expect(spent).toEqual([]);
  });

  it('is not lost because the count could not be written down', async () => {
    const { log, budgets } = spending(true, true);
    expect(await onBudget({ log, budgets }, 'flush', answering, ask)).toBe('by the model');
    expect(log.events.map(({ event }) => event)).toEqual(['budget.uncounted']);
  });
});
