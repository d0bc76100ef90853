// Who may have something delivered, and where. Pure; the whole rule stands in one function, so that a table can test it.

import type { Principal, Scope } from '../contracts/index.js';
import { sameScope } from '../memory/visibility.js';

export interface ScheduleClaim {
  who: Principal;
  /** Of the chat in which it is asked for. */
  scope: Scope;
  via: 'command' | 'cli' | 'tool';
  /** A destination was named, be it this very chat. */
  named: boolean;
  /** The scope of where it is delivered. */
  target: Scope;
}

/** ask: only after the owner agreed to the exact text and the destination. */
export type ScheduleRight = 'yes' | 'ask' | 'no';

export function scheduleRight({ who, scope, via, named, target }: ScheduleClaim): ScheduleRight {
  const crosses = !sameScope(scope, target);
  switch (scope.kind) {
    case 'group':
      return !named && !crosses && (who.role === 'owner' || who.role === 'admin') ? 'yes' : 'no';
    case 'person':
      return !named && !crosses && who.role !== 'stranger' && who.person === scope.person ? 'yes' : 'no';
    case 'main':
      if (who.role !== 'owner') return 'no';
      return crosses && via === 'tool' ? 'ask' : 'yes';
  }
}
