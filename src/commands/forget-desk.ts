// What /forget needs from the house. Types only.

import type { Principal, Scope, SessionKey } from '../contracts/index.js';
import type { Forgetting } from './forget-words.js';

export interface ForgetPlace {
  scope: Scope;
  /** The conversation that waits for it, whose lane is held meanwhile. */
  session: SessionKey;
  /** The command that asks for it. */
  row: number;
}

/** What somebody wants forgotten, and the command that says it, which is the last to give it up. */
export interface WishedText {
  text: string;
  row: number;
}

export interface ForgetDesk {
  /** In one memory alone. Goes on where a kill ended the same command. */
  forgetText(where: ForgetPlace, wish: WishedText, dry: boolean): Promise<Forgetting>;
  /** Ends what this command began before a kill and of which no word is left to name: what is in the way. Undefined: nothing was begun. */
  goOn(where: ForgetPlace): Promise<readonly string[] | undefined>;
  /** The text that this person wanted forgotten in this conversation a moment before. */
  wished(context: { session: SessionKey; who: Principal; row: number }): WishedText | undefined;
}
