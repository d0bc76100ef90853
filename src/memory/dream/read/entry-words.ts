// The words of one line of a log, freed of its shape: bullet, time, task box, marks; whose they are, whether somebody asked for
// them to be kept, whether a machine wrote them. Pure.

import { isMachineForm } from './machine-words.js';
import { withoutRequest } from './requests.js';

export interface EntryWords {
  text: string;
  speaker?: string;
  passedOn: boolean;
  asked: boolean;
  machine: boolean;
}

/** UTF-16 units. */
const MOST_CHARS = 2_000;
const SHAPE =
  /^(?:\s+|[-*+•‣]\s+|\[[ xX]\]\s+|📌\s*|>\s*|[([（［【]?(?:[01]?\d|2[0-3])[:：][0-5]\d(?::[0-5]\d)?[)\]）］】]?(?:\s*[-–—|:：]\s+|\s+|(?=“)))/u;
/** As the writer of logs has them: one word, or several in quotation marks. */
const SPEAKER = /^(?:“([^”]{1,60})”|([\p{L}\p{N}\p{M}-]{1,40})) said:\s*/u;

/** A quote inside a bullet, behind its time. */
const QUOTED =
  /^\s*(?:[-*+•‣]\s+)?(?:\[[ xX]\]\s+)?(?:[([（［【]?\d{1,2}[:：]\d{2}(?::\d{2})?[)\]）］】]?\s*[-–—|]?\s*)?>/u;

export function entryWords(raw: string): EntryWords {
  const plain = withoutShape(raw);
  const machine = isMachineForm(plain);
  const said = SPEAKER.exec(plain);
  const speaker = said?.[1] ?? said?.[2];
  const own = withoutShape(plain.slice(said?.[0].length ?? 0));
  const isQuote = QUOTED.test(raw) || /^>/.test(own);
  const passedOn = isQuote || (speaker?.endsWith(' (quoted)') ?? false);
  const { text, asked } = passedOn ? { text: own, asked: false } : withoutRequest(own);
  return {
    text: text.replace(/\s*📌\s*$/u, '').trim(),
    ...(speaker === undefined ? {} : { speaker }),
    passedOn,
    asked,
    machine: machine || isMachineForm(own),
  };
}

/** Whose words a bullet is that others hang under. */
export function speakerOf(raw: string): string | undefined {
  const said = SPEAKER.exec(withoutShape(raw));
  return said?.[1] ?? said?.[2];
}

function withoutShape(raw: string): string {
  let text = raw
    .slice(0, MOST_CHARS)
    .replace(/\*\*(?=\S)([^*]+)\*\*/g, '$1')
    .replace(/(?<!\w)__(?=\S)([^_]+)__(?!\w)/g, '$1');
  for (let found = SHAPE.exec(text); found && found[0] !== ''; found = SHAPE.exec(text))
    text = text.slice(found[0].length);
  return text.trim();
}
