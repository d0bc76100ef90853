// Text for benchmarks, the same on every machine: words of an invented vocabulary with the frequencies of a natural
// language, English-looking and Chinese. Means nothing; what counts is how often terms meet.

/** Numbers from 0 to below 1, always the same for a seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Writer {
  /** A line of a daily log; one in five is Chinese. */
  line(): string;
  /** Lines of about so many characters, with headings. */
  document(characters: number): string;
  /** What somebody might ask: two to six words, mostly rarer ones. */
  query(): string;
}

const ENGLISH_WORDS = 30_000;
const CHINESE_WORDS = 8_000;
/** The most frequent English words are those of English, so that stop words are what they are in real text. */
const FREQUENT =
  'the of and to in a is that for it was on with as at by be this had not are but from or have an they which you were her all she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some could these two may first then do any like my now over such our man me even most made after also did many off before must well back through years where much your way down should because long each just state people those too mr how little good world make very year still see work life never day same another know while last might great old off come since go against right came take used himself few house use during without again place around however home small found thought went say part once general high upon school every'.split(
    ' ',
  );
const ONSETS = [
  'b',
  'br',
  'c',
  'ch',
  'd',
  'dr',
  'f',
  'fl',
  'g',
  'gr',
  'h',
  'j',
  'k',
  'l',
  'm',
  'n',
  'p',
  'pl',
  'r',
  's',
  'sh',
  'st',
  't',
  'tr',
  'v',
  'w',
];
const MIDDLES = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou', 'ar', 'en', 'in', 'or'];
const ENDS = ['', '', '', 'd', 'l', 'm', 'n', 'r', 's', 't', 'ck', 'ng'];
const FIRST_HAN = 0x4e00;
/** As many characters as people use. */
const HAN = 3_500;

export function writer(seed: number): Writer {
  const random = seeded(seed);
  const words = seeded(7);
  const english = zipf([...FREQUENT, ...many(ENGLISH_WORDS - FREQUENT.length, () => invented(words))], random);
  const chinese = zipf(
    many(CHINESE_WORDS, () => hanWord(words)),
    random,
  );
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';

  function line(): string {
    const clock = `${two(random() * 24)}:${two(random() * 60)}`;
    if (random() < 0.2) return `- ${clock} ${many(6 + random() * 18, chinese.draw).join('')}。`;
    const said = many(8 + random() * 16, english.draw);
    if (random() < 0.1) said.push(`${pick(ONSETS).toUpperCase()}X-${Math.floor(random() * 90_000) + 10_000}`);
    return `- ${clock} ${said.join(' ')}.`;
  }

  return {
    line,
    document(characters) {
      const lines: string[] = [];
      for (let length = 0, n = 0; length < characters; n++) {
        const next = n % 14 === 0 ? `${n > 0 ? '\n' : ''}## ${english.draw()} ${english.rare()}\n` : line();
        lines.push(next);
        length += next.length + 1;
      }
      return `${lines.join('\n')}\n`;
    },
    query() {
      if (random() < 0.2) return many(1 + random() * 3, chinese.draw).join('');
      return many(2 + random() * 5, () => (random() < 0.6 ? english.rare() : english.draw())).join(' ');
    },
  };
}

interface Drawer {
  draw(): string;
  /** One that is not among the hundred most frequent. */
  rare(): string;
}

/** Words drawn with a frequency of 1/rank. */
function zipf(words: readonly string[], random: () => number): Drawer {
  const sums: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= words.length; rank++) {
    sum += 1 / rank;
    sums.push(sum);
  }
  function at(value: number): string {
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    return words[low] ?? '';
  }
  const common = sums[99] ?? 0;
  return { draw: () => at(random() * sum), rare: () => at(common + random() * (sum - common)) };
}

function invented(random: () => number): string {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  return many(2 + random() * 2.4, () => pick(ONSETS) + pick(MIDDLES) + pick(ENDS)).join('');
}

function hanWord(random: () => number): string {
  const length = random() < 0.2 ? 1 : random() < 0.85 ? 2 : 3;
  return many(length, () => String.fromCodePoint(FIRST_HAN + Math.floor(random() ** 2 * HAN))).join('');
}

function many(count: number, make: () => string): string[] {
  return Array.from({ length: Math.floor(count) }, make);
}

function two(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}
