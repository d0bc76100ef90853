// The job that writes a conversation down: once, whole, in its own scope, whatever dies meanwhile.

import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ChatModel, MemoryError, ModelError, type Scope } from '../../../../src/contracts/index.js';
import { flushesOf, queueFlush } from '../../../../src/sessions/flushes.js';
import { answer, Killed, killedAt, narrow, openFlushHouse, user, writer } from '../../../support/flush-house.js';
import { bob, main, team } from '../../../support/memory/open.js';

const TODAY = 'memory/2026-11-29.md';

async function stage(
  scope: Scope = main,
  texts = ['the key is under the mat', 'the train leaves at 7:40', '会议在周三'],
) {
  const house = await openFlushHouse();
  const { id: session } = await house.session(scope);
  await house.say(session, ...texts.flatMap((text, at) => [{ ...user(text), id: `u${at}` }, answer('ok')]));
  const queue = () =>
    house.db.write(() =>
      queueFlush(house.db, { session, entries: house.transcripts.read(session), cause: 'ended' }, house.clock.now()),
    );
  const row = (await queue()) ?? 0;
  const state = () => flushesOf(house.db, session).map((one) => one.state);
  return { ...house, session, texts, row, queue, state };
}

function times(text: string, part: string): number {
  return text.split(part).length - 1;
}

describe('a flush', () => {
  it('writes piece after piece into the log of the day on which it was said, with whose word each line is', async () => {
    const { flush, row, text, texts, state, db, clock, flushedThrough, session, transcripts } = await stage();
    clock.set(Date.parse('2026-12-02T09:00:00Z'));
    const { asked, flush: flushPiece } = writer();
    await flush(row, { flushPiece, model: narrow() });
    const log = text(TODAY);
    for (const one of texts) expect(times(log, one)).toBe(1);
    expect(asked.length).toBeGreaterThan(1);
    expect(state()).toEqual(['done']);
    expect(flushedThrough(session)).toBe(transcripts.read(session).at(-1)?.id);
    const wrote = db
      .sql<{ by: string; who: string; trust: string; session: string }>('SELECT by, who, trust, session FROM ledger')
      .all();
    expect(wrote[0]).toEqual({ by: 'flush', who: 'system', trust: 'owner', session });
    expect(flushesOf(db, session)[0]?.lines).toBe(3);
  });

  it('of a row that is done, or asked for again, writes nothing more', async () => {
    const { flush, row, text } = await stage();
    const { asked, flush: flushPiece } = writer();
    await flush(row, { flushPiece });
    const before = text(TODAY);
    await flush(row, { flushPiece });
    expect(text(TODAY)).toBe(before);
    expect(asked).toHaveLength(1);
  });

  it('of small talk writes no line, and is through all the same', async () => {
    const { flush, row, state, workspace, flushedThrough, session } = await stage();
    await flush(row, { flushPiece: async () => ({ lines: [], by: 'model' }) });
    expect(readdirSync(workspace)).not.toContain('memory');
    expect(state()).toEqual(['done']);
    expect(flushedThrough(session)).toBeDefined();
  });

  it('takes an older row of its session first, so that none is passed over', async () => {
    const { flush, row, queue, say, session, text, state } = await stage();
    await say(session, user('and the cat is called Mia'));
    const second = (await queue()) ?? 0;
    expect(second).toBeGreaterThan(row);
    const { flush: flushPiece } = writer();
    await flush(second, { flushPiece });
    expect(state()).toEqual(['done', 'done']);
    const log = text(TODAY);
    expect(log.indexOf('under the mat')).toBeGreaterThan(-1);
    expect(log.indexOf('under the mat')).toBeLessThan(log.indexOf('Mia'));
  });

  it('ends where the transcript is gone', async () => {
    const { flush, row, home, session, state, log } = await stage();
    rmSync(join(home, 'sessions', `${session}.jsonl`));
    await flush(row, { flushPiece: writer().flush });
    expect(state()).toEqual(['done']);
    expect(JSON.stringify(log)).toContain('flush.transcript-gone');
  });

  it('stops between two pieces when its process ends, and goes on from there', async () => {
    const { flush, row, text, texts } = await stage();
    const { flush: flushPiece } = writer();
    const stop = new AbortController();
    const first: typeof flushPiece = async (parts, piece) => {
      const lines = await flushPiece(parts, piece);
      queueMicrotask(() => queueMicrotask(() => stop.abort(new Error('stopping'))));
      return lines;
    };
    await expect(flush(row, { flushPiece: first, model: narrow(), signal: stop.signal })).rejects.toThrow('stopping');
    await flush(row, { flushPiece, model: narrow() });
    for (const one of texts) expect(times(text(TODAY), one)).toBe(1);
  });
});

