// What refusals teach of an endpoint: the request goes out again in its dialect, and the next one at once.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelMessage, ModelRequest } from '../../../src/contracts/index.js';
import { openaiModel } from '../../../src/models/openai.js';
import { type ChatRequest, type ModelServer, startModelServer } from '../../support/model-server.js';
import { ask, eventsOf, HastyClock, keptLog, textOf } from '../../support/stream.js';

let server: ModelServer;

beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

const tool = {
  name: 'read',
  description: 'Reads.',
  parameters: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { path: { type: 'string', pattern: '^a', minLength: 1 }, pattern: { type: 'string' } },
    required: ['path'],
    additionalProperties: false,
  },
};
const loop = (id: string): ModelMessage[] => [
  { role: 'user', text: 'look' },
  { role: 'assistant', text: '', calls: [{ id, name: 'read', args: '{}' }] },
  { role: 'tool', call: id, name: 'read', text: 'x' },
];

/** Refuses with `message` whatever `dislikes` finds; two calls, answered in three requests if the habit was learned. */
async function learned(
  message: string,
  dislikes: (body: ChatRequest) => boolean,
  request: ModelRequest,
  body?: unknown,
) {
  server.reply((sent) => (dislikes(sent) ? { status: 400, body: body ?? { error: { message } } } : { text: 'ok' }));
  const settings = { provider: 'openai', name: 'm', baseUrl: server.baseUrl, contextTokens: 100_000, retries: 0 };
  const one = openaiModel(settings, { clock: new HastyClock(), log: keptLog() });
  expect(textOf(await eventsOf(one, request))).toBe('ok');
  expect(textOf(await eventsOf(one, request))).toBe('ok');
  expect(server.requests.map((sent) => dislikes(sent.body))).toEqual([true, false, false]);
  return server.requests[1]?.body;
}

describe('schemas of tools', () => {
  const strict = ({ tools }: ChatRequest) =>
    /"(pattern":"|additionalProperties|\$schema|minLength)/.test(JSON.stringify(tools));

  it.each([
    `Invalid JSON payload received. Unknown name "additionalProperties" at 'tools[0].function_declarations[0].parameters': Cannot find field.`,
    `Invalid JSON payload received. Unknown name "$schema" at 'tools': Cannot find field.`,
    `* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[x].format: only 'enum' and 'date-time' are supported for STRING type`,
    `Invalid schema for function 'read': '^a' is not a 'regex'.`,
    `tools.0.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12`,
    `Invalid request: tools.function.parameters is not a valid moonshot flavored json schema, details: <At path 'properties'>`,
    `'pattern' is not supported`,
    `Unsupported JSON schema fields: {'minLength'}`,
    `Failed to initialize samplers: failed to parse grammar`,
    `Property keyword 'exclusiveMinimum' is not permitted in schema for tool`,
  ])('are said in few words after: %s', async (message) => {
    const sent = await learned(message, strict, ask('hi', { tools: [tool] }));
    expect(sent?.tools?.[0]?.function.parameters).toEqual({
      type: 'object',
      properties: { path: { type: 'string' }, pattern: { type: 'string' } },
      required: ['path'],
    });
  });

  it('are not touched by a refusal of something else, nor where there are none', async () => {
    server.reply(() => ({ status: 400, body: { error: { message: 'Unknown name "additionalProperties"' } } }));
    const settings = { provider: 'openai', name: 'm', baseUrl: server.baseUrl, contextTokens: 100_000, retries: 0 };
    const one = openaiModel(settings, { clock: new HastyClock(), log: keptLog() });
    await eventsOf(one, ask('hi'));
    expect(server.requests).toHaveLength(1);
  });
});

describe('the order of speakers', () => {
  const follows =
    (first: string, second: string) =>
    ({ messages }: ChatRequest) =>
      messages.some(({ role }, at) => role === second && messages[at - 1]?.role === first);

  it('puts a word between a result and a person where a template wants it', async () => {
    const request = ask('', { messages: [...loop('a'), { role: 'user', text: 'stop' }], tools: [tool] });
    const sent = await learned("Unexpected role 'user' after role 'tool'", follows('tool', 'user'), request);
    expect(sent?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
  });

  it('hears it through a service that forwards the words of another', async () => {
    const request = ask('', { messages: [...loop('a'), { role: 'user', text: 'stop' }] });
    const raw = JSON.stringify({ object: 'error', message: "Unexpected role 'user' after role 'tool'", code: '3230' });
    const body = {
      error: { message: 'Provider returned error', code: 400, metadata: { raw, provider_name: 'Mistral' } },
    };
    await learned('', follows('tool', 'user'), request, body);
  });

  it('joins what one speaker says twice', async () => {
    const messages: ModelMessage[] = [
      { role: 'user', text: 'a' },
      { role: 'assistant', text: 'one' },
      { role: 'assistant', text: 'two' },
      { role: 'user', text: 'b' },
    ];
    const request = ask('', { messages });
    const sent = await learned(
      "Unexpected role 'assistant' after role 'assistant'",
      follows('assistant', 'assistant'),
      request,
    );
    expect(sent?.messages[1]).toEqual({ role: 'assistant', content: 'one\n\ntwo' });
  });

  it('counts as templates do, without the tools', async () => {
    // As the template of Mistral 7B: calls and results are no turns.
    const uneven = ({ messages }: ChatRequest) => {
      const roles = messages.filter((one) => one.role === 'user' || (one.role === 'assistant' && !one.tool_calls));
      return roles.some(({ role }, at) => role !== (at % 2 === 0 ? 'user' : 'assistant'));
    };
    const messages: ModelMessage[] = [...loop('a'), { role: 'user', text: 'stop' }, { role: 'user', text: 'please' }];
    await learned(
      'After the optional system message, conversation roles must alternate',
      uneven,
      ask('', { messages }),
    );
  });

  it('lets a person have the last word', async () => {
    const messages: ModelMessage[] = [
      { role: 'user', text: 'a' },
      { role: 'assistant', text: 'half of' },
    ];
    await learned(
      'This model does not support assistant message prefill. The conversation must end with a user message.',
      ({ messages }) => messages.at(-1)?.role === 'assistant',
      ask('', { messages }),
    );
  });
});

it('shortens the names of calls where they are too long', async () => {
  await learned(
    'Tool call id was call_1234567890 but must be a-z, A-Z, 0-9, with a length of 9.',
    ({ messages }) => messages.some((one) => one.role === 'tool' && !/^[a-zA-Z0-9]{9}$/.test(one.tool_call_id)),
    ask('', { messages: loop('call_1234567890') }),
  );
});

it('an answer that comes first, as of an assistant that greets, has a person in front of it', async () => {
  server.enqueue({ text: 'ok' });
  const settings = { provider: 'openai', name: 'm', baseUrl: server.baseUrl, contextTokens: 100_000 };
  const one = openaiModel(settings, { clock: new HastyClock(), log: keptLog() });
  await eventsOf(
    one,
    ask('', {
      messages: [
        { role: 'assistant', text: 'Good morning' },
        { role: 'user', text: 'hi' },
      ],
    }),
  );
  expect(server.requests[0]?.body.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
});
