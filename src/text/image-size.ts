// Width and height of a picture, read from the first bytes of its coded form; of a large one only as much is decoded as
// its header needs. Pure; never throws, whatever the text.

export interface ImageSize {
  width: number;
  height: number;
}

/** How many segments of a JPEG may stand in front of its frame: metadata and colour profiles come in pieces of 64 KB. */
const MOST_SEGMENTS = 200;

/** In pixels. Undefined for what is no PNG, JPEG, GIF or WebP with a whole header. */
export function imageSize(base64: string): ImageSize | undefined {
  const head = bytesAt(base64, 0, 30);
  const begin = head.toString('latin1');
  if (begin.startsWith('\x89PNG\r\n\x1a\n') && begin.startsWith('IHDR', 12) && head.length >= 24) {
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  }
  if (/^GIF8[79]a/.test(begin) && head.length >= 10) {
    return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  }
  if (begin.startsWith('RIFF') && begin.startsWith('WEBP', 8) && head.length >= 30)
    return webp(head, begin.slice(12, 16));
  return begin.startsWith('\xff\xd8') ? jpeg(base64) : undefined;
}

/** Bytes that the coded form stands for. */
export function decodedBytes(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.floor((base64.length * 3) / 4) - padding;
}

function webp(head: Buffer, kind: string): ImageSize | undefined {
  switch (kind) {
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/** Goes from segment to segment up to the first that begins a frame. */
function jpeg(base64: string): ImageSize | undefined {
  let at = 2;
  for (let segment = 0; segment < MOST_SEGMENTS; segment++) {
    const bytes = bytesAt(base64, at, 9);
    if (bytes.length < 9 || bytes[0] !== 0xff) return undefined;
    const marker = bytes[1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: bytes.readUInt16BE(7), height: bytes.readUInt16BE(5) };
    at += 2 + bytes.readUInt16BE(2);
  }
  return undefined;
}

/** At most `length` bytes from `offset` on; fewer at the end. */
function bytesAt(base64: string, offset: number, length: number): Buffer {
  const group = Math.floor(offset / 3);
  const until = Math.ceil((offset + length) / 3);
  const skipped = offset - group * 3;
  return Buffer.from(base64.slice(group * 4, until * 4), 'base64').subarray(skipped, skipped + length);
}
