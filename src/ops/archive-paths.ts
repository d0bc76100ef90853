// Which paths an archive of a home may hold, and what its list of contents says. Pure.

import { z } from 'zod';

/** The list of contents: the last entry, since a file's sum is known once it was read. */
export const MANIFEST = 'manifest.json';
const FORMAT = 'nightjar-backup';
/** Goes up when an older program could not read it any more. */
const FORMAT_VERSION = 1;

const file = z.object({
  path: z.string(),
  bytes: z.int().min(0),
  /** Hex. */
  sha256: z.string(),
  /** When it was last changed, epoch ms. */
  changed: z.number(),
});

const counts = z.object({
  workspace: z.int(),
  sessions: z.int(),
  media: z.int(),
  /** Of all files. */
  bytes: z.int(),
});

const manifest = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.int(),
  /** Of the program. */
  version: z.string(),
  /** The moment that the copy shows, ISO 8601. */
  created: z.string(),
  /** How many migrations state.sqlite has seen. */
  schema: z.int(),
  /** Whether .env is among the files, if there was one. */
  secrets: z.boolean(),
  counts,
  /** What stood there and is no file: links, sockets; and what could not be read. */
  leftOut: z.array(z.string()),
  folders: z.array(z.string()),
  files: z.array(file),
});

export type ArchivedFile = z.infer<typeof file>;
export type ManifestFacts = Omit<z.infer<typeof manifest>, 'format' | 'formatVersion' | 'files'>;
export type Manifest = z.infer<typeof manifest>;

export function manifestText(facts: ManifestFacts, files: ArchivedFile[]): string {
  const all: Manifest = { format: FORMAT, formatVersion: FORMAT_VERSION, ...facts, files };
  return `${JSON.stringify(all, null, 1)}\n`;
}

/** A sentence instead, where the text is no list that this program can read. */
export function readManifest(text: string): Manifest | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'Its list of contents is damaged.';
  }
  const parsed = manifest.safeParse(value);
  if (!parsed.success) return 'Its list of contents is none that Nightjar wrote.';
  if (parsed.data.formatVersion > FORMAT_VERSION) return 'It was written by a newer Nightjar.';
  return parsed.data;
}

/** Never restored: locks of another machine, and what is made anew from the rest. */
const NOT_RESTORED = new Set(['run', 'index', MANIFEST]);

/**
 * Whether a path is one that a backup of ours can hold: below the home, by plain names only. `/` parts names whatever the
 * system; a drive letter or a backslash is refused where it would mean something.
 */
export function isArchivedPath(path: string, windows = false): boolean {
  const names = path.split('/');
  if (NOT_RESTORED.has(names[0] ?? '') || path.includes('\0')) return false;
  if (windows && /[\\:]/.test(path)) return false;
  return names.every((name) => name !== '' && name !== '.' && name !== '..');
}
