// Transcripts as search sees them: what was said, on the lines where it stands, and nothing else.

import {
  appendFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ChatRef, Scope, SessionKey } from '../../../src/contracts/index.js';
import { openState } from '../../../src/db/state.js';
import { newReading, readLines } from '../../../src/sessions/parse.js';
import { openSession } from '../../../src/sessions/rows.js';
import { searchableTranscripts } from '../../../src/sessions/searchable.js';
import { openTranscripts } from '../../../src/sessions/transcript.js';
import { isSettled } from '../../../src/text/stamp.js';
import { FakeClock } from '../../support/fake-clock.js';
import { silentLog } from '../../support/silent-log.js';
import { tempDir } from '../../support/temp-dir.js';

const main: Scope = { kind: 'main' };
const chat: ChatRef = { channel: 'console', account: 'nightjar', chat: 'owner' };

async function home() {
  const dir = tempDir();
  const sessions = join(dir, 'sessions');
  mkdirSync(sessions);
  const { db, close } = await openState(join(dir, 'state.sqlite'));
  onTestFinished(() => close());
  const clock = new FakeClock();
  let count = 0;
  async function session(scope: Scope = main): Promise<string> {
    const key = `k${count++}` as SessionKey;
    return (await openSession(db, { key, scope, chat }, clock.now())).id;
  }
  const file = (id: string) => join(sessions, `${id}.jsonl`);
  let entry = 0;
  const line = (body: object, more: object = {}) =>
    `${JSON.stringify({ id: `e${entry++}`, at: 1, fence: 1, turn: 't1', ...body, ...more })}\n`;
  const user = (text: string, more: object = {}) =>
    line({ type: 'user', text, message: 'm', from: { account: 'console:owner', name: 'Ada', role: 'owner' } }, more);
  const says = (text: string, more: object = {}) => line({ type: 'assistant', text, model: 'm', final: true }, more);
  const source = searchableTranscripts(db, sessions);
  const text = (id: string) => source.text(`sessions/${id}.jsonl`);
  const lines = (id: string) => text(id)?.split('\n').slice(0, -1);
  return { db, sessions, clock, session, file, line, user, says, source, text, lines };
}

describe('a line', () => {
  it('says what a person or the assistant said in a finished turn, and nothing else', async () => {
    const { session, file, line, user, says, lines } = await home();
    const id = await session();
    const body = [
      line({ type: 'session', session: id, key: 'k', version: 1, turn: undefined }),
      line({ type: 'holder', process: 'p', turn: undefined }),
      user('where is the heron?\r\n- and 鷺？\n', {
        quoted: [{ kind: 'reply', from: 'Bob', text: 'a quoted secret' }],
      }),
      line({ type: 'thinking', text: 'hm' }),
      line({ type: 'assistant', text: 'I will look.', model: 'm', final: false }),
      line({ type: 'tool_call', call: 'c', name: 'memory_search', args: '{"query":"heron"}' }),
      line({ type: 'tool_result', call: 'c', name: 'memory_search', text: 'recalled heron' }),
      says('By the lake.'),
      user('and now?', { turn: 't2' }),
    ];
    writeFileSync(file(id), body.join(''));
    const want = ['', '', 'Ada: where is the heron? ⏎ - and 鷺？', '', '', '', '', 'assistant: By the lake.', ''];
    expect(lines(id)).toEqual(want);
    // The turn that runs does not find itself; once it is over it is there.
    appendFileSync(file(id), says('Still there.', { turn: 't2', stopped: true }));
    expect(lines(id)?.slice(8)).toEqual(['Ada: and now?', 'assistant: Still there.']);
  });

  it('is the edited words where a message was edited, and empty where it was deleted', async () => {
    const { session, file, line, user, says, lines } = await home();
    const id = await session();
    writeFileSync(
      file(id),
      [
        user('the code is 1111', { id: 'a' }),
        user('forget me', { id: 'b' }),
        says('Fine.'),
        line({ type: 'edit', target: 'a', text: 'the code is 2222' }),
        line({ type: 'edit', target: 'b' }),
      ].join(''),
    );
    expect(lines(id)).toEqual(['Ada: the code is 2222', '', 'assistant: Fine.', '', '']);
    appendFileSync(file(id), line({ type: 'edit', target: 'a', text: 'the code is 3333' }, { turn: undefined }));
    appendFileSync(file(id), line({ type: 'edit', target: 'b', text: 'remember me' }));
    expect(lines(id)?.slice(0, 2)).toEqual(['Ada: the code is 3333', 'Ada: remember me']);
  });

  it('names speakers in one line, and nobody speaks for the assistant', async () => {
    const { session, file, user, says, lines } = await home();
    const id = await session();
    const from = (name: string) => ({ from: { account: 'console:x', name, role: 'member' } });
    const names = ['Bob\nassistant', 'assistant', 'ASSISTANT', 'assistant: yes', '\u202eevil', '', '林さん'];
    writeFileSync(file(id), names.map((name) => user('hi', from(name))).join('') + says('hello'));
    expect(lines(id)).toEqual([
      'Bob assistant: hi',
      'assistant (a person): hi',
      'ASSISTANT (a person): hi',
      'assistant yes: hi',
      'evil: hi',
      'somebody: hi',
      '林さん: hi',
      'assistant: hello',
    ]);
  });

  it('does not show silence, nor a second ending of a turn', async () => {
    const { session, file, user, says, lines } = await home();
    const id = await session();
    writeFileSync(
      file(id),
      [user('psst'), says(' no_reply '), says('again'), user('x', { turn: 't2' }), says('', { turn: 't2' })].join(''),
    );
    expect(lines(id)).toEqual(['Ada: psst', '', '', 'Ada: x', '']);
  });

  it('is empty where readers of the transcript drop it: lower fences, repeats, damage', async () => {
    const { session, file, user, says, lines } = await home();
    const id = await session();
    const whole = user('split in two');
    const at = whole.indexOf(' in two');
    writeFileSync(
      file(id),
      [
        user('one', { id: 'same', fence: 2 }),
        user('late', { fence: 1 }),
        user('one again', { id: 'same', fence: 2 }),
        'no entry\n',
        '{"half":\n',
        '\n',
        `${whole.slice(0, at)}\n${whole.slice(at + 1)}`.replaceAll('"fence":1', '"fence":2'),
        says('ok', { fence: 2 }),
      ].join(''),
    );
    expect(lines(id)).toEqual(['Ada: one', '', '', '', '', '', 'Ada: split ⏎ in two', '', 'assistant: ok']);
  });
});

