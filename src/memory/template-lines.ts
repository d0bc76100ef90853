// Which lines of a workspace came with its template: they explain the file and are nobody's memory, so search skips them.
// Written once, when the workspace is made; a line that its owner changed is theirs.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = '.nightjar/template.json';

/** Notes the lines of the files that were copied, by path. */
export async function writeTemplateLines(workspace: string, texts: ReadonlyMap<string, string>): Promise<void> {
  const lines = Object.fromEntries([...texts].map(([path, text]) => [path, linesOf(text)]));
  await writeFile(join(workspace, FILE), `${JSON.stringify(lines, null, 2)}\n`, { mode: 0o600 });
}

/** The template's lines by path, trimmed; empty when nothing is known. Never rejects. */
export async function readTemplateLines(workspace: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, ReadonlySet<string>>();
  const text = await readFile(join(workspace, FILE), 'utf8').catch(() => '{}');
  for (const [path, lines] of Object.entries(parse(text))) {
    if (Array.isArray(lines)) found.set(path, new Set(lines.filter((line) => typeof line === 'string')));
  }
  return found;
}

function parse(text: string): object {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null ? data : {};
  } catch {
    return {};
  }
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
