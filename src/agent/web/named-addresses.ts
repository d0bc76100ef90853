// Which addresses stand in a text, and which of a conversation's may be opened: those that a person wrote, or that stood on a
// page that was opened. Pure. Nothing that only the model wrote must ever count.

import { domainToUnicode } from 'node:url';
import type { Entry, EntryOf } from '../../contracts/index.js';
import { editsOf } from '../history/edits.js';
import { isInside, keyOf, LONGEST_ADDRESS, readAddress } from './address.js';

/** The name of the tool whose results name addresses. */
export const WEB_TOOL = 'web_fetch';

/** What ends an address in running text, whatever the script. */
const INSIDE = '[^\\s<>"`|\\\\^{}\\[\\]。，、；：！？（）【】「」『』《》〈〉“”‘’…　]';
const WITH_SCHEME = new RegExp(`https?://(?:\\[[0-9a-f:.]+\\])?${INSIDE}*`, 'gi');
/** A host alone, as people write it: labels with dots, the last of letters, perhaps a port, a path or a query. */
const BARE = new RegExp(
  `(?<![\\p{Script=Latin}\\p{N}@/:._-])(?:[\\p{L}\\p{N}][\\p{L}\\p{N}-]{0,62}\\.){1,9}\\p{L}{2,63}(?::\\d{1,5})?(?:[/?]${INSIDE}*)?`,
  'giu',
);
/** Of a sentence, or of Markdown around an address. */
const TRAILING: ReadonlySet<string> = new Set(".,;:!?'*_~)");
const MOST_MARKS = 20;
const NOT_ASCII = /[^\x20-\x7e]/;

/** Every reading of every address in a text: with and without the punctuation behind it. Keys as of `keyOf`. */
export function addressesIn(text: string): Set<string> {
  const found = new Set<string>();
  const add = (written: string) => {
    for (const reading of readingsOf(written)) {
      const key = keyIfAny(reading);
      if (key !== undefined) found.add(key);
    }
  };
  const rest = text.replace(WITH_SCHEME, (written) => {
    add(written);
    return ' ';
  });
  for (const [written] of rest.matchAll(BARE)) {
    // Where no space is written, the words before a host seem part of it.
    const starts = new Set([written, written.slice(latinStart(written.split(/[/?:]/, 1)[0] ?? ''))]);
    for (const start of starts) for (const scheme of ['https', 'http']) add(`${scheme}://${start}`);
  }
  return found;
}

/** Where what a host ends with in plain letters begins; 0 where it ends otherwise. */
function latinStart(host: string): number {
  let start = host.length;
  while (start > 0 && !NOT_ASCII.test(host[start - 1] ?? '')) start--;
  return /^[a-z\d]/i.test(host.slice(start)) ? start : 0;
}

/** Whether a person wrote an address, in words of their own. */
export function isNamed(entries: readonly Entry[], url: URL): boolean {
  const key = keyOf(url);
  const hosts = [url.hostname, folded(domainToUnicode(url.hostname))];
  const edits = editsOf(entries);
  return entries.some((entry) => {
    if (entry.type !== 'user' || entry.via !== undefined) return false;
    const text = edits.has(entry.id) ? edits.get(entry.id) : entry.text;
    return text !== undefined && mentions(text, hosts) && addressesIn(ownLines(text)).has(key);
  });
}

/** Whether it stands on a page that was opened, or is that page. `inside`: as in ToolWeb. */
export function isOnOpenPage(entries: readonly Entry[], url: URL, inside: readonly string[]): boolean {
  return openings(entries).some(({ details }) => isLinked(details, url, inside));
}

/** The addresses of the pages that a turn has opened. */
export function openedIn(entries: readonly Entry[], turn: string): string[] {
  return openings(entries.filter((entry) => entry.turn === turn)).flatMap(({ details }) => {
    const url = typeof details === 'object' && details !== null && 'url' in details ? details.url : undefined;
    return typeof url === 'string' && !('asked' in (details as object)) ? [url] : [];
  });
}

function openings(entries: readonly Entry[]): EntryOf<'tool_result'>[] {
  return entries.filter(
    (entry): entry is EntryOf<'tool_result'> =>
      entry.type === 'tool_result' && entry.name === WEB_TOOL && entry.error !== true,
  );
}

/** Looked at first: reading every address of a long talk takes its time. */
function mentions(text: string, hosts: readonly string[]): boolean {
  const plain = folded(text);
  return hosts.some((host) => host !== '' && plain.includes(host));
}

/** Nearly as hosts are compared; one that is written otherwise is asked about. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

/** On a page of the open web, a link into the network is nobody's wish. */
function isLinked(details: unknown, url: URL, inside: readonly string[]): boolean {
  if (typeof details !== 'object' || details === null || !('final' in details) || !('links' in details)) return false;
  const final = urlIfAny(details.final);
  if (!final || !Array.isArray(details.links)) return false;
  if (isInside(url, inside) && url.host !== final.host) return false;
  const key = keyOf(url);
  return key === keyOf(final) || details.links.some((link: unknown) => keyIfAny(link) === key);
}

/** Without the lines that quote somebody; `>>>` quotes all that is behind it. */
function ownLines(text: string): string {
  const lines = text.split('\n');
  const quoted = lines.findIndex((line) => /^\s*>>>/.test(line));
  return lines
    .slice(0, quoted < 0 ? undefined : quoted)
    .filter((line) => !/^\s*>/.test(line))
    .join('\n');
}

function* readingsOf(written: string): Generator<string> {
  // Behind it goes on what has no spaces: 看https://example.org/a谢谢.
  const foreign = written.search(NOT_ASCII);
  const wholes = foreign > 0 ? [written, written.slice(0, foreign)] : [written];
  for (const whole of wholes) {
    let reading = whole.slice(0, LONGEST_ADDRESS);
    yield reading;
    for (let marks = 0; marks < MOST_MARKS && TRAILING.has(reading.at(-1) ?? ''); marks++) {
      reading = reading.slice(0, -1);
      yield reading;
    }
  }
}

function keyIfAny(written: unknown): string | undefined {
  const url = urlIfAny(written);
  return url && keyOf(url);
}

function urlIfAny(written: unknown): URL | undefined {
  if (typeof written !== 'string' || written.length > LONGEST_ADDRESS) return undefined;
  try {
    return readAddress(written);
  } catch {
    return undefined;
  }
}
