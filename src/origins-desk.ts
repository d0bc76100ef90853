// What `memory search --explain` adds below a hit: where its lines come from, with the accounts of those who said it.

import { foundLines, originLine } from './commands/origin-words.js';
import type { Hit, LineOrigin, Scope } from './contracts/index.js';
import type { House } from './house.js';
import { openTranscripts } from './sessions/transcript.js';

export interface ToldOrigin extends LineOrigin {
  /** From 1, in the file. */
  line: number;
  /** Accounts whose words it rests on. */
  speakers: string[];
  text: string;
}

/** Of each hit, in their order; none for conversations and for folders outside the workspace. */
export function originsOfHits(
  { memory, paths, clock, log, config }: House,
  scope: Scope,
  hits: readonly Hit[],
  query: string,
): ToldOrigin[][] {
  const view = memory.view(scope);
  const transcripts = openTranscripts(paths.sessions, { clock, log });

  function speakersOf({ session, entries = [] }: LineOrigin): string[] {
    // A dream has no transcript, and neither has a command.
    if (session === undefined || !/^[\w-]+$/.test(session) || entries.length === 0) return [];
    const wanted = new Set(entries);
    const said = transcripts
      .read(session)
      .flatMap((entry) => (entry.type === 'user' && wanted.has(entry.id) ? [entry.from.account] : []));
    return [...new Set(said)];
  }

  return hits.map((hit) =>
    foundLines(hit, query).flatMap(({ path, line, text }) => {
      const [origin] = view.originsOf(path, [text]);
      if (!origin) return [];
      const speakers = speakersOf(origin);
      return [{ ...origin, line, speakers, text: originLine(origin, speakers, config.timezone) }];
    }),
  );
}
