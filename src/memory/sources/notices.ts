// What a person should know about files that are not searched: one sentence a reason, however many files. Pure.

import { oneLine } from '../../text/truncate.js';

const MAX_NAMED = 3;

const reasons = {
  both: 'has the old name, and only MEMORY.md is read; move what you need there and delete it',
  large: 'is larger than 4 MB; split it',
  linked: 'has a second name (a hard link), so nobody can say whose it is; put a copy in its place',
  name: 'has a name that cannot be shown safely; rename it',
  vendor: 'is a folder named like one for other people’s code; rename it if its notes are yours',
  unclaimed: 'lies in the folder of a chat or person that I do not know; it is searched once they have written to me',
  deep: 'is nested too deeply',
  unreadable: 'cannot be read; check whom it belongs to',
  missing: 'is not there (yet)',
  moved: 'has become a link, or stands behind one; start again to follow it',
  kind: 'is neither a folder nor a .md, .markdown or .txt file',
  covered: 'has an entry already, and the first one counts',
} as const;

export type NoticeReason = keyof typeof reasons;

export interface Notices {
  add(reason: NoticeReason, path: string): void;
  /** `memory/a.md is not searched: it …`, in the order in which the reasons turned up. */
  sentences(): string[];
}

export function newNotices(): Notices {
  const found = new Map<NoticeReason, string[]>();
  return {
    add(reason, path) {
      const paths = found.get(reason);
      if (paths) paths.push(path);
      else found.set(reason, [path]);
    },
    sentences: () => [...found].map(([reason, paths]) => sentence(reason, paths)),
  };
}

function sentence(reason: NoticeReason, paths: readonly string[]): string {
  const named = paths.slice(0, MAX_NAMED).map((path) => oneLine(path, 160));
  const more = paths.length - named.length;
  const who = more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
  const each = paths.length > 1 ? 'each' : 'it';
  return `${who} ${paths.length > 1 ? 'are' : 'is'} not searched: ${each} ${reasons[reason]}.`;
}
