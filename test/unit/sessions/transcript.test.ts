import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entry, StateError } from '../../../src/contracts/index.js';
import { newReading, readLines } from '../../../src/sessions/parse.js';
import { type Hold, openTranscripts } from '../../../src/sessions/transcript.js';
import { FakeClock } from '../../support/fake-clock.js';
import { silentLog } from '../../support/silent-log.js';
import { tempDir } from '../../support/temp-dir.js';

const session = { id: 's1', key: 'main' };

function store(dir: string) {
  return openTranscripts(dir, { clock: new FakeClock(), log: silentLog });
}

function holder(fence: number, process = `p${fence}`): Hold {
  let current = fence;
  return {
    process,
    fence,
    async raise(atLeast) {
      current = Math.max(current, atLeast) + 1;
      return current;
    },
  };
}

function texts(entries: readonly Entry[]): string[] {
  return entries.flatMap((entry) => (entry.type === 'thinking' ? [entry.text] : []));
}

const say = (text: string) => ({ type: 'thinking' as const, text });

describe('a transcript', () => {
  it('keeps what was appended, line by line, for its user alone', async () => {
    const dir = tempDir();
    const transcript = await store(dir).hold(session, holder(1));
    transcript.append([say('第一句'), say('two\nlines')]);
    transcript.append([say('three')]);
    expect(texts(store(dir).read('s1'))).toEqual(['第一句', 'two\nlines', 'three']);
    expect(readFileSync(join(dir, 's1.jsonl'), 'utf8').split('\n')).toHaveLength(6);
    expect(statSync(join(dir, 's1.jsonl')).mode & 0o777).toBe(0o600);
  });

  it('knows what it wrote as whoever reads the file does, also where somebody else wrote between', async () => {
    const dir = tempDir();
    const transcript = await store(dir).hold(session, holder(1));
    const other = await store(dir).hold(session, holder(1, 'other'));
    transcript.append([say('一'), { ...say('\ud83d torn'), id: 'a' }]);
    other.append([say('二')]);
    transcript.append([{ ...say('again'), id: 'a' }, say('三\n')]);
    other.append([say('四')]);
    transcript.append([say('五')]);
    const fresh = store(dir).read('s1');
    expect(texts(fresh)).toEqual(['一', '\ud83d torn', '二', '三\n', '四', '五']);
    for (const known of [transcript, other]) expect(known.entries).toEqual(fresh);
  });

  it('goes on behind a torn last line and keeps every whole entry', async () => {
    const dir = tempDir();
    const path = join(dir, 's1.jsonl');
    (await store(dir).hold(session, holder(1))).append([say('whole'), say('torn 京都')]);
    const size = statSync(path).size;
    for (let cut = 1; cut < 40; cut++) {
      const copy = tempDir();
      writeFileSync(join(copy, 's1.jsonl'), readFileSync(path).subarray(0, size - cut));
      const again = await store(copy).hold(session, holder(2));
      again.append([say('next')]);
      const want = cut === 1 ? ['whole', 'torn 京都', 'next'] : ['whole', 'next'];
      expect(texts(store(copy).read('s1'))).toEqual(want);
      expect(readdirSync(copy)).toEqual(['s1.jsonl']);
    }
  });

  it('starts over on an empty or missing file', async () => {
    const dir = tempDir();
    expect(store(dir).read('s1')).toEqual([]);
    writeFileSync(join(dir, 's1.jsonl'), '');
    const transcript = await store(dir).hold(session, holder(1));
    expect(transcript.entries.map((entry) => entry.type)).toEqual(['session', 'holder']);
  });

  it('notices that its file was cut or replaced while it was open', async () => {
    const dir = tempDir();
    const open = store(dir);
    const transcript = await open.hold(session, holder(1));
    transcript.append([say('one'), say('two')]);
    truncateSync(join(dir, 's1.jsonl'), 0);
    expect(open.read('s1')).toEqual([]);
    transcript.append([say('three')]);
    expect(texts(open.read('s1'))).toEqual(['three']);
  });

  it('puts an entry together again that an editor broke over two lines, and keeps a copy of the damaged file', async () => {
    const dir = tempDir();
    const path = join(dir, 's1.jsonl');
    (await store(dir).hold(session, holder(1))).append([say('before\nafter'), say('last')]);
    const broken = readFileSync(path, 'utf8').replace('before\\nafter', 'before\nafter');
    writeFileSync(path, `${broken}\u0000\u0000\nnot json\n`);
    const damaged = readFileSync(path, 'utf8');
    const transcript = await store(dir).hold(session, holder(2));
    transcript.append([say('new')]);
    expect(texts(transcript.entries)).toEqual(['before\nafter', 'last', 'new']);
    expect(readFileSync(join(dir, 's1.damaged-3.jsonl'), 'utf8')).toBe(damaged);
    expect(readFileSync(path, 'utf8').startsWith(damaged)).toBe(true);
  });

  it('drops what a former holder still writes after it lost its lane', async () => {
    const dir = tempDir();
    const zombie = await store(dir).hold(session, holder(1));
    zombie.append([say('in time')]);
    const now = await store(dir).hold(session, holder(2));
    zombie.append([say('too late')]);
    now.append([say('mine')]);
    zombie.append([say('much too late')]);
    expect(texts(now.entries)).toEqual(['in time', 'mine']);
    expect(texts(store(dir).read('s1'))).toEqual(['in time', 'mine']);
  });

  it('raises its fence above one that the file already holds', async () => {
    const dir = tempDir();
    (await store(dir).hold(session, holder(7))).append([say('from the time before the restore')]);
    const restored = await store(dir).hold(session, holder(1));
    restored.append([say('after')]);
    expect(restored.fence).toBe(8);
    expect(texts(store(dir).read('s1'))).toEqual(['from the time before the restore', 'after']);
  });

  it('raises its fence again when another holder wrote between its look and its mark', async () => {
    const dir = tempDir();
    (await store(dir).hold(session, holder(1))).append([say('before')]);
    const mine = holder(2);
    const racing: Hold = {
      ...mine,
      // Read just before the mark is written.
      get process() {
        const entry = { id: 'rival', at: 1, fence: 9, type: 'thinking', text: 'from a later holder' };
        if (!readFileSync(join(dir, 's1.jsonl'), 'utf8').includes('rival')) {
          appendFileSync(join(dir, 's1.jsonl'), `${JSON.stringify(entry)}\n`);
        }
        return 'p2';
      },
    };
    const transcript = await store(dir).hold(session, racing);
    transcript.append([say('mine')]);
    expect(transcript.fence).toBe(10);
    expect(texts(store(dir).read('s1'))).toEqual(['before', 'from a later holder', 'mine']);
  });

  it('counts an entry once that was appended twice under its id', async () => {
    const dir = tempDir();
    const transcript = await store(dir).hold(session, holder(1));
    transcript.append([{ ...say('once'), id: 'x' }]);
    transcript.append([{ ...say('once'), id: 'x' }]);
    expect(texts(transcript.entries)).toEqual(['once']);
  });

  it('C052: holds ten parallel appends of two writers that share the hold', async () => {
    const dir = tempDir();
    const transcript = await store(dir).hold(session, holder(1));
    await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        transcript.append([{ type: 'tool_call', call: `c${n}`, name: 'read', args: '{}' }]);
        await null;
        transcript.append([{ type: 'tool_result', call: `c${n}`, name: 'read', text: `r${n}` }]);
      }),
    );
    const results = store(dir)
      .read('s1')
      .flatMap((entry) => (entry.type === 'tool_result' ? [entry.call] : []));
    expect(results.sort()).toEqual(Array.from({ length: 10 }, (_, n) => `c${n}`));
  });

  it('says so when the disk refuses, and goes on when it does not any more', async () => {
    const dir = tempDir();
    const transcript = await store(dir).hold(session, holder(1));
    expect(() =>
      transcript.append([
        say('x'.repeat(10)),
        {
          ...say('y'),
          get text(): string {
            throw new Error('no');
          },
        },
      ]),
    ).toThrow();
    appendFileSync(join(dir, 's1.jsonl'), '{"id":"half');
    transcript.append([say('after')]);
    expect(texts(transcript.entries)).toEqual(['after']);
    const nowhere = openTranscripts(join(dir, 'missing'), { clock: new FakeClock(), log: silentLog });
    await expect(nowhere.hold(session, holder(1))).rejects.toThrow(StateError);
    expect(existsSync(join(dir, 'missing'))).toBe(false);
  });
});

describe('reading', () => {
  it('gives the same entries however the bytes between are damaged', () => {
    const junk = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !text.includes('\n'));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), junk), { maxLength: 8 }), (parts) => {
        const lines = parts.flatMap(([text, noise], n) => [
          JSON.stringify({ id: `e${n}`, at: 1, fence: 1, type: 'thinking', text }),
          `#${noise}`,
        ]);
        const reading = newReading();
        readLines(reading, lines.join('\n'));
        expect(texts(reading.entries)).toEqual(parts.map(([text]) => text));
        expect(reading.damaged).toBe(parts.length);
      }),
    );
  });
});
