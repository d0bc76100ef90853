// /memory log, revision and undo: what was written into this chat's memory, by whom, and how to take it back.

import { MemoryError } from '../contracts/index.js';
import { sentences } from '../text/sentence.js';
import { type CommandContext, type CommandServices, isAdminHere } from './command.js';
import { revisionLine, revisionText, undoneText } from './revision-words.js';

const LISTED = 15;
const SHOWN_LINES = 40;

type Zone = Pick<CommandServices, 'timezone'>;

export async function log({ memory }: CommandContext, { timezone }: Zone, path: string): Promise<string> {
  const found = await memory.revisions(path === '' ? undefined : path, LISTED);
  const newest = found[0];
  if (!newest) return path === '' ? 'Nothing was written here yet.' : 'I know of no change of such a file here.';
  const lines = found.map((revision) => `- ${revisionLine(revision, timezone)}`);
  const { row } = found.find(({ undone, added, removed }) => !undone && added + removed > 0) ?? newest;
  return `${lines.join('\n')}\n\n\`/memory revision ${row}\` shows what one changed, \`/memory undo ${row}\` takes it back.`;
}

export async function revision({ memory }: CommandContext, { timezone }: Zone, id: string): Promise<string> {
  const row = numberOf(id);
  if (row === undefined) return 'Which one? `/memory revision NUMBER`, with a number of `/memory log`.';
  return await orWhyNot(async () => revisionText(await memory.revision(row), timezone, SHOWN_LINES));
}

export async function undo(context: CommandContext, id: string): Promise<string> {
  const { memory, who, call } = context;
  const row = numberOf(id);
  if (row === undefined) return 'Which one? `/memory undo NUMBER`, with a number of `/memory log`.';
  if (!isAdminHere(context)) return 'Only an admin of this chat takes back what was written.';
  const why = { who: who.account, by: 'command', session: 'command', call, reason: `/memory undo ${row}` } as const;
  const trust = who.role === 'owner' ? 'owner' : 'member';
  return await orWhyNot(async () => undoneText(await memory.undo(row, { ...why, trust })));
}

/** What stands in the way of a person's wish is an answer. */
async function orWhyNot(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MemoryError) || !['not-found', 'conflict', 'invalid'].includes(error.kind)) throw error;
    return sentences(error.message, error.remedy);
  }
}

function numberOf(text: string): number | undefined {
  const found = /^#?([1-9]\d{0,14})$/.exec(text.trim())?.[1];
  return found === undefined ? undefined : Number(found);
}
