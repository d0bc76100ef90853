// Endpoints disagree on the shape of an error body; this brings each to OpenAI's `{ error: { message, code, type } }`,
// the only one the SDK reads. Pure.

import { z } from 'zod';

const word = z.union([z.string(), z.number()]).nullish().catch(undefined);
const detail = z.union([z.string(), z.unknown().transform((value) => JSON.stringify(value))]).nullish();
const metadata = z.object({ raw: detail }).nullish().catch(undefined);
const inner = z.object({ message: detail, code: word, type: word, status: word, metadata });
const outer = z.object({
  error: z.union([z.string(), inner]).nullish().catch(undefined),
  message: detail,
  detail,
  msg: detail,
  code: word,
  type: word,
  base_resp: z.object({ status_code: word, status_msg: word }).nullish().catch(undefined),
});

/**
 * The body `text` as OpenAI would have written it. Reads OpenAI, vLLM (`{ message, code }`), FastAPI (`detail`), Ollama
 * (`error` a string), Gemini (a list of one; `status` for type), MiniMax (`base_resp`), OpenRouter (`metadata.raw` holds
 * what the endpoint behind it said) and plain text.
 */
export function normaliseErrorBody(text: string): string {
  const read = outer.safeParse(first(parse(text))).data;
  if (!read) return wrap({ message: text.slice(0, 500) });
  if (typeof read.error === 'string') return wrap({ message: read.error, code: read.code });
  if (read.error) {
    const { message, metadata, code, type, status } = read.error;
    return wrap({ message: [message, metadata?.raw].filter(Boolean).join(' · '), code, type: type ?? status });
  }
  const message = read.message ?? read.detail ?? read.msg ?? read.base_resp?.status_msg ?? text.slice(0, 500);
  return wrap({ message, code: read.code ?? read.base_resp?.status_code, type: read.type });
}

function wrap(error: { message?: unknown; code?: unknown; type?: unknown }): string {
  const { message, code, type } = error;
  return JSON.stringify({ error: { message: String(message ?? ''), code: code ?? null, type: type ?? null } });
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
