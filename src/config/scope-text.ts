// Whose memory an operator means, as text: in nightjar.yaml and on the command line. Pure; decides nothing about it.

import { manifests } from '../../channels/index.js';
import type { Scope } from '../contracts/index.js';

const channels = manifests.map(({ id }) => id);
/** How one is written who is neither you nor everybody. */
const SOMEBODY = `person:<id> or group:<channel>:<chat>, where the channel is ${channels.join(', ')}`;
/** How one is named whose memory something is about. */
export const SCOPE_FORMS = `main, ${SOMEBODY}`;
/** How a search names whose eyes it looks through. */
export const READER_FORMS = `main, all, ${SOMEBODY}`;
/** How a setting names whose something is. */
export const OWNER_FORMS = `main, shared, ${SOMEBODY}`;

/**
 * Undefined for what is none of the forms; an id may hold colons and blanks, a channel must be one of ours. Understands
 * whatever memory calls an owner (ownerName).
 */
export function parseScopeText(text: string): Scope | 'shared' | undefined {
  if (text === 'main') return { kind: 'main' };
  if (text === 'shared') return 'shared';
  const person = /^person:(\S.*)$/s.exec(text)?.[1];
  if (person !== undefined) return { kind: 'person', person };
  const [, channel, chat] = /^group:([^\s:]+):(\S.*)$/s.exec(text) ?? [];
  if (channel === undefined || chat === undefined || !channels.includes(channel)) return undefined;
  return { kind: 'group', channel, chat };
}
