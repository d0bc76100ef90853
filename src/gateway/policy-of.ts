// What holds in the chat of an event by now: by configuration, by what the owner decided there, and by the chat's own choice. Reads
// rows; decides nothing that policy.ts can decide.

import type { ChatSettings, InboundEvent, Scope } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { Folders } from '../memory/folders.js';
import type { PrivacySettings } from '../memory/privacy.js';
import { grantOf } from './grants.js';
import { addressedOnly, type ChatPolicy, chatPolicy } from './policy.js';

interface PolicyParts {
  folders: Pick<Folders, 'canonical'>;
  /** What is configured for a channel; undefined for the terminal. */
  settingsOf(channel: string): ChatSettings | undefined;
  /** Absent: what the chat itself wants remembered is left out. */
  privacy?: Pick<PrivacySettings, 'of'>;
}

/** What holds in an event's chat, by its own choice too where `privacy` is given, and the id that its group had first. */
export function policyOf(
  parts: PolicyParts,
  db: Db,
  event: Pick<InboundEvent, 'chat' | 'place' | 'inside'>,
): { policy: ChatPolicy; home: string } {
  const held = configuredPolicy(parts, db, event);
  if (event.place === 'direct' || !parts.privacy) return held;
  const scope: Scope = { kind: 'group', channel: event.chat.channel, chat: held.home };
  return parts.privacy.of(scope).remember === 'on' ? held : { ...held, policy: addressedOnly(held.policy) };
}

function configuredPolicy(
  { folders, settingsOf }: PolicyParts,
  db: Db,
  event: Pick<InboundEvent, 'chat' | 'place' | 'inside'>,
): { policy: ChatPolicy; home: string } {
  const { channel, chat } = event.chat;
  const settings = settingsOf(channel);
  if (event.place === 'direct' || !settings) {
    return { policy: chatPolicy(event, { settings, names: [chat], granted: false }), home: chat };
  }
  const scope: Scope = folders.canonical({ kind: 'group', channel, chat });
  const home = scope.kind === 'group' ? scope.chat : chat;
  const names = [...new Set([chat, home])];
  const granted = names.some(
    (name) => grantOf(db, { ...event.chat, chat: name }, event.inside ?? [])?.state === 'allowed',
  );
  return { policy: chatPolicy(event, { settings, names, granted }), home };
}
