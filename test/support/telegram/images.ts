// Reads the size of a picture from its header, and makes pictures for tests.

import { crc32, deflateSync } from 'node:zlib';

export interface Size {
  width: number;
  height: number;
}

/** Undefined when the bytes are no PNG, JPEG or GIF. */
export function sizeOf(bytes: Uint8Array): Size | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length > 24 && data.readUInt32BE(0) === 0x89504e47) {
    return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
  }
  if (data.length > 10 && data.toString('latin1', 0, 4) === 'GIF8') {
    return { width: data.readUInt16LE(6), height: data.readUInt16LE(8) };
  }
  if (data.length > 4 && data.readUInt16BE(0) === 0xffd8) return jpegSize(data);
  return undefined;
}

/** The first start-of-frame segment tells it. */
function jpegSize(data: Buffer): Size | undefined {
  let at = 2;
  while (at + 9 < data.length && data[at] === 0xff) {
    const marker = data[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) };
    }
    at += 2 + data.readUInt16BE(at + 2);
  }
  return undefined;
}

/** A valid black PNG; `bytes` makes the file exactly that long, by a comment inside. */
export function picture(options: Partial<Size> & { bytes?: number } = {}): Uint8Array {
  const { width = 8, height = 8 } = options;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const rows = deflateSync(Buffer.alloc((width + 1) * height));
  const parts = [Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND')];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (options.bytes === undefined) return Buffer.concat(parts);
  const filler = options.bytes - length - 12;
  if (filler < 2) throw new Error(`a picture of this size takes more than ${options.bytes} bytes`);
  const comment = Buffer.alloc(filler, 0x78);
  comment.writeUInt8(0, 1);
  return Buffer.concat([...parts.slice(0, 3), chunk('tEXt', comment), ...parts.slice(3)]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
