// One part of a relative path that somebody else wrote: whether every disk takes it for a plain name. Pure; must never decode
// anything, or decide who may see what is there.

/**
 * False for what is empty, hidden, `~`, `..`, or ends in dots or spaces, and for what holds a backslash, a colon (drive
 * letters, streams of NTFS), `~1` (the short names of Windows), control characters or lone surrogates.
 */
export function isPlainPart(part: string): boolean {
  if (part === '' || part.startsWith('.') || part.startsWith('~') || /[. ]$/.test(part)) return false;
  return !/[\p{Cc}\\:]|~\d|\p{Cs}|[\u2028\u2029]/u.test(part);
}

export function hasPercentCode(part: string): boolean {
  return /%[0-9a-f]{2}|%u[0-9a-f]{4}/i.test(part);
}
