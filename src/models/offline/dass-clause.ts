// Turns a German dass-clause into the sentence it would be alone, by moving its finite verb to the second place ("mein
// Auto in der Garage steht" → "mein Auto steht in der Garage"). Pure; where the parts are not certain it changes nothing.

const words = (list: string) => new Set(list.trim().split(/\s+/));

/** Stand for a whole noun phrase. "das", "die" and "der" may begin one, so they are not here. */
const pronouns = words('ich du er sie es wir ihr man');
const determiner =
  /^(?:(?:d|k|m|s)?ein(?:e[mnrs]?)?|(?:ihr|unser|euer|eur|dies|jed)(?:e[mnrs]?)?|d(?:er|ie|as|en|em))$/iu;
const finite = words(`
  ist sind bin bist war waren hat haben habe hatte hatten wird werden wurde wurden mag mögen muss müssen kann können
  will wollen soll sollen darf dürfen weiß heißt
`);
const auxiliaries = words('ist sind bin bist war waren hat haben habe hatte hatten wird werden wurde wurden');
/** End like verbs and are none. */
const noVerbs = words(`
  acht nicht jetzt oft sonst fast selbst gut schlecht laut erst zuletzt seit mit dort sofort weit kaputt bekannt rot alt
  kalt hart satt nett tot statt insgesamt überhaupt meist dicht leicht recht echt schlicht verheiratet morgen unten oben
  außen innen drinnen draußen hinten sieben offen eben neben gegen wegen trocken selten den einen meinen deinen seinen
  ihren keinen allen beiden ersten letzten heute gerne keine alle beide viele eine meine deine seine ihre ganze halbe
`);
/** A verb that begins like this may leave its front part at the end ("aufsteht" → "steht auf"). */
const maySplit =
  /^(?:ab|an|auf|aus|bei|dabei|daran|durch|ein|empor|entgegen|fern|fest|fort|frei|heim|her|hin|hoch|kaputt|kennen|klar|leid|los|mit|nach|nieder|rad|statt|teil|über|um|unter|vor|weg|weiter|wider|wieder|zu)\p{Ll}{2}/u;
/** What may follow the first noun and is surely no part of its phrase. */
const afterNoun = words(`
  in im am an ans auf unter neben hinter vor bei beim um ab seit nach bis ein eine einen kein keine keinen mein meine
  meinen nicht nie immer oft heute morgen gestern jetzt gern gerne sehr noch schon nur auch jeden jede jedes wieder bald
`);
/** Take no object, so that a second noun ("meine Schwester Ada") is a name. */
const objectless = words('wohnt wohnen lebt leben');
const joins = words('und oder aber sondern denn weil wenn als ob wie dass daß damit bevor nachdem während');

/** The clause as a sentence of its own, without a full stop; undefined where that is not safe. */
export function asMainClause(clause: string): string | undefined {
  const said = clause
    .trim()
    .replace(/[.!]+$/u, '')
    .split(' ');
  const verb = said.pop();
  if (verb === undefined || said.length === 0 || said.length > 30) return undefined;
  if (said.some((word) => !isPlain(word) || joins.has(word.toLowerCase()))) return undefined;
  const subject = subjectLength(said, verb);
  if (subject === 0 || !isFiniteVerb(verb, said)) return undefined;
  return [...said.slice(0, subject), verb, ...said.slice(subject)].join(' ');
}

/** Letters, digits, "3." or "9:30"; no comma, quote or end of a sentence. */
function isPlain(word: string): boolean {
  return /^\d+\.$|^[\p{L}\p{N}](?:[\p{L}\p{N}'’:./-]*[\p{L}\p{N}])?$/u.test(word);
}

function isFiniteVerb(verb: string, before: readonly string[]): boolean {
  // With a second auxiliary the last word may be an infinitive or a participle.
  if (before.some((word) => auxiliaries.has(word))) return false;
  if (finite.has(verb)) return true;
  if (!/^\p{Ll}{3,}$/u.test(verb) || noVerbs.has(verb) || maySplit.test(verb)) return false;
  return before[0]?.toLowerCase() === 'ich' ? verb.endsWith('e') : /(?:t|en)$/u.test(verb);
}

/** How many words the first phrase has: a pronoun, or everything up to and including its noun; 0 when that is open. */
function subjectLength(said: readonly string[], verb: string): number {
  const [first = '', second = ''] = said;
  const pronoun = pronouns.has(first.toLowerCase()) && !(first.toLowerCase() === 'ihr' && isNoun(second));
  if (pronoun) return 1;
  let at = 0;
  if (determiner.test(first)) {
    at = 1;
    while (/^\p{Ll}+e[mnrs]?$/u.test(said[at] ?? '')) at++;
  }
  if (!isNoun(said[at] ?? '')) return 0;
  at++;
  while (objectless.has(verb) && isNoun(said[at] ?? '')) at++;
  const next = said[at];
  // "Das Unsinn ist": the article was the subject, where nothing comes between noun and verb.
  if (next === undefined) return /^d/iu.test(first) || at > 2 || finite.has(verb) ? 0 : at;
  const age = /^\d+$/.test(next) && isNoun(said[at + 1] ?? '');
  const predicate = at === said.length - 1 && auxiliaries.has(verb) && /^\p{Ll}+$/u.test(next);
  return afterNoun.has(next) || age || predicate ? at : 0;
}

function isNoun(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}
