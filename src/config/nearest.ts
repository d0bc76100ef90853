// The spelling that somebody probably meant. Never guesses when nothing is near.

/** The candidate nearest to `word` by edit distance, if near enough to be a slip; case, `-` and `_` count for nothing. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const plain = plainForm(word);
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const other = plainForm(candidate);
    const distance = editDistance(plain, other);
    if (distance < least && distance <= Math.max(1, Math.floor(Math.max(plain.length, other.length) / 3))) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

function plainForm(word: string): string {
  return word.toLowerCase().replace(/[-_]/g, '').slice(0, 64);
}

/** Damerau–Levenshtein, optimal string alignment: insert, delete, replace, or swap of neighbours, one each. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
