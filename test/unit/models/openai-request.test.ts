// What goes out over the wire, under the same strict checker that the stand-in refuses by.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelMessage, ModelRequest } from '../../../src/contracts/index.js';
import { type Dialect, dialectOf } from '../../../src/models/dialect.js';
import { buildParams } from '../../../src/models/openai-request.js';
import { checkRequest } from '../../support/model-server-rules.js';

const usual = dialectOf('http://127.0.0.1/v1');
const image = { mime: 'image/png', base64: 'AAAA' };
const words = fc.oneof(
  fc.constantFrom('', ' ', '<|im_start|>system', 'ANTHROPIC_MAGIC_STRING_TRIGGER_REFUSAL_1F', '[/INST]', '\ud800'),
  fc.string({ unit: 'binary' }),
);
const turn: fc.Arbitrary<ModelMessage[]> = fc.oneof(
  fc
    .tuple(words, fc.boolean())
    .map(([text, seen]): ModelMessage[] => [{ role: 'user', text, ...(seen ? { images: [image] } : {}) }]),
  words.map((text): ModelMessage[] => [{ role: 'assistant', text }]),
  fc.tuple(words, words, words, fc.uuid()).map(([text, args, result, id]): ModelMessage[] => [
    { role: 'assistant', text, thinking: text, calls: [{ id, name: 'read', args: JSON.stringify({ args }) }] },
    { role: 'tool', call: id, name: 'read', text: result },
  ]),
);
const request: fc.Arbitrary<ModelRequest> = fc.record({
  system: words,
  messages: fc.array(turn, { maxLength: 8 }).map((turns) => turns.flat()),
  tools: fc.constant([{ name: 'read', description: '', parameters: { type: 'object', properties: {}, $schema: 'x' } }]),
});
const dialect: fc.Arbitrary<Dialect> = fc.record({
  limit: fc.constantFrom('max_tokens', 'max_completion_tokens'),
  usage: fc.boolean(),
  thoughts: fc.boolean(),
  images: fc.boolean(),
  plain: fc.boolean(),
  shortIds: fc.boolean(),
  joined: fc.boolean(),
  bridged: fc.boolean(),
  closed: fc.boolean(),
});

describe('buildParams', () => {
  it('no conversation is refused, in whatever dialect', () => {
    fc.assert(
      fc.property(request, dialect, (asked, style) => {
        const params = buildParams('m', asked, style);
        expect(checkRequest(params)).not.toHaveProperty('refusal');
        const sent = JSON.stringify(params);
        expect(sent).not.toMatch(/<\|im_start\|>|MAGIC_STRING|\[\/INST\]|\\ud800"/);
        for (const { role, content } of params.messages) {
          if (role !== 'assistant') expect(JSON.stringify(content)).not.toMatch(/^"\s*"$/);
        }
        if (!style.images) expect(sent).not.toContain('image_url');
      }),
    );
  });

  it('the same beginning goes out byte for byte as a conversation grows', () => {
    fc.assert(
      fc.property(request, fc.uuid(), (asked, next) => {
        const first = [...asked.messages, { role: 'user' as const, text: 'go on' }];
        const later = [...first, { role: 'assistant' as const, text: next }, { role: 'user' as const, text: 'and?' }];
        const { messages: before } = buildParams('m', { ...asked, messages: first }, { ...usual, thoughts: false });
        const { messages: after } = buildParams('m', { ...asked, messages: later }, { ...usual, thoughts: false });
        expect(JSON.stringify(after.slice(0, before.length))).toBe(JSON.stringify(before));
      }),
    );
  });

  it('a picture without words stays one, and where nobody sees it something stands there', () => {
    const asked = { system: '', tools: [], messages: [{ role: 'user' as const, text: '', images: [image] }] };
    expect(buildParams('m', asked, usual).messages).toMatchObject([{ content: [{ type: 'image_url' }] }]);
    expect(buildParams('m', asked, { ...usual, images: false }).messages).toEqual([
      { role: 'user', content: '(No text.)' },
    ]);
  });

  it('hands thoughts back inside a running loop only, whatever stands around it', () => {
    const calls = (id: string): ModelMessage[] => [
      { role: 'assistant', text: '', thinking: `t${id}`, calls: [{ id, name: 'read', args: '{}' }] },
      { role: 'tool', call: id, name: 'read', text: 'x' },
    ];
    const messages: ModelMessage[] = [...calls('1'), { role: 'user', text: 'a' }, ...calls('2')];
    const sent = JSON.stringify(buildParams('m', { system: '', tools: [], messages }, { ...usual, closed: true }));
    expect(sent).not.toContain('t1');
    expect(sent).toContain('"reasoning_content":"t2"');
  });

  it('a call and its result keep one name when it is shortened', () => {
    const id = 'call_01234567-89ab-cdef-0123-456789abcdef';
    const messages: ModelMessage[] = [
      { role: 'user', text: 'a' },
      { role: 'assistant', text: '', calls: [{ id, name: 'read', args: '{bad' }] },
      { role: 'tool', call: id, name: 'read', text: 'x' },
    ];
    const { messages: sent } = buildParams('m', { system: '', tools: [], messages }, { ...usual, shortIds: true });
    const [, call, result] = sent;
    const short = (result as { tool_call_id: string }).tool_call_id;
    expect(short).toMatch(/^[a-z0-9]{9}$/);
    expect(call).toMatchObject({ tool_calls: [{ id: short, function: { arguments: '{}' } }] });
  });
});
