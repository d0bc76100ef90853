// What stands in the place of a secret: its kind in plain words, and nothing of it. Pure. A mark is never marked again.

/** What a secret can be, in the words of its mark. */
export type SecretKind = 'API key' | 'token' | 'private key' | 'card number' | 'password' | 'seed phrase' | 'secret';

const MARKS = /\[secret(?: [0-9a-z]{4})?: (?:API key|token|private key|card number|password|seed phrase|secret)\]/g;
/** What stands for a value of the configuration wherever that is shown. */
const CONFIGURED = '[secret]';

/** `tag` tells the marks of one message from those of others; absent where none of them has to be found again. */
export function secretMark(kind: SecretKind, tag?: string): string {
  return tag === undefined ? `[secret: ${kind}]` : `[secret ${tag}: ${kind}]`;
}

/** Where marks stand. */
export function marksIn(text: string): { from: number; to: number }[] {
  if (!text.includes('[secret')) return [];
  return [...text.matchAll(MARKS)].map(({ 0: mark, index }) => ({ from: index, to: index + mark.length }));
}

/** Whether a text, which is to be kept as somebody's value, holds what only stands for one. */
export function holdsMark(text: string): boolean {
  return text.includes(CONFIGURED) || marksIn(text).length > 0;
}
