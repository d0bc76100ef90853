// Files both ways through the real grammY against the stand-in, within Telegram's limits.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../../support/temp-dir.js';
import { house, PNG } from './house.js';

describe('files', () => {
  async function withFiles() {
    const all = await house();
    const folder = tempDir();
    const file = async (name: string, mime: string, bytes: Uint8Array) => {
      const path = join(folder, name);
      await writeFile(path, bytes);
      return { path, name, mime };
    };
    await all.start();
    return { ...all, file };
  }

  it('carry their words where they fit, and follow them where not (C100)', async () => {
    const { channel, dm, to, file } = await withFiles();
    const photo = await file('雪.png', 'image/png', PNG);
    await channel.send(to(42), { text: 'look **here**', files: [photo] });
    const long = { text: 'long '.repeat(300), files: [photo] };
    expect(channel.parts?.(long)).toBe(2);
    for (const part of [0, 1]) await channel.send(to(42), long, { part, key: `k${part}` });
    const shown = dm.shown();
    expect(shown.map(({ text, files }) => [text.slice(0, 9), files.length])).toEqual([
      ['look here', 1],
      ['long long', 0],
      ['', 1],
    ]);
    expect(shown[0]?.entities).toMatchObject([{ type: 'bold', offset: 5, length: 4 }]);
    expect(shown[0]?.raw.photo).toBeDefined();
  });

  it('that are pictures go as one album', async () => {
    const { channel, dm, to, file } = await withFiles();
    const files = [await file('a.png', 'image/png', PNG), await file('b.png', 'image/png', PNG)];
    await channel.send(to(42), { text: 'two', files });
    const shown = dm.shown();
    expect(shown.map(({ text }) => text)).toEqual(['two', '']);
    expect(new Set(shown.map(({ album }) => album)).size).toBe(1);
    expect(shown.every(({ raw }) => raw.photo)).toBe(true);
  });

  it('that are too large for a picture, or none, go as files into the same topic (C100)', async () => {
    const { tg, channel, to, file, ann } = await withFiles();
    const forum = tg.group({ id: -1001987654321, title: 'House', forum: true });
    tg.topic(forum, { id: 17, name: 'Garden' }, ann);
    const large = await file(
      'large.png',
      'image/png',
      Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024 + 1 - PNG.length)]),
    );
    const odd = await file('odd.png', 'image/png', Buffer.from('no picture at all'));
    for (const one of [large, odd]) await channel.send(to(-1001987654321, '17'), { text: 'see', files: [one] });
    await channel.send(to(-1001987654321, '17'), { text: 'both', files: [large, odd] });
    const shown = forum.shown();
    expect(shown.map(({ raw }) => raw.document?.file_name)).toEqual(['large.png', 'odd.png', 'large.png', 'odd.png']);
    expect(shown.map(({ thread }) => thread)).toEqual([17, 17, 17, 17]);
    expect(shown.map(({ text }) => text)).toEqual(['see', 'see', '', 'both']);
  });

  it('over the limit, empty or gone are refused by name (C100)', async () => {
    const { channel, to, file, failure, tg } = await withFiles();
    const refused = async (one: { path: string; name: string; mime: string }) =>
      await failure(channel.send(to(42), { text: 'x', files: [one] }));
    const huge = await file('huge.bin', 'application/octet-stream', Buffer.alloc(50 * 1024 * 1024 + 1));
    expect(await refused(huge)).toMatchObject({ kind: 'rejected', message: expect.stringMatching(/huge\.bin.*50 MB/) });
    expect(await refused({ ...huge, path: '/nowhere' })).toMatchObject({ kind: 'rejected' });
    expect(await refused(await file('e.txt', 'text/plain', Buffer.alloc(0)))).toMatchObject({ kind: 'rejected' });
    expect(tg.calls().filter(({ method }) => method.startsWith('send'))).toEqual([]);
  });

  it('have names that Telegram’s headers can carry', async () => {
    const { channel, dm, to, file } = await withFiles();
    const named = { ...(await file('r.pdf', 'application/pdf', Buffer.from('x'))), name: 'a "b"; c\r\n報告.pdf' };
    await channel.send(to(42), { text: '', files: [named] });
    expect(dm.shown()[0]?.raw.document?.file_name).toBe('a _b__ c 報告.pdf');
  });

  it('are fetched by their handle, up to the limit (C100)', async () => {
    const { tg, channel, dm, ann, delivered, failure } = await withFiles();
    const signal = new AbortController().signal;
    dm.says(ann, 'read this', { document: { name: 'n.txt', bytes: Buffer.from('京都') } });
    dm.says(ann, 'and this', { document: { name: 'big.bin', size: 25_000_000 } });
    await expect.poll(() => delivered.length).toBe(2);
    const [small, big] = delivered.flatMap((event) => (event.type === 'message' ? event.files : []));
    if (!small || !big) throw new Error('two files were sent');
    expect(delivered[1]).toMatchObject({ text: 'and this' });
    expect(Buffer.from((await channel.fetch?.(small, signal)) ?? []).toString()).toBe('京都');
    expect(await failure(channel.fetch?.(big, signal) ?? Promise.resolve())).toMatchObject({
      kind: 'rejected',
      tooLarge: true,
      message: expect.stringContaining('20 MB'),
    });
    // A size that Telegram did not tell: the server refuses, or the bytes run on.
    expect(await failure(channel.fetch?.({ ...big, bytes: 0 }, signal) ?? Promise.resolve())).toMatchObject({
      kind: 'rejected',
      tooLarge: true,
      message: expect.stringContaining('20 MB'),
    });
    const notNow = { code: 400, description: 'Bad Request: wrong file_id or the file is temporarily unavailable' };
    tg.fail('getFile', 1, notNow);
    expect(await failure(channel.fetch?.(small, signal) ?? Promise.resolve())).toMatchObject({
      retryable: true,
      tooLarge: false,
    });
    expect(await channel.fetch?.(small, signal)).toHaveLength(6);
    tg.fail('download', 1, 'half');
    expect(await failure(channel.fetch?.(small, signal) ?? Promise.resolve())).toMatchObject({
      kind: 'network',
      retryable: true,
    });
  });
});
