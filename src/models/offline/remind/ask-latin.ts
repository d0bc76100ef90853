// Recognises "remind me …" in English, German, French and Spanish. Pure. A question about what was said before ("remind me
// where …") is no such wish.

import { type Asked, completes, timeAtEnd, unquoted, withoutEnd } from './asked.js';
import { isWhole, merged } from './spoken.js';
import { germanTime } from './time-de.js';
import { englishTime } from './time-en.js';
import { spanishTime } from './time-es.js';
import { frenchTime } from './time-fr.js';
import { folded, readTime, type TimeWords } from './time-rule.js';

interface Manner {
  language: 'en' | 'de' | 'fr' | 'es';
  time: TimeWords;
  /** What may stand in front of the verb. */
  polite: RegExp;
  verb: RegExp;
  /** Between the time and the words of the reminder; `sure` where nothing but a reminder goes on like this. */
  joint: RegExp;
  /** The words may follow without a joint, unless they begin like this. */
  direct?: RegExp;
  /** How a question or a condition begins. */
  asks: RegExp;
}

const manners: readonly Manner[] = [
  {
    language: 'en',
    time: englishTime,
    polite:
      /^(?:(?:please|kindly|ok(?:ay)?|also|and|then|(?:can|could|will|would) you|you should|i (?:want|need) you to|i['’]d like you to|don['’]?t forget to|do not forget to|remember to)[,\s]+)+/iu,
    verb: /^(?:remind\s+(?:me|us)|(?:set|create|add|make|schedule|give\s+me|send\s+me)\s+(?:me\s+|us\s+)?(?:a|another)\s+reminder)(?![\p{L}\p{N}'’-])/iu,
    joint:
      /^(?:[\s,]*(?<sure>to)\s+|[\s,]*(?<not>(?=not\s+to\s))|[\s,]*(?:that|about|of)\s+|\s*[:–—-]\s*(?:to\s+)?|[\s,]*(?=["“]))/iu,
    asks: /^(?:who|whom|whose|what|where|when|which|why|how|if|whether|whenever|once|as\s+soon|again\s+(?:who|what|where|when|which|why|how))(?!\p{L})/iu,
  },
  {
    language: 'de',
    time: germanTime,
    polite: /^(?:(?:bitte|ok(?:ay)?|auch|und|dann|(?:kannst|könntest|würdest|magst|willst)\s+du)[,\s]+)+/iu,
    verb: /^(?:erinner(?:e|t|n\s+sie)?\s+(?:mich|uns)|mich|uns|(?:stell|setz|mach)e?\s+(?:mir\s+|uns\s+)?eine\s+erinnerung)(?!\p{L})(?:\s+bitte(?!\p{L}))?/iu,
    joint:
      /^(?:[\s,]*(?<sure>daran)(?:\s*[,:]\s*|\s+)|[\s,]*ans?\s+|[\s,]*(?=dass?\s)|\s*[:–—-]\s*|,\s*(?=\p{Lu}|\p{Ll}+\s)|[\s,]*(?=["“„]))/iu,
    asks: /^(?:wer|wem|wen|was|wo|wann|wie|warum|welche[rsnm]?|ob|wenn|sobald|falls|nochmal\s+(?:wer|was|wo|wann|wie))(?!\p{L})/iu,
  },
  {
    language: 'fr',
    time: frenchTime,
    polite: /^(?:(?:s['’]il\s+(?:te|vous)\s+pla[iî]t|ok|et|puis)[,\s]+)+/iu,
    verb: /^(?:rappell?e[sz]?-(?:moi|nous)|(?:(?:peux|pourrais)-tu|(?:pouvez|pourriez)-vous|tu\s+(?:peux|pourrais))\s+(?:me|nous)\s+rappeler|(?:mets|crée|ajoute)(?:-moi)?\s+un\s+rappel)(?!\p{L})/iu,
    joint: /^(?:[\s,]*(?<sure>de\s+|d['’]|que\s+|qu['’])|\s*[:–—-]\s*(?:de\s+|d['’])?|[\s,]*(?=["“«]))/iu,
    direct: /^(?:ou|et|à|vers|jusqu|avant|après|quand|si|plus|dans|pendant|environ)(?!\p{L})/iu,
    asks: /^(?:où|qui|quoi|que|quand|pourquoi|comment|quel(?:le)?s?|si|combien|ce\s+que|ce\s+qui|dès\s+que|lorsque)(?!\p{L})/iu,
  },
  {
    language: 'es',
    time: spanishTime,
    polite: /^(?:(?:por\s+favor|ok|vale|y|luego)[,\s]+)+/iu,
    verb: /^¿?(?:recu[ée]rd(?:a|e)(?:me|nos)|(?:puedes|podrías|puede|podría)\s+recordar(?:me|nos)|av[ií]sa(?:me|nos)|(?:pon(?:me)?|crea|añade)\s+un\s+recordatorio)(?!\p{L})/iu,
    joint: /^(?:[\s,]*(?<sure>que)\s+|[\s,]*(?:de|para)\s+|\s*[:–—-]\s*|[\s,]*(?=["“«]))/iu,
    direct: /^(?:o|u|y|hasta|más|antes|después|cuando|si|sobre|en|dentro|durante|a\s+las?)(?!\p{L})/iu,
    asks: /^(?:dónde|donde|quién(?:es)?|qué|cuál(?:es)?|cuándo|cuando|cómo|cuánt[oa]s?|por\s+qué|si|en\s+cuanto)(?!\p{L})/iu,
  },
];

/** Another time behind the first, and the rest. */
const SECOND = /^(?:and|or|und|oder|et|ou|y|o)\s.{1,30}?(?<=[\s,])(?=rem|erin|rapp|recu|avis)(.*)$/isu;

/** Words of a Latin script end where a space does. */
const boundary = /(?<=\S)[\s,]+/gu;

/** What a text, without a greeting, asks to be reminded of; undefined when it asks no such thing. */
export function askedInLatin(said: string): Asked | undefined {
  for (const manner of manners) {
    const found = askedIn(said, manner);
    if (found) return { language: manner.language, ...found };
  }
  return undefined;
}

function askedIn(text: string, manner: Manner): Omit<Asked, 'language'> | undefined {
  const { time, polite, verb } = manner;
  const plain = (one: string) => one.trimStart().replace(polite, '');
  let said = plain(text);
  const front = readTime(folded(said), time);
  const behind = said.slice(front.end).replace(/^[\s,:]+/u, '');
  if (front.end > 0) said = plain(behind);
  const asked = verb.exec(said);
  if (!asked) {
    // "every day at 9 and 18 remind me to …": two times are none.
    const second = front.end > 0 ? SECOND.exec(behind) : null;
    return second && verb.test(second[1] ?? '') ? { text: '' } : undefined;
  }
  let rest = said.slice(asked[0].length);
  if (manner.language === 'de') {
    if (/^(?:mich|uns)/iu.test(asked[0]) && !/\serinnern(?!\p{L})/iu.test(rest)) return undefined;
    rest = rest.replace(/\s+erinnern(?!\p{L})/iu, '');
  }
  return wish(rest, front.end > 0 ? front.spoken : undefined, manner);
}

/** From what follows the verb. */
function wish(rest: string, front: Asked['spoken'], manner: Manner): Omit<Asked, 'language'> | undefined {
  const { time, joint, direct, asks } = manner;
  const lead = readTime(folded(rest), time);
  const spoken = lead.end === 0 ? front : front ? merged(front, lead.spoken) : lead.spoken;
  const behind = rest.slice(lead.end);
  const words = withoutEnd(
    behind.replace(/[,\s]+(?:please|bitte|s['’]il (?:te|vous) pla[iî]t|por favor)\s*[.!?]*\s*$/iu, ''),
  );
  if (/^[\s,.!?:]*$/u.test(words)) return { text: '', ...(spoken ? { spoken } : {}) };
  const joined = joint.exec(words.startsWith(',') ? words : ` ${words}`);
  const start = joined ? joined[0].length - (words.startsWith(',') ? 0 : 1) : 0;
  const body = words.slice(Math.max(0, start));
  if (asks.test(words)) {
    // "… when I get home to water the plants" is a wish that no clock fulfils.
    return spoken !== undefined || /^(?:when|if|once|as\s+soon|whenever)\b.*\sto\s/iu.test(words)
      ? { text: body }
      : undefined;
  }
  const sure = joined?.groups?.sure !== undefined;
  if (spoken === undefined) return withTimeBehind(body, { sure, joined: joined !== null }, manner);
  if (!joined && (!direct || direct.test(words))) return { text: body };
  const other = timeAtEnd(folded(body), time, boundary);
  return completes(spoken, other?.spoken) ? { text: body } : { text: unquoted(body), spoken };
}

/** "… to call mum tomorrow at nine". */
function withTimeBehind(
  body: string,
  { sure, joined }: { sure: boolean; joined: boolean },
  { language, time, direct }: Manner,
): Omit<Asked, 'language'> | undefined {
  const found = timeAtEnd(folded(body), time, boundary);
  if (found && (joined || direct)) {
    const text = body.slice(0, found.before.length).replace(/[\s,]+$/u, '');
    // "… about the talk tomorrow": may be a question for what is known of it.
    return isWhole(found.spoken) || sure ? { text: unquoted(text), spoken: found.spoken } : { text };
  }
  if (sure) return { text: unquoted(body) };
  if (language === 'en' && !joined && /\sto\s/iu.test(body)) return { text: body };
  if (language === 'es' && !joined && /^\p{L}+(?:ar|er|ir)(?:me|nos|lo|la|le)?(?!\p{L})/iu.test(body))
    return { text: body };
  return undefined;
}
