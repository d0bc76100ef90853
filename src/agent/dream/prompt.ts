// The question of a night as a request: the rules, and the file, the claims and the themes as data, within so many tokens.
// Pure but for the text beside it, which is read once. Nobody's words may pass for a label or for the end of the data.

import { readFileSync } from 'node:fs';
import {
  type DreamQuestion,
  type LongTermEntry,
  ModelError,
  type ModelRequest,
  type RankedClaim,
  type Theme,
  type Trust,
} from '../../contracts/index.js';
import { flattenNote } from '../../memory/daily-log.js';
import { harmless } from '../../text/harmless.js';
import { estimateTokens } from '../../text/tokens.js';
import { oneLine, truncate } from '../../text/truncate.js';
import { fence } from '../fence.js';

const RULES = readFileSync(new URL('../prompts/dream.md', import.meta.url), 'utf8').trimEnd();
/** Of one claim, in UTF-16 units. */
const CLAIM_CHARS = 1_000;
const NAME_CHARS = 40;
const HEADING_CHARS = 60;
const OPEN_CHARS = 160;
const MOST_THEMES = 20;
/** Of all tokens, the answer's share; many models count their thinking as part of it. */
const ANSWER_SHARE = 1 / 3;
const MOST_ANSWER = 16_000;
/** The marks around the data and our own sentences, in tokens. */
const FRAME = 300;

export interface FittedQuestion {
  question: DreamQuestion;
  /** So many claims, from the worst end, have no room. */
  leftOut: number;
}

/**
 * The question with as many of its best claims as have room where request and answer have so many tokens together. The
 * file's entries stay whole. Throws a ModelError 'overflow' where they leave no room for one claim.
 */
export function fitClaims(question: DreamQuestion, tokens: number): FittedQuestion {
  const { claims } = question;
  const fixed = [RULES, headOf(question), ...question.entries.map(entryLine), ...themeLines(question.themes)];
  let left = tokens - answerTokens(tokens) - FRAME - costOf(fixed);
  let shown = 0;
  for (const [index, claim] of claims.entries()) {
    left -= costOf([claimLine(claim, index)]);
    if (left < 0) break;
    shown++;
  }
  if (left < 0 && shown === 0) {
    throw new ModelError('overflow', 'the long-term memory does not fit into one question to the model', {
      remedy: 'Raise dreaming.maxTokens in nightjar.yaml, choose a model with a larger window, or shorten MEMORY.md.',
    });
  }
  return { question: { ...question, claims: claims.slice(0, shown) }, leftOut: claims.length - shown };
}

/** The request for a question that fits. Of `tokens` the answer has its share. */
export function dreamRequest(question: DreamQuestion, tokens: number): ModelRequest {
  const { entries, claims, themes } = question;
  const blocks = [
    headOf(question),
    block('long-term-memory', entries.map(entryLine), 'The file has no entry yet.'),
    block('claims', claims.map(claimLine), 'There are no new claims.'),
    themes.length > 0 && `What is talked about again and again:\n${block('themes', themeLines(themes), '')}`,
    'Now answer with the JSON object alone.',
  ];
  const text = blocks.filter((one) => typeof one === 'string').join('\n\n');
  return { system: RULES, messages: [{ role: 'user', text }], tools: [], maxTokens: answerTokens(tokens) };
}

function answerTokens(tokens: number): number {
  return Math.max(1, Math.min(MOST_ANSWER, Math.floor(tokens * ANSWER_SHARE)));
}

function costOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0);
}

function block(tag: string, lines: readonly string[], none: string): string {
  return lines.length > 0 ? fence(tag, {}, lines.join('\n')) : none;
}

const WHOSE = {
  main: 'the owner, in private',
  person: 'one person, in private',
  group: 'a group chat, where several people speak',
};

function headOf({ scope, night, room }: DreamQuestion): string {
  const size =
    room < 0
      ? `The file is ${-room} characters too long: make it shorter by merging and moving.`
      : `The file may grow by ${room} characters.`;
  return `It is the night of ${night}. This is the memory of ${WHOSE[scope.kind]}. ${size}`;
}

function entryLine({ id, heading, text, hand, pinned }: LongTermEntry): string {
  const notes = [hand && 'written by hand', pinned && 'pinned'].filter((one) => one !== false);
  const under = bracketed(heading, HEADING_CHARS);
  return `${id}${under === '' ? '' : ` [${under}]`}${notes.length > 0 ? ` (${notes.join(', ')})` : ''} ${quoted(text)}`;
}

const WHO: Readonly<Record<Trust, string>> = {
  owner: 'owner',
  member: 'member',
  model: 'the assistant',
  tool: 'a program',
  web: 'a web page',
};

function claimLine({ text, speaker, trust, entries, days, explicit }: RankedClaim, index: number): string {
  const name = bracketed(speaker ?? '', NAME_CHARS);
  const notes = [
    days.at(-1) ?? entries.at(-1)?.day,
    WHO[trust],
    name !== '' && `said by ${name}`,
    days.length > 1 && `${days.length} days`,
    explicit && 'remembered on request',
    entries.length > 0 && entries.every(({ passedOn }) => passedOn) && 'passed on, not their own words',
  ].filter((one) => typeof one === 'string');
  return `n${index + 1} (${notes.join(', ')}) ${truncate(quoted(text), CLAIM_CHARS)}`;
}

function themeLines(themes: readonly Theme[]): string[] {
  return themes.slice(0, MOST_THEMES).map(({ name, days, claims, open }) => {
    const asked = open === undefined ? '' : `; not answered yet: ${truncate(quoted(open), OPEN_CHARS)}`;
    return `- ${truncate(quoted(name), NAME_CHARS)} (${days.length} days, ${claims} claims)${asked}`;
  });
}

/** One line, whatever somebody wrote. */
function quoted(text: string): string {
  return harmless(flattenNote(text).join(' '));
}

/** The same for what stands inside brackets of ours. */
function bracketed(text: string, max: number): string {
  return harmless(oneLine(text, max).replace(/[[\](),]+/g, ' ')).trim();
}
