// What the eye cannot see in a text: such characters must not ride along where a person agrees to what they read. Pure.

/** Allowed where they do something: joiners and the emoji selector, one behind a visible character. */
const JOINING = '\\u200c\\u200d\\ufe0f';
/** Control, format, private and unassigned characters, and whatever fonts are told to ignore. */
const INVISIBLE = `(?![${JOINING}\\n\\t])[\\p{C}\\p{Default_Ignorable_Code_Point}]`;
const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
const UNSEEN = new RegExp(`${INVISIBLE}|[\\u2800\\u{1D159}]`, 'gu');
const unseen: readonly RegExp[] = [
  new RegExp(INVISIBLE, 'u'),
  // Blank letters, and line ends that not every screen shows as one.
  /[\u2800\u2028\u2029\u{1D159}]/u,
  new RegExp(`(?:^|\\s)[${JOINING}]|[\\u200c\\u200d][${JOINING}]|\\ufe0f\\ufe0f`, 'u'),
];

/** The text without them, its lines kept. */
export function onlySeen(text: string): string {
  return text.replace(LINE_ENDS, '\n').replace(UNSEEN, '');
}

export function hasUnseen(text: string): boolean {
  return unseen.some((pattern) => pattern.test(text));
}
