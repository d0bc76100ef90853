// What a statement says is over by naming it: "not on Friday any more", "instead of the shed", "从周五改到周四". Pure; whether
// that is what another one says is asked word by word, and in doubt it is not.

import { sentencesOf } from '../../../text/sentences.js';
import { matterWords, sharedWords } from './matter-words.js';
import { STRONG } from './statement-words.js';

const LOOKED_AT = 300;

/** What follows, up to the end of its clause. */
const X = '(?<x>(?:[^,;.:，。；、()]|[.:](?=\\S)|(?<=(?<!\\p{L})(?:dr|mr|mrs|ms|st|m|prof|hr|fr))\\.){1,60}?)';
/** What stands in front, from the beginning of its clause. */
const BACK = '(?<x>(?:(?:dr\\.|mr\\.|mrs\\.|m\\.|[^\\s,;:，。；()]*[^\\s,;:，。；().]) ){0,5}[^\\s,;:，。；()]+)';
const END =
  '(?=\\s(?:but|and|up|down|it|now|any ?more|after all|sondern|und|jetzt|mehr|mais|et|maintenant|sino|ahora|y|tylko|ale|teraz)\\s|\\s?(?<!(?<!\\p{L})(?:dr|mr|mrs|ms|st|m|prof|hr|fr))[,;:.(，。；](?!\\d)|\\s(?:any ?more|mehr|now|after all)|\\s?$)';
const MOVES =
  'mov|chang|renam|migrat|switch|goes|went|go|shift|rais|lower|reschedul|transfer|swap|turn|grew|relocat|postpon|wechsel|gewechsel|änder|geänder|gezog|umzieh|verleg|verschob|umbenann|gestieg|pass|déménag|déplac|mud|cambi|movi|trasla|przeprow|przenie|zmien|przesz';

