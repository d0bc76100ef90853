// What a sentence denies and what it asserts, where it does both: "it is Y now, not X", "Y instead of X", "from X to Y", "not X
// but Y", in the languages that people write here. Pure, by form alone. In doubt a stretch of words belongs to neither.

import { tellingTerms } from './content.js';
import { denies } from './denial.js';

/** A stretch of a sentence. */
export interface Stance {
  text: string;
  denied: boolean;
  /** Of what is denied, the words in front of the denial: whom or what it is about. */
  about: string;
}

const CONTRAST =
  'but|however|aber|sondern|jedoch|vielmehr|mais|pero|sino|ale|lecz|tylko|но|а|하지만|그러나|只是|而是|反而|但是?|可是|しかし|けれど';
const BORDER = new RegExp(
  [
    '[;；:：](?=\\s|\\P{ASCII})',
    '[,،](?=\\s|\\p{Script=Han})',
    '[，、。]',
    '\\s[–—-]\\s',
    `\\s(?=(?:${CONTRAST})(?!\\p{L}))`,
    '\\s(?=(?:because|since|weil|denn|parce que|porque|bo|ponieważ|потому что)(?!\\p{L}))',
    '(?=但是?|可是|不过|不過|而是|反而|而不|而非|しかし|けれど)',
    '(?<=[가-힣](?:지만|는데|으나))\\s',
  ].join('|'),
  'iu',
);
const LEADS_ON = new RegExp(`^(?:${CONTRAST}|是|(?:it|that|this)(?:['’]s| is)|es ist|c['’]est|es |to jest|to )`, 'iu');
/** "No, I live in Oslo" denies what was asked. */
const ANSWER = /^(?:no|nope|nein|non|nie|нет|不|不是|いいえ|아니요?|아뇨)[.!。！]*$|^no wait$/iu;
/** They stand in front and turn round what comes behind the comma. */
const AHEAD =
  /(?<!\p{L})(?:(?:under|in) (?:no|any) circumstances|on no account|(?:in )?no case|auf (?:gar )?keinen fall|unter (?:gar )?keinen umständen|en aucun cas|sous aucun prétexte|(?:en|bajo) ning[uú]na? (?:caso|circunstancia|concepto)|pod żadnym pozorem|w żadnym (?:wypadku|razie)|(?:绝|絕)(?:对|對)?(?:不要|不能|不可以?)|千万(?:不要|别)|絶対に)$/iu;

/** Behind these, up to the end of the clause, stands what is not so. In front of everything they leave open where that ends. */
const INSTEAD =
  /(?<!\p{L})(?:(?:instead|in place) of|rather than|(?:an)?statt|anstelle von|au lieu d[eu]|plutôt que|en (?:vez|lugar) de|zamiast|вместо|(?:and|und|et|y|a|i|и|а)\s(?:not|no longer|no more|nicht(?: mehr)?|kein\p{L}*|non(?: plus)?|pas|ya no|no|już nie|nie|не))(?!\p{L})/iu;
const NOT = /(?<!\p{L})(?:not|no longer|no more|nicht(?: mehr)?|non plus|ya no|już nie)(?!\p{L})/iu;
/** The old value of a change, between "from" and "to", where a word of change is in the clause. */
const FROM_TO: readonly (readonly [change: RegExp, form: RegExp])[] = [
  [
    /(?<!\p{L})(?:mov|chang|switch|migrat|renam|transfer|goes|went|rais|ris|rose|lower|reduc|increas|shift|postpon|grew|grown)/iu,
    /(?<!\p{L})from\s(.{1,60}?)\s(?:(?:up|down|over|on)\s)?to(?!\p{L})/iu,
  ],
  [
    /zog|zieh|wechsel|änder|(?:ver|um)(?:leg|stell)|benannt|schoben|stieg|senk|erhöh/iu,
    /(?<!\p{L})(?:von|vom)\s(.{1,60}?)\s(?:auf|zu[mr]?|nach|in)\s/iu,
  ],
  [/déménag|chang|pass[eé]|déplac|transf|augment|baiss/iu, /(?<!\p{L})d[eu]\s(.{1,60}?)\sà\s/iu],
  [/(?<!\p{L})(?:mud|cambi|pas[óo]|traslad|sub|baj)/iu, /(?<!\p{L})del?\s(.{1,60}?)\sa\s/iu],
  [/przeni|przeprowadz|zmien|przesz/iu, /(?<!\p{L})ze?\s(.{1,60}?)\s(?:na|do)\s/iu],
  [
    /[改换換搬调調变變转轉迁遷升降挪移涨漲]/u,
    /[从從由](.{1,24}?)(?=(?:直接|又|已经|已經)?[改换換搬调調变變转轉迁遷升降挪移涨漲])/u,
  ],
  [/[换換改][成为為]/u, /(?:把|将|將).{0,12}?的(.{1,12}?)(?=[换換改][成为為])/u],
  [
    /変|移|引っ?越|切り替|替|換|なり|なった|上が|下が|改/u,
    /(?:^|[はがをも、,\s])([^はがを、,]{1,24}?)から(?=.{1,24}?[にへ](?:変|移|引っ?越|切り替|替|換|なり|なった|上が|下が|改))/u,
  ],
  [
    /바뀌|바뀐|바꾸|바꿨|옮|이사|변경|이전|갈아|올|내/u,
    /(?:^|\s)([^\s]{1,20}(?:\s[^\s]{1,20})?)에서\s(?=.{1,24}?로\s?(?:바뀌|바뀐|바꾸|바꿨|옮|이사|변경|이전|갈아|올|내))/u,
  ],
];
/** What stands in front of these is not so, back to the topic. */
const IN_FRONT: readonly RegExp[] = [
  /(?:^|[はがもを、,]\s?(?:もう|今は)?)([^はが、,]{1,24}?)(?:では|じゃ)なく(?!な)(?:て)?/u,
  /(?:^|[은는이가],?\s(?:이제\s|더\s?이상\s)?)((?:[^\s]+\s){0,2}?[^\s]+)\s?(?:이|가)?\s?아니(?:라|고)(?!\S)/u,
  /(?:^|[은는때],?\s(?:이제\s)?|\s이제\s)((?:[^\s]+\s){0,1}?[^\s]+)\s(?:말고|대신)(?!\S)/u,
];

