// What was taken in before the owner decided otherwise.

import { expect, it } from 'vitest';
import { addAccount, denyAccount, OWNER, removeAccount } from '../../../src/gateway/people.js';
import { scriptedModel } from '../../../src/models/scripted.js';
import { openConversation } from '../../support/conversation.js';

/** A model that answers once it is told to, and counts what it was asked. */
function slowModel() {
  const open: (() => void)[] = [];
  let answered = 0;
  const scripted = scriptedModel(() => ({ text: 'An answer.' }));
  return {
    asked: () => open.length,
    answer: () => open[answered++]?.(),
    model: {
      ...scripted,
      async *stream(...given: Parameters<typeof scripted.stream>) {
        await new Promise<void>((resolve) => open.push(resolve));
        yield* scripted.stream(...given);
      },
    },
  };
}

async function stage() {
  const slow = slowModel();
  const house = await openConversation({ model: slow.model });
  const states = () => house.db.sql("SELECT state FROM inbox WHERE job = 'turn' ORDER BY row").column<string>();
  return { ...house, slow, states };
}

it('a group that was silenced gets no late answer, and what waited there costs no request', async () => {
  const { says, texts, until, slow, states } = await stage();
  await says('club', 'owner', '/allow here');
  await until(() => texts('club').length === 1);
  await says('club', 'ann', 'first');
  await until(() => slow.asked() === 1);
  await says('club', 'bob', 'second');
  await says('club', 'owner', '/deny here');
  await until(() => texts('club').length === 2);
  slow.answer();
  await until(() => !states().includes('accepted'));
  expect(states()).toEqual(['answered', 'refused']);
  expect(slow.asked()).toBe(1);
  expect(texts('club').at(-1)).toMatch(/keep silent/);
});

it('who was shut out gets no late answer, in private or in a group, and others do', async () => {
  const { dm, says, texts, until, slow, states, db, identity } = await stage();
  await identity.admit('chat:eve', 'eve', 0);
  await says('club', 'owner', '/allow here');
  await until(() => texts('club').length === 1);
  await dm('eve', 'in private');
  await until(() => slow.asked() === 1);
  await says('club', 'ann', 'and I?');
  await until(() => slow.asked() === 2);
  await says('club', 'eve', 'in the group');
  await db.write(() => denyAccount(db, { account: 'chat:eve', name: 'eve' }, 0));
  slow.answer();
  slow.answer();
  await until(() => !states().includes('accepted'));
  expect(states()).toEqual(['answered', 'answered', 'refused']);
  expect(texts('eve')).toEqual([]);
  expect(texts('club').slice(1)).toEqual(['An answer.']);
});

it('an account that is the owner’s no more has no turn of main', async () => {
  const { dm, texts, until, slow, states, db } = await stage();
  await db.write(() => addAccount(db, 'chat:phone', OWNER, 0));
  await dm('phone', 'what is my door code?');
  await until(() => slow.asked() === 1);
  await dm('phone', 'and the alarm’s?');
  await db.write(() => removeAccount(db, 'chat:phone'));
  slow.answer();
  await until(() => !states().includes('accepted'));
  expect(states()).toEqual(['answered', 'refused']);
  expect(texts('phone')).toEqual([]);
});

it('and no command of it that waited shows what is main’s', async () => {
  const { dm, texts, until, slow, db } = await stage();
  await db.write(() => addAccount(db, 'chat:phone', OWNER, 0));
  await dm('phone', 'what is my door code?');
  await until(() => slow.asked() === 1);
  await dm('phone', '/memory show USER.md');
  const waits = () => db.sql("SELECT 1 FROM inbox WHERE job = 'command' AND state = 'accepted'").get() !== undefined;
  expect(waits()).toBe(true);
  await db.write(() => removeAccount(db, 'chat:phone'));
  slow.answer();
  await until(() => !waits());
  expect(texts('phone')).toEqual([]);
});
