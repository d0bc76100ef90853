// Where a link on a page leads to. Pure.

import { keyOf, readAddress } from './address.js';
import { urlIn } from './url-in.js';

/** Undefined for what does not lead to a web page, and for what leads to another place of the same. */
export function linkIn(written: string | undefined, from: URL): { url: URL; address: string } | undefined {
  const link = written?.trim() ?? '';
  const target = link === '' || link.startsWith('#') ? undefined : urlIn(link, from.href);
  if (!target) return undefined;
  try {
    const url = readAddress(target.href);
    return { url, address: keyOf(url) };
  } catch {
    return undefined;
  }
}
