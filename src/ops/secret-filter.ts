// The one filter for everything printable: known secret values become a mark, whatever text they stand in.
// Never knows where a secret came from; it is handed the values.

import { valueFilter } from '../text/value-filter.js';

const MARK = '[secret]';

/** Returns a function that replaces each secret, also in its URL-encoded and base64 form, by `[secret]`. */
export function secretFilter(secrets: readonly string[]): (text: string) => string {
  return valueFilter(secrets.map((value) => ({ value, mark: MARK }))).hide;
}
