// What stood in front of the model in one conversation, and how that is kept, for the commands that tell of it. Gives out
// nothing of another scope, whatever a request's record says.

import type { Conversation } from '../commands/command.js';
import { onlyOf } from '../commands/context-words.js';
import type { Log, Manifest, Scope, SessionKey } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { Folders } from '../memory/folders.js';
import { ownerName } from '../memory/visibility.js';
import { lastManifest } from '../sessions/manifests.js';
import { currentSession, sessionsOfKey } from '../sessions/rows.js';

export interface ConversationParts {
  db: Db;
  log: Log;
  folders: Pick<Folders, 'canonical'>;
}

export interface Whose {
  scope: Scope;
  session: SessionKey;
}

/** So many conversations of a chat are looked through for its last answer: the present one may be fresh. */
const LOOKED_AT = 3;

/** Undefined before the first message of a conversation. */
export function conversationOf(parts: ConversationParts, whose: Whose): Conversation | undefined {
  const row = currentSession(parts.db, whose.session);
  if (!row) return undefined;
  const manifest = ownManifest(parts, whose, row.id);
  const { compactions, compactedAt, flushedAt, trouble } = row;
  return {
    compactions,
    ...(compactedAt === undefined ? {} : { compactedAt }),
    ...(flushedAt === undefined ? {} : { flushedAt }),
    ...(trouble === undefined ? {} : { trouble }),
    ...(manifest === undefined ? {} : { manifest }),
  };
}

/** Of the newest conversation of the chat in which something was asked. */
export function lastRequestOf(parts: ConversationParts, whose: Whose): Manifest | undefined {
  for (const { id } of sessionsOfKey(parts.db, whose.session, LOOKED_AT)) {
    const manifest = ownManifest(parts, whose, id);
    if (manifest) return manifest;
  }
  return undefined;
}

function ownManifest({ db, log, folders }: ConversationParts, { scope }: Whose, id: string): Manifest | undefined {
  const manifest = lastManifest(db, id);
  if (!manifest) return undefined;
  // A chat that moved is the same one under both names.
  const owners = [scope, folders.canonical(scope)].map(ownerName);
  const { own, foreign } = onlyOf(manifest, owners);
  if (foreign.length > 0) {
    const parts = foreign.map(({ part, scope }) => ({ part, scope }));
    log.error('context.part-of-another-scope', { session: id, turn: manifest.turn, parts });
  }
  return own;
}
