// Which script a text is written in, for texts of which one must be in the language of the other. Pure.

export type Script =
  | 'latin'
  | 'cyrillic'
  | 'greek'
  | 'arabic'
  | 'hebrew'
  | 'indic'
  | 'thai'
  | 'chinese'
  | 'japanese'
  | 'korean';

const letters: readonly (readonly [Script | 'han' | 'kana', RegExp])[] = [
  ['latin', /\p{Script=Latin}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['greek', /\p{Script=Greek}/u],
  ['arabic', /\p{Script=Arabic}/u],
  ['hebrew', /\p{Script=Hebrew}/u],
  [
    'indic',
    /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Gujarati}\p{Script=Gurmukhi}]/u,
  ],
  ['thai', /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u],
  ['han', /\p{Script=Han}/u],
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['korean', /\p{Script=Hangul}/u],
];
/** A character of these says as much as about three letters. */
const DENSE = 3;

/** Shares of the scripts in a text, together 1; empty for one without letters. Looks at its first 20,000 units. */
export function scriptShares(text: string): Map<Script, number> {
  const counts = new Map<Script | 'han' | 'kana', number>();
  for (const letter of text.slice(0, 20_000)) {
    const script = letters.find(([, pattern]) => pattern.test(letter))?.[0];
    if (script) counts.set(script, (counts.get(script) ?? 0) + (isDense(script) ? DENSE : 1));
  }
  const kana = counts.get('kana') ?? 0;
  const han = counts.get('han') ?? 0;
  // Japanese has both; one word of kana makes no Japanese of a Chinese text.
  const japanese = kana > 0 && kana * 8 >= han;
  const shares = new Map<Script, number>();
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  for (const [script, count] of counts) {
    const named = script === 'han' ? (japanese ? 'japanese' : 'chinese') : script === 'kana' ? 'japanese' : script;
    shares.set(named, (shares.get(named) ?? 0) + count / all);
  }
  return shares;
}

function isDense(script: Script | 'han' | 'kana'): boolean {
  return script === 'han' || script === 'kana' || script === 'korean';
}

/** The script of most of these texts, each as one voice however long; undefined where none has more than half. */
export function scriptOfMost(texts: readonly string[]): Script | undefined {
  const votes = new Map<Script, number>();
  let all = 0;
  for (const text of texts) {
    const [first] = [...scriptShares(text)].sort(([, one], [, other]) => other - one);
    if (!first) continue;
    votes.set(first[0], (votes.get(first[0]) ?? 0) + 1);
    all++;
  }
  return [...votes].find(([, count]) => count * 2 > all)?.[0];
}
