// Numbers as people read them in a sentence. Pure.

/** `41,200`: whole, in groups of three. */
export function amount(n: number): string {
  return String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 file`, `4,120 files`. */
export function counted(n: number, one: string): string {
  return `${amount(n)} ${one}${n === 1 ? '' : 's'}`;
}

/** `once`, `twice`, `3 times`. */
export function timesOf(n: number): string {
  if (n === 1) return 'once';
  return n === 2 ? 'twice' : `${amount(n)} times`;
}

/** A length of time in its largest whole unit: `12 s`, `3 min`, `2 h`, `5 days`. Negative is none. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return seconds < 129_600 ? `${Math.round(seconds / 3_600)} h` : counted(Math.round(seconds / 86_400), 'day');
}
