// The blocks in which a model is told things beside what people say, where it repeats them: they are for no person to read. Pure.
// Only what stands on lines of its own counts: whoever speaks about such a block keeps their words. A page or a file that was read
// for somebody is theirs to see.

/** As the agent writes them: the facts of a turn, and, with a mark on both ends, what was recalled, summed up or written since. */
const OPENS =
  /^[ \t]*<(?:(turn-facts)|(recalled|summary|written-since)(?: [a-z]{1,20}="[^"\n]{0,200}"){0,4} mark="([0-9a-f]{12})")>[ \t]*$/gm;
/** The last line of a text that still grows, where it may become one. */
const HALF = /(?:^|\n)[ \t]*<[a-z_-]{0,20}(?: [^>\n]{0,900})?$/;
/** So much of the end is looked at, UTF-16 units. */
const TAIL = 1_000;

/**
 * The text without them; one that does not end goes on to the end. In a text that is whole (not `grows`) an end without its
 * mark counts, too, where there is no other: models copy badly.
 */
export function withoutFrames(text: string, grows = false): string {
  if (!/<(?:turn-facts>|[^>\n]+ mark=")/.test(text)) return text;
  const kept: string[] = [];
  let at = 0;
  for (const { 0: line, 1: facts, 2: tag, 3: mark, index } of text.matchAll(OPENS)) {
    if (index < at) continue;
    kept.push(text.slice(at, index).trimEnd());
    const ends = facts === undefined ? [`</${tag} mark="${mark}">`] : [`</${facts}>`];
    if (!grows && tag !== undefined) ends.push(`</${tag}>`);
    at = endBehind(text, ends, index + line.length);
    if (at === text.length) break;
  }
  if (at === 0) return text;
  return [...kept, text.slice(at).trimStart()].filter((one) => one !== '').join('\n\n');
}

/** Behind the first of these lines that there is. */
function endBehind(text: string, ends: readonly string[], from: number): number {
  for (const end of ends) {
    const found = text.indexOf(`\n${end}`, from);
    if (found >= 0) return found + 1 + end.length;
  }
  return text.length;
}

/** Without a last line that may become the beginning of one. */
export function withoutHalfFrame(text: string): string {
  const tail = text.slice(-TAIL);
  const found = HALF.exec(tail);
  return found ? text.slice(0, text.length - tail.length + found.index) : text;
}
