import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Channel, ChannelError, type FileRef, type Scope, ToolError } from '../../../src/contracts/index.js';
import type { MessageRow } from '../../../src/gateway/gather.js';
import { type MediaParts, openMedia } from '../../../src/gateway/media.js';
import { boundless } from '../../support/budgets.js';
import { FakeClock } from '../../support/fake-clock.js';
import { silentLog } from '../../support/silent-log.js';
import { tempDir } from '../../support/temp-dir.js';

const team: Scope = { kind: 'group', channel: 'telegram', chat: '-1' };
const main: Scope = { kind: 'main' };
const DAY = Date.UTC(2026, 10, 30, 12);

/** An error stands for every attempt at a file, a list for one attempt each. */
type Had = Uint8Array | Error | (Uint8Array | Error)[];

function open(
  bytes: Record<string, Had>,
  transcribe?: (file: { name: string }) => Promise<string>,
  budgets: MediaParts['budgets'] = boundless,
) {
  const home = tempDir();
  const clock = new FakeClock(DAY);
  const channel: Channel = {
    start: async () => {},
    stop: async () => {},
    send: async (chat) => ({ chat, message: '1' }),
    health: () => ({ state: 'up' }),
    async fetch({ id }) {
      const had = bytes[id];
      const found = Array.isArray(had) ? had.shift() : had;
      if (found instanceof Error) throw found;
      return found ?? new Uint8Array();
    },
  };
  const media = openMedia({
    home,
    folders: { ensure: async (scope) => (scope.kind === 'group' ? `groups/telegram-${scope.chat}` : 'people/x') },
    channelOf: () => channel,
    fileBytes: () => 20_000_000,
    transcribe: transcribe && ((file) => transcribe(file)),
    budgets,
    timezone: 'UTC',
    clock,
    log: silentLog,
  });
  const receive = (row: MessageRow) => media.receive(row, new AbortController().signal);
  return { home, media, receive, clock };
}

const file = (more: Partial<FileRef>): FileRef => ({
  id: 'f1',
  name: 'notes.txt',
  mime: 'text/plain',
  bytes: 10,
  kind: 'file',
  ...more,
});

function row(scope: Scope, files: FileRef[]): MessageRow {
  return {
    scope,
    event: {
      type: 'message',
      id: 'm1',
      message: '1',
      chat: { channel: 'telegram', account: 'bot', chat: '-1' },
      place: 'group',
      from: { account: 'telegram:1', name: 'a', kind: 'person' },
      at: DAY,
      text: '',
      addressed: true,
      files,
    },
  } as unknown as MessageRow;
}

