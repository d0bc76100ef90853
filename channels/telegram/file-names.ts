// Names of files that Telegram would take for addresses: README.md is a domain in Moldova. They are shown as code, which
// is the one thing that it never looks into. Pure; knows text and stretches, nothing of messages.

import type { Layout, Stretch } from '../../src/text/reply-layout.js';

/** Extensions of files that are top-level domains too, and in a talk far more often the former. */
const FILES = 'md|sh|py|rs|zip|mov|tf|pm|java|properties|cab|map|pub';
/** Domains of their own standing: with them a name of several labels, such as my.shop.pl, is taken for an address. */
const EITHER = 'pl|ps|cc|so|app|ml|mk|mm|cu|gd|sv';

/** What a path is made of. Scripts without spaces run into it, so letters of every script do. */
const PATH = String.raw`[\p{L}\p{M}\p{N}_.~/\\+\-]`;
const TAIL = String.raw`(?:[!-~]|[\p{L}\p{M}\p{N}])*`;
/** Addresses with a scheme and of mail are passed over whole, and so is what follows a path as a query or an anchor. */
const WORDS = new RegExp(
  String.raw`${PATH}*://${TAIL}|${PATH}*@${PATH}*|(?<path>${PATH}+)(?:(?<=\.${PATH}+)[?#]${TAIL})?`,
  'gu',
);
const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`;
/** In small letters or capitals, for that is how Telegram reads a domain: "done.So" is the end of a sentence. */
const ENDING = String.raw`\.(?:${FILES}|${EITHER}|${`${FILES}|${EITHER}`.toUpperCase()})`;
/** 见README.md文件: a name begins and ends with its own script. */
const SEAM = new RegExp(`(?<=${UNSPACED})(?=[A-Za-z])|(?<=${ENDING})(?=${UNSPACED})`, 'u');
const NAME = new RegExp(String.raw`^.*[^./\\]${ENDING}(?=\.*$)`, 'u');
const SEVERAL_LABELS = new RegExp(String.raw`^[^/\\]+\.[^/\\]+\.(?:${EITHER})$`, 'i');
/** github.com/ann/README.md */
const HOST = new RegExp(String.raw`^[^./\\][^/\\]*\.(?!(?:${FILES})/)[A-Za-z]{2,}/`, 'i');
const WWW = /(?<![\w.-])www\./i;

/** The same layout with every bare name of a file as code, which takes other styles from it as code always does. */
export function withFileNames(layout: Layout): Layout {
  return { ...layout, stretches: layout.stretches.flatMap(divided) };
}

function divided(stretch: Stretch): Stretch[] {
  if (stretch.code || stretch.url !== undefined || stretch.box) return [stretch];
  const { bold: _bold, italic: _italic, strike: _strike, ...plain } = stretch;
  const pieces: Stretch[] = [];
  let done = 0;
  const take = (end: number, style: Omit<Stretch, 'at' | 'text'>) => {
    if (end > done) pieces.push({ ...style, at: stretch.at + done, text: stretch.text.slice(done, end) });
    done = end;
  };
  for (const [from, to] of fileNames(stretch.text)) {
    take(from, stretch);
    take(to, { ...plain, code: true });
  }
  take(stretch.text.length, stretch);
  return pieces;
}

/** From where to where, in order. */
function fileNames(text: string): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (const { index, groups } of text.matchAll(WORDS)) {
    let from = index;
    for (const piece of groups?.path?.split(SEAM) ?? []) {
      const name = NAME.exec(piece)?.[0];
      if (name !== undefined && !isAddress(name)) found.push([from, from + name.length]);
      from += piece.length;
    }
  }
  return found;
}

function isAddress(name: string): boolean {
  return WWW.test(name) || HOST.test(name) || SEVERAL_LABELS.test(name);
}
