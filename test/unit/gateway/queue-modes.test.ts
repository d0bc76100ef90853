// What a message does to the turn that is under way, by what the chat chose and by where it was written.

import { describe, expect, it } from 'vitest';
import { dropWaits } from '../../../src/gateway/gather.js';
import { adoptChat } from '../../../src/gateway/inbox.js';
import { GATEWAY } from '../../../src/gateway/roles.js';
import { stopTurn } from '../../../src/gateway/stop-turn.js';
import { openConversation } from '../../support/conversation.js';
import { asked, steppedModel } from '../../support/stepped-model.js';

async function stage() {
  const model = steppedModel();
  const house = await openConversation({ model, groups: { team: { respond: 'always' } } });
  const requests = (n: number) => house.until(() => model.requests.length === n);
  const replies = (n: number, chat = 'owner') => house.until(() => house.texts(chat).length === n);
  const states = () => house.db.sql("SELECT state FROM inbox WHERE job = 'turn' ORDER BY row").column<string>();
  return { ...house, model, requests, replies, states };
}

const photo = { id: 'f', name: 'p.jpg', mime: 'image/jpeg', bytes: 3, kind: 'image' as const };

describe('interrupt', () => {
  it('means a turn that has begun: what still waits takes the new message in, and answers both', async () => {
    const { model, says, requests, replies, texts, states } = await stage();
    await says('team', 'owner', '/queue interrupt');
    await replies(1, 'team');
    await says('team', 'bob', 'bob’s');
    await requests(1);
    await says('team', 'ann', 'one');
    await says('team', 'ann', 'two');
    model.answer('re bob');
    await requests(2);
    expect(asked(model.requests[1]).slice(-2)).toEqual(['From ann (member):\none', 'From ann (member):\ntwo']);
    model.answer('re ann');
    await replies(3, 'team');
    expect(texts('team').slice(1)).toEqual(['re bob', 're ann']);
    expect(states()).toEqual(['answered', 'answered', 'answered']);
  });

  it('leaves the turns of others, and the lines of a script, alone', async () => {
    const { model, says, script, dm, requests, replies, texts } = await stage();
    await says('team', 'owner', '/queue interrupt');
    await replies(1, 'team');
    await says('team', 'bob', 'bob’s');
    await requests(1);
    await says('team', 'ann', 'ann’s');
    expect(model.aborted).toEqual([]);
    model.answer('re bob');
    await requests(2);
    model.answer('re ann');
    await replies(3, 'team');
    await dm('owner', '/queue interrupt');
    await replies(1);
    await script('owner', 'one', 'two');
    await requests(3);
    model.answer('1');
    await requests(4);
    model.answer('2');
    await replies(3);
    expect(texts('owner').slice(1)).toEqual(['1', '2']);
    expect(model.aborted).toEqual([]);
  });
});

describe('/stop', () => {
  it('ends the turn that runs, also when a later message of it leads', async () => {
    const { model, dm, happens, requests, replies, texts, states } = await stage();
    await happens({ type: 'message', album: 'a', text: 'these', files: [] });
    await dm('owner', 'what are they?');
    await requests(1);
    expect(asked(model.requests[0])).toEqual(['these', 'what are they?']);
    await dm('owner', '/stop');
    await replies(2);
    expect(model.aborted).toEqual([1]);
    expect(texts('owner').sort()).toEqual(['Stopped.', 'Stopping.']);
    expect(states()).toEqual(['answered', 'answered']);
  });

  it('of the owner means what runs, not what somebody wrote before and is still to be completed', async () => {
    const { model, says, requests, replies } = await stage();
    await says('team', 'bob', 'x'.repeat(4_000));
    await says('team', 'ann', 'ann’s');
    await requests(1);
    expect(asked(model.requests[0])).toEqual(['From ann (member):\nann’s']);
    await says('team', 'owner', '/stop');
    await replies(2, 'team');
    expect(model.aborted).toEqual([1]);
    await requests(2);
    model.answer('re bob');
    await replies(3, 'team');
  });

  it('never means what came later', async () => {
    const { db, lanes, dm, requests } = await stage();
    await dm('owner', 'one');
    await requests(1);
    expect(await stopTurn(db, lanes.requestStop, { session: 'main' as never, row: 1 })).toBe(false);
    expect(await stopTurn(db, lanes.requestStop, { session: 'main' as never, row: 2 })).toBe(true);
  });
});

describe('two windows on one chat', () => {
  it('are answered each in its own', async () => {
    const { model, dm, requests, db, sent } = await stage();
    await dm('owner', 'zero');
    await requests(1);
    await dm('owner', 'here');
    await dm('owner', 'there');
    const chat = { channel: 'chat', account: 'bot', chat: 'owner' };
    await db.write(() => db.sql("UPDATE inbox SET receiver = 'terminal:x' WHERE row = 3").run());
    model.answer('re zero');
    await requests(2);
    expect(asked(model.requests[1]).at(-1)).toBe('here');
    model.answer('re here');
    await requests(3);
    expect(asked(model.requests[2]).at(-1)).toBe('there');
    model.answer('re there');
    const senders = () => db.sql('SELECT sender FROM outbox ORDER BY row').column<string>();
    await expect.poll(senders).toEqual(['gateway', 'gateway', 'terminal:x']);
    // Whoever takes over sends what was left.
    await db.write(() => adoptChat(db, chat, 'terminal:x', 'gateway'));
    expect(senders()).toEqual(['gateway', 'gateway', 'gateway']);
    expect(sent.length).toBeGreaterThan(0);
  });
});

describe('steer', () => {
  it('takes in what comes with files once they are here, and nothing is lost when they come too late', async () => {
    let arrive = (_: Buffer) => {};
    const model = steppedModel();
    const house = await openConversation({
      model,
      channel: {
        fetch: () =>
          new Promise((resolve) => {
            arrive = resolve;
          }),
      },
    });
    await house.dm('owner', '/queue steer');
    await house.until(() => house.texts('owner').length === 1);
    await house.dm('owner', 'one');
    await house.until(() => model.requests.length === 1);
    await house.happens({ type: 'message', text: 'and this', files: [photo] });
    model.answer('re one');
    await house.until(() => house.texts('owner').length === 2);
    expect(model.requests).toHaveLength(1);
    arrive(Buffer.from('…'));
    await house.until(() => model.requests.length === 2);
    expect(asked(model.requests[1]).at(-1)).toMatch(/p\.jpg.*\nand this/);
    model.answer('re this');
    await house.until(() => house.texts('owner').length === 3);
  });
});

describe('a clock that is set back', () => {
  it('makes nobody wait longer for the rest of a message', async () => {
    const { model, clock, db, wakeUps, happens, requests } = await stage();
    await happens({ type: 'message', album: 'a', text: 'look', files: [] });
    clock.set(clock.now() - 3_600_000);
    await happens({ type: 'message', album: 'a', text: '还有这个', files: [] });
    await requests(1);
    expect(asked(model.requests[0])).toEqual(['look', '还有这个']);
    model.answer('two');
    await happens({ type: 'message', album: 'b', text: 'alone', files: [] });
    clock.set(clock.now() - 3_600_000);
    // As the house looks every half minute.
    await db.write(() => dropWaits(db, clock.now()));
    await wakeUps.sweep([GATEWAY]);
    await requests(2);
    expect(asked(model.requests[1]).at(-1)).toBe('alone');
  });
});