describe('received files', () => {
  it('are kept in the folder of their scope, under a name that is safe, and a text is shown', async () => {
    const { home, receive } = open({ f1: Buffer.from('买牛奶') });
    const [kept] = await receive(row(team, [file({ name: '../../购物 清单.txt' })]));
    expect(kept).toMatchObject({ name: '购物 清单.txt', said: '买牛奶' });
    expect(kept?.path).toMatch(/^media\/groups\/telegram--1\/2026-11-30-[0-9a-f]{8}-购物 清单\.txt$/);
    expect(readFileSync(join(home, kept?.path ?? ''), 'utf8')).toBe('买牛奶');
    // A turn that is run again after a crash makes no second copy.
    expect(await receive(row(team, [file({ name: '../../购物 清单.txt' })]))).toEqual([kept]);
  });

  it('that are too large, or cannot be had, say so and take nothing else down (C100)', async () => {
    const { receive, clock } = open({
      f1: new ChannelError('rejected', 'larger than 20 MB', { tooLarge: true }),
      f4: new ChannelError('rejected', 'no longer there'),
      f2: new ChannelError('network', 'reset', { retryable: true }),
      f3: Buffer.from('fine'),
    });
    const received = receive(
      row(team, [
        file({ id: 'f0', name: 'big.bin', bytes: 25_000_000 }),
        file({ id: 'f1', bytes: 0 }),
        file({ id: 'f2' }),
        file({ id: 'f3', name: 'ok.txt' }),
        file({ id: 'f4', bytes: 0 }),
      ]),
    );
    await clock.advance(5_000);
    expect((await received).map(({ missing }) => missing)).toEqual([
      'it is larger than 20 MB',
      'it is larger than 20 MB',
      'it could not be fetched',
      undefined,
      'it could not be fetched',
    ]);
  });

  it('are asked for again where the way to them broke, and as late as the platform says', async () => {
    const reset = new ChannelError('network', 'reset', { retryable: true });
    const busy = new ChannelError('rate-limit', 'busy', { retryable: true, retryAfterMs: 9_000 });
    const { receive, clock, home } = open({ f1: [reset, busy, Buffer.from('到了')] });
    const received = receive(row(main, [file({})]));
    await clock.advance(9_999);
    await clock.advance(1);
    const [kept] = await received;
    expect(readFileSync(join(home, kept?.path ?? ''), 'utf8')).toBe('到了');
  });

  it('C146 have marks in the place of secrets in what is said or written in them', async () => {
    const key = `sk-test-${'0'.repeat(24)}`;
    const voice = file({ id: 'f2', kind: 'voice', name: 'voice.ogg', mime: 'audio/ogg' });
    const { receive } = open(
      { f1: Buffer.from(`我的密钥：${key}`), f2: Buffer.from('…') },
      async () => `my key is ${key}`,
    );
    const said = (await receive(row(main, [file({}), voice]))).map((one) => one.said);
    expect(said).toEqual(['我的密钥：[secret: API key]', 'my key is [secret: API key]']);
  });

  it('are heard where somebody writes speech down, and kept as files where not', async () => {
    const voice = file({ kind: 'voice', name: 'voice.ogg', mime: 'audio/ogg' });
    const bytes = { f1: Buffer.from('…') };
    const heard = open(bytes, async ({ name }) => `said in ${name}`);
    expect((await heard.receive(row(main, [voice])))[0]).toMatchObject({ said: 'said in voice.ogg' });
    const deaf = open(bytes, async () => {
      throw new Error('down');
    });
    const [kept] = await deaf.receive(row(main, [voice]));
    expect(kept?.said).toBeUndefined();
    expect(existsSync(join(deaf.home, kept?.path ?? ''))).toBe(true);
  });

  it('are kept unheard, which is said, where the budget of the day for listening is spent', async () => {
    const voice = file({ kind: 'voice', name: 'voice.ogg', mime: 'audio/ogg' });
    let heard = 0;
    const budgets = {
      allows: (kind: string) => kind === 'transcription' && heard < 1,
      async spend() {
        heard++;
      },
    };
    const { receive, home } = open({ f1: Buffer.from('…') }, async () => 'hello', budgets);
    const [first] = await receive(row(main, [voice]));
    const [second] = await receive(row(main, [{ ...voice, name: 'later.ogg' }]));
    expect(first).toMatchObject({ said: 'hello' });
    expect(second?.said).toBeUndefined();
    expect(second?.missing).toBe('I may not listen to any more speech today');
    expect(existsSync(join(home, second?.path ?? ''))).toBe(true);
  });

  it('say only so much, each and together, and are cut inside no character', async () => {
    const long = '字'.repeat(30_000);
    const { receive } = open({ f1: Buffer.from(`a${long}`), f2: Buffer.from(long), f3: Buffer.from(long) });
    const said = await receive(
      row(
        team,
        ['f1', 'f2', 'f3'].map((id) => file({ id })),
      ),
    );
    expect(said.map(({ said }) => said?.length)).toEqual([8_000, 8_000, 0]);
    expect(said[0]?.said).toBe(`a${'字'.repeat(7_998)}…`);
    const spoken = open({ f1: Buffer.from('…') }, async () => long);
    const [voice] = await spoken.receive(row(main, [file({ kind: 'voice', mime: 'audio/ogg' })]));
    expect(voice?.said).toHaveLength(8_000);
  });

  it('end their fetching with their process, and after two minutes', async () => {
    const clock = new FakeClock(DAY);
    const hanging: AbortSignal[] = [];
    const media = openMedia({
      home: tempDir(),
      budgets: boundless,
      folders: { ensure: async () => 'people/x' },
      channelOf: () => ({
        start: async () => {},
        stop: async () => {},
        send: async (chat) => ({ chat, message: '1' }),
        health: () => ({ state: 'up' }),
        fetch: (_, signal) =>
          new Promise((_, reject) => {
            hanging.push(signal);
            signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
          }),
      }),
      fileBytes: () => 20_000_000,
      timezone: 'UTC',
      clock,
      log: silentLog,
    });
    const leaving = new AbortController();
    const interrupted = media.receive(row(main, [file({})]), leaving.signal);
    leaving.abort(new Error('leaving'));
    // Not as a file that is missing for good: the next process fetches it.
    await expect(interrupted).rejects.toThrow('leaving');
    const late = media.receive(row(main, [file({}), file({ id: 'f2' })]), new AbortController().signal);
    await clock.advance(119_000);
    expect(hanging).toHaveLength(2);
    await clock.advance(2_000);
    expect((await late).map(({ missing }) => missing)).toEqual(['it could not be fetched', 'it could not be fetched']);
    expect(clock.pending).toBe(0);
  });
});

