// `/why WORDS`: where what this chat remembers of something comes from. Searches as its chat may, and nothing else.

import { sentences } from '../text/sentence.js';
import type { CommandContext, CommandServices } from './command.js';
import { foundLines, originSentence, quotedLine } from './origin-words.js';

const MOST_HITS = 3;
const MOST_LINES = 5;

export async function whyKnown(
  { memory, scope }: Pick<CommandContext, 'memory' | 'scope'>,
  { timezone }: Pick<CommandServices, 'timezone'>,
  words: string,
): Promise<string> {
  const answer = await memory.search(words, { limit: MOST_HITS, corpus: 'memory' });
  if (answer.disabled !== undefined) return sentences(`I cannot search my memory: ${answer.disabled}`);
  const lines = answer.hits.flatMap((hit) => foundLines(hit, words)).slice(0, MOST_LINES);
  if (lines.length === 0) return 'I remember nothing here about that.';
  return lines
    .map(({ path, line, text }) => {
      const [origin] = memory.originsOf(path, [text]);
      const where = `${path}:${line}`;
      return [quotedLine(text), ...(origin ? [`${where}: ${originSentence(origin, scope, timezone)}`] : [where])].join(
        '\n',
      );
    })
    .join('\n\n');
}
