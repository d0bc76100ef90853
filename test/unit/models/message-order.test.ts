// The order of speakers that goes out: whole under every rule, stable as the conversation grows, and nothing said is lost.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelMessage } from '../../../src/contracts/index.js';
import { inOrder, lastWord, type OrderRules } from '../../../src/models/message-order.js';

const LAX: OrderRules = { joined: false, bridged: false, closed: false };
const STRICT: OrderRules = { joined: true, bridged: true, closed: false };
const words = fc.constantFrom('', ' \n', 'one', '二', 'three');
const image = { mime: 'image/png', base64: 'AAAA' };

/** Conversations whose calls have their results, as the history leaves them. */
const turn: fc.Arbitrary<ModelMessage[]> = fc.oneof(
  fc
    .record({ text: words, seen: fc.boolean() })
    .map(({ text, seen }): ModelMessage[] => [{ role: 'user', text, ...(seen ? { images: [image] } : {}) }]),
  words.map((text): ModelMessage[] => [{ role: 'assistant', text }]),
  fc.tuple(words, words, fc.uuid()).map(([text, result, id]): ModelMessage[] => [
    { role: 'assistant', text, calls: [{ id, name: 'read', args: '{}' }] },
    { role: 'tool', call: id, name: 'read', text: result },
  ]),
);
const conversation = fc.array(turn, { maxLength: 12 }).map((turns) => turns.flat());
const rules = fc.record({ joined: fc.boolean(), bridged: fc.boolean(), closed: fc.boolean() });

const isEmpty = (one: ModelMessage) =>
  one.text.trim() === '' &&
  !(one.role === 'user' && one.images?.length) &&
  !(one.role === 'assistant' && one.calls?.length);
const said = (messages: readonly ModelMessage[]) =>
  messages.flatMap(({ text }) => text.split('\n\n')).filter((part) => part.trim() !== '' && !part.startsWith('('));

describe('inOrder', () => {
  it('sends no empty message, and a person speaks first', () => {
    fc.assert(
      fc.property(conversation, rules, (messages, rule) => {
        const ordered = inOrder(messages, rule);
        expect(ordered.filter(isEmpty)).toEqual([]);
        expect(ordered[0]?.role).toBe('user');
      }),
    );
  });

  it('keeps every word, picture and call, in their order', () => {
    fc.assert(
      fc.property(conversation, rules, (messages, rule) => {
        const ordered = inOrder(messages, rule);
        expect(said(ordered)).toEqual(said(messages));
        const calls = (all: readonly ModelMessage[]) =>
          all.flatMap((one) => (one.role === 'assistant' ? (one.calls ?? []).map(({ id }) => id) : []));
        expect(calls(ordered)).toEqual(calls(messages));
        const pictures = (all: readonly ModelMessage[]) =>
          all.flatMap((one) => (one.role === 'user' ? (one.images ?? []) : [])).length;
        expect(pictures(ordered)).toBe(pictures(messages));
      }),
    );
  });

  it('a call keeps its result right behind it', () => {
    fc.assert(
      fc.property(conversation, rules, (messages, rule) => {
        for (const [at, one] of inOrder(messages, rule).entries()) {
          if (one.role !== 'tool') continue;
          expect(inOrder(messages, rule)[at - 1]).toMatchObject({ role: 'assistant', calls: [{ id: one.call }] });
        }
      }),
    );
  });

  it('speakers alternate where a template wants it, tools apart', () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const ordered = inOrder(messages, STRICT);
        // As the templates count: people, and answers without calls.
        const counted = ordered.filter(
          (one) => one.role === 'user' || (one.role === 'assistant' && !one.calls?.length),
        );
        const roles = counted.map(({ role }) => role);
        expect(roles.filter((role, at) => role === roles[at - 1])).toEqual([]);
        const afterTools = ordered.filter((one, at) => one.role === 'user' && ordered[at - 1]?.role === 'tool');
        expect(afterTools).toEqual([]);
      }),
    );
  });

  it('a conversation that grows keeps its beginning', () => {
    fc.assert(
      fc.property(conversation, turn, (messages, next) => {
        const before = inOrder(messages, LAX);
        const after = inOrder([...messages, ...next], LAX);
        if (messages.some((one) => !isEmpty(one) || one.role !== 'assistant')) {
          expect(after.slice(0, before.length)).toEqual(before);
        }
      }),
    );
  });

  it('leaves alone what is in order', () => {
    const messages: ModelMessage[] = [
      { role: 'user', text: 'a' },
      { role: 'assistant', text: '', calls: [{ id: '1', name: 'read', args: '{}' }] },
      { role: 'tool', call: '1', name: 'read', text: 'x' },
      { role: 'assistant', text: 'b' },
      { role: 'user', text: 'c' },
    ];
    expect(inOrder(messages, LAX)).toEqual(messages);
    expect(inOrder(messages, STRICT)).toEqual(messages);
  });

  it('names what is missing in plain words', () => {
    const messages: ModelMessage[] = [
      { role: 'assistant', text: 'Good morning.' },
      { role: 'user', text: ' ' },
      { role: 'assistant', text: 'one', calls: [{ id: '1', name: 'read', args: '{}' }] },
      { role: 'tool', call: '1', name: 'read', text: '' },
      { role: 'user', text: 'stop' },
    ];
    expect(inOrder(messages, STRICT).map(({ role, text }) => `${role}: ${text}`)).toEqual([
      'user: (The conversation began earlier.)',
      'assistant: Good morning.',
      'user: (No text.)',
      'assistant: one',
      'tool: (No output.)',
      'assistant: (A new message came in.)',
      'user: stop',
    ]);
    expect(inOrder([], LAX)).toEqual([{ role: 'user', text: '(No text.)' }]);
  });
});

it('the last word is a person’s, and only where the assistant would have it', () => {
  expect(lastWord([{ role: 'assistant', text: 'half' }])).toEqual([{ role: 'user', text: '(Please go on.)' }]);
  expect(lastWord([{ role: 'user', text: 'hi' }])).toEqual([]);
  expect(lastWord([{ role: 'tool', call: '1', name: 'read', text: 'x' }])).toEqual([]);
});
