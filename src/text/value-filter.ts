// Puts a mark in the place of known values, whatever text they stand in and however they are written there: as they are, in a
// URL, in base64, hexadecimal or JSON, a card in other groups, the lines of a block one by one. Pure; never keeps what it saw.

export interface KnownValue {
  value: string;
  mark: string;
}

/** Shorter values would make nonsense of ordinary words and protect nothing. */
const SHORTEST = 4;
const SHORTEST_LINE = 16;
const SHORTEST_CODED = 8;

export interface ValueFilter {
  hide(text: string): string;
  /** Characters at the end of a text that may be the beginning of a value whose rest is still to come. */
  openEnd(text: string): number;
}

/** `words`: a value of letters alone, or of a few digits, counts only as a word of its own. */
export function valueFilter(values: readonly KnownValue[], { words = false } = {}): ValueFilter {
  const marks = new Map<string, string>();
  for (const { value, mark } of values) {
    if (value.length < SHORTEST) continue;
    for (const form of formsOf(value)) if (!marks.has(form)) marks.set(form, mark);
  }
  if (marks.size === 0) return { hide: (text) => text, openEnd: () => 0 };
  const forms = [...marks.keys()].sort((a, b) => b.length - a.length);
  const source = forms.map((form) =>
    words && isWord(form) ? `(?<![A-Za-z0-9])${escaped(form)}(?![A-Za-z0-9])` : escaped(form),
  );
  const pattern = new RegExp(source.join('|'), 'g');
  return {
    hide: (text) => text.replace(pattern, (form) => marks.get(form) ?? ''),
    openEnd(text) {
      let open = 0;
      for (const form of forms) {
        for (let size = Math.min(form.length - 1, text.length); size > open; size--) {
          if (text.endsWith(form.slice(0, size))) open = size;
        }
      }
      return open;
    },
  };
}

/** Hides values in a text that comes piece by piece; what may be the beginning of one waits for what follows. */
export function pieceFilter(filter: () => ValueFilter): { push(piece: string): string; end(): string } {
  let waiting = '';
  return {
    push(piece) {
      waiting += piece;
      const { hide, openEnd } = filter();
      const done = waiting.length - openEnd(waiting);
      const text = waiting.slice(0, done);
      waiting = waiting.slice(done);
      return hide(text);
    },
    end() {
      const text = filter().hide(waiting);
      waiting = '';
      return text;
    },
  };
}

function formsOf(value: string): string[] {
  const bare = value.replace(/[.!?]+$/, '');
  const digits = value.replace(/[ -]/g, '');
  const cards = /^\d{13,19}$/.test(digits) ? [digits, grouped(digits, ' '), grouped(digits, '-')] : [];
  const lines = /\s|\\n/.test(value)
    ? value.split(/[\r\n]+|\\[rn]/).filter((line) => line.length >= SHORTEST_LINE)
    : [];
  const plain = [value, ...(bare.length >= SHORTEST ? [bare] : []), ...cards, ...lines];
  return plain.flatMap((form) => [form, urlForm(form), inJson(form), ...coded(form)]);
}

function grouped(digits: string, sign: string): string {
  return digits.replace(/\d{4}(?=\d)/g, `$&${sign}`);
}

function coded(form: string): string[] {
  const bytes = Buffer.from(form);
  const whole = bytes.toString('base64');
  const hex = bytes.toString('hex');
  return [whole, ...[0, 1, 2].flatMap((lead) => inside(bytes, lead)), hex, hex.toUpperCase()].filter(
    (one) => one.length >= SHORTEST_CODED,
  );
}

/** The characters of base64 that are the value's alone, wherever in a longer text it stands. */
function inside(bytes: Buffer, lead: number): string[] {
  const text = Buffer.concat([Buffer.alloc(lead), bytes]).toString('base64');
  const sure = text.slice([0, 2, 3][lead], Math.floor(((lead + bytes.length) * 8) / 6));
  return [sure, sure.replaceAll('+', '-').replaceAll('/', '_')];
}

function urlForm(value: string): string {
  return encodeURIComponent(value.replace(/\p{Cs}/gu, ''));
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function isWord(form: string): boolean {
  return /^[A-Za-z]+$|^\d{1,8}$/.test(form);
}

function escaped(form: string): string {
  return form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
