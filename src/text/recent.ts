// A pure function that remembers its last answers: for work that is asked for again within moments.

/** `of` with the last `max` answers kept by their key; a key must say everything that the answer depends on. */
export function recently<T>(max: number, of: (key: string) => T): (key: string) => T {
  const kept = new Map<string, T>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const answer = of(key);
    kept.set(key, answer);
    const oldest = kept.keys().next().value;
    if (kept.size > max && oldest !== undefined) kept.delete(oldest);
    return answer;
  };
}
