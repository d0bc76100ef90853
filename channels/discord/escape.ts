// Keeps plain text plain in Discord's Markdown: whatever Discord would read as a mark, a mention or a link gets a
// backslash, which it does not show. Pure.

export interface Surroundings {
  /** Whether the text begins a line, or the item of a list. */
  lineStart: boolean;
  /** Whether underscores in the message could be signs: then not even one inside a word may be bare. */
  underscores: boolean;
  /** Whether brackets could become a link, or end a label. */
  brackets: boolean;
}

const ANY = /[\\`*_~|[\]<@#>+\-.:]/;
/** The colon is that of an address: a link that was meant stands in brackets, and marks around a bare one would be part of it. */
const SIGN = /[\\`*_~|[\]]|(?<=\])\(|(?<=https?|steam):(?=\/\/)|<(?! )|@(?=everyone|here)/g;
/** Heading, small print, quote, list and numbered list. */
const LINE_START = /^([ \t]*)(?:(\d+)(?=\.(?:\s|$))|(?=#{1,3}(?:\s|$)|-#(?:\s|$)|>|[-+](?:\s|$)))/;

/** The text as it has to be written to be shown as it is. Letters of other scripts, addresses and emoji stay as they are. */
export function escaped(text: string, at: Surroundings): string {
  if (!ANY.test(text)) return text;
  return text
    .split('\n')
    .map((line, index) => {
      const safe = line.replace(SIGN, (sign, offset: number) =>
        mustEscape(line, sign, offset, at) ? `\\${sign}` : sign,
      );
      if (index === 0 && !at.lineStart) return safe;
      return safe.replace(LINE_START, (_, space: string, digits = '') => `${space}${digits}\\`);
    })
    .join('\n');
}

function mustEscape(line: string, sign: string, offset: number, at: Surroundings): boolean {
  const before = line.charAt(offset - 1);
  const after = line.charAt(offset + 1);
  switch (sign) {
    case '_':
      return at.underscores || !(/[A-Za-z0-9]/.test(before) && /[A-Za-z0-9]/.test(after));
    case '~':
    case '|':
      // What stands behind the edge of this stretch is not known here.
      return [before, after].some((one) => one === sign || one === '');
    case '[':
    case ']':
      return at.brackets;
    default:
      return true;
  }
}
