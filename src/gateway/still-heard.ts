// Whether what was taken in earlier is still to be answered: since then the owner may have silenced the group, shut its author
// out, or taken an account away. Pure.

import type { Principal } from '../contracts/index.js';
import { sameScope } from '../memory/visibility.js';
import type { InboxRow } from './inbox.js';
import type { ChatPolicy } from './policy.js';
import { route } from './route.js';

/** `who` is the author as they stand now; `policy` and `home` are what holds now in the chat, and the id it had first. */
export function isStillHeard(
  { event, scope }: Pick<InboxRow, 'event' | 'scope'>,
  who: Principal,
  { policy, home }: { policy: ChatPolicy; home: string },
): boolean {
  const now = route(event, who, policy, home);
  if (now.verdict === 'refuse' || now.verdict === 'ignore') return false;
  // A group may have another id by now; a private chat is another's once its account is.
  return event.place === 'group' || sameScope(now.scope, scope);
}
