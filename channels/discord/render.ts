// A reply in Markdown as Discord takes it: the text in Discord's own dialect, cut into messages. Mentions in it are text
// here already; the adapter forbids them besides. Pure and deterministic; knows nothing of the network.

import { isVisible } from '../../src/text/blocks.js';
import { parseMarkdown } from '../../src/text/markdown.js';
import { cut } from '../../src/text/reply-cut.js';
import { layOut } from '../../src/text/reply-layout.js';
import { slice } from '../../src/text/reply-slice.js';
import { discordDialect } from './dialect.js';
import { markup } from './markup.js';

/** Discord counts code points; UTF-16 units are never fewer, so this holds by either count. */
const MESSAGE_UNITS = 2_000;

/**
 * The messages that show a text, in order; none if it is blank. No part is longer than `limit` UTF-16 units (at least
 * 100), its marks included. `prefix` is plain text in front of the first and counts.
 */
export function discordParts(markdown: string, options: { limit?: number; prefix?: string } = {}): string[] {
  const { limit = MESSAGE_UNITS, prefix = '' } = options;
  if (!isVisible(markdown)) return [];
  const layout = layOut(parseMarkdown(markdown), discordDialect(limit), prefix);
  const partOf = (start: number, end: number) => markup(slice(layout, start, end));
  return cut(layout, limit, (start, end) => partOf(start, end).length / limit)
    .filter(([start, end]) => isVisible(layout.text.slice(start, end)))
    .map(([start, end]) => partOf(start, end));
}
