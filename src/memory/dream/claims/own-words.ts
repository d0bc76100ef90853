// Whose words a scope's own are: which of them may become its memory as they stand. Pure.

import type { Claim, LogEntry, Scope } from '../../../contracts/index.js';

/** Whether the scope's own people said so themselves. In a group only the owner speaks for it; others have their say in it. */
export function isMine(scope: Scope, { entries }: Pick<Claim, 'entries'>): boolean {
  return entries.some((entry) => isOwn(scope, entry));
}

function isOwn(scope: Scope, { trust, speaker, passedOn }: LogEntry): boolean {
  if (passedOn || speaker !== undefined) return false;
  return trust === 'owner' || (scope.kind === 'person' && trust === 'member');
}
