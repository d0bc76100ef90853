// /compact, typed in a chat: it takes its place in the conversation, says what became of it, and can be stopped.

import { expect, it } from 'vitest';
import type { ModelRequest } from '../../../../src/contracts/index.js';
import { type ScriptStep, scriptedModel } from '../../../../src/models/scripted.js';
import { openConversation } from '../../../support/conversation.js';

const isSummary = ({ tools }: ModelRequest) => tools.length === 0;
const long = (index: number) =>
  `We spoke of matter ${index} and of what is next. ${'words and more words '.repeat(150)}`;

async function talk(step: ScriptStep) {
  const model = scriptedModel((request) => (isSummary(request) ? step : { text: 'ok' }));
  const house = await openConversation({ model });
  for (let index = 0; index < 6; index++) {
    await house.dm('owner', long(index));
    await house.until(() => house.texts('owner').length === index + 1);
  }
  return { model, house };
}

it('sums up what was said, and tells how much was won', async () => {
  const { house } = await talk({ text: '## Facts and identifiers\n- They spoke of matters 0 to 4.\n' });
  await house.dm('owner', '/compact');
  await house.until(() => house.texts('owner').length === 7);
  expect(house.texts('owner').at(-1)).toMatch(
    /^Summed up: [\d,]+ → [\d,]+ tokens\. Everything before is still on disk\.$/,
  );
});

it('ends when somebody stops it, leaves the conversation as it was, and the next message is answered', async () => {
  const { model, house } = await talk({ hang: true });
  await house.dm('owner', '/compact');
  await house.until(() => model.requests.some(isSummary));
  await house.dm('owner', '/stop');
  await house.until(() => house.texts('owner').length === 8);
  expect(house.texts('owner').slice(-2).sort()).toEqual(['Stopped. The conversation stays as it was.', 'Stopping.']);
  await house.dm('owner', 'still there?');
  await house.until(() => house.texts('owner').length === 9);
  const [session] = house.db.sql<{ id: string }>('SELECT id FROM sessions').all();
  expect(house.transcripts.read(session?.id ?? '').some(({ type }) => type === 'compaction')).toBe(false);
});
