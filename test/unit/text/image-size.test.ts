// Sizes out of headers, and nothing but undefined for whatever is none.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodedBytes, imageSize } from '../../../src/text/image-size.js';
import { gif, jpeg, png, webp } from '../../support/image-headers.js';

const size = (bytes: Buffer) => imageSize(bytes.toString('base64'));
const side = fc.integer({ min: 1, max: 16_383 });

describe('imageSize', () => {
  it.each([
    ['PNG', png],
    ['GIF', gif],
    ['JPEG', jpeg],
    ['WebP, lossy', (width: number, height: number) => webp('VP8 ', width, height)],
    ['WebP, lossless', (width: number, height: number) => webp('VP8L', width, height)],
    ['WebP, extended', (width: number, height: number) => webp('VP8X', width, height)],
  ])('reads %s', (_, make) => {
    fc.assert(
      fc.property(side, side, (width, height) => void expect(size(make(width, height))).toEqual({ width, height })),
    );
  });

  it('finds the frame of a JPEG behind long metadata', () => {
    const segments = fc.array(fc.integer({ min: 0, max: 65_533 }), { maxLength: 6 });
    fc.assert(
      fc.property(
        segments,
        (lengths) => void expect(size(jpeg(4_000, 3_000, lengths))).toEqual({ width: 4_000, height: 3_000 }),
      ),
      { numRuns: 20 },
    );
  });

  it('knows no size of what is no picture, or not whole', () => {
    for (const text of ['', 'x', '!!!', 'AAAA', Buffer.from('%PDF-1.7').toString('base64')]) {
      expect(imageSize(text)).toBeUndefined();
    }
    for (const whole of [png(9, 9), gif(9, 9), jpeg(9, 9), webp('VP8X', 9, 9)]) {
      expect(size(whole.subarray(0, 9))).toBeUndefined();
    }
    // Segments that never come to a frame.
    const endless = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(4_000, Buffer.from([0xff, 0xe0, 0, 2]))]);
    expect(size(endless)).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void imageSize(text)));
    const begun = fc.tuple(fc.constantFrom('ffd8', '89504e470d0a1a0a', '474946383961', '52494646'), fc.uint8Array());
    fc.assert(
      fc.property(begun, ([head, rest]) => void size(Buffer.concat([Buffer.from(head, 'hex'), Buffer.from(rest)]))),
    );
  });
});

it('decodedBytes counts what the coded form stands for', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => decodedBytes(Buffer.from(bytes).toString('base64')) === bytes.length),
  );
});
