// What of a history counts for its summary: what was said, without the assistant's words for saying nothing and for how it is
// used. Pure.

import { spoken } from '../../text/control-words.js';
import { sentencesOf } from '../../text/sentences.js';
import { type Said, saidIn } from '../said.js';
import type { SummarySource } from './summary-source.js';

export function heardIn({ entries, scope, edits }: Pick<SummarySource, 'entries' | 'scope' | 'edits'>): Said[] {
  return (
    saidIn(entries, scope, edits)
      .filter(({ kind, text }) => kind !== 'assistant' || spoken(text) !== '')
      // One that is nothing but help stays as a reply: what it answered is no open question.
      .map((one) => (one.kind === 'assistant' ? { ...one, text: withoutHelp(one.text) } : one))
  );
}

/** A command: one word behind a slash. With more behind it, or as one of the places that every machine has, it is a path. */
const COMMAND =
  /(?<![\p{L}\p{N}_/.~:<-])\/(?!(?:bin|boot|dev|etc|home|lib|media|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr|var)(?![a-z]))[a-z][a-z-]{1,20}(?![\w/-]|\.\w)/u;
/** Words that somebody could say, to be filled in: "Remember that …". */
const EXAMPLE = /["“„«「『][^"”“»」』]{0,60}…/u;

/** Without the sentences that tell how commands are used, and what stands beside them as an example. */
function withoutHelp(text: string): string {
  if (!COMMAND.test(text)) return text;
  // The three points of an example end no sentence.
  const whole = text.replaceAll('…', '_');
  let rest = '';
  let from = 0;
  for (const sentence of sentencesOf(whole)) {
    const at = whole.indexOf(sentence, from);
    const end = at + sentence.length;
    const own = text.slice(at, end);
    rest += text.slice(from, at) + (COMMAND.test(own) || EXAMPLE.test(own) ? '' : own);
    from = end;
  }
  return (rest + text.slice(from)).trim();
}
