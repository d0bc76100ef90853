// Anybody's words on a terminal. Pure.

/** Nothing in it steers: an escape sequence could rewrite what the screen shows or feed the shell. Lines end in `\n`. */
export function forTerminal(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu, '');
}
