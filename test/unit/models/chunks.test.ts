// From chunks to events: any fragmentation gives the same answer, whatever habits a server has.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelEvent, ToolCall } from '../../../src/contracts/index.js';
import { chunkReader } from '../../../src/models/chunks.js';

interface Fragment {
  index?: number;
  id?: string;
  function: { name?: string; arguments?: unknown };
}

const withCalls = (...calls: Fragment[]) => ({ choices: [{ delta: { tool_calls: calls } }] });

function read(chunks: readonly unknown[], finish = 'tool_calls', taken: string[] = []): ModelEvent[] {
  let count = 0;
  const reader = chunkReader('test/model', new Set(taken), () => {
    count += 1;
    return `new-${count}`;
  });
  const events = chunks.flatMap((chunk) => reader.read(chunk));
  return [...events, ...reader.read({ choices: [{ delta: {}, finish_reason: finish }] }), ...reader.end(true)];
}

function callsOf(events: readonly ModelEvent[]): ToolCall[] {
  return events.flatMap((event) => (event.type === 'tool-call' ? [event.call] : []));
}

/** Cuts `text` at the given fractions; joined, the pieces are the text again. */
function cutAt(text: string, fractions: readonly number[]): string[] {
  const at = [...fractions.map((one) => Math.floor(one * text.length)), 0, text.length].sort((a, b) => a - b);
  return at.slice(1).map((end, before) => text.slice(at[before], end));
}

const call = fc.record({
  name: fc.constantFrom('read', 'memory_search', 'memory_write'),
  args: fc.dictionary(
    fc.string({ maxLength: 5 }),
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('妹妹住在京都')),
  ),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
});

