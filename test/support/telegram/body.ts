// Reads the body of a call, in each of the three forms that the Bot API takes. It knows no method.

import type { IncomingMessage } from 'node:http';
import { ApiError, badRequest } from './api-error.js';

export interface Upload {
  name: string;
  mime: string;
  bytes: Uint8Array;
}

export interface Params {
  /** Fields as the sender meant them: numbers, flags and objects also where a form carried them as text. */
  fields: Record<string, unknown>;
  /** Attached files by the name of their part. */
  uploads: Map<string, Upload>;
}

const maxUpload = 50 * 1024 * 1024;
const maxBody = maxUpload + 1024 * 1024;

const structured = new Set([
  'allowed_updates',
  'caption_entities',
  'commands',
  'entities',
  'link_preview_options',
  'media',
  'reaction',
  'reply_markup',
  'reply_parameters',
  'scope',
]);
const numbers = new Set([
  'chat_id',
  'direct_messages_topic_id',
  'duration',
  'limit',
  'message_id',
  'message_thread_id',
  'offset',
  'reply_to_message_id',
  'timeout',
  'user_id',
]);

/** Rejects when the client goes away before the body is complete. */
export async function readParams(incoming: IncomingMessage, query: URLSearchParams): Promise<Params> {
  const raw = await bytesOf(incoming);
  const type = incoming.headers['content-type'] ?? '';
  const params: Params = { fields: {}, uploads: new Map() };
  for (const [name, value] of query) params.fields[name] = fromForm(name, value);
  if (raw.length === 0) return params;
  if (type.startsWith('application/json')) Object.assign(params.fields, fromJson(raw));
  else if (type.startsWith('multipart/form-data')) readMultipart(raw, type, params);
  else if (type.startsWith('application/x-www-form-urlencoded')) {
    for (const [name, value] of new URLSearchParams(raw.toString('utf8'))) params.fields[name] = fromForm(name, value);
  }
  return params;
}

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    incoming.on('data', (part: Buffer) => {
      length += part.length;
      if (length <= maxBody) parts.push(part);
    });
    incoming.on('end', () => {
      if (length > maxBody) reject(new ApiError(413, 'Request Entity Too Large'));
      else resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));
    });
    incoming.on('error', reject);
  });
}

function fromJson(raw: Buffer): object {
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return decoded(value);
  } catch {
    // Refused below.
  }
  throw badRequest("can't parse JSON object");
}

/** Objects that a JSON body carries as a string are accepted too, as Telegram accepts them. */
function decoded(value: object): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...value };
  for (const name of Object.keys(fields)) {
    if (structured.has(name) && typeof fields[name] === 'string') fields[name] = fromForm(name, fields[name]);
  }
  return fields;
}

function fromForm(name: string, value: string): unknown {
  if (structured.has(name)) {
    try {
      return JSON.parse(value);
    } catch {
      throw badRequest(`can't parse ${name} JSON object`);
    }
  }
  if (numbers.has(name) && /^-?\d{1,16}$/.test(value)) return Number(value);
  if (/^(disable|protect|show|allow|is|has|drop|can|supports|revoke)_/.test(name))
    return value === 'true' || value === '1';
  return value;
}

/** RFC 7578, as much of it as clients send: unquoted file names and headers in any case included. */
function readMultipart(raw: Buffer, type: string, params: Params): void {
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (!boundary) throw badRequest("can't find boundary in multipart/form-data");
  const mark = Buffer.from(`--${boundary}`);
  let start = raw.indexOf(mark);
  while (start >= 0) {
    const end = raw.indexOf(Buffer.concat([Buffer.from('\r\n'), mark]), start + mark.length - 2);
    if (end < 0) break;
    readPart(raw.subarray(start + mark.length + 2, end), params);
    start = end + 2;
  }
}

function readPart(part: Buffer, params: Params): void {
  const gap = part.indexOf('\r\n\r\n');
  if (gap < 0) return;
  const head = part.subarray(0, gap).toString('utf8');
  const bytes = part.subarray(gap + 4);
  const name = /[;\s]name="?([^";\r\n]+)"?/i.exec(head)?.[1];
  if (name === undefined) return;
  const file = /filename="([^"\r\n]*)"|filename=([^;\r\n]*)/i.exec(head);
  if (!file) {
    params.fields[name] = fromForm(name, bytes.toString('utf8'));
    return;
  }
  if (bytes.length > maxUpload) throw new ApiError(413, 'Request Entity Too Large');
  const mime = /content-type:\s*([^\r\n]+)/i.exec(head)?.[1]?.trim() ?? 'application/octet-stream';
  params.uploads.set(name, { name: file[1] ?? file[2] ?? '', mime, bytes: new Uint8Array(bytes) });
}
