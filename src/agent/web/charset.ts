// Reads bytes of a page as text, in whichever of the world's encodings it says it is written. Pure.

import type { PageKind } from './page-kind.js';

/** So far into a page it says what it is written in. */
const DECLARED_WITHIN = 4_096;
/** What pages of a language are written in that do not say it. */
const BY_LANGUAGE: readonly [RegExp, string][] = [
  [/^ja/i, 'shift_jis'],
  [/^ko/i, 'euc-kr'],
  [/^zh-(?:tw|hk|hant)/i, 'big5'],
  [/^zh/i, 'gb18030'],
  [/^ru|^uk|^bg/i, 'windows-1251'],
];

export interface Written {
  bytes: Buffer;
  contentType: string;
  kind: PageKind;
  /** The last character may not be whole. */
  cut: boolean;
}

/** Never throws: what cannot be read stands there as replacement characters. */
export function decodePage({ bytes, contentType, kind, cut }: Written): string {
  const decoded = (encoding: string | undefined, fatal = false) => decode(bytes, encoding, { fatal, cut });
  const marked = byMark(bytes);
  if (marked !== undefined) return decoded(marked) ?? '';
  const named = /charset\s*=\s*["']?([^"';\s]+)/i.exec(contentType)?.[1];
  const start = bytes.subarray(0, DECLARED_WITHIN).toString('latin1');
  const text = decoded(named) ?? decoded(declaredIn(start, kind));
  if (text !== undefined) return text;
  const language = /<html[^>]*\slang\s*=\s*["']?([\w-]+)/i.exec(start)?.[1] ?? '';
  const likely = BY_LANGUAGE.find(([pattern]) => pattern.test(language))?.[1] ?? 'windows-1252';
  return decoded('utf-8', true) ?? decoded(likely, true) ?? decoded('utf-8') ?? '';
}

function byMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

function declaredIn(start: string, kind: PageKind): string | undefined {
  if (kind === 'json' || kind === 'text') return undefined;
  const declared =
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)/i.exec(start)?.[1] ??
    /<meta[^>]*charset\s*=\s*["']?([^"'\s;>/]+)/i.exec(start)?.[1];
  // It could not have been read there.
  return declared !== undefined && /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}

/** Undefined for an encoding that nobody knows; with `fatal`, for bytes that are not of it. */
function decode(
  bytes: Buffer,
  encoding: string | undefined,
  { fatal, cut }: { fatal: boolean; cut: boolean },
): string | undefined {
  if (encoding === undefined) return undefined;
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes, { stream: cut });
  } catch {
    return undefined;
  }
}
