// A text as its reader sees it, for finding patterns: full-width letters as plain ones, what is invisible left out, each
// character with its place in the original. Pure; linear.

export interface PlainForm {
  plain: string;
  /** The piece of the original that these characters of `plain` come from. */
  originOf(from: number, to: number): { from: number; to: number };
}

/** A character with what is written onto it; the letters of one Korean syllable, where they stand apart. */
const CLUSTER = /[\u1100-\u11ff]+|[\s\S][\u0300-\u036f\u3099\u309a]*/gu;
const INVISIBLE =
  /\u034f|\u17b4|\u17b5|\u200d|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\u180b-\u180d]|[\ufe00-\ufe0f]/g;

export function plainForm(text: string): PlainForm {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
  if (/^[\x00-\x7f]*$/.test(text)) return { plain: text, originOf: (from, to) => ({ from, to }) };
  const starts: number[] = [];
  const ends: number[] = [];
  const pieces: string[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const piece =
      cluster < '\u0080' && cluster.length === 1 ? cluster : cluster.normalize('NFKC').replace(INVISIBLE, '');
    pieces.push(piece);
    for (let i = 0; i < piece.length; i++) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  return {
    plain: pieces.join(''),
    originOf: (from, to) => ({ from: starts[from] ?? text.length, to: ends[to - 1] ?? text.length }),
  };
}
