// A strict local stand-in of an embeddings endpoint on 127.0.0.1. It plays queued replies, or answers with hashed
// vectors, and refuses what a real endpoint refuses. For tests only; it knows nothing of our code.

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { hashedVector } from './memory/hashing-embedder.js';

const body = z.strictObject({
  model: z.string().min(1),
  input: z
    .union([z.string(), z.array(z.string()).min(1)])
    .transform((input) => (typeof input === 'string' ? [input] : input)),
  encoding_format: z.enum(['float', 'base64']).optional(),
  dimensions: z.int().positive().optional(),
  user: z.string().optional(),
});

export interface EmbeddingRules {
  /** The model that is there. Default: any. */
  model?: string;
  /** The key that is accepted. Default: any, or none. */
  key?: string;
  /** Default 64; `dimensions` of a request counts before it. */
  dims: number;
  /** Texts in a request. Default 2,048. */
  items: number;
  /** Tokens of a text. Default 8,192. */
  itemTokens: number;
  /** What a breach of the two caps is answered with. Default 400. */
  capStatus: number;
  /** 'obeys' the request; 'floats' whatever was asked, as many servers do; 'refuses' a request that names a format. */
  format: 'obeys' | 'floats' | 'refuses';
  vectorOf(text: string, dims: number): ArrayLike<number>;
}

export interface EmbeddingRow {
  object: 'embedding';
  index?: number;
  embedding: unknown;
}

export interface EmbeddingReply {
  /** Any status but 200 answers with `body` as JSON (a string: as it stands). */
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Changes the rows of a good answer before they are sent. */
  rows?(rows: EmbeddingRow[]): unknown;
  /** Nothing ever comes. */
  hang?: boolean;
  /** The socket is destroyed. */
  drop?: boolean;
  /** Answers once this resolves. */
  after?: Promise<unknown>;
}

export interface EmbeddingCall {
  model: string;
  texts: string[];
  format: 'float' | 'base64' | undefined;
  dimensions: number | undefined;
  headers: IncomingHttpHeaders;
  /** 200, or what it was refused with; undefined while it hangs. */
  status: number | undefined;
  /** Resolves when the exchange is over, true if the client went away before the reply was complete. */
  over: Promise<boolean>;
}

export interface EmbeddingServer {
  /** `http://127.0.0.1:<port>/v1`, for `embedding.baseUrl`. */
  baseUrl: string;
  /** Every well-formed request, refused ones included. */
  calls: EmbeddingCall[];
  /** Texts that got a vector. */
  embedded(): string[];
  /** Replies for the next requests, one each. */
  enqueue(...replies: EmbeddingReply[]): void;
  /** The reply to a request when none is queued; undefined is the ordinary one. */
  reply(answer: (call: EmbeddingCall) => EmbeddingReply | undefined): void;
  /** Changes the rules from now on. */
  rules: EmbeddingRules;
  /** Resolves with the call of that number (from 1) once it has arrived. */
  received(number: number): Promise<EmbeddingCall>;
  close(): Promise<void>;
}

/** What OpenAI says when the money is gone. */
export const noCredit: EmbeddingReply = {
  status: 429,
  body: {
    error: {
      message: 'You exceeded your current quota, please check your plan and billing details.',
      type: 'insufficient_quota',
      param: null,
      code: 'insufficient_quota',
    },
  },
};

