// When a server wants to be asked again, read from its answer's headers. Pure.

/** The wish in `retry-after-ms` (milliseconds) or `Retry-After` (seconds or an HTTP date), in milliseconds from `now`. */
export function retryAfterMs(headers: Headers | undefined, now: number): number | undefined {
  const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (exact >= 0) return Math.ceil(exact);
  const wish = headers?.get('retry-after')?.trim();
  if (!wish) return undefined;
  if (/^\d+(\.\d+)?$/.test(wish)) return Math.ceil(Number(wish) * 1000);
  const date = Date.parse(wish);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
