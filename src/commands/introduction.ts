// What the bot says of itself when it begins to take part in a group: once, so that everybody there knows what it answers and
// what it will remember. Pure.

import type { Respond } from '../contracts/index.js';

/** What holds in a group. */
export interface GroupManner {
  respond: Respond;
  /** How many messages that were not for the bot a turn is shown. */
  context: number;
}

export function introduction(manner: GroupManner): string {
  return [
    `Hello! I take part here from now on: ${callMe(manner)}.`,
    `${remembered(manner)} goes into a memory of this group alone, which everybody here can read with /memory show.${readAlong(manner)}`,
    'What anybody tells me in private stays there. /help lists what I can do.',
  ].join('\n\n');
}

/** What somebody does to be answered. */
export function callMe({ respond }: GroupManner): string {
  switch (respond) {
    case 'mentioned':
      return 'mention me or reply to me, and I answer';
    case 'always':
      return 'I read and answer everything that is written here';
    case 'commands':
      return 'I answer commands, and read nothing else';
    case 'never':
      return 'I say nothing, except to my owner';
  }
}

function remembered({ respond }: GroupManner): string {
  if (respond === 'commands' || respond === 'never') return 'What I am told here with /memory add';
  return 'What I am asked to remember here, and what I learn from being spoken to,';
}

function readAlong({ respond, context }: GroupManner): string {
  if (respond !== 'mentioned') return '';
  return context > 0
    ? ' The last messages here are read along, so that I know what you speak of.'
    : ' I do not read what is not written to me.';
}
