// The words of a wallet's seed, wherever they stand and however they are set apart. Pure; linear.

import type { Span } from './secret-shapes.js';
import { isSeedWord } from './seed-words.js';

/** Twelve words of such a length behind each other, numbered or not: most texts have no such run. */
const WORTH_A_LOOK = /(?:(?<![A-Za-z])[A-Za-z]{3,8}[\s,.;:)>|*\d-]{1,10}){11}[A-Za-z]{3,8}(?![A-Za-z])/;
/** What may stand between two of them. */
const BETWEEN = /^[\s,;>|*-]{0,6}(?:\d{1,2}[.):-]{0,2}\s{0,3})?$/;
const BETWEEN_ALONE = /^[\s>|*-]{0,6}(?:\d{1,2}[.):-]{0,2}\s{0,3})?$/;
/** A list of things is set apart by commas too, so that those count only where a seed is spoken of. */
const SPOKEN_OF =
  /seed|mnemonic|recovery|backup|wallet|ledger|trezor|metamask|phrase|frase|wörter|助[记記]|シード|ニーモ|リカバリー|시드|니모닉|복구/i;
const SHORTEST = 12;
/** A longer run is some seeds behind each other, whose words differ, or the same words over and over. */
const LONGEST = 30;

export function seedPhrases(plain: string): Span[] {
  if (!WORTH_A_LOOK.test(plain)) return [];
  const spans: Span[] = [];
  const between = SPOKEN_OF.test(plain) ? BETWEEN : BETWEEN_ALONE;
  let run = begun(0, 0);
  const end = () => {
    const { from, to, words } = run;
    const isOne = words.length <= LONGEST || new Set(words).size * 2 > words.length;
    if (words.length >= SHORTEST && isOne) spans.push({ from, to, kind: 'seed phrase' });
  };
  for (const { 0: word, index } of plain.matchAll(/[A-Za-z]+/g)) {
    const to = index + word.length;
    const isOne = isSeedWord(word);
    if (isOne && run.words.length > 0 && index - run.to <= 12 && between.test(plain.slice(run.to, index))) {
      run.to = to;
      run.words.push(word);
      continue;
    }
    end();
    run = isOne ? begun(index, to, word) : begun(0, 0);
  }
  end();
  return spans;
}

function begun(from: number, to: number, ...words: string[]) {
  return { from, to, words };
}
