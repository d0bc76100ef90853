import { expect, it } from 'vitest';
import { addPictures } from '../../../src/agent/pictures.js';
import type { Entry, EntryOf, ImagePart } from '../../../src/contracts/index.js';
import { jpeg, png } from '../../support/image-headers.js';

const files = [{ kind: 'image' as const, name: 'a.png', mime: 'image/png', path: 'media/main/a.png' }];

function said(id: string, turn: string, more: Partial<EntryOf<'user'>> = { files }): Entry {
  const from = { account: 'telegram:1', name: 'ann', role: 'owner' as const };
  return { type: 'user', id, turn, at: 0, fence: 1, text: '', from, message: id, ...more };
}

it('the pictures of a turn are read once, and those of earlier turns not at all', async () => {
  const looked: string[] = [];
  const look = async ({ id }: EntryOf<'user'>): Promise<ImagePart[]> => {
    looked.push(id);
    return [{ mime: 'image/png', base64: id }];
  };
  const known = new Map<string, ImagePart[]>();
  const entries = [said('old', 't1'), said('a', 't2'), said('text', 't2', {})];
  await addPictures(known, entries, 't2', look);
  await addPictures(known, [...entries, said('b', 't2')], 't2', look);
  expect(looked).toEqual(['a', 'b']);
  expect([...known.keys()]).toEqual(['a', 'b']);
});

it('no more pictures go out than providers take, by number and by size', async () => {
  const known = new Map<string, ImagePart[]>();
  const four = async (): Promise<ImagePart[]> => Array.from({ length: 4 }, () => ({ mime: 'image/png', base64: 'x' }));
  await addPictures(
    known,
    ['a', 'b', 'c', 'd'].map((id) => said(id, 't')),
    't',
    four,
  );
  expect([...known.values()].map((shown) => shown.length)).toEqual([4, 4, 2, 0]);
  const large = new Map<string, ImagePart[]>();
  const big = async (): Promise<ImagePart[]> => [{ mime: 'image/png', base64: 'x'.repeat(6_600_000) }];
  await addPictures(
    large,
    ['a', 'b', 'c', 'd', 'e'].map((id) => said(id, 't')),
    't',
    big,
  );
  expect([...large.values()].map((shown) => shown.length)).toEqual([1, 1, 1, 0, 0]);
});

it('a picture that providers refuse for its size is not shown, and takes no place of another', async () => {
  const part = (bytes: Buffer): ImagePart => ({ mime: 'image/png', base64: bytes.toString('base64') });
  const small = part(png(800, 600));
  const unknown = part(Buffer.from('what is this'));
  const refused = [
    part(png(8_001, 10)),
    part(jpeg(10, 8_001, [60_000])),
    part(png(7_000, 6_000)),
    part(Buffer.alloc(5_000_001)),
  ];
  const known = new Map<string, ImagePart[]>();
  const most = [part(png(8_000, 5_000)), part(Buffer.concat([png(9, 9), Buffer.alloc(4_999_967)]))];
  await addPictures(known, [said('a', 't')], 't', async () => [
    ...refused,
    ...refused,
    ...refused,
    small,
    unknown,
    ...most,
  ]);
  expect(known.get('a')).toEqual([small, unknown, ...most]);
});

it('of fifty pictures in one turn ten are shown', async () => {
  const known = new Map<string, ImagePart[]>();
  const entries = Array.from({ length: 50 }, (_, at) => said(`m${at}`, 't'));
  await addPictures(known, entries, 't', async ({ id }) => [{ mime: 'image/png', base64: id }]);
  expect([...known.values()].flat().map(({ base64 }) => base64)).toEqual(entries.slice(0, 10).map(({ id }) => id));
});
