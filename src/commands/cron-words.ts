// What is typed behind `/cron add`, read: a time, a few words about the run, and the text. Pure. What is not clear is left to
// whoever reads times, which says what is wrong with it; the text is never changed.

import type { ScheduleWish, WhenWords } from '../contracts/index.js';

const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“”',
  '«': '»',
  '‘': '’',
};
const CRON_FIELD =
  /^(?:[\d*?][\d*?/,\-#LW]*|(?:sun|mon|tue|wed|thu|fri|sat|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:[-,/][a-z\d,/-]+)?)$/i;
const UNIT = /^(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)$/i;
const LENGTH = /^(?:\d+(?:\.\d+)?[a-z]+)+$/i;
const CLOCK = /^(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\S+$/i;
const OFFSET = /^(?:Z|[+-]\d\d:?\d\d)$/i;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Undefined where no time stands in front. */
export function readWish(args: string): ScheduleWish | undefined {
  const line = new Words(args);
  const about: Pick<ScheduleWish, 'zone' | 'to' | 'missed' | 'deliver'> = { deliver: 'answer' };
  while (readOption(line, about)) {}
  const when = readTime(line);
  if (!when) return undefined;
  while (readOption(line, about)) {}
  if (line.peek() === '|') line.take();
  return { when, ...about, text: line.rest() };
}

/** A text may begin with such a word: behind `|` nothing is an option any more. */
function readOption(line: Words, about: Partial<ScheduleWish>): boolean {
  const word = line.peek();
  const [, name = '', value = ''] = /^(tz|zone|to|missed)=(\S+)$/i.exec(word) ?? [];
  switch (name.toLowerCase()) {
    case 'tz':
    case 'zone':
      about.zone = value;
      break;
    case 'to':
      about.to = value;
      break;
    case 'missed':
      if (!/^(?:skip|run-once)$/i.test(value)) return false;
      about.missed = value.toLowerCase() === 'skip' ? 'skip' : 'run-once';
      break;
    default:
      if (/^say$/i.test(word) && about.deliver !== 'text') about.deliver = 'text';
      else if (/^skip$/i.test(word) && about.missed === undefined) about.missed = 'skip';
      else return false;
  }
  line.take();
  return true;
}

function readTime(line: Words): WhenWords | undefined {
  const quoted = line.takeQuoted();
  if (quoted !== undefined) return { cron: quoted };
  const first = line.peek().toLowerCase();
  switch (first) {
    case 'cron':
      line.take();
      return readCron(line);
    case 'every':
      line.take();
      return readEvery(line);
    case 'in':
    case 'at':
    case 'once':
      line.take();
      return { at: first === 'in' ? `in ${lengthOf(line)}` : readAt(line) };
    case 'today':
    case 'tomorrow':
      return { at: readAt(line) };
  }
  if (DAY.test(first) || MOMENT.test(first) || CLOCK.test(first)) return { at: readAt(line) };
  return CRON_FIELD.test(first) || first.startsWith('@') ? readCron(line) : undefined;
}

/** Five fields, or six where nothing but the text's `|` follows: a text may begin with a number. */
function readCron(line: Words): WhenWords {
  const quoted = line.takeQuoted();
  if (quoted !== undefined) return { cron: quoted };
  if (line.peek().startsWith('@')) return { cron: line.take() };
  const fields = line.words().slice(0, 7);
  const known = fields.findIndex((field) => !CRON_FIELD.test(field));
  const count = known === 6 && fields[6] === '|' ? 6 : Math.min(known < 0 ? fields.length : known, 5);
  return { cron: line.take(count) };
}

function readEvery(line: Words): WhenWords {
  const days = daysOf(line.peek());
  const [, next = '', clock = ''] = line.words();
  const time = /^at$/i.test(next) ? clock : next;
  const [, hour, minute = '00'] = /^([01]?\d|2[0-3])(?::([0-5]\d))?$/.exec(time) ?? [];
  const said = hour !== undefined && (/^at$/i.test(next) || time.includes(':'));
  if (days !== undefined && said) {
    line.take(/^at$/i.test(next) ? 3 : 2);
    return { cron: `${Number(minute)} ${Number(hour)} * * ${days}` };
  }
  return { every: lengthOf(line) };
}

/** As the last field of a cron expression. */
function daysOf(word: string): string | undefined {
  const name = word.toLowerCase();
  if (name === 'day') return '*';
  if (name === 'weekday') return '1-5';
  if (name === 'weekend') return '0,6';
  const day = WEEKDAYS.findIndex((one) => one === name || (name.length >= 3 && name === one.slice(0, 3)));
  return day < 0 ? undefined : String(day);
}

/** `2h`, `2 hours`, `1h 30m`, `hour`. */
function lengthOf(line: Words): string {
  let length = '';
  for (;;) {
    const [word = '', unit = ''] = line.words();
    const pair = /^\d+(?:\.\d+)?$/.test(word) && UNIT.test(unit);
    if (!pair && !(LENGTH.test(word) && UNIT.test(word.replace(/^.*\d/, '')))) break;
    length += ` ${line.take(pair ? 2 : 1)}`;
  }
  // What it is then is refused by whoever reads lengths of time, by its name.
  return length === '' ? line.take() : length.trim();
}

function readAt(line: Words): string {
  const first = line.take();
  if (MOMENT.test(first) || CLOCK.test(first)) return OFFSET.test(line.peek()) ? `${first}${line.take()}` : first;
  if (!DAY.test(first) && !/^(?:today|tomorrow)$/i.test(first)) return first;
  if (/^at$/i.test(line.peek())) line.take();
  const time = CLOCK.test(line.peek()) ? line.take() : '';
  const offset = time !== '' && OFFSET.test(line.peek()) ? line.take() : '';
  return `${first} ${time}${offset}`.trim();
}

/** Words from the front of a text; what is left keeps its white space. */
class Words {
  #left: string;

  constructor(text: string) {
    this.#left = text.trim();
  }

  peek(): string {
    return /^\S+/.exec(this.#left)?.[0] ?? '';
  }

  words(): string[] {
    return this.#left.slice(0, 400).split(/\s+/);
  }

  /** Joined by single blanks. */
  take(count = 1): string {
    const taken: string[] = [];
    while (taken.length < count && this.#left !== '') {
      const word = this.peek();
      taken.push(word);
      this.#left = this.#left.slice(word.length).trimStart();
    }
    return taken.join(' ');
  }

  /** What stands in quotation marks at the front, of any kind. */
  takeQuoted(): string | undefined {
    const closing = QUOTES[this.#left.charAt(0)];
    if (closing === undefined) return undefined;
    const end = [...this.#left.slice(1)].findIndex((one) => closing.includes(one));
    if (end < 0) return undefined;
    const inside = this.#left.slice(1, 1 + end);
    this.#left = this.#left.slice(end + 2).trimStart();
    return inside.trim();
  }

  rest(): string {
    return this.#left;
  }
}
