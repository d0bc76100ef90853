// Reads an evaluation fixture: a workspace, transcripts and document folders, whose they are, and questions whose answers
// are known. Must never write into it.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { ConfigError, type Scope } from '../../contracts/index.js';
import { canRead, type Owner, sameScope } from '../visibility.js';
import { type Located, locate } from './evidence.js';
import { type EvalQuery, type EvalSettings, firstIssue, querySchema, settingsSchema } from './fixture-schema.js';

/** A question whose evidence has been found in the files. */
export type Question = Omit<EvalQuery, 'evidence'> & { evidence: Located[] };

export interface Fixture {
  dir: string;
  workspace: string;
  settings: EvalSettings;
  questions: Question[];
  /** Folders of document files, as search mounts them: hits in `handbook` begin with `wiki:handbook`. */
  wiki: { name: string; root: string; scope: Scope }[];
  /** Whether this reader may be shown this path; main reads what is others' only with `everyone`. */
  mayShow(reader: Pick<EvalQuery, 'scope' | 'everyone'>, path: string): boolean;
}

/** Throws a ConfigError that names the file, the line and the mistake. */
export function readFixture(dir: string): Fixture {
  const root = resolve(dir);
  const settings = parse(settingsSchema, readText(root, 'fixture.json'), 'fixture.json');
  const texts = new Map<string, string>();
  const questions: Question[] = [];
  const ids = new Set<string>();
  for (const [index, line] of readText(root, 'queries.jsonl').split('\n').entries()) {
    if (line.trim() === '') continue;
    const place = `queries.jsonl:${index + 1}`;
    const query = parse(querySchema, line, place);
    if (ids.has(query.id)) throw wrong(place, `the id ${query.id} is taken`);
    ids.add(query.id);
    const evidence = query.evidence.map((piece) => {
      const text = texts.get(piece.path) ?? readText(root, fileOf(piece.path));
      texts.set(piece.path, text);
      try {
        return locate(piece, text);
      } catch (error) {
        throw wrong(place, error instanceof Error ? error.message : String(error));
      }
    });
    questions.push({ ...query, evidence });
  }
  const wiki = Object.entries(settings.wiki).map(([name, scope]) => ({ name, root: join(root, 'wiki', name), scope }));
  return { dir: root, workspace: join(root, 'workspace'), settings, questions, wiki, mayShow };

  function mayShow({ scope, everyone = false }: Pick<EvalQuery, 'scope' | 'everyone'>, path: string): boolean {
    const owner = ownerOf(path, settings);
    if (!canRead(scope, owner)) return false;
    return owner === 'shared' || everyone || sameScope(scope, owner);
  }
}

/** Told from the fixture alone, so that a mistake of the engine about owners shows. */
function ownerOf(path: string, { folders, sessions, wiki }: EvalSettings): Owner {
  const [first = '', second = ''] = path.split('/');
  const mounted = /^wiki:(.+)$/.exec(first)?.[1];
  const owner =
    first === 'sessions'
      ? sessions[second.replace(/\.jsonl$/, '')]
      : mounted !== undefined
        ? wiki[mounted]
        : folders[`${first}/${second}`];
  return owner ?? (first === 'shared' ? 'shared' : { kind: 'main' });
}

/** Where in the fixture a path of a hit stands. */
function fileOf(path: string): string {
  if (path.startsWith('sessions/')) return path;
  const [, name, rest] = /^wiki:([^/]+)\/(.+)$/.exec(path) ?? [];
  return name === undefined || rest === undefined ? join('workspace', path) : join('wiki', name, rest);
}

function readText(root: string, name: string): string {
  try {
    return readFileSync(join(root, name), 'utf8').replaceAll('\r\n', '\n');
  } catch (error) {
    throw new ConfigError(`The fixture's ${name} cannot be read in ${root}.`, {
      remedy: 'A fixture is a folder with fixture.json, queries.jsonl and workspace/.',
      cause: error,
    });
  }
}

function parse<T extends z.ZodType>(schema: T, text: string, place: string): z.output<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw wrong(place, error instanceof Error ? error.message : String(error));
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw wrong(place, firstIssue(parsed.error));
  return parsed.data;
}

function wrong(place: string, says: string): ConfigError {
  return new ConfigError(`The fixture's ${place} is wrong: ${says}.`);
}
