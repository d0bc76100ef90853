// How a text looks that a machine drew by lot, and how one that a person made up as a password. Pure; knows no service and no
// language. Says only what something looks like, never that it is a secret.

/** Letters and digits by kind, in the order in which they change. */
const classOf = (code: number) => (code < 58 ? 1 : code < 91 ? 2 : 3);

/** Of neighbours that are letters or digits, the share of those of different kinds: about 0.6 by lot, below 0.35 in words. */
function changes(text: string): number {
  const bare = text.replace(/[^A-Za-z0-9]/g, '');
  if (bare.length < 2) return 0;
  let count = 0;
  for (let i = 1; i < bare.length; i++) if (classOf(bare.charCodeAt(i)) !== classOf(bare.charCodeAt(i - 1))) count++;
  return count / (bare.length - 1);
}

/** Words set together: `getUserById2`, `parseHTTPRequest`. */
function isCamel(text: string): boolean {
  const letters = text.replace(/[^A-Za-z]/g, '');
  const words = letters.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.every((word) => (word.length >= 2 && /[aeiouy]/i.test(word)) || /^[A-Z]{2,5}$/.test(word));
}

/** Capitals, small letters and, but in a long one, digits in places where nobody puts them. */
export function isScrambled(text: string): boolean {
  if (!/[a-z]/.test(text) || !/[A-Z]/.test(text)) return false;
  if (!/\d/.test(text) && text.length < 10) return false;
  return changes(text) >= 0.36 && !isCamel(text);
}

/** Sixteen bytes at least, as digits of base 16. */
export function isHexKey(text: string): boolean {
  return (
    /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{48}|[0-9a-f]{64}|[0-9a-f]{128}|[0-9A-F]{32}|[0-9A-F]{64})$/.test(text) &&
    /[a-f]/i.test(text) &&
    /\d/.test(text)
  );
}

/** The seed of a second factor, as digits of base 32. */
export function isSeedKey(text: string): boolean {
  return /^[A-Z2-7]{16,64}$/.test(text) && /[2-7]/.test(text) && /[A-Z].*[A-Z]/.test(text);
}

/** Letters, digits and a sign as in a password, and as in nothing else that is written in one word. */
export function isPasswordLike(word: string): boolean {
  if (word.length < 7 || !/^[!-~]+$/.test(word) || /["'`<>(){}[\]\\/;,|]|[=&:].|\.[a-z]{2,}/.test(word)) return false;
  if (!/[A-Za-z]/.test(word) || !/\d/.test(word) || /#\d+$/.test(word)) return false;
  if (word.length >= 10 && isScrambled(word)) return true;
  const sign = /[A-Za-z\d][!#$%^*~?@_-][A-Za-z\d]/.test(word);
  const isAllKinds = /[a-z]/.test(word) && /[A-Z]/.test(word) && /[!#$%^*~]/.test(word.slice(1));
  return (
    (isAllKinds && !/^[^!#$%^*~]+[!]+$/.test(word)) ||
    (isAllKinds && /\d{2}[!]+$/.test(word)) ||
    (sign && /[!#$%^*~?][A-Za-z]/.test(word.slice(1)))
  );
}
