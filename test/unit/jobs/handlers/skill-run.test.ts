// Skills that run apart from the turns of the real house: under /stop, in groups, and in the books.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../../src/contracts/index.js';
import { type ScriptStep, scriptedModel } from '../../../../src/models/scripted.js';
import { newestSessions, sessionById } from '../../../../src/sessions/rows.js';
import { openConversation } from '../../../support/conversation.js';
import { runStage } from '../../../support/jobs/run-stage.js';
import { skillSet } from '../../../support/skill-set.js';

const isInside = ({ system }: ModelRequest) => system.includes('# This run');
const runs = "SELECT id FROM sessions WHERE purpose = 'run'";

async function house(inside: ScriptStep, usage?: ScriptStep['usage']) {
  const model = scriptedModel((request) =>
    isInside(request)
      ? inside
      : {
          ...(request.messages.at(-1)?.role === 'tool'
            ? { text: 'told' }
            : { calls: [{ name: 'skill_run', args: { name: 'sum', input: '1 2 3' } }] }),
          ...(usage ? { usage } : {}),
        },
  );
  const skills = skillSet({ name: 'sum', text: 'Add up the numbers.' });
  return { model, ...(await openConversation({ model, skills, groups: { team: { respond: 'always' } }, usage: {} })) };
}

it('a skill runs in the scope of the group, and its tokens count with the turn', async () => {
  const usage = { input: 100, output: 10 };
  const home = await house({ text: '6', usage }, usage);
  await home.says('team', 'owner', 'add them up');
  await home.until(() => home.texts('team').length === 1);
  expect(home.texts('team')).toEqual(['told']);
  const [run] = home.db.sql(runs).column<string>();
  expect(sessionById(home.db, run ?? '')).toMatchObject({
    ...{ scope: { kind: 'group', channel: 'chat', chat: 'team' }, turns: 0, endedBy: 'run' },
  });
  const [talk] = newestSessions(home.db, 5);
  expect(talk).toMatchObject({ turns: 1, inputTokens: 300, outputTokens: 30 });
  expect(home.db.sql("SELECT kind || ' ' || requests || ' ' || person FROM model_use ORDER BY kind").column()).toEqual([
    'apart 1 owner',
    'talk 2 owner',
  ]);
  expect(home.db.sql('SELECT count(*) FROM flushes').column()).toEqual([0]);
});

it('/stop ends the skill with its turn, and what was said next is answered', async () => {
  const home = await house({ text: 'One and two', hang: true });
  await home.dm('owner', 'add them up');
  await home.until(() => home.model.requests.some(isInside));
  await home.dm('owner', '/stop');
  await home.until(() => home.texts('owner').some((text) => /Stopped/.test(text)));
  const [run] = home.db.sql(`${runs} AND closed_at IS NOT NULL`).column<string>();
  const file = readFileSync(join(home.dir, 'sessions', `${run}.jsonl`), 'utf8');
  expect(JSON.parse(file.trim().split('\n').at(-1) ?? '')).toMatchObject({ text: 'One and two', stopped: true });
  const [talk] = newestSessions(home.db, 5);
  const results = home.transcripts.read(talk?.id ?? '').filter(({ type }) => type === 'tool_result');
  expect(results).toMatchObject([{ text: expect.stringMatching(/was told to stop\. It had said:\n\nOne and two$/) }]);
});

describe('in a scheduled run', () => {
  const calls = [{ name: 'skill_run', args: { name: 'sum', input: '1 2 3' } }];
  const stage = async (inside: ScriptStep, input: number) =>
    await runStage(
      (request) =>
        isInside(request)
          ? inside
          : request.messages.at(-1)?.role === 'tool'
            ? { text: 'told' }
            : { calls, usage: { input, output: 0 } },
      { skills: skillSet({ name: 'sum', text: 'Add up the numbers.' }) },
    );

  it('a skill runs within the tokens of the run, with which it counts', async () => {
    const home = await stage({ text: '6', usage: { input: 4_000, output: 0 } }, 50_000);
    await home.put();
    await home.slot();
    expect(home.ended()).toMatchObject([{ outcome: 'said', tokens: 54_000 }]);
  });

  it('a skill has no more than is left, and ends the run when it used that up', async () => {
    const search = [{ name: 'memory_search', args: { query: 'x' } }];
    const home = await stage({ calls: search, usage: { input: 6_000, output: 0 } }, 95_000);
    await home.put();
    await home.slot();
    expect(home.ended()).toMatchObject([{ outcome: 'failed', tokens: 101_000 }]);
    const [run] = home.ended();
    const [result] = home.transcripts.read(run?.session ?? '').filter(({ type }) => type === 'tool_result');
    expect(result).toMatchObject({ text: expect.stringMatching(/it used more than 5000 tokens/) });
    expect(home.model.requests.filter(isInside)).toHaveLength(1);
  });
});
