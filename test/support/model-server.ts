// A strict local stand-in of a Chat Completions endpoint on 127.0.0.1. It plays queued replies, or asks a function of
// the request, refuses what a real endpoint refuses, and describes its models where it was given some. For tests only; it knows nothing of our code.

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type ChatRequest, checkRequest } from './model-server-rules.js';

export type { ChatRequest } from './model-server-rules.js';

export interface ServedCall {
  name: string;
  /** An object is sent as JSON; a string as it stands. */
  args: Record<string, unknown> | string;
  id?: string;
}

export interface ModelReply {
  text?: string;
  thinking?: string;
  calls?: ServedCall[];
  /** Characters per chunk, of text and of call arguments. Default 8. Parallel calls arrive interleaved. */
  piece?: number;
  /** Default 'tool_calls' with calls, else 'stop'; null leaves it out. */
  finish?: string | null;
  /** False leaves the closing `[DONE]` out. */
  done?: boolean;
  usage?: Record<string, unknown>;
  /** These chunks are sent verbatim instead of what stands above. */
  chunks?: readonly unknown[];
  /** Any status but 200 answers with `body` as JSON (a string: as it stands) and no stream. */
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** The socket is destroyed after so many chunks; 0 before the response begins. */
  dropAfter?: number;
  /** Nothing more comes after so many chunks; 0 before the response begins. */
  hangAfter?: number;
  /** Real milliseconds before the first byte. */
  delayMs?: number;
  /** Real milliseconds between two chunks. */
  paceMs?: number;
}

export type ReplyFunction = (request: ChatRequest, number: number) => ModelReply | Promise<ModelReply>;

/** What GET /v1/models tells: a list of descriptions with an `id`, or a function that answers each such path. */
export type ServedModels = readonly { id: string; [field: string]: unknown }[] | ((path: string) => ModelReply);

export interface ServedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: ChatRequest;
  /** Resolves when the exchange is over, true if the client went away before the reply was complete. */
  over: Promise<boolean>;
}

export interface ModelServer {
  /** `http://127.0.0.1:<port>/v1`, for `model.baseUrl`. */
  baseUrl: string;
  /** Every well-formed request so far; refused ones are in `refused`. */
  requests: ServedRequest[];
  refused: string[];
  /** The paths of every GET so far. */
  looked: string[];
  /** Replies for the next requests, one each, before the function is asked. */
  enqueue(...replies: ModelReply[]): void;
  /** Replaces the function that answers when the queue is empty. */
  reply(answer: ReplyFunction): void;
  /** Resolves with the request of that number (from 1) once it has arrived. */
  received(number: number): Promise<ServedRequest>;
  /** Ends open exchanges too. */
  close(): Promise<void>;
}

/**
 * Starts the stand-in. Without a function and with an empty queue a request is answered 400 'nothing to answer'; without
 * `models` it has no page that describes any.
 */
