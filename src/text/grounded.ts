// Whether every telling word of a line stands in the words that it was made from: a line in which one thing was exchanged for
// another has most of its words right and is wrong all the same. Pure. Stricter than `isSupported`, which it does not replace.

import { tellingTerms } from './content.js';
import { stemOf } from './english.js';
import { LIGHT_HAN, mayStandFor } from './light-words.js';
import { foldText, isCjk } from './segment.js';
import { isWordIn, type Words } from './support.js';
import { synonymsOf } from './synonyms.js';

/** UTF-16 units of a Latin word of which a longer one may be made. */
const LEAST_PART = 4;

/** The first word of the line that its source has in no form; undefined where there is none. */
export function strangeWord(line: string, by: Words): string | undefined {
  const folded = foldText(line);
  return strangeLatin(line, by) ?? strangeHan(folded, by) ?? strangeKana(folded, by) ?? strangeHangul(folded, by);
}

function strangeLatin(line: string, by: Words): string | undefined {
  const has = (term: string) => isWordIn(term, by);
  return tellingTerms(line).find((term) => {
    if (isCjk(term.codePointAt(0) ?? 0) || !/\p{L}/u.test(term)) return false;
    if (has(term) || mayStandFor(term, has) || isPartOf(term, by.folded)) return false;
    return !synonymsOf(stemOf(term)).some(has);
  });
}

/** "Heizung" in "Büroheizung"; "heiz" of it in "geheizt". */
function isPartOf(term: string, folded: string): boolean {
  const root = term
    .replace(/^ge(?=.{3,}t$)|t$(?<=^ge.{3,})/gu, '')
    .replace(/(?:ungen|ung|heit|keit|en|er|e|n|s)$/u, '');
  return root.length >= LEAST_PART && root !== term
    ? folded.includes(root)
    : term.length > LEAST_PART && folded.includes(term);
}

const HAN_RUN = /[\p{Script=Han}々〆]+/gu;

function strangeHan(folded: string, by: Words): string | undefined {
  for (const piece of piecesIn(folded)) {
    if (isSaid(piece, by)) continue;
    return piece;
  }
  return undefined;
}

/** What is left of the runs of Han characters once light words are out of them. */
function piecesIn(folded: string): string[] {
  return [...folded.matchAll(HAN_RUN)].flatMap(([run]) => run.replace(LIGHT_HAN, ' ').split(' ').filter(Boolean));
}

function isSaid(piece: string, { folded }: Words): boolean {
  if (folded.includes(piece)) return true;
  // Two words of the source side by side; a single character stands for itself only where it stood alone.
  for (let at = 2; at <= piece.length - 2; at++) {
    if (folded.includes(piece.slice(0, at)) && folded.includes(piece.slice(at))) return true;
  }
  return false;
}

const HIRAGANA_RUN = /\p{Script=Hiragana}+/gu;
/** Particles, endings and the verbs of everyday: what is made of these tells nothing. */
const KANA =
  /(?:いつも|ください|ありません|あります|ありました|いました|います|いません|でした|です|ました|ません|ませ|まし|ます|している|していた|して|した|する|される|され|しない|しま|しな|ている|ていた|てい|んでい|んだ|んで|った|って|という|といい|いう|いる|いない|いた|ある|あり|あった|なった|なりま|なる|なり|ない|なく|なかっ|できない|できる|られない|られる|られ|ため|こと|もの|ほう|とき|から|まで|より|だけ|ので|のに|では|には|とは|への|での|がいい|いい|よい|ほしい|さん|くん|ちゃん|さま|また|もう|まだ|その|この|ここ|そこ|それ|これ|[はがをにのでともへやねよかしすさせそたただてなにばまみむめもりるれろんいうえおくけきげぎじずちつっとどび])/gu;

/** A word of Hiragana (そば) is known by what stands between particles. */
function strangeKana(folded: string, { folded: said }: Words): string | undefined {
  for (const [run] of folded.matchAll(HIRAGANA_RUN)) {
    if (said.includes(run)) continue;
    const rest = run
      .split(/(?:[はがをにのでともへや]|です|ます)+(?=$|.)/u)
      .filter((word) => word.length > 1 && !said.includes(word));
    const strange = rest.find((word) => word.replace(KANA, '') !== '' || NOUNS.test(word));
    if (strange !== undefined) return strange;
  }
  return undefined;
}

/** So written, they are things and no endings. */
const NOUNS =
  /^(?:そば|えび|かに|いか|たこ|くるみ|りんご|みかん|いちご|もも|なす|ねぎ|うどん|すし|いぬ|ねこ|みせ|かぎ)$/u;

/** A syllable that a particle begins with is cut off, then a word is known by its first two. */
function strangeHangul(folded: string, by: Words): string | undefined {
  for (const [word] of folded.matchAll(/\p{Script=Hangul}+/gu)) {
    if (by.folded.includes(word) || LIGHT_KOREAN.test(word)) continue;
    const stem = word.replace(PARTICLE, '');
    if (stem === '' || LIGHT_KOREAN.test(stem)) continue;
    if (by.folded.includes(stem)) continue;
    if (stem.length > 2 && by.folded.includes(stem.slice(0, Math.max(2, Math.ceil(stem.length * 0.6))))) continue;
    const row = KOREAN_ROWS.find((one) => one.test(stem));
    if (row?.test(by.folded)) continue;
    return word;
  }
  return undefined;
}

const PARTICLE =
  /(?:에서는|에게서|에서|에게|한테는|한테|으로는|으로|까지|부터|처럼|보다|이라고|라고|이라는|라는|이고|이며|입니다|이에요|예요|이다|이었다|였다|은|는|이|가|을|를|에|의|도|만|와|과|로|께서|다|때는|때)$/u;
const LIGHT_KOREAN =
  /^(?:나|나는|내|내가|저|저는|제|우리|사용자|주인|이제|지금|현재|항상|언제나|늘|매우|아주|제일|가장|더|그|이|저|것|때|있|있다|있습니다|있어요|없|하|한다|합니다|해요|했다|하다|되|된다|됩니다|이름|번호|주소|날|시간|좋|좋다|좋아|좋아한다|선호|선호한다|사용|사용한다|쓴다)$/u;
const KOREAN_ROWS: readonly RegExp[] = [
  /사신|살고|살아|산다|삽니다|사는|사세|거주|댁|(?<!\p{L})집/u,
  /일하|일한|근무|직장|다닌|다니/u,
  /먹|드신|드세|싫|빼/u,
  /마신|마시|마셔/u,
  /회의/u,
  /열|닫/u,
];