/** The clauses of a sentence. "Under no circumstances, transfer money": what is no clause of its own belongs to the next one. */
export function clausesOf(sentence: string): string[] {
  const clauses: string[] = [];
  const pieces = sentence
    .split(BORDER)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '' && !ANSWER.test(piece));
  let before = '';
  for (const [index, piece] of pieces.entries()) {
    const clause = before === '' ? piece : `${before}, ${piece}`;
    before = '';
    if (index < pieces.length - 1 && leansOn(piece, pieces[index + 1] ?? '', clauses.length > 0)) before = clause;
    else clauses.push(clause);
  }
  return before === '' ? clauses : [...clauses, before];
}

function leansOn(piece: string, next: string, isLater: boolean): boolean {
  if (AHEAD.test(piece)) return true;
  const telling = tellingTerms(piece).length;
  if (telling === 0) return true;
  if (telling > 1 || LEADS_ON.test(next)) return false;
  return !(denies(piece) && isLater);
}

export function stancesOf(sentence: string): Stance[] {
  return clausesOf(sentence).flatMap(stancesInClause);
}

function stancesInClause(clause: string): Stance[] {
  const old = oldValueIn(clause);
  if (old) {
    const rest = [clause.slice(0, old.from), clause.slice(old.to)].filter((part) => /[\p{L}\p{N}]/u.test(part));
    const said = clause.slice(old.from, old.to);
    return [...rest.map((text) => ({ text, denied: false, about: '' })), { text: said, denied: true, about: '' }];
  }
  const at = INSTEAD.exec(clause) ?? NOT.exec(clause);
  const front = clause.slice(0, at?.index ?? 0);
  // "The door number is not 3105" is one denial; "8254 instead of 3105" is two things.
  if (at && !denies(front) && tellingTerms(front).length > 0 && (INSTEAD.test(at[0]) || isWhole(front))) {
    return [
      { text: front, denied: false, about: '' },
      { text: clause.slice(at.index), denied: true, about: '' },
    ];
  }
  return [{ text: clause, denied: denies(clause), about: denies(clause) ? aboutOf(clause) : '' }];
}

function oldValueIn(clause: string): { from: number; to: number } | undefined {
  for (const [change, form] of FROM_TO) {
    const found = change.test(clause) ? form.exec(clause) : null;
    if (found?.[1]?.trim()) {
      const from = clause.indexOf(found[1], found.index);
      return { from, to: from + found[1].length };
    }
  }
  for (const form of IN_FRONT) {
    const found = form.exec(clause);
    if (found?.[1]?.trim()) return { from: clause.indexOf(found[1], found.index), to: found.index + found[0].length };
  }
  return undefined;
}

/** "… 8254 now not 3105": a value stands in front of the "not", and nothing that has to go on. */
function isWhole(front: string): boolean {
  return /(?<!\p{L})(?:now|jetzt|maintenant|ahora|teraz)\s*$|\d\S*\s*$/iu.test(front);
}

/** Up to the first word of denial; where a language puts it last, up to the topic. */
function aboutOf(clause: string): string {
  const [topic] = /^.{1,40}?(?:には|では|[はも](?=[^ぁ-ん])|[은는]\s)/u.exec(clause) ?? [];
  if (topic !== undefined) return topic;
  const words = clause.split(/(?<=\s)|(?=[不没沒别別未无無勿])/u);
  let front = '';
  for (const word of words) {
    if (denies(front + word)) return front;
    front += word;
  }
  return '';
}
