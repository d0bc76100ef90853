// Words of others that came to the owner: a page, a passed-on text, a group. They become lasting memory only by the owner's yes
// to the exact difference, and a line of the day only as a statement. Pure.

import type { Scope, Trust } from '../contracts/index.js';

/** In the private chat of the owner nobody else speaks: such words came in through something that was read or passed on. */
export function isOthers(scope: Scope, trust: Trust): boolean {
  return scope.kind === 'main' && (trust === 'web' || trust === 'member');
}

/** As a statement, so that it can never be read as what the owner wants. */
export function asStatement(line: string, trust: Trust): string {
  const lead = trust === 'web' ? 'A web page said: ' : 'Somebody said: ';
  return line.startsWith(lead) ? line : `${lead}${line}`;
}
