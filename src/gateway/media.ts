// Files that come and go with messages: received ones are kept below media/<scope folder>/, so that a chat's files are as
// much its own as its words. Must never read or attach a file of another scope.

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import {
  type Budgets,
  type Channel,
  ChannelError,
  type Clock,
  type EntryFile,
  type EntryOf,
  type FileRef,
  type ImagePart,
  type Log,
  type OutboundFile,
  type Scope,
  ToolError,
} from '../contracts/index.js';
import type { Folders } from '../memory/folders.js';
import { mimeOf, safeFileName } from '../text/file-name.js';
import { localDay } from '../text/local-time.js';
import { redactInbound } from '../text/redact.js';
import { estimateTokens } from '../text/tokens.js';
import { truncate } from '../text/truncate.js';
import type { MessageRow } from './gather.js';
import type { OpenSecrets } from './open-secrets.js';
import { turnId } from './turn-id.js';

export interface MediaParts {
  /** The home; what is kept is named relative to it. */
  home: string;
  folders: Pick<Folders, 'ensure'>;
  channelOf(id: string): Channel | undefined;
  /** The most a channel hands out, in bytes. */
  fileBytes(channel: string): number;
  /** Speech to text; absent where none is configured. */
  transcribe?:
    | ((file: { bytes: Uint8Array; name: string; mime: string }, signal: AbortSignal) => Promise<string>)
    | undefined;
  /** What transcribing may cost. */
  budgets: Pick<Budgets, 'allows' | 'spend'>;
  /** Holds what was marked for the turn of its message. Absent: nobody does. */
  secrets?: Pick<OpenSecrets, 'said'> | undefined;
  timezone: string;
  clock: Clock;
  log: Log;
}

export interface Media {
  /** Fetches and keeps what came with a message; what cannot be had says why. Rejects only when `signal` aborts. */
  receive(row: MessageRow, signal: AbortSignal): Promise<EntryFile[]>;
  /** The pictures of a message, as far as they are such and small enough to be shown. Never rejects. */
  images(entry: EntryOf<'user'>): Promise<ImagePart[]>;
  /** Keeps a text as a file of this scope, to be sent. `key` names it: a repeat makes the same file. */
  keepText(scope: Scope, file: { key: string; name: string; text: string }): Promise<OutboundFile>;
  /** A file that was received in this scope, to be sent. Throws a ToolError for anything else. */
  attach(scope: Scope, path: string): Promise<OutboundFile>;
}

/** For everything that came with a message. */
const FETCH_MS = 120_000;
/** Before a file is asked for again that did not come through. */
const PAUSES_MS = [1_000, 4_000];
const MAX_IMAGES = 4;
const MAX_IMAGE_BYTES = 5_000_000;
/** The kinds that models take, by how they begin; what a platform calls them is not asked. */
const IMAGES: [mime: string, begins: RegExp][] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
];
/** So much of what is said or written in one file is shown to the model, and of all files of a message. UTF-16 units. */
const MAX_SAID = 8_000;
const MAX_SAID_TOGETHER = 16_000;
/** The file is kept, its words are not known. */
const UNHEARD = 'I may not listen to any more speech today';
const TEXT_MIME = /^(text\/|application\/(json|xml|x-yaml|yaml|x-sh|csv))/;
const TEXT_NAME = /\.(md|txt|csv|json|ya?ml|log|xml|html?|ts|js|py|sh|toml|ini)$/i;

/** Where the files of a scope are kept, relative to the home. */
export async function mediaFolder(folders: Pick<Folders, 'ensure'>, scope: Scope): Promise<string> {
  return posix.join('media', scope.kind === 'main' ? 'main' : await folders.ensure(scope));
}

