// What the bot says of itself when it begins to take part in a group: once, so that everybody there knows what it will
// remember. Pure.

export const INTRODUCTION = [
  'Hello! I take part here from now on: mention me or reply to me, and I answer.',
  'What I am asked to remember here, and what I learn from being spoken to, goes into a memory of this group alone, which everybody here can read with /memory show. The last messages here are read along, so that I know what you speak of.',
  'What anybody tells me in private stays there. /help lists what I can do.',
].join('\n\n');
