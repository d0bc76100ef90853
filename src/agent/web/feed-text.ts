// What a feed (RSS, Atom) says, entry by entry. Pure.

import { Parser } from 'htmlparser2';
import { cleanText } from './clean-text.js';
import { htmlText, type PageText } from './html-text.js';
import { linkIn } from './link.js';

const LONGEST_ENTRY = 2_000;
const MOST_ENTRIES = 100;
const ENTRY: ReadonlySet<string> = new Set(['item', 'entry']);
const DATES: ReadonlySet<string> = new Set(['pubdate', 'published', 'updated', 'dc:date']);
const TEXTS: ReadonlySet<string> = new Set(['description', 'summary', 'content', 'content:encoded']);

interface FeedEntry {
  title: string;
  link: string;
  date: string;
  body: string;
}

export function isFeed(xml: string): boolean {
  return /<(?:rss|feed|rdf:rdf)[\s>]/i.test(xml.slice(0, 4_096));
}

export function feedText(xml: string, base: URL): PageText {
  const head = newEntry();
  const entries: FeedEntry[] = [];
  let now = head;
  const path: string[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        path.push(name);
        if (path.length > 50 || entries.length > MOST_ENTRIES) return parser.pause();
        if (ENTRY.has(name)) {
          now = newEntry();
          entries.push(now);
        }
        const { rel = 'alternate', href = '' } = attributes;
        if (name === 'link' && rel === 'alternate' && now.link === '') now.link = href;
      },
      onclosetag(name) {
        path.pop();
        if (ENTRY.has(name)) now = head;
      },
      ontext(text) {
        const name = path.at(-1) ?? '';
        // What an author or a picture is called is no title of an entry.
        if (!ENTRY.has(path.at(-2) ?? '') && !['channel', 'feed'].includes(path.at(-2) ?? '')) return;
        if (name === 'title') now.title += text;
        else if (name === 'link') now.link += text;
        else if (DATES.has(name) && now.date.length < 40) now.date += text;
        else if (TEXTS.has(name)) now.body += text;
      },
    },
    { xmlMode: true, lowerCaseTags: true, decodeEntities: true },
  );
  parser.write(xml);
  return written(head, entries.slice(0, MOST_ENTRIES), base);
}

function written(head: FeedEntry, entries: readonly FeedEntry[], base: URL): PageText {
  const links = new Set<string>();
  const blocks = [head, ...entries].map((entry, index) => {
    const address = linkIn(entry.link, base)?.address;
    const title = flat(htmlText(entry.title, base).text) || '(no title)';
    if (address !== undefined) links.add(address);
    const body = htmlText(entry.body, base);
    const shown = body.text.slice(0, LONGEST_ENTRY);
    for (const link of body.links) if (shown.includes(`(${link})`)) links.add(link);
    const heading = `${index === 0 ? '#' : '##'} ${address === undefined ? title : `[${title}](${address})`}`;
    return [heading, flat(entry.date), shown].filter((part) => part !== '').join('\n\n');
  });
  return { title: flat(htmlText(head.title, base).text), text: blocks.join('\n\n'), links: [...links] };
}

function newEntry(): FeedEntry {
  return { title: '', link: '', date: '', body: '' };
}

function flat(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}
