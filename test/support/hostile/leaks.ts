// Finds canaries where they must not be: in requests to the model, in what the platforms were told, in files and rows that are
// another's.

import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDb } from '../../../src/db/database.js';
import { textOf } from '../context-run/requests.js';
import type { ChatRequest } from '../model-server.js';
import { type Canaries, canariesIn, ownersIn } from './canaries.js';
import { type Den, folderOf, isForbidden } from './cast.js';

export interface Leak {
  where: string;
  reader: string;
  victim: string;
  root: string;
  sample: string;
}

export interface LeakFinder {
  leaks: Leak[];
  /** Where canaries were planted that were seen by those whose they are, in requests: proof that there was something to find. */
  seen: Set<string>;
  /** A request, of whichever den it is. */
  request(request: ChatRequest): void;
  /** What the reader has, or was shown. */
  look(reader: Den, where: string, text: string): void;
  /** Everything that lies in the home. */
  home(home: string): void;
}

const ENOUGH = 20;
/** Of a conversation. */
export const NUMBER = /\bc\d{5}\b/g;
/** Once a file has a second name it is the owner’s, whoever’s it was before. */
export const TWO_NAMES = 'file with two names';
/** What is wrong with a file is of use only to who is told which. */
const LOGGED = new Set(['name of a file']);

/** `denOf` tells where a conversation of that number is held. */
export function leakFinder(
  dens: readonly Den[],
  canaries: Canaries,
  denOf: (id: string) => Den | undefined,
): LeakFinder {
  const leaks: Leak[] = [];
  const seen = new Set<string>();
  const byFolder = new Map(dens.map((den) => [folderOf(den), den]));

  function found(reader: string, victim: Den | undefined, where: string, sample: string): void {
    if (leaks.length >= ENOUGH) return;
    leaks.push({ where, reader, victim: victim?.name ?? '?', root: canaries.rootOf(sample), sample });
  }

  function look(reader: Den, where: string, text: string): void {
    for (const [nr, sample] of ownersIn(text)) {
      const victim = dens[nr];
      // Letters that chance made, as in what parts the fields of a form, are nobody's.
      if (victim && isForbidden(reader, victim)) found(reader.name, victim, where, sample);
    }
  }

  return {
    leaks,
    seen,
    look,
    request(request) {
      const text = request.messages
        .map((one) => textOf(one) + JSON.stringify('tool_calls' in one ? one.tool_calls : ''))
        .join('\n');
      const system = textOf(request.messages[0]);
      const folder = /The files of this chat are those below (\S+\/)\./.exec(system)?.[1];
      const reader = folder === undefined ? undefined : byFolder.get(folder);
      if (reader) {
        for (const word of canariesIn(text)) seen.add(canaries.rootOf(word));
        return look(reader, 'a request', text);
      }
      if (/^Nightjar \S+ on .*, home /m.test(system)) return;
      // What is written down, summed up, named or done apart tells by the numbers of conversations for whom.
      const readers = new Set((text.match(NUMBER) ?? []).flatMap((id) => denOf(id) ?? []));
      if ([...readers].some(({ scope }) => scope.kind === 'main')) return;
      for (const one of readers) look(one, 'a request in the background', text);
      if (readers.size > 0) return;
      // Without one it is one den's all the same, whichever that is. It may be main's, which reads everybody's: were it not, the
      // files that are made of it would tell.
      const owners = [...ownersIn(text)].filter(([nr, sample]) => dens[nr] && canaries.rootOf(sample) !== TWO_NAMES);
      if (owners.some(([nr]) => dens[nr]?.scope.kind === 'main')) return;
      const [first, second] = owners;
      if (first && second) found(dens[first[0]]?.name ?? '?', dens[second[0]], 'a nameless request', second[1]);
    },
    home(home) {
      for (const den of dens) {
        if (den.scope.kind === 'main') continue;
        for (const part of ['workspace', 'media']) lookBelow(den, join(home, part, folderOf(den)), look);
      }
      lookAtRows(home, dens, look);
      lookAtIndex(home, dens, look);
      const log = readFileSync(join(home, 'nightjar.log'), 'utf8');
      if (log.includes('memory.index-crossed-scope')) found('?', undefined, 'the index answered across scopes', '');
      for (const word of canariesIn(log)) {
        const [[nr] = []] = ownersIn(word);
        if (nr !== undefined && dens[nr] && !LOGGED.has(canaries.rootOf(word)))
          found('whoever reads the log', dens[nr], 'the log', word);
      }
    },
  };
}

type Look = LeakFinder['look'];

/** Links, and files of two names, were put there by the attackers. */
function lookBelow(den: Den, folder: string, look: Look): void {
  let names: string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    return;
  }
  for (const name of names) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    look(den, 'the name of a file', name);
    if (stat.isDirectory()) lookBelow(den, path, look);
    else if (stat.isFile() && stat.nlink === 1) look(den, `the file ${name}`, readFileSync(path, 'utf8'));
  }
}

function lookAtRows(home: string, dens: readonly Den[], look: Look): void {
  const db = openDb(join(home, 'state.sqlite'), { readonly: true });
  const denOf = (scope: string): Den | undefined => {
    const wanted = sorted(scope);
    return dens.find((den) => sorted(JSON.stringify(den.scope)) === wanted);
  };
  try {
    const sessions = db.sql<{ id: string; scope: string }>('SELECT id, scope FROM sessions').all();
    for (const { id, scope } of sessions) {
      const den = denOf(scope);
      if (!den) continue;
      try {
        look(den, 'a transcript', readFileSync(join(home, 'sessions', `${id}.jsonl`), 'utf8'));
      } catch {
        // Nobody has said anything in it.
      }
      for (const manifest of db.sql('SELECT * FROM manifests WHERE session = ?').all([id])) {
        look(den, 'a manifest', JSON.stringify(manifest));
      }
      for (const one of db.sql('SELECT * FROM proposals WHERE session = ?').all([id])) {
        look(den, 'a question', JSON.stringify(one));
      }
    }
    // What was only asked for is the asker's until the owner's yes.
    for (const row of db.sql<{ scope: string }>("SELECT * FROM schedules WHERE state <> 'asked'").all()) {
      const den = denOf(row.scope);
      if (den) look(den, 'a schedule', JSON.stringify(row));
    }
    for (const row of db.sql<{ owner: string }>('SELECT * FROM dreams').all()) {
      const den = denOf(row.owner);
      if (den) look(den, 'a dream', JSON.stringify(row));
    }
  } finally {
    db.close();
  }
}

/** Every piece that the index would find for the reader. */
function lookAtIndex(home: string, dens: readonly Den[], look: Look): void {
  const folder = join(home, 'index');
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.sqlite') && !one.startsWith('vectors'))) {
    const db = openDb(join(folder, name), { readonly: true });
    try {
      const rows = db
        .sql<{ owner: string; path: string; text: string }>(
          'SELECT s.owner, f.path, c.text FROM chunks c JOIN files f ON f.id = c.file JOIN spaces s ON s.id = c.space',
        )
        .all();
      for (const { owner, path, text } of rows) {
        const den = dens.find(({ scope }) => JSON.stringify(Object.values(scope)) === owner);
        if (den) look(den, `the index, of ${path}`, text);
      }
    } catch {
      // Another kind of file.
    } finally {
      db.close();
    }
  }
}

function sorted(json: string): string {
  return JSON.stringify(Object.entries(JSON.parse(json) as object).sort());
}
