// Fetches a file that somebody sent. Never more of it than Telegram gives to bots.

import { ChannelError, type FileRef } from '../../src/contracts/index.js';
import type { TelegramApi } from './api.js';
import { channelError, tooLarge } from './errors.js';
import { telegramManifest } from './manifest.js';

const DOWNLOAD_MS = 120_000;

/** Rejects with a ChannelError: 'rejected' for a file that is too large or no longer there, retryable where it may come. */
export async function download(api: TelegramApi, file: FileRef, signal: AbortSignal): Promise<Uint8Array> {
  const most = telegramManifest.limits.fileBytes;
  if (file.bytes > most) throw tooLarge();
  try {
    const { file_path: path, file_size: size = 0 } = await api.call(
      (raw, end) => raw.getFile({ file_id: file.id }, end),
      {
        signal,
      },
    );
    if (size > most) throw tooLarge();
    if (path === undefined) throw new ChannelError('rejected', 'Telegram no longer gives that file');
    const { status, bytes } = await api.download(encodeURI(path), most, { ms: DOWNLOAD_MS, signal });
    if (status === 200) return bytes;
    if (status >= 500) throw new ChannelError('network', 'Telegram’s server failed', { retryable: true });
    throw new ChannelError('rejected', 'Telegram no longer gives that file');
  } catch (error) {
    throw channelError(error);
  }
}