export async function startModelServer(
  answer?: ReplyFunction,
  { models }: { models?: ServedModels } = {},
): Promise<ModelServer> {
  const queue: ModelReply[] = [];
  const requests: ServedRequest[] = [];
  const refused: string[] = [];
  const looked: string[] = [];
  const waiting: { number: number; resolve: (request: ServedRequest) => void }[] = [];

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await bodyOf(incoming);
    if (incoming.method === 'GET') {
      looked.push(incoming.url ?? '');
      return describe(response, incoming.url ?? '', models);
    }
    if (incoming.method !== 'POST' || incoming.url !== '/v1/chat/completions') {
      return sendError(response, { status: 404, body: problem(`Invalid URL (${incoming.method} ${incoming.url})`) });
    }
    const checked = checkRequest(raw);
    if ('refusal' in checked) {
      refused.push(checked.refusal);
      return sendError(response, { status: 400, body: problem(checked.refusal) });
    }
    const over = new Promise<boolean>((resolve) => response.on('close', () => resolve(!response.writableFinished)));
    const served = { path: incoming.url, headers: incoming.headers, body: checked.request, over };
    requests.push(served);
    const number = requests.length;
    for (const one of waiting) if (one.number === number) one.resolve(served);
    const reply = queue.shift() ?? (await answer?.(checked.request, number));
    await send(response, reply ?? { status: 400, body: problem('nothing to answer') }, checked.request);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    refused,
    looked,
    enqueue: (...replies) => void queue.push(...replies),
    reply: (next) => {
      answer = next;
    },
    received(number) {
      const already = requests[number - 1];
      if (already) return Promise.resolve(already);
      return new Promise((resolve) => waiting.push({ number, resolve }));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function describe(response: ServerResponse, path: string, models: ServedModels | undefined): Promise<void> {
  if (typeof models === 'function') {
    const reply = models(path);
    if (reply.delayMs) await wait(reply.delayMs);
    if (reply.hangAfter === 0) return;
    if (reply.dropAfter === 0) return void response.destroy();
    return sendJson(response, reply.status ?? 200, reply.body ?? {}, reply.headers);
  }
  if (models && path === '/v1/models') return sendJson(response, 200, { object: 'list', data: models });
  const found = models?.find(({ id }) => path === `/v1/models/${encodeURIComponent(id)}`);
  if (found) return sendJson(response, 200, found);
  sendError(response, { status: 404, body: problem(`Invalid URL (GET ${path})`) });
}

async function send(response: ServerResponse, reply: ModelReply, request: ChatRequest): Promise<void> {
  if (reply.delayMs) await wait(reply.delayMs);
  if (reply.dropAfter === 0) return void response.destroy();
  if (reply.hangAfter === 0) return;
  if (reply.status !== undefined && reply.status !== 200) return sendError(response, reply);
  if (!request.stream) return sendJson(response, 200, wholeAnswer(reply, request.model), reply.headers);

  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', ...reply.headers });
  response.flushHeaders();
  const chunks = reply.chunks ?? chunksOf(reply, request);
  for (const [sent, chunk] of chunks.entries()) {
    if (sent === reply.hangAfter) return;
    if (sent === reply.dropAfter) return void response.destroy();
    if (reply.paceMs && sent > 0) await wait(reply.paceMs);
    await new Promise<void>((resolve) => response.write(`data: ${JSON.stringify(chunk)}\n\n`, () => resolve()));
  }
  if (reply.hangAfter !== undefined) return;
  if (reply.dropAfter !== undefined) return void response.destroy();
  response.end(reply.done === false ? '' : 'data: [DONE]\n\n');
}

function chunksOf(reply: ModelReply, request: ChatRequest): unknown[] {
  const piece = reply.piece ?? 8;
  const frame = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: request.model };
  const delta = (value: object) => ({ ...frame, choices: [{ index: 0, delta: value, finish_reason: null }] });
  const chunks: unknown[] = [delta({ role: 'assistant', content: '' })];
  for (const part of cut(reply.thinking ?? '', piece)) chunks.push(delta({ reasoning_content: part }));
  for (const part of cut(reply.text ?? '', piece)) chunks.push(delta({ content: part }));
  for (const call of callDeltas(reply.calls ?? [], piece)) chunks.push(delta({ tool_calls: [call] }));
  const finish = reply.finish === undefined ? defaultFinish(reply) : reply.finish;
  if (finish !== null) chunks.push({ ...frame, choices: [{ index: 0, delta: {}, finish_reason: finish }] });
  if (request.stream_options?.include_usage) chunks.push({ ...frame, choices: [], usage: usageOf(reply) });
  return chunks;
}

/** Name and id first, then the arguments in pieces, the calls taking turns. */
function callDeltas(calls: readonly ServedCall[], piece: number): unknown[] {
  const deltas: unknown[] = calls.map((call, index) => ({
    index,
    id: call.id ?? newCallId(),
    type: 'function',
    function: { name: call.name, arguments: '' },
  }));
  const rest = calls.map((call) => cut(argumentsOf(call), piece));
  for (let round = 0; rest.some((parts) => round < parts.length); round++) {
    for (const [index, parts] of rest.entries()) {
      const part = parts[round];
      if (part !== undefined) deltas.push({ index, function: { arguments: part } });
    }
  }
  return deltas;
}

function wholeAnswer(reply: ModelReply, model: string): unknown {
  const calls = (reply.calls ?? []).map((call) => ({
    id: call.id ?? newCallId(),
    type: 'function',
    function: { name: call.name, arguments: argumentsOf(call) },
  }));
  const message = { role: 'assistant', content: reply.text ?? null, ...(calls.length > 0 && { tool_calls: calls }) };
  const choices = [{ index: 0, message, finish_reason: reply.finish ?? defaultFinish(reply) }];
  return { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model, choices, usage: usageOf(reply) };
}

function defaultFinish(reply: ModelReply): string {
  return reply.calls?.length ? 'tool_calls' : 'stop';
}

function usageOf(reply: ModelReply): Record<string, unknown> {
  return reply.usage ?? { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
}

function argumentsOf(call: ServedCall): string {
  return typeof call.args === 'string' ? call.args : JSON.stringify(call.args);
}

let lastCallId = 0;

function newCallId(): string {
  lastCallId += 1;
  return `call_${process.pid}_${lastCallId}`;
}

function cut(text: string, piece: number): string[] {
  const characters = [...text];
  const parts: string[] = [];
  for (let at = 0; at < characters.length; at += piece) parts.push(characters.slice(at, at + piece).join(''));
  return parts;
}

function problem(message: string): unknown {
  return { error: { message, type: 'invalid_request_error', param: null, code: null } };
}

function sendError(response: ServerResponse, reply: ModelReply): void {
  sendJson(response, reply.status ?? 500, reply.body ?? problem('The server had an error.'), reply.headers);
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers?: Record<string, string>): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function bodyOf(incoming: IncomingMessage): Promise<unknown> {
  const parts: Uint8Array[] = [];
  for await (const part of incoming) parts.push(part);
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return undefined;
  }
}
