// Orders a few hundred short texts by how well they fit a request, by the terms, synonyms and stop words of the memory search.
// Pure: it reads no index, no file and no clock, and what it keeps only saves time. BM25F, BM25 over fields whose counts are
// added up by weight before they saturate (Robertson, Zaragoza and Taylor 2004, "Simple BM25 extension to multiple weighted
// fields"; Robertson and Zaragoza 2009, "The probabilistic relevance framework").

import { indexTerms } from '../../text/index-terms.js';
import { languageOf } from '../../text/language.js';
import { isGeneralWord, isRequestWord } from '../../text/request-words.js';
import { isUnspaced } from '../../text/segment.js';
import { tasksIn } from '../../text/task-words.js';
import { ALIKE, rarity } from './candidates.js';
import { likeness, type Spelled, spelled } from './likeness.js';
import { questionOf, readQuery } from './query.js';
import { saturated } from './score.js';

export interface RankedText {
  key: string;
  title: string;
  body: string;
}

/** What a title's word counts, in words of the body; what it is about is said as well in the body as there. */
const TITLE = 3;
const TITLE_TASK = 1.5;
/** How much the length of a body counts against it (BM25's b). */
const LENGTH_B = 0.5;
/** What a word around the request is worth, in units of a word of it. */
const AROUND = 0.1;
/** What a word is worth that goes with any task. */
const GENERAL = 0.35;
/** What another word for the same task is worth. */
const TASK = 0.6;
/** However often a text says so. */
const MAX_SAID = 3;
/** What a word is worth that is spelled nearly so, at most. */
const NEARLY = 0.6;
/** What all that stands instead of a word is worth at most: the word itself is worth more, however seldom. */
const INSTEAD = 0.5;
/** What a Chinese character alone is worth: most are words, or half of some that mean nearly the same. */
const CHARACTER = 0.2;
/** Of two that fit equally the one in the language of the request is the one that is meant. */
const SAME_LANGUAGE = 1.4;
/** How much a text gives way that repeats a better one whole (Carbonell and Goldstein 1998, maximal marginal relevance). */
const REPEATED = 0.4;
/** UTF-16 units of a body that are read. */
const MAX_BODY = 2_000;

/** One thing that is looked for: the terms that count for it, each with what one occurrence of it counts. */
interface Part {
  weight: number;
  counts: ReadonlyMap<string, number>;
}

interface Read {
  /** Weighted counts by term; what it is about and its Chinese characters are terms too. */
  times: Map<string, number>;
  /** Words of the body, about. */
  length: number;
  language: string;
  /** Its terms, title and all. */
  words: ReadonlySet<string>;
}

interface Fit {
  key: string;
  score: number;
  words: ReadonlySet<string>;
}

/**
 * Keys of the texts that fit at all, best first, at most `limit`; of equals the one that was given first. What says nearly the
 * same as a better one gives way to something else. A smaller limit gives the beginning of what a greater one gives.
 */
export function rankTexts(request: string, texts: readonly RankedText[], limit: number): string[] {
  const read = texts.map(({ title, body }) => readText(title, body));
  const holders = new Map<string, number>();
  for (const { times } of read) for (const term of times.keys()) holders.set(term, (holders.get(term) ?? 0) + 1);
  const average = read.reduce((sum, { length }) => sum + length, 0) / Math.max(1, read.length) || 1;
  const parts = partsOf(request, holders, read.length);
  const asked = languageOf(request);
  const fits = read.flatMap(({ times, length, language, words }, at): Fit[] => {
    const norm = 1 - LENGTH_B + (LENGTH_B * length) / average;
    const sum = parts.reduce((sum, part) => sum + scoreOf(part, times, norm), 0);
    const score = language === asked ? sum * SAME_LANGUAGE : sum;
    return score > 0 ? [{ key: texts[at]?.key ?? '', score, words }] : [];
  });
  return varied(fits, limit).map(({ key }) => key);
}

/** The best first, then always the best that is left, judged also by how little it repeats those before it. */
function varied(fits: readonly Fit[], limit: number): Fit[] {
  const left = fits.map((fit) => ({ fit, repeats: 0 }));
  const chosen: Fit[] = [];
  while (chosen.length < limit && left.length > 0) {
    const worth = left.map(({ fit, repeats }) => fit.score * (1 - REPEATED * repeats));
    const [next] = left.splice(worth.indexOf(Math.max(...worth)), 1);
    if (!next) break;
    chosen.push(next.fit);
    for (const one of left) one.repeats = Math.max(one.repeats, shared(one.fit.words, next.fit.words));
  }
  return chosen;
}

/** Jaccard's index: what two texts have in common, as a share of all that they have. */
function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const word of one) if (other.has(word)) common++;
  return common / (one.size + other.size - common || 1);
}

