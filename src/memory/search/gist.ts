// What a line of Chinese, Japanese or Korean says, without the words that only arrange it, so that two wordings of one
// fact become equal. What it does not know it keeps: any other word, number, name or "not" makes another gist. Pure.

import { foldText } from '../../text/segment.js';

export interface Gist {
  /** The telling pieces in order, each between tabs; '' when there is none. */
  pieces: string;
  /** Says 有: "Y 有 X" is "X 在 Y", and "X 有 Y" is neither. */
  has: boolean;
}

const CHINESE =
  /现在|現在|目前|已经|已經|一直|仍然|仍旧|位于|位於|位置|地点|地點|里面|裡面|[存摆擺安]放|放置|一[台个個]|[在是为為有就放摆擺里裡内內了啊呢仍还還]/gu;
const JAPANESE = /現在|場所|設置(?:され|し)て|置(?:いて|かれて)|(?<!\p{sc=Han})今(?!\p{sc=Han})/gu;
const HIRAGANA = /[\u3041-\u3096]+/gu;
/** What follows a noun and says no more than that it is there. Whole runs only: けど, から or ない are none of these. */
const PARTICLES =
  /^(?:[にで]?[はがをもの]?|で)(?:(?:と|に)?なっています|ございます|あります|ある|います|いる|です|だ)?(?:の[はが]|[よね])?$/u;
const KOREAN =
  /(?<!\p{sc=Hangul})(?:지금|현재|위치해?|놓여|바로)(?:은|는|가)?(?!\p{sc=Hangul})|(?<!\p{sc=Hangul})(?:놓여)?있(?:습니다|어요|어|다|음)(?!\p{sc=Hangul})/gu;
const JOSA =
  /(?<=[\p{sc=Hangul}\p{sc=Latin}\p{N}])(?:에는|입니다|이에요|예요|이야|이다|[은는이가을를에의])+(?!\p{sc=Hangul})/gu;
const WIFI = /wi-?fi|无线(?:网络?)?|無線(?:網路|lan)?|ワイファイ|와이파이/gu;
const BETWEEN = /[\s,.;:!?、。…"'“”‘’「」『』()[\]*_|~]+/gu;

export function gistOf(line: string): Gist {
  const folded = foldText(line).replace(WIFI, 'wifi');
  const pieces = folded
    .replace(/(?<=\p{L})的|(?<=[\p{sc=Han}\p{sc=Katakana}ー])の(?=[\p{sc=Han}\p{sc=Katakana}\p{N}])/gu, '')
    .replace(JAPANESE, '\t')
    .replace(CHINESE, '\t')
    .replace(HIRAGANA, (run, at: number, all: string) => (opens(all, at) || !PARTICLES.test(run) ? run : '\t'))
    .replace(KOREAN, '\t')
    .replace(JOSA, '\t')
    .replace(BETWEEN, '\t')
    .split('\t')
    .filter(Boolean);
  return { pieces: pieces.length > 0 ? `\t${pieces.join('\t')}\t` : '', has: folded.includes('有') };
}

/** Hiragana that nothing stands before is a word of its own. */
function opens(text: string, at: number): boolean {
  return at === 0 || /[ \n]/.test(text[at - 1] ?? '');
}

/** The same pieces in the same order, or with the two sides of an "is" or "is in" exchanged. */
export function isSameGist(a: Gist, b: Gist): boolean {
  if (a.pieces === '' || a.pieces.length !== b.pieces.length) return false;
  if (a.pieces === b.pieces) return a.has === b.has;
  return !(a.has && b.has) && `${a.pieces}${a.pieces.slice(1)}`.includes(b.pieces);
}
