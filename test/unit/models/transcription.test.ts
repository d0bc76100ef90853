// Speech to text against a server of this test, through the real SDK.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ModelError } from '../../../src/contracts/index.js';
import { transcriber } from '../../../src/models/transcription.js';

interface Heard {
  url: string | undefined;
  headers: IncomingHttpHeaders;
  form: FormData;
}

/** Answers each request with the next of the replies; the last one again and again; `hang` never. */
async function startServer(...replies: ({ status: number; body: string } | 'hang')[]) {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { url, headers } = request;
    const parsed = new Response(Buffer.concat(chunks), { headers: { 'content-type': headers['content-type'] ?? '' } });
    heard.push({ url, headers, form: await parsed.formData() });
    const reply = replies[Math.min(heard.length, replies.length) - 1];
    if (reply === 'hang' || !reply) return;
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { heard, baseUrl: `http://127.0.0.1:${port}/v1` };
}

const speech = { bytes: Buffer.from('OggS…'), name: '语音.ogg', mime: 'audio/ogg' };
const said = (text: string) => ({ status: 200, body: JSON.stringify({ text }) });
const forever = () => new AbortController().signal;

describe('speech', () => {
  it('is sent as a file with the name of the model, and comes back as text', async () => {
    const { heard, baseUrl } = await startServer(said(' 你好，明天见。\n'));
    const transcribe = transcriber({ name: 'whisper-x', baseUrl, apiKey: 'sk-1' });
    expect(await transcribe(speech, forever())).toBe('你好，明天见。');
    const [one] = heard;
    expect(one?.url).toBe('/v1/audio/transcriptions');
    expect(one?.headers.authorization).toBe('Bearer sk-1');
    expect(one?.form.get('model')).toBe('whisper-x');
    const file = one?.form.get('file');
    if (!(file instanceof File)) throw new Error('no file arrived');
    expect([file.type, await file.text()]).toEqual(['audio/ogg', 'OggS…']);
  });

  it('needs no key where none is set', async () => {
    const { heard, baseUrl } = await startServer(said('hi'));
    await transcriber({ name: 'm', baseUrl })(speech, forever());
    expect(heard[0]?.headers.authorization).toBeUndefined();
  });

  it('that cannot be written down is an error of the model with a remedy, without what the server said', async () => {
    for (const reply of [
      { status: 401, body: JSON.stringify({ error: { message: 'bad key sk-1' } }) },
      { status: 200, body: JSON.stringify({ nothing: true }) },
      { status: 200, body: 'not json' },
    ]) {
      const { baseUrl } = await startServer(reply);
      const failed = await transcriber({ name: 'm', baseUrl, apiKey: 'sk-1' })(speech, forever()).catch((e) => e);
      expect(failed).toBeInstanceOf(ModelError);
      expect(failed).toMatchObject({ kind: 'unavailable', remedy: expect.stringMatching(/transcription/) });
      expect(failed.message).not.toContain('sk-1');
    }
  });

  it('is tried once more after a server error', async () => {
    const { heard, baseUrl } = await startServer({ status: 503, body: '{}' }, said('at last'));
    expect(await transcriber({ name: 'm', baseUrl })(speech, forever())).toBe('at last');
    expect(heard).toHaveLength(2);
  });

  it('is not waited for after an abort', async () => {
    const { heard, baseUrl } = await startServer('hang');
    const stop = new AbortController();
    const waiting = transcriber({ name: 'm', baseUrl })(speech, stop.signal);
    await expect.poll(() => heard.length).toBe(1);
    stop.abort();
    await expect(waiting).rejects.toThrow(ModelError);
  });
});
