// /compact: sums the conversation up now, in its place among the turns.

import { amount } from '../text/amount.js';
import { ADMINS, type Command } from './command.js';

/** Characters as people count them. */
const FOCUS_LENGTH = 800;

export const compactCommand: Command = {
  name: 'compact',
  summary: 'Sum up what was said so far, so that there is room again',
  usage: '[what to keep in mind most]',
  roles: ADMINS,
  atOnce: false,
  async run(context, services) {
    const focus = context.args.trim();
    const length = [...focus].length;
    if (length > FOCUS_LENGTH) {
      return {
        text: `That is a long wish: ${amount(length)} characters. I can keep ${FOCUS_LENGTH} in mind while I sum up; nothing was changed.`,
      };
    }
    if (!services.isOpen(context.session)) return { text: 'There is nothing to sum up yet.' };
    return { text: await services.compact(context, focus === '' ? undefined : focus) };
  },
};
