// Who sits at a terminal, and in which chat: the owner, an approved member, an unknown person, alone or in a group. Pure.

import type { ChatRef, InboundEvent } from '../../src/contracts/index.js';

export interface Seat {
  from: InboundEvent['from'];
  chat: ChatRef;
  place: InboundEvent['place'];
  /** A member is approved by sitting here; a stranger is nobody's friend yet. */
  standing: 'owner' | 'member' | 'stranger';
  /** What stands before the cursor. */
  label: string;
}

export interface SeatOptions {
  /** `NAME` for an approved member, `stranger:NAME` for somebody unknown; absent for the owner. */
  as?: string;
  /** The name of a pretended group. */
  group?: string;
}

/** Who sits here without a name is the owner, who can read every file anyway; no name can spell it. */
const OWNER_ID = '@terminal';
export const TERMINAL_OWNER = `console:${OWNER_ID}`;
/** Where they sit when nobody pretends to be in a group. */
export const ownersTerminal: ChatRef = { channel: 'console', account: 'local', chat: `dm:${OWNER_ID}` };
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M} ._-]{0,38}[\p{L}\p{N}\p{M}])?$/u;

/** The seat, or a sentence saying what is wrong with the options. */
export function takeSeat({ as, group }: SeatOptions): Seat | string {
  const stranger = as?.startsWith('stranger:') ?? false;
  const name = stranger ? as?.slice('stranger:'.length) : as;
  for (const [option, value] of [
    ['--as', name],
    ['--group', group],
  ]) {
    if (value !== undefined && !NAME.test(value)) {
      return `${option} takes a name of up to 40 letters, digits, spaces, dots and dashes, not "${value}".`;
    }
  }
  const id = name === undefined ? OWNER_ID : stranger ? `stranger:${name}` : name;
  const from = { account: `console:${id}`, name: name ?? 'owner', kind: 'person' as const };
  const who = name ?? 'you';
  const standing = name === undefined ? 'owner' : stranger ? 'stranger' : 'member';
  const chat = { channel: 'console', account: 'local', chat: group ?? `dm:${id}` };
  return group === undefined
    ? { from, place: 'direct', chat, standing, label: who }
    : { from, place: 'group', chat, standing, label: `${who}@${group}` };
}