describe('a flush whose model fails', () => {
  it('is tried again without end, and never becomes a dead letter by it', async () => {
    const { flush, row, state } = await stage();
    for (const fail of [new ModelError('auth', 'no key'), new MemoryError('invalid', 'not UTF-8')]) {
      const { flush: flushPiece } = writer({ fail });
      await expect(flush(row, { flushPiece, model: narrow() })).rejects.toMatchObject({ retryable: true });
    }
    expect(state()).toEqual(['queued']);
  });

  it('does without it after a day', async () => {
    const { flush, row, clock, text, state } = await stage();
    const { asked, flush: flushPiece } = writer({ fail: new ModelError('unavailable', 'down', { retryable: true }) });
    const firstRunAt = clock.now();
    await clock.advance(23 * 3_600_000);
    await expect(flush(row, { flushPiece, model: narrow(), firstRunAt })).rejects.toThrow();
    await clock.advance(3_600_000);
    await flush(row, { flushPiece, model: narrow(), firstRunAt });
    expect(state()).toEqual(['done']);
    expect(asked.map(({ model }) => model).filter((one) => one === undefined).length).toBeGreaterThan(0);
    for (const one of ['under the mat', '7:40', '会议在周三']) expect(times(text(TODAY), one)).toBe(1);
  });

  it('asks for the same piece again, even where the next model would take more', async () => {
    const { flush, row } = await stage();
    const failing = writer({ fail: new ModelError('network', 'cut', { retryable: true }) });
    await expect(flush(row, { flushPiece: failing.flush, model: narrow() })).rejects.toThrow();
    const { asked, flush: flushPiece } = writer();
    await flush(row, { flushPiece, model: { ...narrow(), contextTokens: 200_000 } });
    expect(asked[0]?.ids).toEqual(failing.asked[0]?.ids);
    expect(asked).toHaveLength(2);
  });
});

describe('a flush whose disk refuses', () => {
  it('asks the model once, however often it is tried', async () => {
    const { flush, row, workspace, text, state } = await stage(main, ['the key is under the mat']);
    writeFileSync(join(workspace, 'memory'), 'no folder');
    const { asked, flush: flushPiece } = writer();
    let failures = 0;
    const between = () => {
      failures++;
      if (failures === 3) rmSync(join(workspace, 'memory'));
    };
    await flush(row, { flushPiece, model: narrow(), tries: 10, between });
    expect(failures).toBe(3);
    expect(asked.flatMap(({ ids }) => ids)).toEqual(['u0']);
    expect(state()).toEqual(['done']);
    expect(times(text(TODAY), 'under the mat')).toBe(1);
  });

  it('asks again when somebody took back what it noted', async () => {
    const { flush, row, workspace, say, session, state } = await stage(main, ['the key is under the mat']);
    writeFileSync(join(workspace, 'memory'), 'no folder');
    const { asked, flush: flushPiece } = writer();
    const between = async () => {
      await say(session, { type: 'edit', target: 'u0' });
      rmSync(join(workspace, 'memory'));
    };
    await flush(row, { flushPiece, model: narrow(), tries: 2, between });
    expect(asked.flatMap(({ ids }) => ids)).toEqual(['u0', 'u0']);
    expect(state()).toEqual(['done']);
  });
});

