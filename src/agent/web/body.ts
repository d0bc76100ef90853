// The body of an answer, unpacked, and no more of it than is allowed: what is behind that is never read.

import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip } from 'node:zlib';
import { ToolError } from '../../contracts/index.js';
import { asData } from '../../text/as-data.js';

export interface Body {
  bytes: Buffer;
  /** It goes on behind what was read. */
  cut: boolean;
}

/** At most `max` bytes, unpacked. Leaves the answer destroyed. Rejects where the connection breaks before. */
export async function readBody(answer: IncomingMessage, max: number): Promise<Body> {
  const unpacked = unpacking(answer.headers['content-encoding'] ?? '');
  if (unpacked) {
    // An end in the middle of what is packed is read as far as it goes; a broken connection is a fault.
    answer.once('error', (error) => unpacked.destroy(error));
    answer.once('aborted', () => unpacked.destroy(new Error('aborted')));
    answer.pipe(unpacked);
  }
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of unpacked ?? answer) {
      if (!Buffer.isBuffer(piece)) continue;
      const room = max - length;
      pieces.push(piece.subarray(0, room));
      length += Math.min(piece.length, room);
      if (piece.length > room) return { bytes: Buffer.concat(pieces), cut: true };
    }
  } finally {
    answer.destroy();
    unpacked?.destroy();
  }
  return { bytes: Buffer.concat(pieces), cut: false };
}

/** Undefined where nothing is packed. Packed twice is nothing that was asked for. */
function unpacking(encoding: string): Transform | undefined {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      throw new ToolError(`The server packed it as ${asData(encoding, 40)}, which cannot be unpacked here.`);
  }
}
