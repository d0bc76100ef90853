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
