// What a flush reads of memory before it asks: how the scope works (AGENTS.md), and what stands in the log of the day and in
// long-term memory already. Reads only.

import { type Log, type MemoryDoc, MemoryError, type MemoryView } from '../../contracts/index.js';
import { localDay } from '../../text/local-time.js';

const FILE_CHARS = 20_000;
const TOTAL_CHARS = 60_000;

export interface FlushDocs {
  /** In the order of the prompt. */
  rules: MemoryDoc[];
  /** Whole; absent where nothing is written yet. */
  day: MemoryDoc | undefined;
  long: MemoryDoc | undefined;
}

/** `at`: when the piece was said (epoch ms), which decides the day. A file that cannot be read is left out, and the log says so. */
export async function flushDocs(memory: MemoryView, at: number, timezone: string, log: Log): Promise<FlushDocs> {
  const today = localDay(at, timezone);
  const options = { today, mode: 'light' as const, fileChars: FILE_CHARS, totalChars: TOTAL_CHARS };
  const { docs } = await memory.bootstrap(options);
  const read = async (path: string): Promise<MemoryDoc | undefined> => {
    try {
      return await memory.read(path);
    } catch (error) {
      if (!(error instanceof MemoryError && error.kind === 'not-found')) log.warn('flush.unreadable', { path, error });
      return undefined;
    }
  };
  const [day, long] = await Promise.all([read(memory.pathOf('day', at)), read(memory.pathOf('long'))]);
  return { rules: docs.filter(({ path }) => /(?:^|\/)agents\.md$/i.test(path)), day, long };
}
