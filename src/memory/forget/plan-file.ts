// Which lines of one Markdown file go, and which rest on what is forgotten and on more. Pure.

import type { Finds } from '../../text/forgetting.js';
import { dreamLines } from '../dream/read/own-output.js';
import { snapshotLines } from '../dream/read/snapshot-blocks.js';
import { blocksOf, plainLines } from './blocks.js';
import { together, type Whose } from './whose.js';

export interface FileRules {
  /** A line or a piece of the text that goes whoever wrote it. */
  finds: Finds;
  /** Of a line, what it rests on; undefined where nobody knows. */
  whose(line: string): Whose | undefined;
  /** A line that a machine made of many things goes. */
  inMixture: Finds;
  /** A line that holds their words and may be somebody else's. */
  touches: Finds;
  /** A line that says what only they said, in whatever words. */
  tells: Finds;
  /** Whether the end of a conversation names them as its speaker; whether it names them or somebody of the same name. */
  isSpeaker(name: string): boolean;
  isPerhapsSpeaker(name: string): boolean;
  /** A whole line that they said. */
  isSaid: Finds;
  /** Answers to them, in the end of this conversation. */
  isAnswer: Finds;
}

export interface FilePlan {
  /** Lines from 0. */
  goes: Set<number>;
  /** Lines from 1 that stay. */
  mixed: number[];
}

const HEAD = /^(\S.{0,120}), (?:\d{4}-\d{2}-\d{2} )?\d{2}:\d{2}:$/;

export function planFile(path: string, text: string, rules: FileRules): FilePlan {
  const lines = plainLines(text.replace(/^\ufeff/, ''));
  const plan: FilePlan = { goes: new Set(), mixed: [] };
  const dreamt = /(?:^|\/)DREAMS\.md$/i.test(path) ? lines.map(() => true) : dreamLines(lines);
  const tail = snapshotLines(lines);
  if (tail) planTail(lines, rules, plan);
  for (const { from, to } of blocksOf(lines)) {
    const all = lines.slice(from, to + 1);
    const every = all.map((_, at) => from + at);
    if (every.some((at) => plan.goes.has(at))) continue;
    if (rules.finds(all.join('\n')) || all.some(rules.finds)) add(plan.goes, every);
    else if (dreamt[from]) for (const at of every) if (rules.inMixture(lines[at] ?? '')) plan.goes.add(at);
    if (dreamt[from] || tail?.own[from] || every.some((at) => plan.goes.has(at))) continue;
    const whose = all.reduce<Whose | undefined>((sum, line) => {
      const one = rules.whose(line);
      return one === undefined ? sum : together(sum, one);
    }, undefined);
    if (whose === 'own') add(plan.goes, every);
    else if (whose === 'mixed' || all.some((line) => rules.touches(line) || rules.tells(line)))
      plan.mixed.push(from + 1);
  }
  return plan;
}

/** The end of a conversation, speaker after speaker. */
function planTail(lines: readonly string[], rules: FileRules, { goes }: FilePlan): void {
  for (let at = 0; at < lines.length; at++) {
    const name = HEAD.exec(lines[at] ?? '')?.[1]?.replace(/^`|`$/g, '');
    const begin = at + (lines[at + 1]?.trim() === '' ? 2 : 1);
    if (name === undefined || !lines[begin]?.startsWith('>')) continue;
    let end = begin;
    while (lines[end + 1]?.startsWith('>')) end++;
    const words = Array.from({ length: end - begin + 1 }, (_, more) => begin + more);
    if (rules.isSpeaker(name)) for (let one = at; one <= end; one++) goes.add(one);
    else {
      const isGone = (line: string) =>
        line !== '' &&
        (rules.finds(line) ||
          (line.startsWith('> ')
            ? rules.touches(line.slice(2)) || isQuoteOfTheirs(line, rules)
            : (rules.isPerhapsSpeaker(name) && (rules.isSaid(line) || rules.touches(line))) ||
              (name === 'assistant' && (rules.isAnswer(line) || rules.touches(line) || rules.inMixture(line)))));
      for (const one of words) if (isGone((lines[one] ?? '').slice(2))) goes.add(one);
      const left = words.filter((one) => !goes.has(one) && (lines[one] ?? '').replace(/[>\s]/g, '') !== '');
      if (left.length === 0) for (let one = at; one <= end; one++) goes.add(one);
    }
    at = end;
  }
}

/** `Name: words` behind a second `>`. */
function isQuoteOfTheirs(line: string, { isSpeaker, isPerhapsSpeaker, isSaid }: FileRules): boolean {
  const [head = '', name] = /^> ([^:：]{1,60}): /u.exec(line) ?? [];
  if (name === undefined) return false;
  return isSpeaker(name) || (isPerhapsSpeaker(name) && isSaid(line.slice(head.length)));
}

function add(to: Set<number>, all: readonly number[]): void {
  for (const one of all) to.add(one);
}