describe('pictures', () => {
  const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

  it('are shown when they are such, kept, small and of a kind that models take', async () => {
    const { media, receive } = open({
      f1: PNG,
      f2: Buffer.concat([PNG, Buffer.alloc(6_000_000)]),
      f3: Buffer.from('<svg/>'),
      f4: Buffer.from('this is no picture'),
      f5: Buffer.from('RIFF\n\n\n\nWEBPVP8 '),
    });
    const image = { kind: 'image' as const, mime: 'image/png' };
    const files = await receive(
      row(main, [
        file({ ...image, id: 'f1', name: 'a.png' }),
        file({ ...image, id: 'f2', name: 'b.png' }),
        file({ ...image, id: 'f3', name: 'c.svg', mime: 'image/svg+xml' }),
        file({ ...image, id: 'f4', name: 'd.png' }),
        file({ ...image, id: 'f5', name: 'e.png' }),
      ]),
    );
    const entry = { id: 'user:t', at: 0, fence: 1, type: 'user', text: '', from: {}, message: 'm', files } as never;
    expect((await media.images(entry)).map(({ mime }) => mime)).toEqual(['image/png', 'image/webp']);
    expect((await media.images(entry))[0]?.base64).toBe(PNG.toString('base64'));
  });
});

describe('files to send', () => {
  it('come from their own scope and from nowhere else', async () => {
    const { home, media, receive } = open({ f1: Buffer.from('secret') });
    const [mine] = await receive(row(main, [file({ name: 'diary.md' })]));
    const path = mine?.path ?? '';
    expect(await media.attach(main, path)).toEqual({ path, name: 'diary.md', mime: 'text/markdown' });
    mkdirSync(join(home, 'media/groups/telegram--1'), { recursive: true });
    writeFileSync(join(home, 'state.sqlite'), 'x');
    symlinkSync(join(home, path), join(home, 'media/groups/telegram--1/link.md'));
    linkSync(join(home, path), join(home, 'media/groups/telegram--1/hard.md'));
    for (const wish of [
      path,
      'media/groups/telegram--1/link.md',
      'media/groups/telegram--1/hard.md',
      'media/groups/telegram--1/../../main/diary.md',
      'media/groups/telegram--1/../../../state.sqlite',
      'state.sqlite',
      '/etc/hostname',
      'media/groups/telegram--1',
    ]) {
      await expect(media.attach(team, wish)).rejects.toThrow(ToolError);
    }
  });

  it('are written once for one call', async () => {
    const { home, media } = open({});
    const one = await media.keepText(team, { key: 'call1', name: 'a/b.md', text: '你好' });
    expect(one.name).toBe('b.md');
    expect(readFileSync(join(home, one.path), 'utf8')).toBe('你好');
    expect(await media.keepText(team, { key: 'call1', name: 'a/b.md', text: '你好' })).toEqual(one);
  });
});
