// Secrets that people have just said: the marks that stand for them on disk, and, in this process alone and for the turn of
// their message, the values. Never writes a value anywhere; what a crash loses is gone.

import { createHmac, randomBytes } from 'node:crypto';
import type { ChatRef, Clock, InboundEvent, InboundMessage } from '../contracts/index.js';
import { redactContinued, redactInbound } from '../text/redact.js';
import { type KnownValue, valueFilter } from '../text/value-filter.js';
import { type Before, lastWords } from './last-words.js';

/** What names a message, whatever becomes of it: its edits name the same. */
type Message = { chat: ChatRef; id: string; message?: string };

export interface OpenSecrets {
  /** The event with marks in place of its secrets, which are held for its turn. */
  redacted(event: InboundEvent): InboundEvent;
  /** The same for what is said or written in a file that came with a message. */
  said(event: Message, text: string): string;
  /** What is held for these messages. */
  of(messages: readonly Message[]): KnownValue[];
  /** Their turn is over, or none follows. */
  drop(messages: readonly Message[]): void;
  /** Puts marks in place of every value that is held. */
  hide(text: string): string;
}

/** A turn that waits for longer sees marks. */
const KEPT_MS = 60 * 60_000;
const MOST_MESSAGES = 200;
/** Of one message. UTF-16 units. */
const MOST_VALUES = 60;
const MOST_CHARS = 64_000;
const TAG_LETTERS = '23456789bcdfghjkmnpqrstvwxz';
const TAG_LENGTH = 4;

interface Held {
  values: KnownValue[];
  chars: number;
  until: number;
}

export function openSecrets(clock: Pick<Clock, 'now'>): OpenSecrets {
  /** By message, oldest first. */
  const held = new Map<string, Held>();
  /** Marks tell nothing of a value to whoever does not have this. */
  const salt = randomBytes(32);
  const last = lastWords(clock);
  let filter: ((text: string) => string) | undefined;

  function forget(): void {
    const now = clock.now();
    for (const [key, { until }] of held) if (until <= now || held.size > MOST_MESSAGES) changed(held.delete(key));
  }

  function changed(isChanged: boolean): void {
    if (isChanged) filter = undefined;
  }

  function hold(key: string, values: readonly KnownValue[]): void {
    if (values.length === 0) return;
    const kept = held.get(key) ?? { values: [], chars: 0, until: 0 };
    for (const one of values) {
      if (kept.values.some(({ mark }) => mark === one.mark)) continue;
      if (kept.values.length >= MOST_VALUES || kept.chars + one.value.length > MOST_CHARS) break;
      kept.values.push(one);
      kept.chars += one.value.length;
    }
    kept.until = clock.now() + KEPT_MS;
    held.delete(key);
    held.set(key, kept);
    changed(true);
    forget();
  }

  function marking(message: Message) {
    const key = keyOf(message);
    const found: KnownValue[] = [];
    const tag = (value: string) => tagOf(salt, key, value);
    return {
      mark(text: string): string {
        const { text: marked, secrets } = redactInbound(text, tag);
        found.push(...secrets);
        return marked;
      },
      /** What goes on with what was said before. */
      continued(before: Before, text: string): string {
        const { text: marked, secrets } = redactContinued({ ...before, text }, tag);
        found.push(...secrets);
        return marked;
      },
      done: () => hold(key, found),
    };
  }

  return {
    redacted(event) {
      const { mark, continued, done } = marking(event);
      const before = event.type === 'message' ? last.said(event) : undefined;
      const joined = before && event.type === 'message' ? { ...event, text: continued(before, event.text) } : event;
      const marked = withMarks(joined, mark);
      done();
      return marked;
    },
    said(event, text) {
      const { mark, done } = marking(event);
      const marked = mark(text);
      done();
      return marked;
    },
    of(messages) {
      if (held.size === 0) return [];
      forget();
      return messages.flatMap((message) => held.get(keyOf(message))?.values ?? []);
    },
    drop(messages) {
      for (const message of messages) changed(held.delete(keyOf(message)));
    },
    hide(text) {
      if (held.size === 0) return text;
      filter ??= valueFilter(
        [...held.values()].flatMap(({ values }) => values),
        { words: true },
      ).hide;
      return filter(text);
    },
  };
}

/** Everything in an event that is somebody's words, through `mark`; what people and chats call themselves is nothing to find again. */
export function withMarks(given: InboundEvent, mark: (text: string) => string): InboundEvent {
  const title = given.title === undefined ? {} : { title: safeName(given.title) };
  const event = { ...given, ...title, from: { ...given.from, name: safeName(given.from.name) } };
  if (event.type === 'command') return { ...event, args: mark(event.args) };
  if (event.type === 'edited' && event.text !== undefined) return { ...event, text: mark(event.text) };
  if (event.type !== 'message') return event;
  const quoted = event.quoted?.map((quote) => ({
    ...quote,
    from: safeName(quote.from),
    text: mark(quote.text),
  }));
  const files: InboundMessage['files'] = event.files.map((file) => ({ ...file, name: mark(file.name) }));
  return { ...event, text: mark(event.text), files, ...(quoted ? { quoted } : {}) };
}

/** Only what is as long as a key is looked at: few names are. */
function safeName(name: string): string {
  return /\S{16}/.test(name) ? redactInbound(name).text : name;
}

function keyOf({ chat, id, message }: Message): string {
  return JSON.stringify([chat.channel, chat.account, chat.chat, message || id]);
}

/** The same for the same value in the same message, and for no other. */
function tagOf(salt: Buffer, key: string, value: string): string {
  const digest = createHmac('sha256', salt)
    .update(JSON.stringify([key, value]))
    .digest();
  return [...digest.subarray(0, TAG_LENGTH)].map((byte) => TAG_LETTERS[byte % TAG_LETTERS.length]).join('');
}
