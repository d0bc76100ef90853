// What one kind of question under a reply is: its words, who may answer it, and what an answer makes of it. The asking, the
// reading of the answer and the ends of the rows are the same for all of them (../proposals.ts).

import type { Principal, Scope } from '../../../contracts/index.js';
import type { Delivery } from '../../../gateway/delivery.js';
import type { InboxRow } from '../../../gateway/inbox.js';
import type { Proposal } from '../../../gateway/proposals.js';
import type { Deliverable } from '../../../gateway/tool-messages.js';
import type { Memory } from '../../../memory/memory.js';
import type { EndingDeps } from '../ending.js';

export interface Decision {
  state: 'applied' | 'declined';
  text: string;
  /** Inside the transaction that ends the question. */
  also(): void;
  /** Behind it. Nothing may rest on it: a process may be killed in between. */
  after?(): Promise<void>;
}

export interface QuestionKind {
  /** Who may say yes or no in a conversation of that scope. */
  mayAnswer(who: Principal, scope: Scope): boolean;
  /** As it stands below the reply; undefined where there is nothing left to ask. `row`: whose turn brought it up. */
  text(proposal: Proposal, row: InboxRow): Promise<string | undefined>;
  /** What it does outside the database must be safe to repeat. Rejects with what a retry may help against. `row`: the answer. */
  decide(proposal: Proposal, yes: boolean, row: InboxRow): Promise<Decision>;
  /** It ended without an answer: takes back what was stored for it. Inside the transaction that ends it. */
  drop(proposal: Proposal): void;
  /** How it is without a yes: a sentence without its stop. */
  stays(proposal: Proposal): string;
  /** How it is after an answer, behind "That is decided already: ". */
  stands(proposal: Proposal, yes: boolean): string;
  /** What one would ask for again: `the change`, `it`. */
  readonly wanted: string;
}

export type KindName = 'file' | 'schedule' | 'message' | 'address';

/** What the kinds are made from. */
export interface QuestionDeps extends EndingDeps {
  memory: Memory;
  /** Where something is delivered by now, or in a sentence why nowhere. */
  deliveryOf(where: Deliverable): Delivery | string;
}

/** What nobody but the owner decides, in private. */
export function isOwnerInMain(who: Principal, scope: Scope): boolean {
  return scope.kind === 'main' && who.role === 'owner';
}

/** Who decides about what belongs to the conversation itself: its person, or whoever runs the group. */
export function decidesFor(who: Principal, scope: Scope): boolean {
  switch (scope.kind) {
    case 'main':
      return isOwnerInMain(who, scope);
    case 'person':
      return who.role !== 'stranger' && who.person === scope.person;
    case 'group':
      return who.role === 'owner' || who.role === 'admin';
  }
}
