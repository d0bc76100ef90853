// One file that holds many: a gzipped tar, written and read entry by entry. Knows files and folders only; what the entries
// mean, and where they go, is for the caller.

import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Headers, type Pack, pack } from 'tar-stream';
import type { ArchivedFile } from './archive-paths.js';

export interface FileToAdd {
  path: string;
  /** Where its bytes are. */
  source: string;
  /** So many of them; absent: all that are there when it is opened. */
  bytes?: number;
  /** Epoch ms. */
  changed: number;
}

export interface ArchiveWriter {
  folder(path: string): Promise<void>;
  /** Resolves to what was written. Rejects with a system error; ENOENT when it is gone, before anything was written of it. */
  file(file: FileToAdd): Promise<ArchivedFile>;
  text(path: string, text: string): Promise<void>;
}

const MODE = { file: 0o600, folder: 0o700 };

/**
 * Writes a new archive at `target` (mode 0600), on the disk when this resolves. Rejects with what `fill` rejected with or
 * with a system error (ENOSPC, EEXIST, …); what was written until then stays, for the caller to remove.
 */
export async function writeArchive(target: string, fill: (writer: ArchiveWriter) => Promise<void>): Promise<void> {
  const tar = pack();
  const output = createWriteStream(target, { flags: 'wx', mode: MODE.file, flush: true });
  const written = pipeline(tar, createGzip(), output);
  // Its end is awaited below; a failure must not count as unhandled before.
  written.catch(() => {});
  const broken = written.then(() => new Promise<never>(() => {}));
  try {
    await Promise.race([fill(writerOf(tar)), broken]);
    tar.finalize();
    await written;
  } catch (error) {
    tar.destroy();
    await written.catch(() => {});
    // Where the disk refused, that is the reason, and not that the pipe broke.
    throw await written.then(
      () => error,
      (first) => (isPremature(first) ? error : first),
    );
  }
}

function isPremature(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function writerOf(tar: Pack): ArchiveWriter {
  function begin(headers: Headers): { sink: Writable; ended: Promise<void> } {
    let sink: Writable | undefined;
    const ended = new Promise<void>((resolve, reject) => {
      sink = tar.entry(headers, (error) => (error ? reject(error) : resolve()));
    });
    // Awaited by the caller; what fails before must not count as unhandled.
    ended.catch(() => {});
    // Its disk has refused already: the reason is told by the stream that met it.
    if (!sink) throw new Error('the archive is closed');
    return { sink, ended };
  }

  async function entry(headers: Headers, bytes: AsyncIterable<Buffer> | Buffer[], hash?: Hash): Promise<void> {
    const { sink, ended } = begin(headers);
    for await (const part of bytes) {
      hash?.update(part);
      if (!sink.write(part)) await Promise.race([new Promise((resolve) => sink.once('drain', resolve)), ended]);
    }
    sink.end();
    await ended;
  }

  return {
    async folder(path) {
      await entry({ name: `${path}/`, type: 'directory', mode: MODE.folder, size: 0, mtime: new Date(0) }, []);
    },
    async file({ path, source, bytes: wanted, changed }) {
      const handle = await open(source, 'r');
      try {
        const bytes = wanted ?? (await handle.stat()).size;
        const hash = createHash('sha256');
        const headers = { name: path, type: 'file', mode: MODE.file, size: bytes, mtime: new Date(changed) } as const;
        const content = bytes === 0 ? [] : handle.createReadStream({ end: bytes - 1, autoClose: false });
        await entry(headers, content, hash);
        return { path, bytes, sha256: hash.digest('hex'), changed };
      } finally {
        await handle.close();
      }
    },
    async text(path, text) {
      const bytes = Buffer.from(text);
      await entry({ name: path, type: 'file', mode: MODE.file, size: bytes.length, mtime: new Date() }, [bytes]);
    },
  };
}

export interface ArchiveEntry {
  path: string;
  /** Anything but files and folders: links, devices. */
  type: 'file' | 'folder' | 'other';
  /** As the archive claims. */
  bytes: number;
  /** To be read to its end. */
  content: AsyncIterable<Buffer>;
}

/** Hands each entry to `take`, in order. Rejects with what `take` did, or with an Error for what is no such archive. */
export async function readArchive(source: string, take: (entry: ArchiveEntry) => Promise<void>): Promise<void> {
  const tar = extract();
  tar.on('entry', (headers, stream, next) => {
    const { name, type, size = 0 } = headers;
    const kind = type === 'file' || type === 'contiguous-file' ? 'file' : type === 'directory' ? 'folder' : 'other';
    const path = kind === 'folder' ? name.replace(/\/$/, '') : name;
    take({ path, type: kind, bytes: size, content: partsOf(stream as AsyncIterable<Buffer>) }).then(
      () => {
        stream.resume();
        next();
      },
      (error: Error) => tar.destroy(error),
    );
  });
  await pipeline(createReadStream(source), createGunzip(), tar);
}

/**
 * Whoever stops in the middle, as where their disk is full, does not end the stream by it: that would be told before they
 * have said why.
 */
function partsOf(stream: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const parts = stream[Symbol.asyncIterator]();
  return { [Symbol.asyncIterator]: () => ({ next: () => parts.next() }) };
}
