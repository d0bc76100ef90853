// Calls to the Bot API through grammY: each with a time limit on the house's clock, each ended when the channel stops.

import { setMaxListeners } from 'node:events';
import { Api, type RawApi } from 'grammy';
import type { Clock } from '../../src/contracts/index.js';
import { openTransport } from './transport.js';

export interface CallOptions {
  /** Time limit in milliseconds. */
  ms?: number;
  signal?: AbortSignal;
}

/** grammY types its signals by another library's name; Node's own are what it gets. */
export type CallSignal = NonNullable<Parameters<RawApi['getMe']>[0]>;

export interface TelegramApi {
  /** Rejects as grammY does: with a GrammyError for a refusal, an HttpError for anything else. */
  call<T>(run: (raw: RawApi, signal: CallSignal) => Promise<T>, options?: CallOptions): Promise<T>;
  /** A file's bytes, by the path that getFile tells. Rejects with a TransportError, also above `bytesAtMost`. */
  download(path: string, bytesAtMost: number, options?: CallOptions): Promise<{ status: number; bytes: Uint8Array }>;
  /** Ends every call that is under way. */
  close(): void;
}

/** What a request may take that moves no files. */
const CALL_MS = 20_000;
/** grammY's own limit stands behind ours, on the real clock. */
const LAST_RESORT_SECONDS = 600;

export function openApi(settings: { token: string; apiRoot?: string | undefined }, clock: Clock): TelegramApi {
  const root = (settings.apiRoot ?? 'https://api.telegram.org').replace(/\/+$/, '');
  const transport = openTransport();
  const life = new AbortController();
  setMaxListeners(0, life.signal);
  const { raw } = new Api(settings.token, {
    apiRoot: root,
    fetch: transport.fetch,
    timeoutSeconds: LAST_RESORT_SECONDS,
  });

  async function limited<T>(
    run: (signal: AbortSignal) => Promise<T>,
    { ms = CALL_MS, signal }: CallOptions,
  ): Promise<T> {
    const end = new AbortController();
    const abort = () => end.abort();
    const cancel = clock.after(ms, abort);
    const causes = [life.signal, ...(signal ? [signal] : [])];
    for (const cause of causes) cause.addEventListener('abort', abort);
    if (causes.some(({ aborted }) => aborted)) abort();
    try {
      return await run(end.signal);
    } finally {
      cancel();
      for (const cause of causes) cause.removeEventListener('abort', abort);
    }
  }

  return {
    call: (run, options = {}) => limited((signal) => run(raw, signal as CallSignal), options),
    download: (path, bytesAtMost, options = {}) =>
      limited(
        (signal) => transport.fetch(`${root}/file/bot${settings.token}/${path}`, { signal }, bytesAtMost),
        options,
      ),
    close() {
      life.abort();
      transport.close();
    },
  };
}
