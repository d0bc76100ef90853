// What /privacy asks of the house. Types only.

import type { Scope } from '../contracts/index.js';

/** As in memory/privacy.ts. */
export interface PrivacyWish {
  remember?: 'on' | 'mentioned' | 'off';
  /** 0: for ever. */
  days?: number;
}

/** What is remembered of a scope. */
export interface Remembered {
  /** Of people and the assistant, in conversations; `atLeast` where there are too many to be counted at once. */
  messages: number;
  atLeast: boolean;
  logs: number;
  /** Ends of conversations. */
  snapshots: number;
  longTermLines: number;
  files: number;
  /** YYYY-MM-DD of the oldest; absent where there is nothing. */
  since?: string;
}

export interface PrivacyHere {
  rule: { remember: 'on' | 'mentioned' | 'off'; days?: number };
  remembered: Remembered;
  /** How long is kept what went through, in days. */
  passing: { messagesDays: number; filesDays: number };
  /** Whose memory main may look into when it is asked for; main alone. */
  elsewhere?: { groups: number; people: number };
}

export interface PrivacyDesk {
  here(scope: Scope, now: number): Promise<PrivacyHere>;
  rule(scope: Scope): PrivacyHere['rule'];
  /** Inside the transaction that ends the command. */
  choose(scope: Scope, wish: PrivacyWish, by: string, now: number): void;
}