describe('a flush whose process is killed', () => {
  for (const behind of [false, true]) {
    for (let at = 1; at <= 9; at++) {
      it(`${behind ? 'behind' : 'before'} its write ${at}: nothing is lost, nothing is there twice`, async () => {
        const { flush, row, db, text, texts, state, flushedThrough, session, transcripts, remember } = await stage();
        const { flush: flushPiece } = writer();
        const dying = flush(row, { on: killedAt(db, at, behind), flushPiece, model: narrow() });
        await expect(dying).rejects.toThrow(Killed);
        await (await remember()).recover();
        await flush(row, { flushPiece, model: narrow() });
        for (const one of texts) expect(times(text(TODAY), one)).toBe(1);
        expect(state()).toEqual(['done']);
        expect(flushedThrough(session)).toBe(transcripts.read(session).at(-1)?.id);
        const open = db.sql("SELECT count(*) FROM ledger WHERE state <> 'done'").column<number>();
        expect(open).toEqual([0]);
      });
    }
  }

  it('does not ask the model again for what had been written', async () => {
    const { flush, row, db, text } = await stage(main, ['the key is under the mat']);
    const { asked, flush: flushPiece } = writer();
    // The piece, the line as intended; then the end.
    await expect(flush(row, { on: killedAt(db, 2, true), flushPiece })).rejects.toThrow(Killed);
    await flush(row, { flushPiece });
    expect(asked).toHaveLength(1);
    expect(times(text(TODAY), 'under the mat')).toBe(1);
  });

  it('writes anew what an earlier attempt could not bring to its end any more', async () => {
    const { flush, row, db, text, state } = await stage(main, ['the key is under the mat']);
    const { flush: flushPiece } = writer();
    await expect(flush(row, { on: killedAt(db, 2, true), flushPiece })).rejects.toThrow(Killed);
    // As recovery ends a write into a file that somebody had saved in another encoding meanwhile.
    await db.write(() => db.sql("UPDATE ledger SET state = 'conflict', request = NULL").run());
    const before = times(text(TODAY), 'under the mat');
    await flush(row, { flushPiece });
    await flush(row, { flushPiece });
    expect(times(text(TODAY), 'under the mat')).toBe(before + 1);
    expect(state()).toEqual(['done']);
  });
});

it('C068: ten sessions flush to one log while an editor saves it, and all eleven pieces are there', async () => {
  const house = await openFlushHouse();
  const { db, clock, text, workspace } = house;
  const rows: number[] = [];
  for (let at = 0; at < 10; at++) {
    const { id: session } = await house.session(main);
    await house.say(session, user(`fact number ${at} of the day`));
    const entries = house.transcripts.read(session);
    await db.write(() => {
      rows.push(queueFlush(db, { session, entries, cause: 'ended' }, clock.now()) ?? 0);
      db.sql('UPDATE sessions SET closed_at = 1 WHERE id = ?').run([session]);
    });
    await clock.advance(1_000);
  }
  const { flush: flushPiece } = writer();
  /** As the queue does it with a job whose file somebody else is writing. */
  const untilDone = async (row: number): Promise<void> => {
    for (;;) {
      const failed = await house.flush(row, { flushPiece }).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failed === undefined) return;
      if (!(failed instanceof MemoryError) || failed.kind !== 'busy') throw failed;
    }
  };
  const flushing = rows.map(untilDone);
  let saved = false;
  const saving = (async () => {
    while (!saved) {
      await new Promise((resolve) => setImmediate(resolve));
      const now = text(TODAY);
      if (now === '') continue;
      writeFileSync(join(workspace, TODAY), `${now}- from my editor\n`);
      saved = true;
    }
  })();
  let through = false;
  const end = () => {
    through = true;
  };
  const all = Promise.all([...flushing, saving]);
  all.then(end, end);
  // Whoever waits for the file's lock waits by this clock.
  while (!through) await clock.advance(10);
  await all;
  const log = text(TODAY);
  for (let at = 0; at < 10; at++) expect(times(log, `fact number ${at} of the day`)).toBe(1);
  expect(times(log, '- from my editor')).toBe(1);
});