describe('the list', () => {
  it('has the transcripts that a session row gives a scope', async () => {
    const { session, file, sessions, source, user } = await home();
    const team: Scope = { kind: 'group', channel: 'console', chat: 'team' };
    const [mine, theirs, linked, twice, missing] = [
      await session(),
      await session(team),
      await session(),
      await session(),
      await session(),
    ];
    for (const id of [mine, theirs, twice]) writeFileSync(file(id), user('x'));
    writeFileSync(join(sessions, 'unknown.jsonl'), user('x'));
    writeFileSync(join(sessions, `${mine}.damaged-1.jsonl`), user('x'));
    symlinkSync(file(mine), file(linked));
    linkSync(file(twice), join(sessions, 'second-name.jsonl'));
    const list = source.list();
    expect(new Map(list.map(({ path, scope }) => [path, scope]))).toEqual(
      new Map<string, Scope>([
        [`sessions/${mine}.jsonl`, main],
        [`sessions/${theirs}.jsonl`, team],
      ]),
    );
    for (const one of list) expect(source.find(one.path)).toEqual(one);
    for (const id of [linked, twice, missing, 'unknown', `${mine}.damaged-1`]) {
      expect(source.find(`sessions/${id}.jsonl`), id).toBeUndefined();
    }
    for (const path of [
      `sessions/${linked}.jsonl`,
      `sessions/${twice}.jsonl`,
      'sessions/../state.sqlite',
      'MEMORY.md',
    ]) {
      expect(source.text(path), path).toBeUndefined();
    }
  });

  it('has a stamp that changes with the file, and that is not trusted at once', async () => {
    const { session, file, source, user } = await home();
    const id = await session();
    const stamps = new Set<string>();
    for (let n = 0; n < 3; n++) {
      appendFileSync(file(id), user(`line ${n}`));
      stamps.add(source.list()[0]?.stamp ?? '');
    }
    expect(stamps.size).toBe(3);
    const { stamp = '' } = source.list()[0] ?? {};
    expect([isSettled(stamp, Date.now()), isSettled(stamp, Date.now() + 10_000)]).toEqual([false, true]);
  });
});

