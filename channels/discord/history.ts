// Whether a message of ours stands in a chat although nobody told us so: found by author and exact words, in what was
// written since. Reads only.

import { z } from 'zod';
import { type Piece, withMark } from './outbound.js';
import type { Rest } from './rest.js';
import { idAt, newest } from './snowflake.js';

/** What this machine's time and Discord's may differ. */
const SKEW_MS = 5_000;
const PAGE = 100;
const MOST_PAGES = 5;

const listed = z.array(
  z.object({
    id: z.string().regex(/^\d{1,20}$/),
    author: z.object({ id: z.string() }),
    content: z.string().catch(''),
    attachments: z.array(z.unknown()).catch([]),
  }),
);

export interface Search {
  channel: string;
  bot: string;
  piece: Piece;
  /** Epoch milliseconds. */
  since: number;
  /** Messages of ours that are known to be others. */
  others: readonly string[];
}

/** Its id, 'absent', or 'unknown' where the bot may not read what was written. Throws a DiscordError. */
export async function lookUp(search: Search, rest: Rest): Promise<{ id: string } | 'absent' | 'unknown'> {
  const { channel, bot, piece, since, others } = search;
  const words = [piece.text.trim(), withMark(piece.text).trim()];
  const list = (query: Record<string, string>) =>
    rest.call({ method: 'GET', route: `/channels/${channel}/messages`, query, doing: 'show what was written' }, listed);
  let after = idAt(since - SKEW_MS);
  for (let page = 0; page < MOST_PAGES; page++) {
    const found = await list({ after, limit: String(PAGE) });
    const ours = found.find(
      ({ id, author, content, attachments }) =>
        author.id === bot &&
        words.includes(content.trim()) &&
        attachments.length === piece.files.length &&
        !others.includes(id),
    );
    if (ours) return { id: ours.id };
    if (page === 0 && found.length === 0) {
      // Without permission the list is simply empty. A chat in which we answer is not.
      return (await list({ limit: '1' })).length > 0 ? 'absent' : 'unknown';
    }
    if (found.length < PAGE) return 'absent';
    after = newest(found.map(({ id }) => id)) ?? after;
  }
  return 'unknown';
}
