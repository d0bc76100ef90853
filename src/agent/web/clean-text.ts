// A page's characters without those that nobody sees, which could tell a model what no reader is told. Pure.

/** They may stay where they do something: one, between visible characters. */
const JOINING = '\\u200c\\u200d\\ufe0f';
/** Control, format, private, unassigned and ignorable characters, and blank letters; line ends and tabs may stay. */
const UNSEEN = new RegExp(`(?![\\n\\t${JOINING}])[\\p{C}\\p{Default_Ignorable_Code_Point}\\u2800\\u{1D159}]`, 'gu');
const LOOSE = new RegExp(
  `(?<=^|\\s)[${JOINING}]+|(?<=[${JOINING}])[${JOINING}]+|[\\u200c\\u200d](?=[${JOINING}]*(?:\\s|$))`,
  'gu',
);
const LINE_ENDS = /\r\n?|[\u2028\u2029\u0085]/g;

export function cleanText(text: string): string {
  return text.replace(LINE_ENDS, '\n').replace(UNSEEN, '').replace(LOOSE, '');
}
