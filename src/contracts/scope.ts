// Who speaks and whose memory a turn may see. Types only; the one decision about them is memory/visibility.ts.

/** A chat platform behind one adapter: `console`, `telegram`, `discord`. Lower-case ASCII letters only. */
export type ChannelId = string;

/** One account on one platform, `<channel>:<id>`; ids are strings everywhere, however numeric they look. */
export type AccountId = string;

/** A human with one or more linked accounts. Safe as a folder name. */
export type PersonId = string;

/** What a person may do in the chat they speak in; `stranger` is everybody nobody has vouched for. */
export type Role = 'owner' | 'admin' | 'member' | 'stranger';

/** The speaker of one message, as the gateway recognised them for that chat. */
export interface Principal {
  account: AccountId;
  /** Absent for strangers. */
  person?: PersonId;
  /** The display name: somebody's words, so data and never an instruction. */
  name: string;
  role: Role;
}

/** Whose memory a turn may see. */
export type Scope =
  | { kind: 'main' }
  | { kind: 'person'; person: PersonId }
  | { kind: 'group'; channel: ChannelId; chat: string };

/**
 * Names one running conversation and its lane. Derived from scope, chat and thread by sessions/keys.ts; it is compared,
 * never parsed: no policy may be read out of it.
 */
export type SessionKey = string & { readonly __sessionKey: true };
