// What /forget needs from the house. Types only.

import type { Principal, Scope, SessionKey } from '../contracts/index.js';
import type { Forgetting } from './forget-words.js';

export interface ForgetDesk {
  /** In one memory alone. `session`: the conversation that waits for it, whose lane is held meanwhile. */
  forgetText(where: { scope: Scope; session: SessionKey }, text: string, dry: boolean): Promise<Forgetting>;
  /** The text that this person wanted forgotten in this conversation a moment ago. */
  wished(context: { session: SessionKey; who: Principal; row: number; now: number }): string | undefined;
}
