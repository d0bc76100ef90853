// The name of a scope's folder: an injective, readable encoding of its ids. Pure. Never decoded: rows say whose it is.

import { createHash } from 'node:crypto';
import { MemoryError, type Scope } from '../contracts/index.js';

/** Longest encoded part, in bytes of UTF-8; file systems stop at 255 for the whole name. */
const MAX_BYTES = 100;
const HASH_CHARS = 64;

/**
 * `groups/<channel>-<chat>` or `people/<person>`. Two scopes never share a name, also not on a disk that folds case or
 * composes accents. Throws a MemoryError 'invalid' for main (which has no folder), empty ids and odd channel names.
 */
export function folderName(scope: Scope): string {
  if (scope.kind === 'person' && scope.person !== '') return `people/${encodePart(scope.person)}`;
  if (scope.kind === 'group' && scope.chat !== '' && /^[a-z][a-z0-9]*$/.test(scope.channel)) {
    return `groups/${scope.channel}-${encodePart(scope.chat)}`;
  }
  throw new MemoryError('invalid', `no folder can be named for a scope of kind ${scope.kind}`);
}

/** Letters that no file system changes stay; everything else becomes `%xx` of its UTF-8. Long ones end in a hash. */
export function encodePart(text: string): string {
  // Marks and jamo compose across characters, so foreign letters stay only where the whole text is composed already.
  const composed = text.normalize('NFC') === text;
  const pieces = Array.from(text, (char) => (isSafe(char, composed) ? char : percent(char)));
  const whole = pieces.join('');
  if (Buffer.byteLength(whole) <= MAX_BYTES) return whole;
  let prefix = '';
  for (const piece of pieces) {
    if (Buffer.byteLength(prefix + piece) > MAX_BYTES - HASH_CHARS - 1) break;
    prefix += piece;
  }
  // A dot is never left bare by the encoding, so a hashed name meets no plain one.
  return `${prefix}.${createHash('sha256').update(whole).digest('hex')}`;
}

function isSafe(char: string, composed: boolean): boolean {
  if (/^[a-z0-9_-]$/.test(char)) return true;
  return (
    composed &&
    /^[\p{Ll}\p{Lo}]$/u.test(char) &&
    !/\p{Default_Ignorable_Code_Point}/u.test(char) &&
    char.normalize('NFKC') === char &&
    char.toUpperCase().toLowerCase() === char &&
    char.toLowerCase() === char
  );
}

function percent(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  // UTF-8 has no form for half of a surrogate pair; all of them would become the same replacement character.
  if (code >= 0xd800 && code <= 0xdfff) return `%u${code.toString(16)}`;
  return Array.from(Buffer.from(char), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
