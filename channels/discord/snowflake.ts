// Discord's ids: 64-bit numbers that hold their own time of birth. Always strings here, and never a JavaScript number.

/** The first millisecond that an id can hold. */
const EPOCH = 1_420_070_400_000;

export function isNewer(id: string, than: string): boolean {
  return id.length === than.length ? id > than : id.length > than.length;
}

export function newest(ids: Iterable<string>): string | undefined {
  let best: string | undefined;
  for (const id of ids) if (best === undefined || isNewer(id, best)) best = id;
  return best;
}

/** The lowest id that something made at `ms` (since 1970) can have. */
export function idAt(ms: number): string {
  return (BigInt(Math.max(0, Math.floor(ms) - EPOCH)) << 22n).toString();
}

/** When the thing with this id was made, in milliseconds since 1970. */
export function timeOf(id: string): number {
  return Number(BigInt(id) >> 22n) + EPOCH;
}
