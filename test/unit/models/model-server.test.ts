// The stand-in is as strict as the real endpoint: what that refuses must not pass here either.

import { expect, it, onTestFinished } from 'vitest';
import { startModelServer } from '../../support/model-server.js';

const user = { role: 'user', content: 'hi' };
const calls = (...ids: string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })),
});
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'x' });
const tool = (name: string, parameters: unknown = { type: 'object', properties: {} }) => ({
  type: 'function',
  function: { name, parameters },
});

async function post(body: unknown) {
  const server = await startModelServer(() => ({ text: 'ok' }));
  onTestFinished(() => server.close());
  const response = await fetch(`${server.baseUrl}/chat/completions`, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, text: await response.text(), server };
}

it.each([
  ['no model', { messages: [user] }, /must provide a model/],
  ['no messages', { model: 'm', messages: [] }, /messages/],
  ['an unknown role', { model: 'm', messages: [{ role: 'robot', content: 'x' }] }, /messages\.0/],
  ['an orphan result', { model: 'm', messages: [user, result('a')] }, /must be a response to/],
  [
    'a result that comes too late',
    { model: 'm', messages: [user, calls('a'), user, result('a')] },
    /did not have response/,
  ],
  ['a call without its result', { model: 'm', messages: [user, calls('a', 'b'), result('a')] }, /: b$/],
  [
    'a result given twice',
    { model: 'm', messages: [user, calls('a'), result('a'), result('a')] },
    /must be a response to/,
  ],
  ['null content without calls', { model: 'm', messages: [{ role: 'assistant', content: null }] }, /content/],
  ['two tools of one name', { model: 'm', messages: [user], tools: [tool('a'), tool('a')] }, /Duplicate function name/],
  [
    'a schema that is no object',
    { model: 'm', messages: [user], tools: [tool('a', { type: 'string' })] },
    /parameters/,
  ],
  ['a bad tool name', { model: 'm', messages: [user], tools: [tool('a b')] }, /name/],
  ['an empty list of tools', { model: 'm', messages: [user], tools: [] }, /tools/],
  ['an unknown parameter', { model: 'm', messages: [user], colour: 'red' }, /colour/],
  [
    'stream_options without stream',
    { model: 'm', messages: [user], stream_options: { include_usage: true } },
    /stream/,
  ],
])('refuses %s', async (_, body, message) => {
  const { status, text, server } = await post(body);
  expect(status).toBe(400);
  expect(JSON.parse(text).error.message).toMatch(message);
  expect(server.requests).toEqual([]);
  expect(server.refused.length).toBe(1);
});

it('accepts a whole tool exchange, streamed or not', async () => {
  const messages = [{ role: 'system', content: 's' }, user, calls('a', 'b'), result('b'), result('a'), user];
  const whole = await post({ model: 'm', messages, tools: [tool('read')] });
  expect(JSON.parse(whole.text).choices[0].message.content).toBe('ok');
  const streamed = await post({ model: 'm', messages, stream: true });
  expect(streamed.text).toMatch(/^data: \{.*\n\ndata: \[DONE\]\n\n$/s);
});

it('describes its models where it was given some, and has no such page otherwise', async () => {
  const server = await startModelServer(undefined, { models: [{ id: 'lab/m', context_length: 20_000 }] });
  const bare = await startModelServer();
  onTestFinished(async () => void (await Promise.all([server.close(), bare.close()])));
  const get = async (baseUrl: string, path: string) => {
    const response = await fetch(`${baseUrl}${path}`);
    return { status: response.status, body: await response.json() };
  };
  const model = { id: 'lab/m', context_length: 20_000 };
  expect(await get(server.baseUrl, '/models')).toEqual({ status: 200, body: { object: 'list', data: [model] } });
  expect(await get(server.baseUrl, '/models/lab%2Fm')).toEqual({ status: 200, body: model });
  expect(await get(server.baseUrl, '/models/other')).toMatchObject({ status: 404 });
  expect(await get(bare.baseUrl, '/models')).toMatchObject({ status: 404 });
  expect(server.looked).toEqual(['/v1/models', '/v1/models/lab%2Fm', '/v1/models/other']);
});
