// Under which heading of a long-term file a new line stands, and where in its section. Pure; adds, never changes a line.

import type { Importance } from '../../../contracts/index.js';
import { foldText } from '../../../text/segment.js';
import { withoutEnd } from '../../lines.js';
import { pinnedLines } from '../../pins.js';
import { type Blocks, blocksOf } from './long-term-blocks.js';

export type SectionKind = Exclude<Importance, 'none'>;

const words = (list: string) => new Set(list.split('|').map((one) => one.trim()));

const TITLES: Readonly<Record<SectionKind, string>> = {
  preference: 'Preferences',
  fact: 'Facts',
  decision: 'Decisions',
  goal: 'Goals',
  lesson: 'Lessons',
};

const NAMES: Readonly<Record<SectionKind, ReadonlySet<string>>> = {
  preference:
    words(`preferences|preference|likes|likes and dislikes|tastes|vorlieben|präferenzen|abneigungen|vorlieben und abneigungen
    |préférences|goûts|préférences et goûts|preferencias|gustos|preferencje|upodobania|偏好|喜好|喜好と嫌い|个人偏好|個人偏好|好み|嗜好|選好|선호|취향|선호도|선호 사항`),
  fact: words(`facts|fact|knowledge|key facts|fakten|tatsachen|wissen|faits|connaissances|hechos|datos|fakty|wiedza|informacje
    |事实|事實|事実|信息|資訊|情報|知識|知识|사실|정보|지식`),
  decision: words(`decisions|decision|decided|entscheidungen|beschlüsse|décisions|decisiones|decyzje|ustalenia
    |决定|決定|决策|決策|決定事項|决定事项|決まったこと|결정|결정 사항|결정사항`),
  goal: words(`goals|goal|aims|objectives|plans|ziele|pläne|objectifs|buts|objetivos|metas|cele|plany
    |目标|目標|目的|计划|計劃|計画|ゴール|목표|계획`),
  lesson:
    words(`lessons|lesson|lessons learned|lessons learnt|learnings|lehren|erkenntnisse|gelernt|gelerntes|leçons|enseignements|lecciones
    |aprendizajes|lecciones aprendidas|lekcje|wnioski|nauki|教训|教訓|经验|經驗|经验教训|經驗教訓|心得|学び|学んだこと|교훈|배운 점|배운점`),
};

export function titleOf(kind: SectionKind): string {
  return TITLES[kind];
}

/** Which class of matters a heading speaks of, in the languages that people write here. */
export function sectionKind(title: string): SectionKind | undefined {
  const plain = foldText(title)
    .replace(/[^\p{L}\p{M}\p{N}\s]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return (Object.keys(NAMES) as SectionKind[]).find((kind) => NAMES[kind].has(plain));
}

/** `none` has its place among the facts. */
export function kindOf(importance: Importance): SectionKind {
  return importance === 'none' ? 'fact' : importance;
}

/**
 * The lines (with their ends) with one more bullet at the end of the section of its kind, or of the file where that has no
 * headings at all. A missing section is made at the end, always before the pointer to topics. Nothing lands in a section
 * that is pinned, in a fence or in a comment. A file that ends without a newline goes on doing so.
 */
export function withBullet(lines: readonly string[], bullet: string, kind: SectionKind, eol: '\n' | '\r\n'): string[] {
  if (lines[0]?.startsWith('\ufeff')) return withMark(lines, (rest) => withBullet(rest, bullet, kind, eol));
  const blocks = blocksOf(lines);
  const pinned = pinnedLines(lines);
  const headings = blocks.list.filter((block) => block.kind === 'heading');
  const flat = headings.length === 0 && blocks.list.length > 0;
  const section = headings.find(({ from, title }) => !pinned[from] && sectionKind(title) === kind);
  const next = section && headings.find(({ from }) => from > section.from);
  const isOpen = next === undefined && blocks.open !== undefined;
  const at = isOpen ? lines.length : lastWritten(lines, section?.to ?? 0, next?.from ?? endOfBody(lines, blocks));
  const before = [...lines.slice(0, at)];
  const added: string[] = [];
  if (isOpen) added.push(blocks.open + eol);
  if (!section && !flat) {
    if (at > 0) added.push(eol);
    added.push(`${levelFor(lines, at, TITLES[kind])} ${TITLES[kind]}${eol}`, eol, bullet + eol);
  } else {
    if (isOpen || (at > 0 && !isMatterEnd(blocks, at, lines))) added.push(eol);
    added.push(bullet + eol);
  }
  return joined(before, added, lines.slice(at), eol);
}

/** Does so behind the mark that a file may begin with. */
function withMark(lines: readonly string[], change: (rest: string[]) => string[]): string[] {
  const [first = '', ...others] = lines;
  const plain = first.slice(1);
  const [begin = '', ...rest] = change(plain === '' ? others : [plain, ...others]);
  return [`\ufeff${begin}`, ...rest];
}

/** Where the pointer's own blank line begins, or the end. */
function endOfBody(lines: readonly string[], { pointer }: Blocks): number {
  const tail = pointer >= 0 && lines.slice(pointer + 1).every((line) => line.trim() === '');
  return tail ? pointer : lines.length;
}

/** Behind the last line of the range that says something, a line that begins it included. */
function lastWritten(lines: readonly string[], from: number, to: number): number {
  let at = to;
  while (at > from && (lines[at - 1] ?? '').trim() === '') at--;
  return at;
}

/** A bullet stands right below another one, and apart from everything else. */
function isMatterEnd(blocks: Blocks, at: number, lines: readonly string[]): boolean {
  if ((lines[at - 1] ?? '').trim() === '') return true;
  return blocks.list.some((block) => block.kind === 'matter' && block.bullet && block.to === at);
}

/** A heading of the first level where the second would still belong to a section that is pinned. */
function levelFor(lines: readonly string[], at: number, title: string): string {
  const behind = pinnedLines([...lines.slice(0, at), `## ${title}`]);
  return behind.at(-1) ? '#' : '##';
}

/** Puts lines in between: each has its end, but for the last of all where the file's last had none. */
function joined(before: readonly string[], added: readonly string[], after: readonly string[], eol: string): string[] {
  const first = after[0] ?? '';
  const gap = first.trim() !== '' && (added.length > 1 || !/^ {0,3}#/.test(first)) ? [eol] : [];
  const last = before.at(-1);
  const isOpen = after.length === 0 && last !== undefined && !last.endsWith('\n');
  const ended = last !== undefined && !last.endsWith('\n') ? [...before.slice(0, -1), last + eol] : [...before];
  const all = [...ended, ...added, ...gap, ...after];
  return isOpen ? [...all.slice(0, -1), withoutEnd(all.at(-1) ?? '')] : all;
}
