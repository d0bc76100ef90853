// The one filter for everything printable: known secret values become a mark, whatever text they stand in.
// Never knows where a secret came from; it is handed the values.

const MARK = '[secret]';
/** Shorter values would make nonsense of ordinary words and protect nothing. */
const SHORTEST = 4;

/** Returns a function that replaces each secret, also in its URL-encoded and base64 form, by `[secret]`. */
export function secretFilter(secrets: readonly string[]): (text: string) => string {
  const forms = secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [secret, urlForm(secret), Buffer.from(secret).toString('base64')]);
  if (forms.length === 0) return (text) => text;
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g');
  return (text) => text.replace(pattern, MARK);
}

function urlForm(secret: string): string {
  return encodeURIComponent(secret.replace(/\p{Cs}/gu, ''));
}
