// What the tools of a turn may change in files. The first change of a file in a conversation is put to whoever may decide, and
// so is every one that crosses scopes; what somebody said yes to once in a conversation may be changed on there, at once.

import { isOthers } from '../../agent/others-words.js';
import { userEntryId } from '../../agent/turn-parts.js';
import {
  type Entry,
  type FileOutcome,
  type FileWish,
  MemoryError,
  type ToolChanges,
  ToolError,
} from '../../contracts/index.js';
import type { InboxRow } from '../../gateway/inbox.js';
import { agreedTexts, difference, draftOfCall, draftProposal, mustBeOnly } from '../../gateway/proposals.js';
import { turnId } from '../../gateway/turn-id.js';
import type { Changeable } from '../../memory/memory.js';
import { SHARED_FILES } from '../../memory/paths.js';
import { oneLine } from '../../text/truncate.js';
import { hasUnseen } from '../../text/visible.js';
import { decidesFor, type QuestionDeps } from './questions/kind.js';

/** Of main, beside its long-term memory. */
const PRIVATE_FILES: ReadonlySet<string> = new Set(['USER.md', 'TOOLS.md', 'HEARTBEAT.md']);

/** The conversation of the turn. */
export interface ChangesOf {
  session: string;
  /** As its transcript has them by now. */
  entries(): readonly Entry[];
}

/** `row`: the message that began the turn, a person's. */
export function toolChanges(deps: QuestionDeps, row: InboxRow, { session, entries }: ChangesOf): ToolChanges {
  const { db, memory } = deps;
  const { scope, principal: who } = row;
  const turn = turnId(row.event);
  const view = memory.view(scope, who);

  async function write(wish: FileWish, call: string): Promise<FileOutcome> {
    const { path, text, base, reason, trust, lines } = wish;
    const why = { who: who.account, by: 'tool' as const, session, call, entry: userEntryId(turn), reason, trust };
    const told = lines && lines.length > 0 ? { lines } : {};
    const written = await view.apply({ kind: 'replace', path, text }, base, { ...why, ...told });
    return { state: 'written', path: written.path, line: written.line, revision: written.id };
  }

  async function ask({ path, text, base, reason }: FileWish, call: string): Promise<FileOutcome> {
    await db.write(() => {
      mustBeOnly(db, { session, turn });
      draftProposal(db, { path, text, base, reason, session, call, turn }, deps.clock.now());
    });
    return { state: 'asked', path };
  }

  function isAlwaysRead(path: string): boolean {
    return path === view.pathOf('long') || PRIVATE_FILES.has(path);
  }

  /** Whoever has no file yet knows no path of their own. Said of every path alike, there or not. */
  async function changeable(path: string): Promise<Changeable> {
    try {
      return await memory.changeable(scope, path);
    } catch (error) {
      const folder = memory.folders.folderOf(scope);
      if (!(error instanceof MemoryError) || error.kind !== 'not-found' || !folder) throw error;
      throw new MemoryError(error.kind, error.message, {
        remedy: `The files of this chat have paths that begin with ${folder}/.`,
      });
    }
  }

  return {
    async put(wish, call) {
      const asked = draftOfCall(db, { session, call });
      if (asked) return { state: 'asked', path: asked.path };
      if (view.earlier({ session, call })) return await write(wish, call);
      if (!decidesFor(who, scope)) throw new ToolError('Files are not changed for the person who asked.');
      const file = await changeable(wish.path);
      const { path } = file;
      if (file.revision !== wish.base) throw changed(path);
      const text = keepingFirstLine(file, wish.text);
      if (text === file.text) throw new ToolError(`${path} says exactly that already; there is nothing to change.`);
      const changes = difference(file.text, text);
      if (!changes) throw new ToolError(`That changes too much of ${path} at once. Change less of it, with edit.`);
      if (hasUnseen(path)) throw new ToolError('The path holds characters that cannot be seen. Give it without them.');
      if (hasUnseen(changes.added)) {
        throw new ToolError('The text holds characters that cannot be seen. Write it again without them.');
      }
      const change = { ...wish, path, text, reason: oneLine(wish.reason, 200) };
      const agreed = file.right === 'own' ? agreedTexts(db, session, path) : [];
      // What others said is looked at each time, before it stands in every prompt of the owner's.
      const isTheirs = isOthers(scope, wish.trust) && isAlwaysRead(path);
      if (agreed.length === 0 || isTheirs) return await ask(change, call);
      // Nobody looks at the difference any more, and a hand may have been there since.
      const isKnown = file.text === '' || agreed.includes(file.text) || hasSeen(entries(), file);
      if (wish.whole && !isKnown) throw changed(path);
      return await write(change, call);
    },
  };
}

function changed(path: string): ToolError {
  return new ToolError(`${path} is not as you know it: somebody changed it. Read it whole, then repeat the change.`);
}

/** A tool has shown or made exactly this text in the conversation. */
function hasSeen(entries: readonly Entry[], { path, revision }: Changeable): boolean {
  return entries.some((entry) => {
    const details: unknown = entry.type === 'tool_result' ? entry.details : undefined;
    if (typeof details !== 'object' || details === null) return false;
    return 'path' in details && details.path === path && 'revision' in details && details.revision === revision;
  });
}

/** The line that says who reads the file is not the model's to drop. */
function keepingFirstLine({ path, shared, text: current }: Changeable, text: string): string {
  const [first = ''] = current.split('\n');
  const says = SHARED_FILES.includes(path) ? first !== '' : shared && /^Every chat reads\b/.test(first);
  return !says || text.split('\n')[0] === first ? text : `${first}\n\n${text}`;
}