/** Something to wait for, opened by hand: for `after`. */
export function gate(): { opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

export function tooMany(headers: Record<string, string> = {}): EmbeddingReply {
  return { status: 429, headers, body: problem('Rate limit reached', 'requests', 'rate_limit_exceeded') };
}

export async function startEmbeddingServer(wanted: Partial<EmbeddingRules> = {}): Promise<EmbeddingServer> {
  const rules: EmbeddingRules = {
    dims: 64,
    items: 2048,
    itemTokens: 8192,
    capStatus: 400,
    format: 'obeys',
    vectorOf: hashedVector,
    ...wanted,
  };
  const queue: EmbeddingReply[] = [];
  const calls: EmbeddingCall[] = [];
  const waiting: { number: number; resolve: (call: EmbeddingCall) => void }[] = [];
  let answer: (call: EmbeddingCall) => EmbeddingReply | undefined = () => undefined;

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await bodyOf(incoming);
    if (incoming.method !== 'POST' || incoming.url !== '/v1/embeddings') {
      return send(response, 404, problem(`Invalid URL (${incoming.method} ${incoming.url})`));
    }
    const parsed = body.safeParse(raw);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      return send(response, 400, problem(`Invalid '${issue?.path.join('.')}': ${issue?.message}`));
    }
    const { model, input, encoding_format: format, dimensions } = parsed.data;
    const over = new Promise<boolean>((resolve) => response.on('close', () => resolve(!response.writableFinished)));
    const { headers } = incoming;
    const call: EmbeddingCall = { model, texts: input, format, dimensions, headers, status: undefined, over };
    calls.push(call);
    for (const one of waiting) if (one.number === calls.length) one.resolve(call);
    const reply = queue.shift() ?? answer(call) ?? refusal(call, rules) ?? {};
    await reply.after;
    if (reply.hang) return;
    if (reply.drop) return void response.destroy();
    call.status = reply.status ?? 200;
    if (call.status !== 200)
      return send(response, call.status, reply.body ?? problem('The server had an error.'), reply.headers);
    if (reply.body !== undefined) return send(response, 200, reply.body, reply.headers);
    const rows = rowsOf(call, rules);
    const data = reply.rows ? reply.rows(rows) : rows;
    send(response, 200, { object: 'list', data, model, usage: { prompt_tokens: 1, total_tokens: 1 } }, reply.headers);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    baseUrl: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`,
    calls,
    embedded: () => calls.filter(({ status }) => status === 200).flatMap(({ texts }) => texts),
    enqueue: (...replies) => void queue.push(...replies),
    reply: (next) => {
      answer = next;
    },
    rules,
    received(number) {
      const already = calls[number - 1];
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

/** In the words of OpenAI. */
function refusal({ model, texts, format, headers }: EmbeddingCall, rules: EmbeddingRules): EmbeddingReply | undefined {
  const no = (status: number, message: string, code?: string) => ({
    status,
    body: problem(message, 'invalid_request_error', code),
  });
  if (rules.key !== undefined && headers.authorization !== `Bearer ${rules.key}`) {
    // A careless server repeats what it was sent.
    return no(401, `Incorrect API key provided: ${headers.authorization}.`, 'invalid_api_key');
  }
  if (rules.model !== undefined && model !== rules.model) {
    return no(404, `The model \`${model}\` does not exist or you do not have access to it.`, 'model_not_found');
  }
  if (rules.format === 'refuses' && format !== undefined) return no(400, 'Unknown parameter: encoding_format.');
  if (texts.some((text) => text === '')) return no(400, "'$.input' is invalid. Please check the API reference.");
  if (texts.some((text) => /\p{Cs}/u.test(text))) return no(400, 'We could not parse the JSON body of your request.');
  if (texts.length > rules.items) {
    return no(
      rules.capStatus,
      `Invalid 'input': array too long. Expected an array with maximum length ${rules.items}, but got ${texts.length}.`,
    );
  }
  const most = Math.max(...texts.map(tokensOf));
  if (most <= rules.itemTokens) return undefined;
  return no(
    rules.capStatus,
    `This model's maximum context length is ${rules.itemTokens} tokens, however you requested ${most} tokens.`,
  );
}

function rowsOf({ texts, format, dimensions }: EmbeddingCall, rules: EmbeddingRules): EmbeddingRow[] {
  return texts.map((text, index) => {
    const numbers = Array.from(rules.vectorOf(text, dimensions ?? rules.dims));
    const base64 = format === 'base64' && rules.format === 'obeys';
    return { object: 'embedding', index, embedding: base64 ? toBase64(numbers) : numbers };
  });
}

export function toBase64(numbers: readonly number[]): string {
  return Buffer.from(Float32Array.from(numbers).buffer).toString('base64');
}

/** Four Latin characters a token, one of any other script, as a tokeniser roughly has it. */
function tokensOf(text: string): number {
  let tokens = 0;
  for (const character of text) tokens += character < '\x80' ? 0.25 : 1;
  return Math.ceil(tokens);
}

function problem(message: string, type = 'invalid_request_error', code: string | null = null): unknown {
  return { error: { message, type, param: null, code } };
}

function send(response: ServerResponse, status: number, content: unknown, headers?: Record<string, string>): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof content === 'string' ? content : JSON.stringify(content));
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
