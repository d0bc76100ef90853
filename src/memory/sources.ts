// Which files a scope's ordinary search looks into, and their windows, kept as long as the file does not change.
// Must hand out nothing that the path table and canRead do not allow: it asks them for every single file.

import type { Scope } from '../contracts/index.js';
import type { FileStat, Files } from './files.js';
import type { Folders } from './folders.js';
import { longTermPath, newFileText } from './memory-files.js';
import { classify } from './paths.js';
import { readTemplateLines } from './template-lines.js';
import { canRead } from './visibility.js';
import { cutWindows, type Window } from './windows.js';

/** How much text is kept in memory between searches, in UTF-16 units. */
const MAX_CACHED = 16_000_000;
const OPEN_AT_ONCE = 64;

export interface Source extends FileStat {
  windows: Window[];
  /** Lines of the file. */
  lines: number;
}

export interface Sources {
  /** The scope's own memory and what is shared, sorted by path; of main without groups and persons. */
  of(scope: Scope): Promise<Source[]>;
}

export function openSources(files: Files, folders: Folders): Sources {
  const cache = new Map<string, Source & { size: number }>();
  let cached = 0;
  let template: ReturnType<typeof readTemplateLines> | undefined;

  /** The names first: a file that the scope may not read is not even looked at. */
  async function list(scope: Scope): Promise<FileStat[]> {
    const folder = folders.folderOf(scope);
    const prefix = folder ? `${folder}/` : '';
    const own =
      folder === undefined
        ? []
        : [files.stat(longTermPath(prefix)), files.stat(`${prefix}USER.md`), files.walk(`${prefix}memory`)];
    const found = (await Promise.all([...own, files.walk('shared')])).flat();
    return found.filter((file): file is FileStat => {
      if (!file?.path.endsWith('.md')) return false;
      const place = classify(file.path, folders);
      if (!place || !canRead(scope, place.owner)) return false;
      return !file.linked || canRead(scope, { kind: 'main' });
    });
  }

  async function load(stat: FileStat, scope: Scope): Promise<Source | undefined> {
    const known = cache.get(stat.path);
    if (known?.stamp === stat.stamp) return known;
    const content = await files.read(stat.path).catch(() => undefined);
    // The walk does not see whether a folder above is a link, and a second name may have come since; reading does.
    if (!content || (content.linked && !canRead(scope, { kind: 'main' }))) return undefined;
    template ??= readTemplateLines(files.root);
    const skip = new Set([...((await template).get(stat.path) ?? []), newFileText(stat.path).trim()]);
    const windows = cutWindows(content.text, skip);
    const size = content.text.length * 2;
    const source = { ...stat, windows, lines: countLines(content.text), size };
    cached -= known?.size ?? 0;
    if (cached + size > MAX_CACHED) {
      cache.clear();
      cached = 0;
    }
    cached += size;
    cache.set(stat.path, source);
    return source;
  }

  return {
    async of(scope) {
      const stats = await list(scope);
      const loaded: Source[] = [];
      // In batches, so that a large memory does not use up the file handles of the process.
      for (let at = 0; at < stats.length; at += OPEN_AT_ONCE) {
        const batch = stats.slice(at, at + OPEN_AT_ONCE);
        for (const source of await Promise.all(batch.map((stat) => load(stat, scope)))) if (source) loaded.push(source);
      }
      return loaded.sort((a, b) => (a.path < b.path ? -1 : 1));
    },
  };
}

function countLines(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
