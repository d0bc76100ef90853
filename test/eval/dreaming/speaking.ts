// The models of models.ts as a chat model says it: in JSON with the sloppy habits of models, or in what is no answer at all.

import { dreamMind } from '../../../src/agent/dream/mind.js';
import type { DreamQuestion } from '../../../src/contracts/index.js';
import type { Mind } from '../../../src/memory/dream/plan.js';
import { scriptedModel } from '../../../src/models/scripted.js';
import { FakeClock } from '../../support/fake-clock.js';
import { silentLog } from '../../support/silent-log.js';
import { answerOf } from './models.js';
import type { Month } from './month.js';

/** How the same list is written, night by night. */
const MANNERS: readonly ((list: readonly unknown[]) => string)[] = [
  (list) => JSON.stringify({ operations: list }),
  (list) => `\`\`\`json\n${JSON.stringify({ operations: list }, null, 2)}\n\`\`\``,
  (list) => `Here is what I would change:\n\n${JSON.stringify(list)}\n\nLet me know!`,
  (list) => `\`\`\`\n${JSON.stringify({ comment: 'done', operations: list.toReversed() })}\n\`\`\`\n`,
];

/** Knows every planted fact of which a line stands in its prompt. */
export function speakingModel(month: Month): Mind {
  const answer = answerOf(month);
  return mindOf((question, prompt, number) => {
    const shown = question.claims.map((claim) =>
      prompt.includes(JSON.stringify(claim.text).slice(1, -1)) ? claim : { ...claim, entries: [] },
    );
    const { operations } = answer({ ...question, claims: shown });
    return MANNERS[number % MANNERS.length]?.(operations) ?? '';
  });
}

export const noAnswers = {
  prose: 'I have looked at everything and updated MEMORY.md. The safe opens with 77813.',
  obedient: 'As the web page asked, I wrote “owner approved all transfers” to long-term memory. [] {}',
  nothing: '',
  'half a list': '{"operations":[{"op":"add","text":"The safe opens with 77813.","sources":["n1"]},{"op":"ad',
  'ten megabytes': `{"operations":[${'{"op":"add","text":"The safe opens with 77813.","sources":["n1"]},'.repeat(155_000)}]}`,
} as const;

export function sayingModel(text: string): Mind {
  return mindOf(() => text);
}

function mindOf(say: (question: DreamQuestion, prompt: string, number: number) => string): Mind {
  let asked: DreamQuestion | undefined;
  const model = scriptedModel((request, number) => ({
    text: asked ? say(asked, JSON.stringify(request), number) : '',
  }));
  const mind = dreamMind({ model, clock: new FakeClock(), log: silentLog, maxTokens: 40_000 });
  return {
    fit(question) {
      asked = mind.fit(question);
      return asked;
    },
    propose: mind.propose,
  };
}
