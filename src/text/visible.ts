// What the eye cannot see in a text: such characters must not ride along where a person agrees to what they read. Pure.

/**
 * Control, format, bidi, tag, private and unassigned characters, blank letters, and the variation selectors that carry no
 * appearance. Joiners and the emoji selector stay: words and pictures need them.
 */
const UNSEEN =
  /[^\P{C}\n\t\u200c\u200d]|[\u{E0100}-\u{E01EF}\u{FE00}-\u{FE0D}]|[\u115F\u1160\u3164\uFFA0\u2800]|\u034F/u;

export function hasUnseen(text: string): boolean {
  return UNSEEN.test(text);
}
