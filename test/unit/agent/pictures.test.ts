import { expect, it } from 'vitest';
import { addPictures } from '../../../src/agent/pictures.js';
import type { Entry, EntryOf, ImagePart } from '../../../src/contracts/index.js';

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
