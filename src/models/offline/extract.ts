// An extractive summary: the sentences that carry most, in their order, and every name, number and path that would be
// lost otherwise. Pure. Score: mean frequency of a sentence's terms (SumBasic, Nenkova & Vanderwende 2005), raised for
// what cannot be said in other words.

import { queryTerms, terms } from '../../text/segment.js';
import { truncate } from '../../text/truncate.js';

/** Paths, URLs, identifiers, dates and numbers. */
const EXACT =
  /https?:\/\/[^\s)\]>"'`，。]+|(?<![\w.-])[\w.-]*\/[\w./-]+|(?<![\w-])[\w-]+\.[A-Za-z]\w{0,5}\b|\b\d[\d.,:\-/]*\d\b|\b\d+\b|\b[A-Za-z]+[_-]?\d[\w-]*\b|\b[a-z]+(?:_[a-z0-9]+)+\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z]{2,}[A-Z0-9_-]*\b/g;
const ENDS = /(?<=[.!?…])\s+|(?<=[。！？])|\n+/u;

/**
 * At most `budget` characters of the most telling sentences of `text`, one a line, and behind them the exact words
 * (numbers, paths, identifiers) that no kept sentence holds, as far as a quarter of the budget goes.
 */
export function extract(text: string, budget: number): string {
  const sentences = unique(text.split(ENDS).map((one) => one.replace(/^[\s>*#-]+/, '').trim()));
  if (sentences.length === 0) return '';
  const frequency = new Map<string, number>();
  for (const sentence of sentences) {
    for (const term of new Set(terms(sentence))) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  const scored = sentences.map((sentence, at) => ({ sentence, at, score: scoreOf(sentence, frequency) }));
  scored.sort((a, b) => b.score - a.score || a.at - b.at);

  const forSentences = budget * 0.75;
  const kept: typeof scored = [];
  let used = 0;
  for (const one of scored) {
    if (used + one.sentence.length > forSentences && kept.length > 0) continue;
    kept.push(one);
    used += one.sentence.length + 3;
  }
  kept.sort((a, b) => a.at - b.at);
  const lines = kept.map((one) => `- ${truncate(one.sentence, budget)}`);
  const lost = exactWords(text, lines.join('\n'), budget - used);
  return lost === '' ? lines.join('\n') : `${lines.join('\n')}\n- ${lost}`;
}

function scoreOf(sentence: string, frequency: ReadonlyMap<string, number>): number {
  const found = queryTerms(sentence);
  const mean = found.reduce((sum, term) => sum + (frequency.get(term) ?? 0), 0) / Math.max(found.length, 3);
  const exact = sentence.match(EXACT)?.length ?? 0;
  return mean + Math.min(exact, 4) * 0.75;
}

function exactWords(text: string, kept: string, budget: number): string {
  let line = '';
  for (const word of unique(text.match(EXACT) ?? [])) {
    if (kept.includes(word) || line.length + word.length + 2 > budget) continue;
    line += line === '' ? word : `, ${word}`;
  }
  return line;
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)].filter((one) => one !== '');
}
