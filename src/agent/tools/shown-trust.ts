// How far lines can be relied on that a tool shows of memory: the worst of what the ledger says of them. What is no note
// (an earlier conversation, a document) has no such record, and is never worth more than whoever may have written it.

import type { Hit, MemoryDoc, MemoryView, Trust } from '../../contracts/index.js';
import { lowestTrust } from '../../text/trust.js';

/** A snippet of one line may be the middle of a longer one. */
const WHOLE_LINE = 400;

function trustOfLines(memory: MemoryView, path: string, text: string): Trust {
  if (path.startsWith('sessions/')) return 'model';
  if (path.startsWith('wiki:')) return 'tool';
  const lines = text.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));
  return lines.length === 0 ? 'tool' : lowestTrust(memory.trustOf(path, lines));
}

/** Of an excerpt that ends with line `to`, by its whole lines. */
export function trustOfShown(memory: MemoryView, doc: MemoryDoc, to: number): Trust {
  const lines = doc.text.split('\n').slice(0, Math.max(0, to - doc.from + 1));
  return trustOfLines(memory, doc.path, lines.join('\n'));
}

/** Of a hit, by its whole lines. Never rejects. */
export async function trustOfHit(memory: MemoryView, hit: Hit): Promise<Trust> {
  if (hit.corpus === 'sessions') return 'model';
  if (hit.corpus === 'wiki') return 'tool';
  const rows = hit.snippet.split('\n').length;
  const lines = hit.endLine - hit.startLine + 1;
  if (rows === lines && hit.snippet.length < WHOLE_LINE) return trustOfLines(memory, hit.path, hit.snippet);
  try {
    const doc = await memory.read(hit.path, { from: hit.startLine, lines });
    return trustOfLines(memory, hit.path, doc.text);
  } catch {
    // It is gone since it was found.
    return 'tool';
  }
}
