// Reads a small text file of the operator, or says why it cannot be read. Never writes.

import { readFileSync } from 'node:fs';
import type { Problem } from './problem.js';

/**
 * The text without byte order mark, and whether there was one; no text when there is no such file; a problem for
 * everything else.
 */
export function readText(path: string, file: Problem['file']): { text?: string; marked?: boolean; problem?: Problem } {
  try {
    const bytes = readFileSync(path);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const nul = text.indexOf('\0');
    const marked = bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
    if (nul < 0) return { text, marked };
    const line = text.slice(0, nul).split('\n').length;
    return {
      problem: { file, line, says: 'there is a NUL byte in the file', remedy: 'Save it again as plain UTF-8 text' },
    };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return {};
    return { problem: { file, ...trouble(code) } };
  }
}

function trouble(code: unknown): { says: string; remedy: string } {
  switch (code) {
    case 'EISDIR':
      return { says: 'this is a folder, but must be a file', remedy: 'Move the folder away' };
    case 'EACCES':
    case 'EPERM':
      return {
        says: 'the file may not be read by this user',
        remedy: 'Give it to the user that runs Nightjar (chown), mode 600',
      };
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return { says: 'the file is not UTF-8 text', remedy: 'Save it again with the encoding UTF-8' };
    default:
      return { says: `the file cannot be read (${String(code)})`, remedy: 'Check the file and the disk' };
  }
}
