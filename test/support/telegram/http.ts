// The HTTP side: finds the method of a request, carries out planned faults, answers in Telegram's shape.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { findMethod } from './api.js';
import { ApiError } from './api-error.js';
import { type Params, readParams } from './body.js';
import type { Fault, Faults } from './faults.js';
import type { World } from './world.js';

export interface Call {
  method: string;
  params: Record<string, unknown>;
  /** Attached files by the name of their part. */
  uploads: Params['uploads'];
  /** Milliseconds since the epoch, when the call arrived. */
  at: number;
  fault?: Fault;
  /** Absent while the call runs, and when it was never answered. */
  answer?: { ok: boolean; result?: unknown; code?: number; description?: string };
}

export interface Backend {
  world: World;
  faults: Faults;
  calls: Call[];
}

/** Answers on keep-alive connections; every call is kept in `calls` in order of arrival. */
export function createApiServer(backend: Backend): Server {
  const server = createServer({ keepAliveTimeout: 65_000 }, (incoming, response) => {
    serve(backend, incoming, response).catch((error) => {
      if (error instanceof ApiError) answer(response, error.code, refusal(error));
      else response.destroy();
    });
  });
  return server;
}

async function serve(backend: Backend, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { world } = backend;
  const [path = '', query = ''] = (incoming.url ?? '').split('?', 2);
  const [, file, token = '', rest = ''] = /^\/(file\/)?bot([^/]*)\/(.*)$/.exec(path) ?? [];
  if (!/^\d+:[\w-]+$/.test(token)) throw new ApiError(404, 'Not Found');
  if (token !== world.token) throw new ApiError(401, 'Unauthorized');
  const params = await readParams(incoming, new URLSearchParams(query));
  const found = file ? undefined : findMethod(rest);
  if (!file && !found) throw new ApiError(404, 'Not Found: method not found');
  const name = found?.name ?? 'download';
  const call: Call = { method: name, params: params.fields, uploads: params.uploads, at: world.now() };
  backend.calls.push(call);
  if (file) call.params = { path: decodeURIComponent(rest) };
  const fault = backend.faults.take(name, call.params);
  if (fault !== undefined) call.fault = fault;
  if (fault !== undefined && stops(response, fault)) {
    if (typeof fault === 'object') call.answer = { ok: false, code: fault.code, description: fault.description };
    world.changes.tell();
    return;
  }
  world.changes.tell();
  if (!found) return download(world, call, response, fault);
  const body = await run(world, call, found.method, params, response);
  world.changes.tell();
  if (body !== undefined) deliver(response, body, fault);
}

/** True for a fault that keeps the work from being done. */
function stops(response: ServerResponse, fault: Fault): boolean {
  if (fault === 'hang') return true;
  if (fault === 'reset') response.socket?.resetAndDestroy();
  else if (fault === 'html502') {
    response.writeHead(502, { 'content-type': 'text/html' });
    response.end('<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>nginx/1.18.0</body>\r\n</html>');
  } else if (typeof fault === 'object') {
    const { code, description, parameters } = fault;
    answer(response, code, { ok: false, error_code: code, description, ...(parameters && { parameters }) });
  } else return false;
  return true;
}

interface Answer {
  status: number;
  value: object;
}

async function run(
  world: World,
  call: Call,
  method: (world: World, params: Params, gone: (away: () => void) => void) => unknown,
  params: Params,
  response: ServerResponse,
): Promise<Answer | undefined> {
  try {
    const pending = method(world, params, (away) => response.once('close', away));
    const result = pending instanceof Promise ? await pending : pending;
    if (response.destroyed) return undefined;
    call.answer = { ok: true, result };
    return { status: 200, value: { ok: true, result } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    call.answer = { ok: false, code: error.code, description: error.message };
    return { status: error.code, value: refusal(error) };
  }
}

function refusal(error: ApiError): object {
  const { code, message: description, parameters } = error;
  return { ok: false, error_code: code, description, ...(parameters && { parameters }) };
}

function deliver(response: ServerResponse, { status, value }: Answer, fault: Fault | undefined): void {
  if (fault === 'reset-after') response.socket?.resetAndDestroy();
  else if (fault === 'half') {
    const whole = Buffer.from(JSON.stringify(value));
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': whole.length });
    response.write(whole.subarray(0, whole.length >> 1), () => response.destroy());
  } else answer(response, status, value);
}

function answer(response: ServerResponse, status: number, value: object): void {
  const body = JSON.stringify(value);
  const after = 'parameters' in value ? (value.parameters as { retry_after?: number }).retry_after : undefined;
  if (after !== undefined) response.setHeader('retry-after', after);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function download(world: World, call: Call, response: ServerResponse, fault: Fault | undefined): void {
  const file = world.files.byPath(String(call.params.path));
  if (!file) throw new ApiError(404, 'Not Found');
  if (fault === 'reset-after') return void response.socket?.resetAndDestroy();
  call.answer = { ok: true };
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': file.bytes.length });
  if (fault !== 'half') return void response.end(file.bytes);
  response.write(file.bytes.subarray(0, file.bytes.length >> 1), () => response.destroy());
}
