// What somebody said in confidence in the turn that runs, with a model that repeats it wherever it can.

import { expect, it } from 'vitest';
import { turnSecrets } from '../../../src/agent/turn-secrets.js';
import type { Tool } from '../../../src/contracts/index.js';
import { probe, turnStage } from '../../support/turn-stage.js';

const KEY = { mark: '[secret bcd2: API key]', value: `sk-test-${'0'.repeat(24)}` };

it('C146 is given to tools that keep nothing, and stands in no entry and no event, wherever a model repeats it', async () => {
  const given: Record<string, unknown> = {};
  const echo = (name: string, takesSecrets: boolean): Tool<unknown> => ({
    ...probe(name, async (args) => {
      given[name] = args;
      return { content: `${name} saw ${KEY.value}`, details: { saw: [KEY.value] } };
    }),
    takesSecrets,
  });
  const args = { q: `is it ${KEY.value}?` };
  const house = await turnStage(
    [
      {
        thinking: `they gave me ${KEY.value}`,
        text: `I try ${KEY.value} now`,
        calls: [
          { name: 'open', args },
          { name: 'note', args },
          { name: `tool-${KEY.value}`, args: {} },
        ],
      },
      { text: `it was ${KEY.value}` },
    ],
    { extra: [echo('open', true), echo('note', false)] },
  );
  const transcript = await house.hold();
  const turn = { ...house.input(transcript, `my key: ${KEY.mark}`), secrets: turnSecrets(() => [KEY]) };
  const events = await house.run(turn);
  expect(given).toEqual({ open: args, note: { q: `is it ${KEY.mark}?` } });
  expect(JSON.stringify(house.model.requests.at(-1))).toContain(KEY.value);
  expect(JSON.stringify(transcript.entries)).not.toContain(KEY.value);
  const told = events.flatMap((event) => (event.type === 'asked' ? [] : [JSON.stringify(event)])).join('\n');
  expect(told).not.toContain(KEY.value);
  expect(told).toContain(KEY.mark);
  const kinds = transcript.entries.flatMap((one) => (JSON.stringify(one).includes(KEY.mark) ? [one.type] : []));
  expect([...new Set(kinds)].sort()).toEqual(['assistant', 'thinking', 'tool_call', 'tool_result', 'user']);
});
