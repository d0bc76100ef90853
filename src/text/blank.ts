// Whether there is anything to see. Pure.

/** White space, and characters that no screen shows or that show as a blank. */
const SEEN = /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Platforms refuse such a text as empty. */
export function isBlank(text: string): boolean {
  return !SEEN.test(text);
}
