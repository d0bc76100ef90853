// The tail of a conversation that ended, as the text of a file, and the part of the file's name that says what it was about.
// Pure. Nobody's words in it can be taken for a heading, for another speaker's words, or for the end of their own.

import type { Entry, Scope, Trust } from '../contracts/index.js';
import { asWords } from '../text/as-data.js';
import { spoken } from '../text/control-words.js';
import { localClock, localDay } from '../text/local-time.js';
import { oneLine, truncate } from '../text/truncate.js';
import { lowestTrust } from '../text/trust.js';
import { type Said, saidIn } from './said.js';

export interface Snapshot {
  /** Markdown. */
  text: string;
  trust: Trust;
  /** Id of the last entry in it, and when that was (epoch ms). */
  last: string;
  at: number;
}

/** What is kept of one message and of what it quotes, and of all together. UTF-16 units. */
const MESSAGE_CHARS = 2_000;
const QUOTE_CHARS = 600;
const ALL_CHARS = 100_000;
const ASSISTANT = 'assistant';
/** Longer than this an answer is no name but a sentence. */
const ANSWER_CHARS = 100;
const ANSWER_WORDS = 10;
const SLUG_CHARS = 40;

/** The last `messages` of people and the assistant; undefined where nothing was said. */
export function snapshotOf(
  entries: readonly Entry[],
  { scope, messages, timezone }: { scope: Scope; messages: number; timezone: string },
): Snapshot | undefined {
  const shown = messages > 0 ? spokenOf(entries, scope).slice(-messages) : [];
  const last = shown.at(-1);
  if (!last) return undefined;
  const day = localDay(last.at, timezone);
  const blocks: string[] = [];
  let room = ALL_CHARS;
  for (const said of shown.toReversed()) {
    const block = blockOf(said, day, timezone);
    room -= block.length;
    if (room < 0) break;
    blocks.unshift(block);
  }
  const head = `# ${day} ${localClock(last.at, timezone)}\n\nThe end of a conversation, word for word.`;
  const text = `${[head, ...blocks].join('\n\n')}\n`;
  return { text, trust: lowestTrust(shown.map((said) => trustOf(said, scope))), last: last.id, at: last.at };
}

/** What was written to one another: no tools, no silence, nothing that the assistant only said on its way. */
export function spokenOf(entries: readonly Entry[], scope: Scope): Said[] {
  const ended = new Set<string | undefined>();
  return saidIn(entries, scope).flatMap((said) => {
    if (said.kind === 'person') return [said];
    if (said.entry.type !== 'assistant' || !said.entry.final || ended.has(said.turn)) return [];
    if (said.turn !== undefined) ended.add(said.turn);
    const text = spoken(said.text);
    return text === '' ? [] : [{ ...said, text }];
  });
}

function trustOf({ entry, passed }: Said, scope: Scope): Trust {
  if (entry.type !== 'user') return 'model';
  return entry.from.role === 'owner' && scope.kind !== 'group' && passed === '' ? 'owner' : 'member';
}

function blockOf(said: Said, day: string, timezone: string): string {
  const saidOn = localDay(said.at, timezone);
  const time = `${saidOn === day ? '' : `${saidOn} `}${localClock(said.at, timezone)}`;
  // What is passed on stands first: whatever its words leave open, ends with its own block.
  const passed = said.passed === '' ? [] : quoted(said.passed, QUOTE_CHARS, '> > ');
  const own = said.text === '' ? [] : quoted(said.text, MESSAGE_CHARS, '> ');
  const between = passed.length > 0 && own.length > 0 ? ['>'] : [];
  return [`${speaker(said)}, ${time}:`, '', ...passed, ...between, ...own].join('\n');
}

/** Nobody speaks for the assistant. */
function speaker({ kind, who }: Said): string {
  if (kind === 'assistant') return ASSISTANT;
  return who.toLowerCase() === ASSISTANT ? `${asWords(who)} (a person)` : asWords(who);
}

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
/** Controls, direction marks and invisible characters; the joiners of scripts and emoji stay. */
const INVISIBLE = /(?!\t|\u200c|\u200d)[\p{Cc}\p{Cf}\p{Cs}]/gu;
/** A heading, a quote of others, or the line under a text that makes it a heading. */
const STRUCTURE = /^\s*(?:#|>|(?:=+|-+)\s*$)/;

function quoted(text: string, max: number, lead: string): string[] {
  return truncate(text.trim(), max)
    .split(LINE_END)
    .map((line) => {
      const plain = line.replace(INVISIBLE, '').replaceAll('<!--', '<! --').trimEnd();
      const harmless = STRUCTURE.test(plain) ? plain.replace(/\S/, '\\$&') : plain;
      return `${lead}${harmless}`.trimEnd();
    });
}

/**
 * A model's answer as part of a file name: letters and digits of any script and dashes, at most 40 units; undefined for an
 * answer that is no name.
 */
export function slugOf(answer: string): string | undefined {
  const lines = spoken(answer)
    .split(LINE_END)
    .filter((line) => line.trim() !== '');
  const name = oneLine(lines[0] ?? '', ANSWER_CHARS + 1);
  if (lines.length !== 1 || name.length > ANSWER_CHARS || name.split(' ').length > ANSWER_WORDS) return undefined;
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/\.md\W*$/, '')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^[-\p{M}]+/u, '')
    .replace(/^\d{4}-\d{2}-\d{2}-/, '');
  const slug = shortened(plain).replace(/-+$/, '');
  return /\p{L}/u.test(slug) ? slug : undefined;
}

/** Between two words, where there are any. */
function shortened(plain: string): string {
  if (plain.length <= SLUG_CHARS) return plain;
  const cut = truncate(plain, SLUG_CHARS, '');
  const dash = cut.lastIndexOf('-');
  return plain[cut.length] === '-' || dash < SLUG_CHARS / 2 ? cut : cut.slice(0, dash);
}