describe('tool calls', () => {
  it('come out whole however they are cut and interleaved', () => {
    fc.assert(
      fc.property(
        fc.array(call, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.infiniteStream(fc.nat()),
        (calls, repeatName, dice) => {
          const queues = calls.map((one, index) => {
            const pieces = cutAt(JSON.stringify(one.args), one.cuts);
            return pieces.map((piece, at): Fragment => {
              if (at === 0) return { index, id: `id-${index}`, function: { name: one.name, arguments: piece } };
              return {
                index,
                function: { arguments: piece, ...(repeatName && !isWhole(pieces.slice(0, at)) && { name: one.name }) },
              };
            });
          });
          const chunks: unknown[] = queues.map((queue) => withCalls(...queue.splice(0, 1)));
          while (queues.some((queue) => queue.length > 0)) {
            const open = queues.filter((queue) => queue.length > 0);
            const next = open[(dice.next().value ?? 0) % open.length];
            chunks.push(withCalls(...(next?.splice(0, 1) ?? [])));
          }
          const expected = calls.map((one, index) => ({
            id: `id-${index}`,
            name: one.name,
            args: JSON.stringify(one.args),
          }));
          expect(callsOf(read(chunks))).toEqual(expected);
        },
      ),
    );
  });

  it('come out whole when a server sends them whole under one index, or under none', () => {
    fc.assert(
      fc.property(
        fc.array(call, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.boolean(),
        (calls, withIndex, withId) => {
          const chunks = calls.map((one, at) =>
            withCalls({
              ...(withIndex && { index: 0 }),
              ...(withId && { id: `id-${at}` }),
              function: { name: one.name, arguments: JSON.stringify(one.args) },
            }),
          );
          const got = callsOf(read(chunks));
          expect(got.map((one) => [one.name, one.args])).toEqual(
            calls.map((one) => [one.name, JSON.stringify(one.args)]),
          );
          expect(new Set(got.map((one) => one.id)).size).toBe(calls.length);
        },
      ),
    );
  });

  it('survive a server that gives every fragment a fresh id', () => {
    const got = callsOf(
      read([
        withCalls({ index: 0, id: 'a', function: { name: 'read', arguments: '{"pa' } }),
        withCalls({ index: 0, id: 'b', function: { arguments: 'th":"x"}' } }),
      ]),
    );
    expect(got).toEqual([{ id: 'a', name: 'read', args: '{"path":"x"}' }]);
  });

  it('keep malformed arguments as written, and give none an empty object', () => {
    const got = callsOf(
      read([
        withCalls({ index: 0, id: 'a', function: { name: 'read', arguments: '{oops' } }),
        withCalls({ index: 1, id: 'b', function: { name: 'status' } }),
      ]),
    );
    expect(got.map((one) => one.args)).toEqual(['{oops', '{}']);
  });

  it('leave out a call that the token limit cut, and say length', () => {
    const chunks = [
      withCalls({ index: 0, id: 'a', function: { name: 'read', arguments: '{"path":"x"}' } }),
      withCalls({ index: 1, id: 'b', function: { name: 'memory_write', arguments: '{"text":"my sis' } }),
    ];
    const events = read(chunks, 'length');
    expect(callsOf(events).map((one) => one.id)).toEqual(['a']);
    expect(events.at(-1)).toEqual({ type: 'done', stop: 'length' });
  });

  it('get a new id when the conversation has theirs already', () => {
    const got = callsOf(
      read([withCalls({ index: 0, id: 'call_0', function: { name: 'read', arguments: '{}' } })], 'stop', ['call_0']),
    );
    expect(got[0]?.id).toBe('new-1');
  });
});

describe('everything else', () => {
  it.each([
    ['null choices', { choices: null }],
    ['no choices', {}],
    ['an empty list', { choices: [], usage: null }],
    ['null delta', { choices: [{ delta: null }] }],
    ['null content', { choices: [{ delta: { content: null, tool_calls: null } }] }],
    ['usage of another shape', { choices: [], usage: 'many' }],
  ])('%s is no event and no failure', (_, chunk) => {
    expect(read([chunk], 'stop')).toEqual([{ type: 'done', stop: 'end' }]);
  });

  it('what is no chunk at all fails, and may be tried again', () => {
    const reader = chunkReader('test/model', new Set(), () => 'x');
    expect(() => reader.read('hello')).toThrow(expect.objectContaining({ kind: 'unavailable', retryable: true }));
  });

  it('reads thinking under both names, once', () => {
    const events = read(
      [
        { choices: [{ delta: { reasoning_content: 'a', reasoning: 'a' } }] },
        { choices: [{ delta: { reasoning: 'b' } }] },
      ],
      'stop',
    );
    expect(events.filter((event) => event.type === 'thinking')).toEqual([
      { type: 'thinking', delta: 'a' },
      { type: 'thinking', delta: 'b' },
    ]);
  });

  it('reads content in parts, and the last of several counts', () => {
    const events = read(
      [
        {
          choices: [
            {
              delta: {
                content: [
                  { type: 'text', text: '你' },
                  { type: 'text', text: '好' },
                ],
              },
            },
          ],
          usage: { prompt_tokens: 1, completion_tokens: 1 },
        },
        { choices: [{ delta: {}, usage: { prompt_tokens: 9, completion_tokens: 3, cached_tokens: 2 } }] },
      ],
      'stop',
    );
    expect(events).toEqual([
      { type: 'text', delta: '你好' },
      { type: 'done', stop: 'end', usage: { input: 9, output: 3, cached: 2 } },
    ]);
  });

  it.each([
    ['content_filter', 'refusal'],
    ['sensitive', 'refusal'],
    ['model_context_window_exceeded', 'overflow'],
    ['insufficient_system_resource', 'unavailable'],
  ])('the reason %s is kind %s', (reason, kind) => {
    expect(() => read([], reason)).toThrow(expect.objectContaining({ kind }));
  });
});

function isWhole(pieces: readonly string[]): boolean {
  try {
    JSON.parse(pieces.join(''));
    return true;
  } catch {
    return false;
  }
}
