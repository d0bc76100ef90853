// Chance from a seed: the same month for the same number, on every machine.

export interface Random {
  /** 0 ≤ n < below. */
  int(below: number): number;
  chance(of: number): boolean;
  one<T>(list: readonly T[]): T;
  /** Different ones, in another order; at most as many as there are. */
  some<T>(list: readonly T[], count: number): T[];
}

export function seeded(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  const int = (below: number) => Math.floor(next() * below);
  return {
    int,
    chance: (of) => next() < of,
    one(list) {
      const found = list[int(list.length)];
      if (found === undefined) throw new Error('nothing to choose from');
      return found;
    },
    some(list, count) {
      const left = [...list];
      return Array.from({ length: Math.min(count, left.length) }, () => left.splice(int(left.length), 1)).flat();
    },
  };
}
