// What the tools that change a file share: who may call them, the file as it stands, and how far each new line can be relied
// on. Writes nothing by itself.

import {
  type FileOutcome,
  type LineProvenance,
  MemoryError,
  type Principal,
  type RevisionId,
  type Scope,
  type ToolContext,
  ToolError,
  type ToolResult,
} from '../../contracts/index.js';
import { lowestTrust } from '../../text/trust.js';
import { mustAddNoSecret, mustHoldNoSecret } from '../turn-secrets.js';

/** Above that the lines of a write are not told apart. */
const MAX_LINES = 500;

export interface Change {
  path: string;
  reason: string;
  /** The whole new text, ends of line `\n`; undefined: nothing is there. Throws a ToolError. */
  text(current: string | undefined): string;
  /** Made without a look at what stands there. */
  whole?: boolean;
}

/** Whose conversation it is, and in a group those who run it. */
export function mayChange(who: Principal, scope: Scope): boolean {
  if (scope.kind === 'person') return who.role !== 'stranger';
  return who.role === 'owner' || (scope.kind === 'group' && who.role === 'admin');
}

export async function changeFile(context: ToolContext, { path, reason, text, whole }: Change): Promise<ToolResult> {
  const { changes, memory, session, call } = context;
  if (!changes) throw new ToolError('Files cannot be changed here.');
  // What was done already is only asked for once more: the file does not stand as it did.
  if (memory.earlier({ session, call })) {
    return told(await changes.put({ path, text: '', base: 'absent', reason, trust: 'model' }, call));
  }
  const { text: current, revision } = await present(context, path);
  const next = text(current);
  mustHoldNoSecret(path, reason);
  mustAddNoSecret(current ?? '', next);
  const lines = newLines(context, current ?? '', next);
  const trust = lowestTrust(lines.map((one) => one.trust));
  const apart = lines.some((one) => one.trust !== trust) && lines.length <= MAX_LINES ? { lines } : {};
  const wish = { path, text: next, base: revision, reason, trust, ...apart, ...(whole ? { whole } : {}) };
  return told(await changes.put(wish, call));
}

async function present({ memory }: ToolContext, path: string): Promise<{ text?: string; revision: RevisionId }> {
  try {
    return await memory.read(path);
  } catch (error) {
    if (error instanceof MemoryError && error.kind === 'not-found') return { revision: 'absent' };
    throw error;
  }
}

function newLines({ trustOf, entry }: ToolContext, current: string, next: string): LineProvenance[] {
  const known = new Set(current.split('\n'));
  const lines = next.split('\n').filter((line) => !known.has(line) && line.trim() !== '');
  return lines.map((text) => ({ text, trust: trustOf(text), entries: [entry] }));
}

function told(outcome: FileOutcome): ToolResult {
  if (outcome.state === 'written') {
    const { path, line, revision } = outcome;
    return { content: JSON.stringify({ written: true, path, line }), details: { path, revision } };
  }
  const note =
    'Whoever may decide it is shown the exact difference below your reply and answers y or n. It is not changed before.';
  return { content: JSON.stringify({ written: false, path: outcome.path, note }) };
}
