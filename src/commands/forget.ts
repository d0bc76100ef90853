// /forget: what this chat remembers of a text goes, for good, once its admin has seen how much that is and has said yes.

import { tooShort } from '../text/forgetting.js';
import { ADMINS, type Command, type CommandContext } from './command.js';
import type { ForgetDesk } from './forget-desk.js';
import { forgettingLines, goneOnLines, isAskingAlone, isYes, shownLines } from './forget-words.js';

export const forgetCommand: Command = {
  name: 'forget',
  summary: 'Forget everything here that says TEXT',
  usage: 'TEXT',
  roles: ADMINS,
  atOnce: false,
  async run(context, { forgetting }) {
    return { text: await answer(context, forgetting) };
  },
};

async function answer(context: CommandContext, desk: ForgetDesk): Promise<string> {
  const text = context.args.trim();
  if (text === '') return 'What shall I forget? `/forget TEXT`: everything here that says it.';
  if (isYes(text)) {
    const wished = desk.wished(context);
    if (wished === undefined) {
      const left = await desk.goOn(context);
      return left ? [...goneOnLines(left), '', PLATFORM].join('\n') : 'Say first what I shall forget: `/forget TEXT`.';
    }
    const done = await desk.forgetText(context, wished, false);
    return [...forgettingLines(done, true), '', PLATFORM].join('\n');
  }
  const short = tooShort(text);
  if (short !== undefined) return short;
  const found = await desk.forgetText(context, { text, row: context.row }, true);
  if (isAskingAlone(found)) return ASKING;
  return [
    ...forgettingLines(found, true),
    ...shownLines(found),
    '',
    'Shall I? `/forget yes` within ten minutes does it, and nothing brings it back.',
  ].join('\n');
}

const ASKING =
  'I found nothing here that says it but your request itself. `/forget yes` within ten minutes takes that out of my queues, too.';
const PLATFORM = 'Messages that stand in this chat itself are not mine to delete.';