const after = (marks: string) => new RegExp(`(?<![\\p{L}\\p{M}])(?:${marks})\\s${X}${END}`, 'giu');
const FORMS: readonly RegExp[] = [
  after(
    "instead of|in place of|rather than|no longer|no more|not|isn't|aren't|wasn't|doesn't|left|replaces|replaced|outgrown|gave up(?: on)?|given up(?: on)?|dropped|stopped using|forget(?: about)?|quit|used to (?:be|live in|work at|have)|over from|the one (?:about|on|with)|the rule (?:about|on)",
  ),
  new RegExp(
    `(?<!\\p{L})(?:${MOVES})\\p{L}*(?: [^,;.]{1,60}?)?\\s(?:from|von|vom|de|du|z|ze)\\s${X}\\s(?:(?:up|down|over) )?(?:to|into|auf|zu|zum|nach|à|au|en|a|al|na|do)\\s`,
    'giu',
  ),
  new RegExp(`\\s(?:von|vom)\\s${X}\\s(?:auf|zu|zum|nach)\\s[^,;.]{1,60}\\s(?:${MOVES}|um)\\p{L}*`, 'giu'),
  after(
    'statt|anstatt|anstelle von|nicht mehr|doch nicht|nicht|kein\\p{L}* mehr|au lieu (?:de|du|des)|non plus|plus jamais|plutôt que|en vez del?|en lugar del?|ya no|no es|zamiast|już nie|nie ma już',
  ),
  /(?<!\p{L})(?:ne|n')\s?[^,;.]{1,30}?\splus\s(?<x>[^,;.:]{1,60})/giu,
  new RegExp(
    `${BACK}\\s(?:(?:(?:is|are|was|has|have|been)\\s){1,2}(?:void|off|gone|closed|refused|retired|switched off|out of use|abolished|cancell?ed|outdated|obsolete|invalid|no longer(?=\\s*[.,;]|\\s*$))|does not work|doesn't work|no longer works|stopped working)`,
    'giu',
  ),
  new RegExp(
    `${BACK}\\s(?:gilt nicht mehr|geht nicht mehr|funktioniert nicht mehr|ist (?:weg|abgeschafft|ungültig|gesperrt)|est partie?|n'est plus|ne marche plus|n'existe plus|a fermé|ya no (?:vale|sirve|funciona|existe|es)|se jubiló|nie działa|już nie działa|odszedł|odeszła)`,
    'giu',
  ),
  /(?:从|從|由|把)(?<x>[^，。；,;]{1,16}?)(?:改|搬|换|換|调|調|变|變|移|挪|升|降|涨|漲|转|轉)/gu,
  /(?:不再|不是|而非|而不是|取代了?|代替了?|已经不|已經不|不)(?<x>[^，。；,;]{1,14})/gu,
  /(?<x>[^，。；,;、\s]{1,14}?)(?:已经|已經)?(?:不能用|不好用|不用|不开|不開|不去|不在|作废|作廢|停用|取消|失效|没有|沒有|关门|關門)了?/gu,
  /(?<x>[^、。，はが\s]{1,16})(?:から)[^、。，]{1,24}(?:変|引っ越|移|替|換|改|なり|なっ)/gu,
  /(?<x>[^、。，はが\s]{1,16})(?:ではなく|じゃなく|ではない|じゃない|をやめ|の代わり|よりも?|は廃止|は使え)/gu,
  /(?<x>[^\s,.]{1,16})에서\s[^,.]{1,24}(?:바뀌|바뀐|바꿨|바꾸|이사|옮|변경|이전)/gu,
  /(?<x>[^\s,.]{1,16}?)(?:[이가]? 아니(?:라|고|다)| 말고| 대신|[을를]? 그만| 폐지)/gu,
];

/** The words of what a text turns away from, and those that it says beside it. */
export interface Turned {
  left: ReadonlySet<string>;
  rest: ReadonlySet<string>;
}

/** Whether it may say that something is not so any more. */
export function mayTurn(text: string): boolean {
  const said = text.slice(0, LOOKED_AT);
  return MARKS.test(said) || STRONG.test(said) || NOW.test(said);
}

/** Each thing that it turns away from. */
export function turnedFrom(text: string): Turned[] {
  const said = text.slice(0, LOOKED_AT).normalize('NFKC').replace(/[’‘]/g, "'");
  if (!MARKS.test(said)) return [];
  const plain = said.replace(/(?<=\d),(?=\d{3})/g, '');
  return sentencesOf(plain)
    .flatMap((sentence) =>
      FORMS.flatMap((form) =>
        [...sentence.matchAll(form)].map(({ 0: whole, groups }) => turnedOf(plain, whole, groups?.x ?? '')),
      ),
    )
    .filter(({ left }) => left.size > 0);
}

function turnedOf(text: string, whole: string, x: string): Turned {
  const at = text.indexOf(whole) + whole.lastIndexOf(x);
  return { left: matterWords(x).all, rest: matterWords(`${text.slice(0, at)} , ${text.slice(at + x.length)}`).all };
}

const NOW =
  /(?<!\p{L})(?:now|from now on|jetzt|ab jetzt|nun|maintenant|désormais|ahora|teraz)(?!\p{L})|现在|現在|以后|以後|今は|これから|이제/iu;
/** Without any of these nothing is turned from: most lines are done with here. */
const MARKS =
  /(?<!\p{L})(?:instead|in place of|than|no longer|no more|not|n['’]t|\p{L}+n['’]t|left|outgrown|replace[sd]?|over|gave up|given up|dropped|drop|forget|quit|used to|from|one about|void|off|gone|closed|refused|retired|out of use|abolished|cancell?ed|outdated|obsolete|invalid|stopped|statt|anstatt|anstelle|nicht|kein\p{L}*|von|vom|weg|abgeschafft|ungültig|gesperrt|lieu|plus|plutôt|de|partie?|fermé|vez|lugar|ya no|no es|jubiló|zamiast|nie|z|ze|odszedł|odeszła)(?!\p{L})|n'|[从從由把不没沒取停失作代关關]|から|なく|ない|やめ|代わ|より|廃止|使え|에서|아니|말고|대신|그만|폐지/iu;

/** Whether one of those things is what the older says, of a matter that both name. */
export function turnsFrom(turned: readonly Turned[], older: ReadonlySet<string>): boolean {
  return turned.some(({ left, rest }) => {
    // What is said of the new thing as well tells nothing of the old one: "不是对虾过敏，是对芒果过敏".
    const own = new Set([...left].filter((word) => !rest.has(word)));
    const there = sharedWords(own, older);
    if (there === 0 || there / own.size <= 0.5 || [...own].some((word) => /\d/.test(word) && !older.has(word)))
      return false;
    return sharedWords(rest, older) > 0 || (sharedWords(left, older) > 1 && there / own.size >= 0.7);
  });
}