export function openMedia(parts: MediaParts): Media {
  const { home, clock, log } = parts;

  const folderOf = (scope: Scope) => mediaFolder(parts.folders, scope);

  /** Writes beside it and renames, so that a killed process leaves no half file under the name. */
  async function keep(path: string, bytes: Uint8Array): Promise<void> {
    const target = join(home, path);
    await mkdir(join(target, '..'), { recursive: true, mode: 0o700 });
    const partial = `${target}.partial`;
    const file = await open(
      partial,
      constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW,
      0o600,
    );
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    await rename(partial, target);
  }

  async function receiveOne(row: MessageRow, ref: FileRef, index: number, signal: AbortSignal): Promise<EntryFile> {
    const { event, scope } = row;
    const name = safeFileName(ref.name);
    const told: EntryFile = { kind: ref.kind, name, mime: ref.mime, ...(ref.passed ? { passed: true } : {}) };
    const most = parts.fileBytes(event.chat.channel);
    if (ref.bytes > most) return { ...told, missing: tooLarge(most) };
    const channel = parts.channelOf(event.chat.channel);
    if (!channel?.fetch) return { ...told, missing: 'files cannot be fetched here' };
    const fetch = channel.fetch.bind(channel);
    try {
      const bytes = await persistently(() => fetch(ref, signal), signal);
      const key = createHash('sha256')
        .update(`${turnId(event)}/${index}`)
        .digest('hex')
        .slice(0, 8);
      const path = posix.join(await folderOf(scope), `${localDay(event.at, parts.timezone)}-${key}-${name}`);
      await keep(path, bytes);
      return { ...told, path, ...(await words(row, ref, name, bytes, signal)) };
    } catch (error) {
      log.warn('media.not-received', { channel: event.chat.channel, error });
      const large = error instanceof ChannelError && error.tooLarge;
      return { ...told, missing: large ? tooLarge(most) : 'it could not be fetched' };
    }
  }

  /** A connection that breaks once must not cost somebody their picture. */
  async function persistently<T>(fetch: () => Promise<T>, signal: AbortSignal, pauses = PAUSES_MS): Promise<T> {
    const [pause, ...later] = pauses;
    try {
      signal.throwIfAborted();
      return await fetch();
    } catch (error) {
      if (pause === undefined || !(error instanceof ChannelError && error.retryable)) throw error;
      await clock.sleep(Math.max(pause, error.retryAfterMs ?? 0), signal);
      return await persistently(fetch, signal, later);
    }
  }

  function marked(event: MessageRow['event'], text: string): string {
    return parts.secrets?.said(event, text) ?? redactInbound(text).text;
  }

  /** What is said or written in a file, where that can be told. */
  async function words(
    { event }: MessageRow,
    ref: FileRef,
    name: string,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<Pick<EntryFile, 'said' | 'missing'>> {
    if (ref.kind === 'voice' && parts.transcribe) {
      if (!parts.budgets.allows('transcription')) return { missing: UNHEARD };
      try {
        const heard = await parts.transcribe({ bytes, name, mime: ref.mime }, signal);
        // Nobody reports what listening costs: what was heard is the measure.
        const used = { runs: 1, tokens: estimateTokens(heard) };
        await parts.budgets
          .spend('transcription', used)
          .catch((error) => log.warn('budget.uncounted', { kind: 'transcription', error }));
        return { said: marked(event, heard) };
      } catch (error) {
        log.warn('media.not-transcribed', { error });
        return {};
      }
    }
    if (ref.kind !== 'file' || !(TEXT_MIME.test(ref.mime) || TEXT_NAME.test(name))) return {};
    const text = readText(bytes);
    return text === undefined ? {} : { said: marked(event, text) };
  }

  return {
    async receive(row, signal) {
      const limit = new AbortController();
      const cancel = clock.after(FETCH_MS, () => limit.abort());
      const files: EntryFile[] = [];
      try {
        // One at a time: they are in memory whole.
        for (const [index, ref] of row.event.files.entries()) {
          files.push(await receiveOne(row, ref, index, AbortSignal.any([signal, limit.signal])));
          signal.throwIfAborted();
        }
      } finally {
        cancel();
      }
      return withinRoom(files);
    },
    async images(entry) {
      const shown: ImagePart[] = [];
      for (const { kind, path } of entry.files ?? []) {
        if (kind !== 'image' || path === undefined || shown.length >= MAX_IMAGES) continue;
        try {
          const file = join(home, path);
          if ((await stat(file)).size > MAX_IMAGE_BYTES) continue;
          const bytes = await readFile(file);
          const begin = bytes.toString('latin1', 0, 16);
          const mime = IMAGES.find(([, begins]) => begins.test(begin))?.[0];
          if (mime) shown.push({ mime, base64: bytes.toString('base64') });
        } catch (error) {
          // Files are kept for a while; its name is told all the same.
          if (!isMissing(error)) log.warn('media.not-shown', { error });
        }
      }
      return shown;
    },
    async keepText(scope, { key, name, text }) {
      const safe = safeFileName(name);
      const path = posix.join(
        await folderOf(scope),
        `${localDay(clock.now(), parts.timezone)}-${key.slice(0, 12)}-${safe}`,
      );
      await keep(path, Buffer.from(text));
      return { path, name: safe, mime: 'text/plain' };
    },
    async attach(scope, path) {
      const folder = await folderOf(scope);
      const missing = new ToolError('There is no such file here. Give the path as it was named to you.');
      if (posix.normalize(path) !== path || posix.dirname(path) !== folder) throw missing;
      try {
        const file = await open(join(home, path), constants.O_RDONLY | constants.O_NOFOLLOW);
        try {
          const found = await file.stat();
          if (!found.isFile() || found.nlink > 1) throw missing;
          // What is used again is kept as long again, and is there until it is sent.
          const now = clock.now() / 1_000;
          await file.utimes(now, now).catch(() => {});
        } finally {
          await file.close();
        }
      } catch (error) {
        if (isMissing(error)) throw new ToolError(`${path} is not here, or not any more: files are kept for a while.`);
        throw missing;
      }
      const name = posix.basename(path).replace(/^\d{4}-\d{2}-\d{2}-[^-]+-/, '');
      return { path, name: safeFileName(name), mime: mimeOf(name) };
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function tooLarge(most: number): string {
  return `it is larger than ${Math.round(most / 1_000_000)} MB`;
}

/** What is said in the first files goes before what is said in the last. */
function withinRoom(files: EntryFile[]): EntryFile[] {
  let room = MAX_SAID_TOGETHER;
  return files.map(({ said, ...file }) => {
    if (said === undefined) return file;
    const shown = truncate(said, Math.min(MAX_SAID, room));
    room -= shown.length;
    return { ...file, said: shown };
  });
}

/** Undefined for what is no text. */
function readText(bytes: Uint8Array): string | undefined {
  try {
    // As a stream: where the piece ends inside a character is no fault of the text.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, MAX_SAID * 4), { stream: true });
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
