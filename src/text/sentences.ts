// Cuts text of any language into its sentences, each a part of the text as it stands. Judges nothing by its meaning.

const CJK_STOP = /[。！？｡؟।]/;
const STOP = /[.!?…]/;
const CLOSING = /[)\]}"'”’」』】》〉）］*_`]/;
/** A point behind these, or behind a number as in "3. März", ends nothing. */
const SHORT =
  /(?:^|[^\p{L}\p{N}])(?:\p{Lu}|\p{L}\.\p{L}|\d{1,2}|dr|mrs?|ms|st|prof|no|nr|vs|ca|bzw|evtl|inkl|zzgl|tel|str|etc|approx|ul|np|pan[ií]|sra?|mme|г|ул|им)\.$/iu;
/** What begins a line and is no part of what it says. */
const MARKER = /^(?:\s|>|[-*•·–]\s|#{1,6}\s|\d{1,3}[.)]\s|\[[ xX]\]\s)+/;
const LINES = /[\n\r\u2028\u2029\u0085\v\f]+/;

/** Without marks of lists and quotes and the white space around them; never without a word, never with a line end inside. Linear time. */
export function sentencesOf(text: string): string[] {
  return text.split(LINES).flatMap(sentencesOfLine);
}

function sentencesOfLine(line: string): string[] {
  const found: string[] = [];
  let start = line.match(MARKER)?.[0].length ?? 0;
  for (let at = start; at < line.length; at++) {
    const sign = line.charAt(at);
    const cjk = CJK_STOP.test(sign);
    if (!cjk && !STOP.test(sign)) continue;
    let end = at + 1;
    while (end < line.length && (STOP.test(line.charAt(end)) || CJK_STOP.test(line.charAt(end)))) end++;
    while (end < line.length && end < at + 8 && CLOSING.test(line.charAt(end))) end++;
    const after = line.charAt(end);
    const ends = cjk || after === '' || /\s/.test(after);
    if (ends && !(sign === '.' && SHORT.test(line.slice(Math.max(start, at - 8), at + 1)))) {
      found.push(line.slice(start, end).trim());
      start = end;
    }
    at = end - 1;
  }
  found.push(line.slice(start).trim());
  return found.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
