// What an operator asks of memory's revisions from outside, beside a running bot or without one: the list of them, a file line
// by line, one taken back, something added by hand of the command line.

import { TERMINAL_OWNER } from '../channels/console/seat.js';
import { blameLine, revisionLine, undoneText } from './commands/revision-words.js';
import { ConfigError, MemoryError, type Note, type Provenance, type Scope } from './contracts/index.js';
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
    const data = lines.map(({ line, text, origin }) => ({ line, text, ...origin, by: origin.by ?? 'hand' }));
    const shown = lines
      .filter(({ text }) => line !== undefined || text.trim() !== '')
      .map(({ line, text, origin }) => blameLine(line, text, origin, timezone));
    return told(data, shown.length > 0 ? shown : [`${path} is empty.`]);
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
  return await inHouse(options, async ({ memory }) => {
    const revision = await memory.view(scope).remember(note, operator('nightjar memory add'));
    return told(revision, [`Noted in ${revision.path}:${revision.line}, as revision ${revision.row}.`]);
  });
}

function operator(reason: string): Provenance {
  return { who: TERMINAL_OWNER, by: 'command', reason, trust: 'owner' };
}

async function inHouse(
  options: HouseOptions,
  work: (parts: { memory: House['memory']; timezone: string }) => Promise<Told>,
): Promise<Told> {
  mustExist(options.home);
  const house = await openHouse(options);
  try {
    const { memory, config } = house;
    await memory.recover();
    return await work({ memory, timezone: config.timezone });
  } finally {
    await house.close();
  }
}
