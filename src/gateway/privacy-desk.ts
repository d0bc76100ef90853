// What /privacy tells of a scope and changes in it: counts what is on disk of that scope alone, and keeps the choice.

import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { PrivacyDesk, PrivacyHere, Remembered } from '../commands/privacy-desk.js';
import { MemoryError, type Scope } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { Memory } from '../memory/memory.js';
import { sameScope } from '../memory/visibility.js';
import type { Transcripts } from '../sessions/transcript.js';
import { localDay } from '../text/local-time.js';
import { dropAround } from './gather.js';
import { mediaFolder } from './media.js';
import { namesOf } from './scope-names.js';

export interface PrivacyDeskParts {
  db: Db;
  home: string;
  memory: Memory;
  transcripts: Pick<Transcripts, 'read'>;
  timezone: string;
  retention: { inboxDays: number; outboxDays: number; mediaDays: number };
}

/** Transcripts beyond so many bytes are not read for a count. */
const COUNTED_BYTES = 16 * 1024 * 1024;

export function openPrivacyDesk(parts: PrivacyDeskParts): PrivacyDesk {
  const { db, memory, retention } = parts;
  const { folders, privacy } = memory;

  function rule(scope: Scope): PrivacyHere['rule'] {
    const { remember, days } = privacy.of(scope);
    return days === undefined ? { remember } : { remember, days };
  }

  function elsewhere(): NonNullable<PrivacyHere['elsewhere']> {
    const all: Scope[] = [];
    for (const { scope } of folders.all()) if (!all.some((one) => sameScope(one, scope))) all.push(scope);
    const groups = all.filter(({ kind }) => kind === 'group').length;
    return { groups, people: all.length - groups };
  }

  return {
    rule,
    async here(scope) {
      return {
        rule: rule(scope),
        remembered: await rememberedOf(parts, scope),
        passing: {
          messagesDays: Math.max(retention.inboxDays, retention.outboxDays),
          filesDays: Math.min(retention.mediaDays, privacy.of(scope).days ?? retention.mediaDays),
        },
        ...(scope.kind === 'main' ? { elsewhere: elsewhere() } : {}),
      };
    },
    choose(scope, wish, by, now) {
      privacy.choose(scope, wish, by, now);
      // What was said around until now and no turn was shown must not wait for one any more.
      if (privacy.of(scope).remember !== 'on') dropAround(db, namesOf(db, folders, scope, 'inbox'));
    },
  };
}

async function rememberedOf(parts: PrivacyDeskParts, scope: Scope): Promise<Remembered> {
  const { db, home, memory, transcripts, timezone } = parts;
  const view = memory.view(scope);
  const logs = await view.logs({ from: '0000-00-00', to: '9999-99-99' });
  const days = logs.map(({ day }) => day);
  let messages = 0;
  let bytes = 0;
  const sessions = db
    .sql<{ id: string; opened_at: number }>(
      `SELECT id, opened_at FROM sessions WHERE purpose = 'talk' AND scope IN (SELECT value FROM json_each(?))
       ORDER BY opened_at DESC`,
    )
    .all([JSON.stringify(namesOf(db, memory.folders, scope, 'sessions'))]);
  for (const { id, opened_at } of sessions) {
    days.push(localDay(opened_at, timezone));
    bytes += statSync(join(home, 'sessions', `${id}.jsonl`), { throwIfNoEntry: false })?.size ?? 0;
    if (bytes > COUNTED_BYTES) continue;
    await breathe();
    messages += transcripts
      .read(id)
      .filter((one) => one.type === 'user' || (one.type === 'assistant' && one.final)).length;
  }
  const folder = await mediaFolder(memory.folders, scope);
  const files = await readdir(join(home, folder)).catch(() => []);
  const [since] = days.sort();
  return {
    messages,
    atLeast: bytes > COUNTED_BYTES,
    logs: logs.filter(({ kind }) => kind === 'log').length,
    snapshots: logs.filter(({ kind }) => kind === 'snapshot').length,
    longTermLines: await longTermLines(memory, scope),
    files: files.filter((name) => !name.endsWith('.partial')).length,
    ...(since === undefined ? {} : { since }),
  };
}

/** Those that say something: no headings, and none that only explain the file. */
async function longTermLines(memory: Memory, scope: Scope): Promise<number> {
  const view = memory.view(scope);
  const path = view.pathOf('long');
  try {
    const { text } = await view.read(path);
    const template = memory.templateLines(path);
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('<!--') && !template.has(line)).length;
  } catch (error) {
    if (error instanceof MemoryError) return 0;
    throw error;
  }
}
