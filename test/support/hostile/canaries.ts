// Words that give away whose they are wherever they turn up, even when only the beginning of one is left: one in Latin letters
// and one in Chinese, never used twice. Knows nothing of what they are planted in.

export interface Canaries {
  /** A fresh one of this scope, in both scripts; `root` is the word for where it is planted. */
  plant(scope: number, root: string): string;
  /** Fresh, and in Latin letters alone, as the name of a file needs it. */
  plain(scope: number, root: string): string;
  /** Where it was planted. */
  rootOf(sample: string): string;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const HAN = '雪山風林火海星河雲雨花鳥魚竹松梅石玉金木';
const LATIN = /qz([a-z])([a-z])[a-z]{6}/g;
const CHINESE = new RegExp(`鑿([${HAN}])([${HAN}])[${HAN}]{2}`, 'g');

export function newCanaries(random: () => number): Canaries {
  const roots = new Map<string, string>();
  const some = (alphabet: string, count: number): string =>
    Array.from({ length: count }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
  function keep(word: string, root: string): string {
    roots.set(word, root);
    return word;
  }
  const plain = (scope: number, root: string) => keep(`qz${pair(LETTERS, scope)}${some(LETTERS, 6)}`, root);
  return {
    plain,
    plant: (scope, root) => `${plain(scope, root)} ${keep(`鑿${pair(HAN, scope)}${some(HAN, 2)}`, root)}`,
    rootOf: (sample) => roots.get(sample) ?? 'unknown',
  };
}

/** Every canary in the text. */
export function canariesIn(text: string): string[] {
  return [...text.matchAll(LATIN), ...text.matchAll(CHINESE)].map(([word]) => word);
}

/** Of whom there are canaries in the text, each with one of them. */
export function ownersIn(text: string): Map<number, string> {
  const owners = new Map<number, string>();
  for (const [pattern, alphabet] of [
    [LATIN, LETTERS],
    [CHINESE, HAN],
  ] as const) {
    for (const [word, tens = '', ones = ''] of text.matchAll(pattern)) {
      owners.set(alphabet.indexOf(tens) * alphabet.length + alphabet.indexOf(ones), word);
    }
  }
  return owners;
}

function pair(alphabet: string, scope: number): string {
  return `${alphabet[Math.floor(scope / alphabet.length)]}${alphabet[scope % alphabet.length]}`;
}
