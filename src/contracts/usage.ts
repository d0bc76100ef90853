// What models were asked for and by whom, what that costs, and how much it may be. Types only.

import type { WorkKind } from './jobs.js';
import type { PersonId, Scope } from './scope.js';

/** What a model was asked for: to answer somebody, to carry a skill out apart, or work that nobody waits for. */
export type UseKind = 'talk' | 'apart' | WorkKind;

/** On whose account a request is. */
export interface Charge {
  kind: UseKind;
  scope?: Scope;
  /** A chat key. */
  chat?: string;
  /** Who began it: a person, or the account of somebody who is none. */
  person?: PersonId;
}

/** One request that came to something. Tokens; `cached` is a part of `input`. */
export interface ModelUse {
  /** The id of the model that answered. */
  model: string;
  input: number;
  cached: number;
  output: number;
}

/** Of a million tokens, in the configured currency. */
export interface ModelPrice {
  input: number;
  /** Default: as `input`. */
  cached?: number | undefined;
  output: number;
}

export interface Prices {
  currency: string;
  /** By a model's id or its name alone. */
  models: Readonly<Record<string, ModelPrice>>;
}

/** How much may be spent, in the configured currency or in tokens. Absent: as much as comes. */
export interface Caps {
  day?: number | undefined;
  month?: number | undefined;
  /** Of a group with its threads, or of what one person says in private; never of the owner's. */
  chatDay?: number | undefined;
  personDay?: number | undefined;
  dayTokens?: number | undefined;
  monthTokens?: number | undefined;
  chatDayTokens?: number | undefined;
  personDayTokens?: number | undefined;
}

/** A cap, and how much of it is used. */
export interface CapHit {
  cap: keyof Caps;
  used: number;
  limit: number;
}

/** What sums are told by. */
export type UseGrouping = 'day' | 'kind' | 'chat' | 'person' | 'model';

/** Which days an operator asks about, and by what; by default today, by kind. */
export interface UsageWish {
  /** How many days until today. */
  days?: number;
  /** YYYY-MM. */
  month?: string;
  by?: UseGrouping;
}