it('a group’s conversation goes to the group’s memory and a person’s to theirs, and nowhere else', async () => {
  const house = await openFlushHouse();
  const { db, clock, workspace } = house;
  const { flush: flushPiece } = writer();
  for (const scope of [team, bob, main]) {
    const { id: session } = await house.session(scope);
    await house.say(session, user(`only for ${scope.kind}`));
    const entries = house.transcripts.read(session);
    const row = await db.write(() => queueFlush(db, { session, entries, cause: 'ended' }, clock.now()));
    await house.flush(row ?? 0, { flushPiece });
  }
  const files = readdirSync(workspace, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const holding = (words: string) =>
    files.filter((name) => house.text(name).includes(words)).map((name) => name.split('/')[0]);
  expect([holding('only for group'), holding('only for person'), holding('only for main')]).toEqual([
    ['groups'],
    ['people'],
    ['memory'],
  ]);
});

it('C067: the log is that of the owner’s day', async () => {
  const { flush, row, text } = await stage();
  await flush(row, { flushPiece: writer().flush, timezone: 'Pacific/Kiritimati' });
  expect(text('memory/2026-11-29.md')).toContain('under the mat');
  const late = await openFlushHouse();
  late.clock.set(Date.parse('2026-04-11T19:53:00Z'));
  const { id: session } = await late.session(main);
  await late.say(session, user('the parcel has come'));
  const entries = late.transcripts.read(session);
  const queued = await late.db.write(() => queueFlush(late.db, { session, entries, cause: 'cut' }, late.clock.now()));
  await late.flush(queued ?? 0, { flushPiece: writer().flush, timezone: 'Asia/Shanghai' });
  expect(late.text('memory/2026-04-12.md')).toContain('the parcel has come');
});

describe('a flush over budget', () => {
  it('goes on by rules, without asking the model, and nothing waits for tomorrow', async () => {
    const { flush, row, text, texts, state, db } = await stage();
    const { asked, flush: flushPiece } = writer();
    await flush(row, { flushPiece, model: narrow(), limits: { flush: { tokens: 0 } } });
    expect(asked.every(({ model }) => model === undefined)).toBe(true);
    for (const one of texts) expect(times(text(TODAY), one)).toBe(1);
    expect(state()).toEqual(['done']);
    expect(db.sql('SELECT * FROM work_use').all()).toEqual([]);
  });

  it('begins within one: the pieces before the end of it are the model’s, the others are not', async () => {
    const { flush, row, text, texts, db } = await stage();
    const model: ChatModel = {
      ...narrow(),
      async *stream() {
        yield { type: 'done', stop: 'end', usage: { input: 90, output: 10 } };
      },
    };
    const { asked, flush: write } = writer();
    const flushPiece: typeof write = async (parts, piece) => {
      for await (const _ of parts.model?.stream({ system: '', messages: [], tools: [] }, parts.signal) ?? []);
      return await write(parts, piece);
    };
    await flush(row, { flushPiece, model, limits: { flush: { tokens: 150 } } });
    expect(asked.map((one) => one.model)).toEqual(['narrow/test', 'narrow/test', undefined]);
    for (const one of texts) expect(times(text(TODAY), one)).toBe(1);
    expect(db.sql('SELECT kind, day, runs, tokens, told FROM work_use').all()).toEqual([
      { kind: 'flush', day: '2026-11-29', runs: 2, tokens: 200, told: 1 },
    ]);
  });
});

describe('a long flush', () => {
  it('tells how far it is, in entries of its range', async () => {
    const { flush, row } = await stage();
    const told: string[] = [];
    await flush(row, {
      ...{ flushPiece: writer().flush, model: narrow() },
      progress: (done, total) => told.push(`${done}/${total}`),
    });
    expect(told[0]).toMatch(/^0\/\d+$/);
    expect(told.length).toBeGreaterThan(2);
    const shares = told.map((one) => Number(one.split('/')[0]));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(new Set(told.map((one) => one.split('/')[1])).size).toBe(1);
  });
});
