// A file name that somebody else chose: as one that any disk takes, and what it says of the file. Pure. What comes out is a
// name, never a path.

import { oneLine, truncate } from './truncate.js';

const FALLBACK = 'file';
/** UTF-16 units of the whole name; file systems stop at 255 bytes, which are 80 Chinese characters. */
const MAX_UNITS = 80;
const MAX_BYTES = 200;
/** An extension is kept when a long name is cut. */
const EXTENSION = /\.[A-Za-z0-9]{1,10}$/;
/** Devices of Windows, which no file can be named after. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

export function isDeviceName(name: string): boolean {
  return RESERVED.test(name);
}

/**
 * The last part of what may look like a path, without control, bidi and zero-width characters and without what shells and
 * file systems take for syntax; never empty, hidden, reserved, or ending in a dot or a space.
 */
export function safeFileName(name: string): string {
  const last = oneLine(name.normalize('NFC'), 1_000).split(/[\\/]/).at(-1) ?? '';
  const plain = last
    .replace(/[<>:"|?*`$&;(){}[\]!#%'~^]/g, '_')
    .replace(/^[.\s_]+/, '')
    .replace(/[.\s]+$/, '');
  const kept = isDeviceName(plain) ? `_${plain}` : plain;
  const extension = EXTENSION.exec(kept)?.[0] ?? '';
  let stem = truncate(kept.slice(0, kept.length - extension.length), MAX_UNITS - extension.length, '');
  while (Buffer.byteLength(stem) > MAX_BYTES - extension.length) stem = truncate(stem, stem.length - 1, '');
  return stem.trim() === '' ? `${FALLBACK}${extension}` : `${stem}${extension}`;
}

const UNKNOWN_MIME = 'application/octet-stream';
const MIMES = new Map([
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.webp', 'image/webp'],
  ['.pdf', 'application/pdf'],
  ['.md', 'text/markdown'],
  ['.txt', 'text/plain'],
]);

/** What was `told` of the file, or where that says nothing what its extension says. */
export function mimeOf(name: string, told = ''): string {
  if (told !== '' && told !== UNKNOWN_MIME) return told;
  return MIMES.get(EXTENSION.exec(name.trim())?.[0].toLowerCase() ?? '') ?? UNKNOWN_MIME;
}
