// The pictures that a turn shows: those of its own messages, read once, and no more than providers take. Those of earlier
// turns are named, so that a request does not grow with them.

import type { Entry, EntryOf, ImagePart } from '../contracts/index.js';
import { decodedBytes, imageSize } from '../text/image-size.js';

/** Providers refuse a larger picture, and with it the whole conversation: decoded bytes, pixels of a side, all pixels. */
const MAX_BYTES = 5_000_000;
const MAX_SIDE = 8_000;
const MAX_PIXELS = 40_000_000;
/** The most that one request shows, in pictures and in characters of their coded form. */
const MAX_PICTURES = 10;
const MAX_CODED = 24_000_000;

/** Adds what is not `known` yet, by the id of the entry it came with. `look` never rejects. */
export async function addPictures(
  known: Map<string, ImagePart[]>,
  entries: readonly Entry[],
  turn: string,
  look: (entry: EntryOf<'user'>) => Promise<ImagePart[]>,
): Promise<void> {
  for (const entry of entries) {
    if (entry.type !== 'user' || entry.turn !== turn || !entry.files || known.has(entry.id)) continue;
    const shown = [...known.values()].flat();
    let room = MAX_CODED - shown.reduce((sum, { base64 }) => sum + base64.length, 0);
    const fitting = (await look(entry)).filter(isBounded).slice(0, MAX_PICTURES - shown.length);
    known.set(
      entry.id,
      fitting.filter(({ base64 }) => {
        room -= base64.length;
        return room >= 0;
      }),
    );
  }
}

/** One whose size cannot be read is left to the provider. */
function isBounded({ base64 }: ImagePart): boolean {
  if (decodedBytes(base64) > MAX_BYTES) return false;
  const { width, height } = imageSize(base64) ?? { width: 0, height: 0 };
  return Math.max(width, height) <= MAX_SIDE && width * height <= MAX_PIXELS;
}
