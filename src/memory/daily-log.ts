// The shape of what is remembered: one bullet a line, with a time in a daily log, attributed where it is somebody's claim.
// Pure. A note must never be able to forge structure: headings, fences, other bullets, other speakers.

import { oneLine } from '../text/truncate.js';

export interface NoteShape {
  /** 'HH:MM' in a daily log. */
  clock?: string;
  /** The speaker whose statement it is; absent where the scope's own people speak for themselves. */
  said?: string;
  /** They may keep it in sight for good with a 📌; anybody else's words could crowd out the rest of the file with it. */
  pins?: boolean;
}

/** The bullets of a note, one for each of its lines that says something; empty when none does. */
export function noteBullets(text: string, shape: NoteShape): string[] {
  const lead = `- ${shape.clock === undefined ? '' : `${shape.clock} `}${shape.said === undefined ? '' : `${quotedName(shape.said)} said: `}`;
  return flattenNote(text)
    .map((line) => (shape.pins ? line : line.replaceAll('📌', '').trim()))
    .filter((line) => line !== '')
    .map((line) => lead + line);
}

/** Plain lines: no line ends of any kind, control or bidi characters, leading Markdown, fences, comments. */
export function flattenNote(text: string): string[] {
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map(plainLine)
    .filter((line) => /[\p{L}\p{N}\p{S}]/u.test(line));
}

/** Controls, direction marks and invisible characters; the joiners of scripts and emoji stay. */
const INVISIBLE = /(?!\u200c|\u200d)[\p{Cc}\p{Cf}\p{Cs}]/gu;
/** What would begin a block in Markdown: bullets, headings, quotes, fences, tasks, tables, rules. */
const BLOCK = /^(?:\s+|[-*+•](?=\s|$)|#{1,6}(?=\s|$)|>|`{3,}|~{3,}|\[[ xX]\](?=\s)|\|)+/;

function plainLine(line: string): string {
  const plain = line.replace(/\t/g, ' ').replace(INVISIBLE, '').replace(BLOCK, '').trim();
  if (/^[-=*_~`\s]*$/.test(plain)) return '';
  return plain.replaceAll('<!--', '<! --');
}

/** Words that say who somebody is, and not what they are called. */
const NO_NAMES = new Set(
  `owner admin administrator moderator system assistant bot nightjar user human member model tool you i me we us everybody everyone
  nobody besitzer besitzerin eigentümer inhaber systemverwalter assistent du sie ich wir alle jemand propriétaire
  administrateur système assistante toi vous tu moi je nous tous propietario dueño dueña administrador sistema asistente usted tú yo
  nosotros todos właściciel ja ty my wszyscy proprietario amministratore io noi tutti владелец админ система ассистент ты вы я мы все
  主人 所有者 管理员 管理員 系统 系統 助手 你 您 我 我们 我們 大家 オーナー 持ち主 管理者 システム アシスタント あなた 私 僕 みんな 皆
  주인 소유자 관리자 시스템 어시스턴트 당신 너 나 저 우리 모두`.split(/\s+/),
);

/** A display name that cannot pass for more than a name: several words, and who somebody is, stand in quotation marks. */
function quotedName(name: string): string {
  const plain = oneLine(name, 40)
    .replace(/["“”「」:<>`*_#[\]|\\]/g, '')
    .trim();
  if (plain === '') return 'somebody';
  const isName = /^[\p{L}\p{N}\p{M}-]+$/u.test(plain) && !NO_NAMES.has(plain.normalize('NFKC').toLowerCase());
  return isName ? plain : `“${plain}”`;
}
