// Files on their way out and in: read from the disk with a limit, fetched from Discord with one. Addresses come from
// Discord itself, and nothing but a plain request without any token goes there.

import { statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { RawFile } from '@discordjs/rest';
import { ChannelError, type Clock, type FileRef, type OutboundFile } from '../../src/contracts/index.js';
import { oneLine } from '../../src/text/truncate.js';
import { toDiscordError } from './errors.js';
import { FILE_LIMIT, fileName } from './outbound.js';
import { messagePayload } from './payloads.js';
import type { Rest } from './rest.js';

/** What is fetched is held in memory as a whole. */
const FETCH_LIMIT = 20_000_000;
const FETCH_TIMEOUT_MS = 60_000;

/** 0 for a file that is not there: the attempt to send it says so. */
export function sizeOf(file: OutboundFile): number {
  return statSync(file.path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Throws a ChannelError of kind 'rejected' that names the file which cannot be sent. */
export async function readFiles(files: OutboundFile[]): Promise<RawFile[]> {
  const read: RawFile[] = [];
  for (const file of files) {
    const name = oneLine(file.name) || 'file';
    try {
      const { size } = await stat(file.path);
      if (size > FILE_LIMIT) {
        throw new ChannelError('rejected', `The file ${name} is larger than the 10 MB that Discord takes.`);
      }
      read.push({ data: await readFile(file.path), name: fileName(file.name), contentType: file.mime });
    } catch (error) {
      if (error instanceof ChannelError) throw error;
      throw new ChannelError('rejected', `The file ${name} cannot be read any more.`);
    }
  }
  return read;
}

/** `file.id` is `<channel>/<message>/<attachment>`: the message gives an address that has not expired. */
export async function fetchFile(file: FileRef, signal: AbortSignal, rest: Rest, clock: Clock): Promise<Uint8Array> {
  const [channel, message, attachment] = file.id.split('/');
  const name = oneLine(file.name) || 'file';
  if (![channel, message, attachment].every((id) => /^\d{1,20}$/.test(id ?? ''))) {
    throw new ChannelError('rejected', `The file ${name} is not one of Discord.`);
  }
  if (file.bytes > FETCH_LIMIT) throw tooLarge(name);
  const found = await rest.call(
    { method: 'GET', route: `/channels/${channel}/messages/${message}`, doing: 'show the message of the file' },
    messagePayload,
  );
  const all = [...found.attachments, ...found.message_snapshots.flatMap((one) => one.message.attachments)];
  const url = all.find(({ id }) => id === attachment)?.url;
  if (!url || !URL.canParse(url)) throw new ChannelError('rejected', `The file ${name} is not there any more.`);
  return await download(url, name, signal, clock);
}

async function download(url: string, name: string, signal: AbortSignal, clock: Clock): Promise<Uint8Array> {
  const late = new AbortController();
  const cancel = clock.after(FETCH_TIMEOUT_MS, () => late.abort());
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, late.signal]) });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      const retryable = response.status >= 500 || response.status === 429;
      const says = `Discord does not give the file ${name} (HTTP ${response.status}).`;
      throw new ChannelError(retryable ? 'network' : 'rejected', says, { retryable });
    }
    if (Number(response.headers.get('content-length') ?? 0) > FETCH_LIMIT) {
      await response.body.cancel();
      throw tooLarge(name);
    }
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of response.body) {
      size += piece.byteLength;
      if (size > FETCH_LIMIT) throw tooLarge(name);
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } catch (error) {
    throw toDiscordError(error, `give the file ${name}`);
  } finally {
    cancel();
  }
}

function tooLarge(name: string): ChannelError {
  return new ChannelError('rejected', `The file ${name} is larger than the 20 MB that are read.`, { tooLarge: true });
}
