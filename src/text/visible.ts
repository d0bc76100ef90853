// What the eye cannot see in a text: such characters must not ride along where a person agrees to what they read. Pure.

/** Allowed where they do something: joiners and the emoji selector, one behind a visible character. */
const JOINING = '\\u200c\\u200d\\ufe0f';
const unseen: readonly RegExp[] = [
  // Control, format, private and unassigned characters, and whatever fonts are told to ignore.
  new RegExp(`(?![${JOINING}\\n\\t])[\\p{C}\\p{Default_Ignorable_Code_Point}]`, 'u'),
  // Blank letters, and line ends that not every screen shows as one.
  /[\u2800\u2028\u2029\u{1D159}]/u,
  new RegExp(`(?:^|\\s)[${JOINING}]|[\\u200c\\u200d][${JOINING}]|\\ufe0f\\ufe0f`, 'u'),
];

export function hasUnseen(text: string): boolean {
  return unseen.some((pattern) => pattern.test(text));
}
