// What an operator asks of memory's revisions from outside, beside a running bot or without one: the list of them, a file line
// by line, one with its lines, one taken back, something added by hand of the command line.

import { TERMINAL_OWNER } from '../channels/console/seat.js';
import { blameLine, revisionLine, revisionLines, undoneText } from './commands/revision-words.js';
import { ConfigError, MemoryError, type Note, type Provenance, type Scope } from './contracts/index.js';
import type { Db } from './db/database.js';
import { allPeople } from './gateway/people.js';
import { type House, type HouseOptions, openHouse } from './house.js';
import { classify } from './memory/paths.js';
import { pastRevision } from './memory/revisions.js';
import { mustExist } from './operator.js';
import { type Told, told } from './ops/told.js';
import { holdsSecretOrMark } from './text/secrets.js';
import { sentences } from './text/sentence.js';

/** Revisions of everybody's files, or of one, newest first. */
export async function memoryLog(options: HouseOptions, path: string | undefined, limit: number): Promise<Told> {
  return await inHouse(options, async ({ memory, timezone }) => {
    const plain = path === undefined ? undefined : (classify(path.replace(/^\.\//, ''), memory.folders)?.path ?? path);
    const data = memory.ledgerRows(plain, limit).flatMap((row) => {
      return row.state === 'done' ? [pastRevision(row, memory)] : [];
    });
    const lines = data.map((one) => `${revisionLine(one, timezone)} · ${one.who} · ${one.reason}`);
    return told(
      data,
      lines.length > 0 ? lines : [plain === undefined ? 'Nothing was written yet.' : `No change of ${plain} is known.`],
    );
  });
}

/** Where each line of a file comes from, or one of them. */
export async function blameMemory(options: HouseOptions, path: string, line: number | undefined): Promise<Told> {
  return await inHouse(options, async ({ memory, timezone }) => {
    const all = await memory.blame(path);
    if (line !== undefined && line > all.length) {
      throw new ConfigError(`${path} has ${all.length} lines.`);
    }
    const lines = all.filter((one) => line === undefined || one.line === line);
    // What came with the workspace was written by nobody who uses it.
    const template = memory.templateLines(path.replace(/^\.\//, ''));
    const came = ({ text, origin }: (typeof lines)[number]) => origin.row === undefined && template.has(text.trim());
    const data = lines.map((one) => ({
      ...{ line: one.line, text: one.text, ...one.origin },
      by: one.origin.by ?? (came(one) ? 'template' : 'hand'),
    }));
    const shown = lines
      .filter(({ text }) => line !== undefined || text.trim() !== '')
      .map((one) => blameLine(one, timezone, came(one)));
    return told(data, shown.length > 0 ? shown : [`${path} is empty.`]);
  });
}

/** One revision with its lines. Throws a MemoryError 'not-found'. */
export async function showRevision(options: HouseOptions, row: number): Promise<Told> {
  return await inHouse(options, async ({ memory, timezone }) => {
    const shown = memory.revision(row);
    return told(shown, revisionLines(shown, timezone));
  });
}

/** Takes a revision back. What stands in the way is told, with failed. */
export async function undoRevision(options: HouseOptions, row: number): Promise<Told> {
  return await inHouse(options, async ({ memory }) => {
    try {
      const undone = await memory.undo(row, operator(`nightjar memory undo ${row}`));
      return told(undone, [undoneText(undone)]);
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
      const { kind, message, remedy } = error;
      return told({ error: kind, message, remedy }, [sentences(message, remedy)], true);
    }
  });
}

/** Notes something down where its kind belongs, in a scope's memory. */
export async function addToMemory(options: HouseOptions, scope: Scope, note: Note): Promise<Told> {
  if (holdsSecretOrMark(note.text)) {
    throw new MemoryError('invalid', 'that holds a password, a key or a card number, and such things are not noted', {
      remedy: 'Leave it out, or write it into the file by hand.',
    });
  }
  return await inHouse(options, async ({ memory, db }) => {
    if (scope.kind === 'person') mustKnow(db, memory, scope);
    const revision = await memory.view(scope).remember(note, operator('nightjar memory add'));
    return told(revision, [`Noted in ${revision.path}:${revision.line}, as revision ${revision.row}.`]);
  });
}

/** A slip of the pen must not make a memory that nobody ever reads. */
function mustKnow(db: Db, { folders }: House['memory'], scope: Scope & { kind: 'person' }): void {
  const { person } = scope;
  const people = allPeople(db);
  if (folders.folderOf(scope) !== undefined || people.some(({ id }) => id === person)) return;
  const named = people.filter(({ name, role }) => name === person && role !== 'owner');
  throw new MemoryError('not-found', `nobody is known as person:${person}`, {
    remedy:
      named.length > 0
        ? `${person} is ${named.map(({ id }) => `person:${id}`).join(' or ')}.`
        : '`nightjar memory status` names those that I know.',
  });
}

function operator(reason: string): Provenance {
  return { who: TERMINAL_OWNER, by: 'command', reason, trust: 'owner' };
}

async function inHouse(
  options: HouseOptions,
  work: (parts: { memory: House['memory']; timezone: string; db: Db }) => Promise<Told>,
): Promise<Told> {
  mustExist(options.home);
  const house = await openHouse(options);
  try {
    const { memory, config, state } = house;
    await memory.recover();
    return await work({ memory, timezone: config.timezone, db: state.db });
  } finally {
    await house.close();
  }
}
