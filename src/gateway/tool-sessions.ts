// The conversations of one scope as a model's turn may look at them: which there were, what was said in them as a person would
// see it, and how the present one stands. Must never show another scope's, whoever asks, nor tell whether there is one.

import { spokenOf } from '../agent/snapshot.js';
import { chatStyle, percentFull, upkeepLines } from '../commands/context-words.js';
import {
  type ChatRef,
  type Entry,
  type SaidLine,
  type Scope,
  type SessionKey,
  type SessionSummary,
  ToolError,
  type ToolSessions,
} from '../contracts/index.js';
import { sameScope } from '../memory/visibility.js';
import { conversationsOf, currentSession, type SessionRow, sessionById } from '../sessions/rows.js';
import type { Transcripts } from '../sessions/transcript.js';
import { amount, span } from '../text/amount.js';
import { localTime, localWeekday } from '../text/local-time.js';
import { oneLine, truncate } from '../text/truncate.js';
import { onlySeen } from '../text/visible.js';
import { type ConversationParts, conversationOf } from './conversation.js';
import { presentId } from './grants.js';
import { conversationLines } from './status.js';

export interface ToolSessionParts extends ConversationParts {
  clock: { now(): number };
  transcripts: Pick<Transcripts, 'read'>;
  /** The owner's, as an IANA name. */
  timezone: string;
  /** What was set in a chat. */
  choices: { queue(chat: ChatRef): string; model(chat: ChatRef): string };
}

/** Whose turn it is. */
export interface SessionsReader {
  scope: Scope;
  chat: ChatRef;
  key: SessionKey;
  session: string;
  turn: string;
}

/** Of one message, UTF-16 units. */
const LINE_CHARS = 1_000;

export function toolSessions(parts: ToolSessionParts, by: SessionsReader): ToolSessions {
  const { db, clock, folders, timezone } = parts;
  const scope = folders.canonical(by.scope);

  /** The same one under its first and its present id. */
  function names(): Scope[] {
    return scope.kind === 'group' ? [scope, { ...scope, chat: presentId(db, scope) }] : [scope];
  }

  const isOwn = (row: SessionRow) => sameScope(folders.canonical(row.scope), scope);

  function summary({ id, openedAt, lastTurnAt, closedAt, turns }: SessionRow): SessionSummary {
    return {
      ...{ id, here: id === by.session, openedAt, turns },
      ...(lastTurnAt === undefined ? {} : { lastTurnAt }),
      ...(closedAt === undefined ? {} : { closedAt }),
    };
  }

  function status(): { label: string; value: string }[] {
    const now = clock.now();
    const row = currentSession(db, by.key);
    const state = conversationOf(parts, { scope, session: by.key });
    const manifest = state?.manifest;
    // Files are named to their owner alone.
    const told = manifest && scope.kind !== 'main' ? { ...manifest, parts: [] } : manifest;
    const style = chatStyle(timezone);
    return [
      { label: 'Model', value: parts.choices.model(by.chat) },
      ...conversationLines(db, by.key, told, []),
      ...(manifest
        ? [
            {
              label: 'Window',
              value: `about ${amount(manifest.tokens)} of ${amount(manifest.budget)} tokens in the last request, ${100 - percentFull(manifest)}% free`,
            },
          ]
        : []),
      // What went wrong stands above.
      ...(state ? upkeepLines(state, style).slice(0, 1) : []).map((value) => ({ label: 'Upkeep', value })),
      ...(row ? [{ label: 'Begun', value: `${style.time(row.openedAt)}, ${span(now - row.openedAt)} ago` }] : []),
      { label: 'Messages that come meanwhile', value: parts.choices.queue(by.chat) },
      { label: 'Time', value: `${localWeekday(now, timezone)} ${localTime(now, timezone)} (${timezone})` },
    ];
  }

  return {
    list: (limit) => conversationsOf(db, names(), limit).filter(isOwn).map(summary),
    async history(id, { before, limit }) {
      const row = sessionById(db, id);
      if (row?.purpose !== 'talk' || !isOwn(row)) {
        throw new ToolError(`There is no conversation ${oneLine(id, 60) || '(empty)'} of this chat.`, {
          remedy: 'sessions_list shows them.',
        });
      }
      const lines = linesOf(parts.transcripts.read(id), scope, by.turn);
      const to = Math.min(before ?? lines.length, lines.length);
      const from = Math.max(0, to - limit);
      return { lines: lines.slice(from, to), from, of: lines.length };
    },
    status: async () => status(),
  };
}

/** What was said, oldest first, without the turn that is running. Pure. */
function linesOf(entries: readonly Entry[], scope: Scope, running: string): SaidLine[] {
  return spokenOf(entries, scope).flatMap(({ turn, at, kind, who, text, entry }): SaidLine[] => {
    if (turn === running) return [];
    const words = truncate(onlySeen(text).trim(), LINE_CHARS);
    if (kind !== 'person') return words === '' ? [] : [{ at, from: 'assistant', text: words }];
    const passed = entry.type === 'user' && (entry.quoted?.length ?? 0) > 0 ? ['(with others’ words, left out)'] : [];
    const shown = [...(words === '' ? [] : [words]), ...passed].join('\n');
    return shown === '' ? [] : [{ at, from: 'person', name: oneLine(who, 60), text: shown }];
  });
}
