// What is remembered of what is said in a scope, and for how long: the chat's own choice, or what is configured. The one answer
// for whoever writes, indexes or removes. Must never be asked under a name that a migrated chat has got since: it resolves it.

import { MemoryError, type Scope } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { Folders } from './folders.js';
import { scopeId } from './visibility.js';

/** on: everything; mentioned: only what is said to the bot; off: nothing. */
export type Remember = 'on' | 'mentioned' | 'off';

export interface PrivacyRule {
  remember: Remember;
  /** Absent: until somebody has it forgotten. */
  days?: number;
  /** By whom (an account) and when (epoch ms) the chat chose; absent: it is the configured one. */
  chosen?: { by: string; at: number };
}

export interface PrivacyDefaults {
  /** In groups; elsewhere everything is remembered. */
  groups: Remember;
  /** Of groups and persons. */
  days?: number | undefined;
}

export interface PrivacySettings {
  of(scope: Scope): PrivacyRule;
  /** Whether anything that is said there may become memory. */
  remembers(scope: Scope): boolean;
  /** No chat chose anything, and nothing else than everything for ever is configured. */
  isPlain(): boolean;
  /** Inside a transaction of the caller. What is not named stays as it is; `days: 0` is for ever. */
  choose(scope: Scope, wish: { remember?: Remember; days?: number }, by: string, now: number): void;
}

interface Stored {
  remember: Remember;
  days: number | null;
  by: string;
  at: number;
}

const PLAIN: PrivacyDefaults = { groups: 'on' };

export function openPrivacy(parts: {
  db: Db;
  folders: Pick<Folders, 'canonical'>;
  defaults: PrivacyDefaults | undefined;
}): PrivacySettings {
  const { db, folders, defaults = PLAIN } = parts;

  function chosen(scope: Scope): Stored | undefined {
    const look = db.sql<Stored>('SELECT remember, days, by, at FROM privacy WHERE scope = ?');
    // A chat that chose before anybody knew that it had moved chose under its new id.
    return look.get([scopeId(folders.canonical(scope))]) ?? look.get([scopeId(scope)]);
  }

  function of(scope: Scope): PrivacyRule {
    const own = chosen(scope);
    if (own) {
      const { remember, days, by, at } = own;
      return { remember, ...(days === null ? {} : { days }), chosen: { by, at } };
    }
    if (scope.kind === 'main') return { remember: 'on' };
    const { groups, days } = defaults;
    return { remember: scope.kind === 'group' ? groups : 'on', ...(days === undefined ? {} : { days }) };
  }

  return {
    of,
    remembers: (scope) => of(scope).remember !== 'off',
    isPlain: () =>
      defaults.groups === 'on' &&
      defaults.days === undefined &&
      db.sql('SELECT 1 FROM privacy LIMIT 1').get([]) === undefined,
    choose(scope, wish, by, now) {
      const before = of(scope);
      const { remember = before.remember, days = before.days ?? 0 } = wish;
      db.sql(
        `INSERT INTO privacy (scope, remember, days, by, at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET remember = excluded.remember, days = excluded.days, by = excluded.by, at = excluded.at`,
      ).run([scopeId(folders.canonical(scope)), remember, days === 0 ? null : days, by, now]);
    },
  };
}

/** Throws a MemoryError 'invalid', in words for people, where nothing is to be remembered. */
export function mustRemember(privacy: Pick<PrivacySettings, 'remembers'>, scope: Scope): void {
  if (privacy.remembers(scope)) return;
  throw new MemoryError('invalid', 'remembering is switched off here, so I write nothing down', {
    remedy: '`/privacy on` switches it on.',
  });
}
