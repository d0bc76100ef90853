// The one decision about privacy: who may read and write whose memory. Pure, total, tested as a table.
// Must never look at names, paths or session keys, and must never be bypassed by a second rule elsewhere.

import type { Scope } from '../contracts/index.js';

/** Whose a file is: a scope's, or everybody's to read and nobody's to write. */
export type Owner = Scope | 'shared';

/** Whether both name the same memory. Ids are compared as they are; aliases are resolved before (folders.ts). */
export function sameScope(a: Scope, b: Scope): boolean {
  switch (a.kind) {
    case 'main':
      return b.kind === 'main';
    case 'person':
      return b.kind === 'person' && a.person === b.person;
    case 'group':
      return b.kind === 'group' && a.channel === b.channel && a.chat === b.chat;
    default:
      return false;
  }
}

/** `main` reads everything; everybody else reads what is shared and themselves. */
export function canRead(reader: Scope, source: Owner): boolean {
  if (source === 'shared') return true;
  return reader.kind === 'main' || sameScope(reader, source);
}

/** Nobody writes across scopes, `main` included; what is shared changes by the owner's hand or explicit yes. */
export function canWrite(writer: Scope, target: Owner): boolean {
  return target !== 'shared' && sameScope(writer, target);
}

/** An injective text for a database column. It is compared, never parsed back to decide anything. */
export function scopeId(owner: Owner): string {
  if (owner === 'shared') return JSON.stringify(['shared']);
  switch (owner.kind) {
    case 'main':
      return JSON.stringify(['main']);
    case 'person':
      return JSON.stringify(['person', owner.person]);
    case 'group':
      return JSON.stringify(['group', owner.channel, owner.chat]);
  }
}

/** Whose it is, in the words of the command line, which understands them again: `main`, `shared`, `person:ann`, `group:telegram:-100`. */
export function ownerName(owner: Owner): string {
  if (owner === 'shared') return 'shared';
  switch (owner.kind) {
    case 'main':
      return 'main';
    case 'person':
      return `person:${owner.person}`;
    case 'group':
      return `group:${owner.channel}:${owner.chat}`;
  }
}
