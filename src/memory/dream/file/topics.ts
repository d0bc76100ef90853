// The files of detail beside a long-term file: how they are named, filled, and continued when they are full. Reads through what it
// is given and writes nothing.

import { safeFileName } from '../../../text/file-name.js';
import { oneLine, truncate } from '../../../text/truncate.js';
import { splitLines, withoutEnd } from '../../lines.js';
import { appendLines } from '../../patch.js';

/** UTF-16 units of one file, unless a single matter is longer. */
const MOST_CHARS = 15_000;
const MOST_NAME = 40;

export interface TopicFile {
  path: string;
  before: string | undefined;
  after: string;
}

export interface TopicShelf {
  /** Puts the lines of one matter, without their ends, into a topic, unless they stand there already. Answers the file. */
  put(topic: string, lines: readonly string[]): Promise<string>;
  exists(path: string): Promise<boolean>;
  /** Those that changed, in the order in which they were first written to. */
  changed(): TopicFile[];
}

/** Of any script; never a path, never hidden. Two spellings of one name are one. */
function topicName(topic: string): string {
  const plain = oneLine(topic.normalize('NFKC').toLowerCase(), 200)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return safeFileName(`${truncate(plain, MOST_NAME, '').replace(/-+$/, '') || 'facts'}.md`).slice(0, -'.md'.length);
}

export function topicShelf(folder: string, read: (path: string) => Promise<string | undefined>): TopicShelf {
  const files = new Map<string, TopicFile>();
  const absent = new Set<string>();
  /** The lines that each file has, known once it was looked through. */
  const standing = new Map<string, Set<string>>();

  async function open(path: string): Promise<TopicFile | undefined> {
    const known = files.get(path);
    if (known || absent.has(path)) return known;
    const text = await read(path);
    if (text === undefined) {
      absent.add(path);
      return undefined;
    }
    // One that was taken back is empty, and begins as a new one does.
    const isEmpty = text.trim() === '';
    const file = { path, before: text, after: isEmpty ? headOf(path) : text };
    files.set(path, file);
    return file;
  }

  async function chainOf(name: string): Promise<TopicFile[]> {
    const chain: TopicFile[] = [];
    for (;;) {
      const file = await open(pathOf(name, chain.length + 1));
      if (!file) return chain;
      chain.push(file);
    }
  }

  function pathOf(name: string, part: number): string {
    return `${folder}/${name}${part === 1 ? '' : `-${part}`}.md`;
  }

  function stands({ path, after }: TopicFile, lines: readonly string[]): boolean {
    const known = standing.get(path) ?? new Set(splitLines(after).map((line) => withoutEnd(line).trimEnd()));
    standing.set(path, known);
    if (!lines.every((line) => known.has(line.trimEnd()))) return false;
    return lines.length === 1 || `${after}\n`.replaceAll('\r\n', '\n').includes(`${lines.join('\n')}\n`);
  }

  return {
    async put(topic, lines) {
      const name = topicName(topic);
      const chain = await chainOf(name);
      const there = chain.find((file) => stands(file, lines));
      if (there) return there.path;
      const length = lines.reduce((sum, line) => sum + line.length + 1, 1);
      const last = chain.at(-1);
      const isFull = last !== undefined && last.after.length + length > MOST_CHARS;
      const file = last && !isFull ? last : begun(pathOf(name, chain.length + 1), topic);
      file.after = appendLines(file.after, lines).text;
      for (const line of lines) standing.get(file.path)?.add(line.trimEnd());
      return file.path;
    },
    exists: async (path) => (await open(path)) !== undefined,
    changed: () => [...files.values()].filter((file) => file.before !== file.after && file.after !== headOf(file.path)),
  };

  function headOf(path: string): string {
    return titleLine(path.slice(path.lastIndexOf('/') + 1).replace(/(?:-\d+)?\.md$/, ''));
  }

  function begun(path: string, topic: string): TopicFile {
    const file = { path, before: undefined, after: titleLine(topic) };
    files.set(path, file);
    absent.delete(path);
    return file;
  }
}

function titleLine(topic: string): string {
  const [first = '', ...rest] = oneLine(topic, MOST_NAME).replace(/^#+\s*/, '');
  return `# ${first.toUpperCase()}${rest.join('')}\n`;
}
