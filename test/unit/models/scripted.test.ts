// The scripted model plays its script, and nothing else.

import { expect, it } from 'vitest';
import { ModelError } from '../../../src/contracts/index.js';
import { scriptedModel } from '../../../src/models/scripted.js';
import { ask, eventsOf, textOf } from '../../support/stream.js';

it('plays one step per request and keeps the requests', async () => {
  const model = scriptedModel(
    [{ calls: [{ name: 'read', args: { path: 'a' } }] }, { text: '你好！', thinking: 'hm' }],
    { piece: 1 },
  );
  const request = ask('one');
  expect(await eventsOf(model, request)).toEqual([
    { type: 'tool-call', call: { id: 'call-1-1', name: 'read', args: '{"path":"a"}' } },
    { type: 'done', stop: 'tools' },
  ]);
  request.messages.push({ role: 'user', text: 'later' });
  const events = await eventsOf(model, request);
  expect(textOf(events)).toBe('你好！');
  expect(events.map((event) => event.type)).toEqual(['thinking', 'text', 'text', 'text', 'done']);
  expect(model.requests.map((one) => one.messages.length)).toEqual([1, 2]);
});

it('fails where the script says so, and beyond its end', async () => {
  const model = scriptedModel([{ text: 'half', fail: new ModelError('overflow', 'too long') }]);
  expect((await eventsOf(model)).at(-1)).toMatchObject({ type: 'failed', error: { kind: 'overflow' } });
  expect((await eventsOf(model)).at(-1)).toMatchObject({ type: 'failed', error: { kind: 'bad-request' } });
});

it('asks a function with the request and its number', async () => {
  const model = scriptedModel((request, number) => ({ text: `${number}: ${request.messages[0]?.text}` }));
  await eventsOf(model);
  expect(textOf(await eventsOf(model, ask('再见')))).toBe('2: 再见');
});

it('hangs until the abort and then ends without a last event', async () => {
  const control = new AbortController();
  const seen: string[] = [];
  for await (const event of scriptedModel([{ text: 'a', hang: true }]).stream(ask(), control.signal)) {
    seen.push(event.type);
    setImmediate(() => control.abort());
  }
  expect(seen).toEqual(['text']);
});
