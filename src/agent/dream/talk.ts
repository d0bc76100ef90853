// What people said in a scope's own conversations, as a dream reads it: sentence by sentence, each with the line of the transcript
// where it stands. Never the assistant's words, a tool's, or what somebody quoted.

import type { Entry, LogEntry, Scope } from '../../contracts/index.js';
import type { SessionRow } from '../../sessions/rows.js';
import type { Transcripts } from '../../sessions/transcript.js';
import { localDay } from '../../text/local-time.js';
import { sentencesOf } from '../../text/sentences.js';
import { saidIn } from '../said.js';

/** Of one message: what is behind them is pasted text. */
const MOST_SENTENCES = 40;

export interface TalkParts {
  /** The conversations of a scope that were used since a day. */
  sessions(scope: Scope, since: string): Pick<SessionRow, 'id'>[];
  transcripts: Pick<Transcripts, 'reading'>;
  timezone: string;
}

/** Of those days, YYYY-MM-DD, both inside. */
export function talkOn(
  { sessions, transcripts, timezone }: TalkParts,
  scope: Scope,
  { from, to }: { from: string; to: string },
): LogEntry[] {
  return sessions(scope, from).flatMap(({ id }) => {
    const { entries, lines } = transcripts.reading(id);
    const lineOf = new Map(entries.map((entry, index) => [entry.id, (lines[index] ?? 0) + 1]));
    return saidIn(entries, scope).flatMap((said): LogEntry[] => {
      const day = localDay(said.at, timezone);
      if (said.kind !== 'person' || day < from || day > to) return [];
      const line = lineOf.get(said.id) ?? 1;
      const source = { path: `sessions/${id}.jsonl`, from: line, to: line };
      const isOwner = roleOf(said.entry) === 'owner';
      const speaker = scope.kind === 'group' && !isOwner ? { speaker: said.who } : {};
      const common = {
        source,
        day,
        kind: 'transcript' as const,
        trust: isOwner ? 'owner' : 'member',
        ...speaker,
      } as const;
      return sentencesOf(said.text)
        .slice(0, MOST_SENTENCES)
        .map((text) => ({ ...common, text }));
    });
  });
}

function roleOf(entry: Entry): string | undefined {
  return entry.type === 'user' ? entry.from.role : undefined;
}
