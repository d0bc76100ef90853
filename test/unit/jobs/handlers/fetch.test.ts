// The job that fetches what came with a message: beside the conversation, once, and never lost.

import { describe, expect, it } from 'vitest';
import { type Channel, ChannelError, type FileRef, type Job } from '../../../../src/contracts/index.js';
import { GATEWAY } from '../../../../src/gateway/roles.js';
import { openConversation } from '../../../support/conversation.js';
import { asked, steppedModel } from '../../../support/stepped-model.js';

const file = (id: string, more: Partial<FileRef> = {}): FileRef => ({
  id,
  name: `${id}.txt`,
  mime: 'text/plain',
  bytes: 4,
  kind: 'file',
  ...more,
});

async function stage(fetch: NonNullable<Channel['fetch']>, options: { dir?: string } = {}) {
  const model = steppedModel();
  const house = await openConversation({
    model,
    groups: { team: { respond: 'always' } },
    channel: { fetch },
    ...options,
  });
  const requests = (n: number) => house.until(() => model.requests.length === n);
  const states = () => house.db.sql("SELECT state FROM inbox WHERE job = 'turn' ORDER BY row").column<string>();
  return { ...house, model, requests, states };
}

/** Downloads that wait until the test lets them come. */
function held() {
  const waiting = new Map<string, (text: string) => void>();
  const fetch: NonNullable<Channel['fetch']> = ({ id }, signal) =>
    new Promise((resolve, reject) => {
      waiting.set(id, (text) => resolve(Buffer.from(text)));
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    });
  return { waiting, fetch };
}

describe('a slow download', () => {
  it('holds up nobody else in the group, and no time of the turn runs meanwhile', async () => {
    const { waiting, fetch } = held();
    const { model, says, requests, until, clock, texts } = await stage(fetch);
    await says('team', 'ann', 'read this', { files: [file('big')] });
    await until(() => waiting.has('big'));
    await says('team', 'bob', 'hello');
    await requests(1);
    expect(asked(model.requests[0])).toEqual(['From bob (member):\nhello']);
    model.answer('hi bob');
    await clock.advance(59_000);
    waiting.get('big')?.('内容');
    await requests(2);
    expect(asked(model.requests[1]).at(-1)).toMatch(/big\.txt.*says: "内容"\]\nread this$/);
    await clock.advance(30_000);
    expect(model.aborted).toEqual([]);
    model.answer('read');
    await until(() => texts('team').length === 2);
  });

  it('is waited for by what its author says about it, and both are one turn', async () => {
    const { waiting, fetch } = held();
    const { model, dm, happens, requests, until, states, wakeUps, clock } = await stage(fetch);
    await happens({ type: 'message', text: '', files: [file('photo')] });
    await until(() => waiting.has('photo'));
    await dm('owner', 'what is it?');
    await wakeUps.sweep([GATEWAY]);
    await clock.advance(500);
    expect(model.requests).toHaveLength(0);
    waiting.get('photo')?.('a cat');
    await requests(1);
    expect(asked(model.requests[0])).toEqual([expect.stringMatching(/photo\.txt.*a cat/), 'what is it?']);
    model.answer('a cat');
    await until(() => states().every((state) => state === 'answered'));
    expect(model.requests).toHaveLength(1);
  });

  it('of a message that is taken back is not waited for by what was said about it', async () => {
    const { waiting, fetch } = held();
    const { model, dm, happens, requests, until, db, states } = await stage(fetch);
    await happens({ type: 'message', text: '', files: [file('photo')] });
    await until(() => waiting.has('photo'));
    await dm('owner', 'what is it?');
    const [message = ''] = db.sql('SELECT message FROM inbox').column<string>();
    await happens({ type: 'deleted', id: 'd', message });
    waiting.get('photo')?.('a cat');
    await requests(1);
    expect(asked(model.requests[0])).toEqual(['what is it?']);
    model.answer('what?');
    await until(() => states().every((state) => state !== 'accepted'));
  });

  it('is done again by the next process, and a turn that is run again fetches nothing', async () => {
    const { waiting, fetch } = held();
    const first = await stage(fetch);
    await first.happens({ type: 'message', text: 'look', files: [file('a'), file('b')] });
    await first.until(() => waiting.has('a'));
    await first.leave();
    let fetched = 0;
    const { dir } = first;
    const second = await stage(
      async ({ id }) => {
        fetched++;
        return Buffer.from(`in ${id}`);
      },
      { dir },
    );
    await second.wakeUps.sweep([GATEWAY]);
    await second.requests(1);
    expect(asked(second.model.requests[0])[0]).toMatch(/in a[\s\S]*in b[\s\S]*look/);
    expect(fetched).toBe(2);
    await second.leave();
    const third = await stage(fetch, { dir });
    await third.requests(1);
    expect(asked(third.model.requests[0])).toEqual(asked(second.model.requests[0]));
  });
});

describe('what cannot be had', () => {
  it('is named to the model and to the person, and the rest is read', async () => {
    const { model, happens, requests, until, texts } = await stage(async ({ id }) => {
      if (id === 'gone') throw new ChannelError('gone', 'no such file');
      return Buffer.from('ok');
    });
    await happens({ type: 'message', text: 'look', files: [file('gone'), file('there')] });
    await requests(1);
    expect(asked(model.requests[0])[0]).toMatch(/gone\.txt.*not available: .*\n.*there\.txt.*says: "ok"/);
    model.answer('hm');
    await until(() => texts('owner').length === 1);
    expect(texts('owner')[0]).toMatch(/^hm\n\n\(I could not take in `gone\.txt`: it could not be fetched\.\)$/);
  });

  it('for reasons of ours ends the wait of its message all the same', async () => {
    const { handlers, db, happens, requests, model } = await stage(() => new Promise(() => {}));
    await happens({ type: 'message', text: 'look', files: [file('a', { name: '../x.txt' })] });
    const job = { id: 'j', name: 'fetch@gateway', data: { row: 1 }, attempt: 9, addedAt: 0, firstRunAt: 0 } as Job;
    await db.write(() => handlers['fetch@gateway']?.dead?.(job, new Error('disk')));
    await requests(1);
    expect(asked(model.requests[0])[0]).toMatch(/"x\.txt" .*not available: it could not be kept\]\nlook/);
  });
});

describe('jobs cancel', () => {
  it('of a download ends its message, and jobs retry brings it back', async () => {
    const { waiting, fetch } = held();
    const { model, happens, until, states, queue, desk, requests } = await stage(fetch);
    await happens({ type: 'message', text: 'look', files: [file('a')] });
    await until(() => waiting.has('a'));
    const [job] = await queue.list({ name: 'fetch@gateway' });
    await desk.cancel(job?.id ?? '');
    expect(states()).toEqual(['refused']);
    const state = async () => (await queue.list({ id: job?.id ?? '' }))[0]?.state;
    let now: string | undefined = 'running';
    await until(() => {
      void state().then((found) => {
        now = found;
      });
      return now === 'cancelled';
    });
    waiting.clear();
    await desk.retry(job?.id ?? '');
    await until(() => waiting.has('a'));
    waiting.get('a')?.('text');
    await requests(1);
    expect(asked(model.requests[0])[0]).toMatch(/says: "text"/);
  });
});
