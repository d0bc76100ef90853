// Reads what a request carries: JSON, or a multipart form with `payload_json` and `files[n]`.

import type { IncomingMessage } from 'node:http';
import { apiError, plainError } from './errors.js';

export interface UploadedFile {
  /** The n of `files[n]`. */
  index: number;
  name: string;
  mime: string;
  bytes: Uint8Array;
}

export interface ReadBody {
  body: unknown;
  files: UploadedFile[];
}

export async function rawBody(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of incoming) parts.push(part);
  return Buffer.concat(parts);
}

/** Throws the platform's errors for a body that is neither, and 40005 where a file is larger than `fileBytes`. */
export async function readBody(raw: Buffer, contentType: string, fileBytes: number): Promise<ReadBody> {
  if (raw.byteLength === 0) return { body: undefined, files: [] };
  if (raw.byteLength > fileBytes + 1_000_000) throw apiError(40005);
  if (contentType.startsWith('application/json')) return { body: json(raw.toString('utf8')), files: [] };
  if (!contentType.startsWith('multipart/form-data')) throw plainError(400, 'Bad Request');
  const form = await new Response(raw, { headers: { 'content-type': contentType } }).formData();
  const files: UploadedFile[] = [];
  for (const [field, value] of form.entries()) {
    if (typeof value === 'string') continue;
    const index = /^files\[(\d+)\]$/.exec(field)?.[1];
    if (index === undefined) continue;
    if (value.size > fileBytes) throw apiError(40005);
    const bytes = new Uint8Array(await value.arrayBuffer());
    files.push({ index: Number(index), name: value.name, mime: value.type, bytes });
  }
  const payload = form.get('payload_json');
  return { body: typeof payload === 'string' ? json(payload) : undefined, files };
}

export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw apiError(50109);
  }
}
