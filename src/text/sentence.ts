// An error's words as sentences that a person can read. Pure.

/** The message with a full stop, a capital where it begins with a plain word, and the remedy behind it. */
export function sentences(message: string, remedy = ''): string {
  const said = message.replace(/^[a-z](?=[a-z]*[\s,])/, (letter) => letter.toUpperCase());
  return `${/[.!?。！？]$/.test(said) ? said : `${said}.`} ${remedy}`.trim();
}
