// The tail of a session as the people in it said it: the file that agent/snapshot.ts writes, read back. Pure. Whatever stands
// behind a `>` is somebody's words, so nobody's words can begin another one's block.

export interface SaidLine {
  /** In the file, from 0. */
  at: number;
  text: string;
  who: string;
  /** Somebody else's words that they passed on. */
  passed: boolean;
}

export interface SnapshotLines {
  /** Of people, in their order. */
  said: SaidLine[];
  /** For each line of the file whether it belongs to the format; others were added by hand. */
  own: boolean[];
}

const HEAD = /^(\S.{0,120}), (?:\d{4}-\d{2}-\d{2} )?\d{2}:\d{2}:$/;
const TITLE = /^# \d{4}-\d{2}-\d{2} \d{2}:\d{2}$/;
const INTRO = 'The end of a conversation, word for word.';
const ASSISTANT = 'assistant';

/** Undefined for a file in another form. */
export function snapshotLines(lines: readonly string[]): SnapshotLines | undefined {
  const said: SaidLine[] = [];
  const own = lines.map((line) => line === INTRO || TITLE.test(line));
  let blocks = 0;
  for (let at = 0; at < lines.length; at++) {
    const name = HEAD.exec(lines[at] ?? '')?.[1];
    const blank = lines[at + 1]?.trim() === '' ? 1 : 0;
    if (name === undefined || !lines[at + 1 + blank]?.startsWith('>')) continue;
    blocks++;
    own[at] = true;
    const who = name.replace(/^`|`$/g, '');
    let fence = false;
    for (at += 1 + blank; lines[at]?.startsWith('>'); at++) {
      own[at] = true;
      const line = lines[at] ?? '';
      const passed = line.startsWith('> > ') || line === '> >';
      const text = line.slice(passed ? 4 : 2).replace(/^(\s*)\\(?=[#>=-])/, '$1');
      if (!passed && /^\s*(?:`{3}|~{3})/.test(text)) fence = !fence;
      else if (!(fence && !passed) && text.trim() !== '' && who !== ASSISTANT) said.push({ at, text, who, passed });
    }
    at--;
  }
  return blocks > 0 ? { said, own } : undefined;
}