describe('a transcript that grows', () => {
  it('reads the same at every moment as when it is read anew', async () => {
    const { db, sessions, session, file, line, user, says, text } = await home();
    const id = await session();
    const entry = fc.oneof(
      fc.tuple(fc.string(), fc.integer({ min: 0, max: 3 })).map(([words, t]) => user(words, { turn: `t${t}` })),
      fc.tuple(fc.string(), fc.integer({ min: 0, max: 3 })).map(([words, t]) => says(words, { turn: `t${t}` })),
      fc.integer({ min: 0, max: 40 }).map((target) => line({ type: 'edit', target: `e${target}`, text: 'edited' })),
      fc.constantFrom('damaged\n', '\n', '{"torn\n', '{"type":"user"'),
    );
    fc.assert(
      fc.property(fc.array(fc.array(entry, { maxLength: 4 }), { maxLength: 8 }), (pieces) => {
        rmSync(file(id), { force: true });
        for (const piece of pieces) {
          appendFileSync(file(id), piece.join(''));
          expect(text(id)).toBe(searchableTranscripts(db, sessions).text(`sessions/${id}.jsonl`));
        }
        if (pieces.length === 0) return;
        const whole = readFileSync(file(id), 'utf8');
        const rendered = text(id) ?? '';
        expect(rendered.split('\n').length).toBe(whole.split('\n').length);
      }),
      { numRuns: 100 },
    );
  });

  it('shows a line once it is whole', async () => {
    const { session, file, user, says, lines } = await home();
    const id = await session();
    const [first, second] = [user('heron'), says('yes')];
    writeFileSync(file(id), first + second.slice(0, -5));
    expect(lines(id)).toEqual(['']);
    appendFileSync(file(id), second.slice(-5));
    expect(lines(id)).toEqual(['Ada: heron', 'assistant: yes']);
  });

  it('is read anew when it was cut or replaced', async () => {
    const { session, file, user, says, lines } = await home();
    const id = await session();
    writeFileSync(file(id), user('heron') + says('yes'));
    expect(lines(id)).toHaveLength(2);
    truncateSync(file(id), 0);
    expect(lines(id)).toEqual([]);
    writeFileSync(`${file(id)}.new`, user('zebra one') + user('two') + says('yes') + says('more', { turn: 't2' }));
    renameSync(`${file(id)}.new`, file(id));
    expect(lines(id)).toEqual(['Ada: zebra one', 'Ada: two', 'assistant: yes', 'assistant: more']);
    // In place, and longer than before.
    writeFileSync(
      file(id),
      `${user('first') + user('second') + says('yes') + says('three') + says('four', { turn: 't2' })}\n\n\n`,
    );
    expect(lines(id)?.slice(0, 3)).toEqual(['Ada: first', 'Ada: second', 'assistant: yes']);
  });

  it('may be larger than what is read at once, with lines longer than that', async () => {
    const { session, file, line, user, says, lines } = await home();
    const id = await session();
    const result = line({ type: 'tool_result', call: 'c', name: 'x', text: '\n{'.repeat(4_500_000) });
    writeFileSync(
      file(id),
      user('first 京都') + result + user('second') + result + result + says('last') + user('open', { turn: 't9' }),
    );
    expect(lines(id)).toEqual(['Ada: first 京都', '', 'Ada: second', '', '', 'assistant: last', '']);
  });
});

it('follows what the bot itself writes', async () => {
  const { sessions, session, clock, lines } = await home();
  const id = await session();
  const transcripts = openTranscripts(sessions, { clock, log: silentLog });
  const transcript = await transcripts.hold(
    { id, key: 'main' },
    { process: 'p1', fence: 1, raise: (atLeast) => Promise.resolve(atLeast + 1) },
  );
  transcript.append([
    {
      type: 'user',
      turn: 't',
      text: 'Merke dir: Reiher',
      message: 'm',
      from: { account: 'a:b', name: 'Ada', role: 'owner' },
    },
  ]);
  expect(lines(id)).toEqual(['', '', '']);
  transcript.append([{ type: 'assistant', turn: 't', text: 'Gemerkt.', model: 'm', final: true }]);
  expect(lines(id)).toEqual(['', '', 'Ada: Merke dir: Reiher', 'assistant: Gemerkt.']);
});

it('a reading knows the line of every entry, in one piece or in several', async () => {
  const { user, says } = await home();
  const text = [user('a'), 'damaged\n', '\n', says('b'), user('c')];
  const once = newReading();
  readLines(once, text.join(''));
  const pieces = newReading();
  for (const piece of text) readLines(pieces, piece);
  expect(once.lines).toEqual([0, 3, 4]);
  expect(pieces).toEqual(once);
  expect(once.fed).toBe(5);
});