function scoreOf({ weight, counts }: Part, times: ReadonlyMap<string, number>, norm: number): number {
  let itself = 0;
  let instead = 0;
  for (const [term, count] of counts) {
    if (count === 1) itself += times.get(term) ?? 0;
    else instead += count * (times.get(term) ?? 0);
  }
  const held = itself + Math.min(INSTEAD, instead);
  return held > 0 ? weight * saturated(held, norm) : 0;
}

/** Reading a text takes a tenth of a millisecond, and the same ones are ranked for every request. */
const MAX_KEPT = 2_000;
const kept = new Map<string, Read>();

function readText(title: string, body: string): Read {
  const whole = `${title.length} ${title}${body}`;
  const known = kept.get(whole);
  if (known) return known;
  const times = new Map<string, number>();
  const count = (term: string, more: number) => times.set(term, (times.get(term) ?? 0) + more);
  const add = (text: string, word: number, task: number) => {
    const terms = indexTerms(text);
    for (const term of [...terms, ...charactersIn(text).map(characterTerm)]) count(term, word);
    for (const [term, share] of tasksOf(text, terms)) count(term, share * task);
    // In a script without spaces a word of two letters makes two terms.
    return terms.reduce((sum, term) => sum + (isUnspaced(term.codePointAt(0) ?? 0) ? 0.5 : 1), 0);
  };
  add(title, TITLE, TITLE_TASK);
  const length = add(body.slice(0, MAX_BODY), 1, 1);
  const words = new Set([...times.keys()].filter((term) => !term.includes(' ')));
  const read = { times, length, language: languageOf(body), words };
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(whole, read);
  return read;
}

/** What a text is about, and how much of it; a word that may mean several things counts less for each. */
function tasksOf(text: string, terms: readonly string[]): Map<string, number> {
  const tasks = new Map<string, number>();
  // A word that belongs to the asking says nothing about a task.
  const telling = terms.filter((term) => !isRequestWord(term));
  for (const meant of tasksIn(text, telling)) {
    for (const task of meant) {
      const term = taskTerm(task);
      tasks.set(term, Math.min(MAX_SAID, (tasks.get(term) ?? 0) + 1 / Math.sqrt(meant.length)));
    }
  }
  return tasks;
}

/** No term of a text holds white space, so that none is taken for these. */
const taskTerm = (task: number) => `task ${task}`;
const characterTerm = (character: string) => `letter ${character}`;

function charactersIn(text: string): string[] {
  return text.normalize('NFKC').match(/\p{Script=Han}/gu) ?? [];
}

function partsOf(request: string, holders: ReadonlyMap<string, number>, all: number): Part[] {
  const question = questionOf(request);
  const wanted = readQuery(question).terms;
  const telling = wanted.filter(({ term }) => !isRequestWord(term));
  const known = [...holders.keys()].flatMap((term) => spelled(term) ?? []);
  const words = wanted.map(({ term, alike, share, prefix }): Part => {
    const counts = new Map<string, number>();
    for (const [other, like] of nearly(term, known)) counts.set(other, NEARLY * like);
    for (const other of alike) counts.set(other, Math.max(counts.get(other) ?? 0, ALIKE));
    if (prefix) for (const other of holders.keys()) if (other.startsWith(term)) counts.set(other, 1);
    counts.set(term, 1);
    const told = telling.length === 0 ? 1 : isRequestWord(term) ? AROUND : isGeneralWord(term) ? GENERAL : 1;
    return { weight: share * told * rarityOf(counts), counts };
  });
  const tasks = [...tasksOf(question, indexTerms(question))].map(([term, said]) => alone(term, TASK * Math.sqrt(said)));
  const characters = [...new Set(charactersIn(question))].map((one) => alone(characterTerm(one), CHARACTER));
  return [...words, ...tasks, ...characters];

  function alone(term: string, share: number): Part {
    const counts = new Map([[term, 1]]);
    return { weight: share * rarityOf(counts), counts };
  }

  /** Of the word itself; where no text has it, of the most usual of those that stand for it. */
  function rarityOf(counts: ReadonlyMap<string, number>): number {
    const [itself, ...others] = [...counts.keys()].reverse().map((term) => holders.get(term) ?? 0);
    return rarity(itself || Math.max(0, ...others), all);
  }
}

/** Terms that are spelled much like this one, and how much. */
function nearly(term: string, known: readonly Spelled[]): [term: string, like: number][] {
  const word = spelled(term);
  if (!word) return [];
  return known.flatMap((other): [string, number][] => {
    const like = other.term === term ? 0 : likeness(word, other);
    return like > 0 ? [[other.term, like]] : [];
  });
}
