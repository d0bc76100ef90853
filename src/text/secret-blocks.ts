// Private keys as blocks of text, also those of which a platform cut off the beginning or the end, and payment cards. Pure;
// linear.

import type { Span } from './secret-shapes.js';

const EDGE =
  /[-–—]{2,5} ?(?<edge>BEGIN|END) (?:(?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?|OpenVPN [A-Za-z0-9 -]{3,30}key(?: V\d)?) ?[-–—]{2,5}/g;
/** A piece of such a block between white space, real or written as `\n`. */
const PIECE = /(?:\s|\\[nr])*(?<piece>(?:(?!\\[nr])[A-Za-z0-9+/=])+)/y;
const HEADER = /(?:\s|\\[nr])*[A-Za-z][A-Za-z-]{2,20}: [^\n\\]{1,120}(?=\n|\\n)/y;
/** Lines of a block are so long at least, but for its last one. */
const LINE = 32;

/** How the bytes of a private key begin in base 64, and how a whole block does that was written so once more. */
const BYTES =
  /(?<![A-Za-z0-9+/])(?:b3BlbnNzaC1rZXktdjE|MII[A-Za-z0-9+/]{3}IB(?:AAK[BC]|ADAN)|MHcCAQEE|MIGkAgEBBD|MIG[A-Za-z0-9+/]AgEAM|MC4CAQAwBQYDK2V|LS0tLS1CRUdJTi[A-Za-z0-9+/]{1,28}?(?:BSSVZBVEUgS0VZ|UFJJVkFURSBLRV|QUklWQVRFIEtFW))(?=[A-Za-z0-9+/\s]{24})/g;

export function keyBlocks(plain: string): Span[] {
  return [...edgedBlocks(plain), ...bareBlocks(plain)];
}

/** Of which nothing was sent but the bytes. */
function bareBlocks(plain: string): Span[] {
  const spans: Span[] = [];
  let done = 0;
  for (const { index } of plain.matchAll(BYTES)) {
    if (index < done) continue;
    done = bodyBehind(plain, index, plain.length);
    spans.push({ from: index, to: done, kind: 'private key' });
  }
  return spans;
}

function edgedBlocks(plain: string): Span[] {
  if (!/PRIVATE KEY|OpenVPN/.test(plain)) return [];
  const edges = [...plain.matchAll(EDGE)];
  const spans: Span[] = [];
  for (let i = 0; i < edges.length; i++) {
    const edge = edges[i];
    if (!edge) continue;
    const end = edge.index + edge[0].length;
    if (edge.groups?.edge === 'END') {
      const before = spans.at(-1)?.to ?? 0;
      spans.push({ from: bodyBefore(plain, before, edge.index), to: end, kind: 'private key' });
      continue;
    }
    const next = edges[i + 1];
    if (next?.groups?.edge === 'END') {
      i++;
      if (isManual(plain.slice(end, next.index))) continue;
      spans.push({ from: edge.index, to: next.index + next[0].length, kind: 'private key' });
    } else {
      spans.push({ from: edge.index, to: bodyBehind(plain, end, next?.index ?? plain.length), kind: 'private key' });
    }
  }
  return spans;
}

/** What a manual shows in the place of a key. */
function isManual(body: string): boolean {
  return body.length < 80 && /\.{3}|…|<[^>]*>|\[[^\]]*\]/.test(body) && !/[A-Za-z0-9+/]{24}/.test(body);
}

/** Where the block ends that begins in front of `from`. */
function bodyBehind(plain: string, from: number, to: number): number {
  let at = from;
  let last = LINE;
  for (HEADER.lastIndex = at; HEADER.test(plain) && HEADER.lastIndex <= to; ) at = HEADER.lastIndex;
  for (;;) {
    PIECE.lastIndex = at;
    const piece = PIECE.exec(plain)?.groups?.piece;
    if (piece === undefined || PIECE.lastIndex > to || last < LINE) return at;
    const isLast =
      PIECE.lastIndex >= to || /^\s*$/.test(plain.slice(PIECE.lastIndex, Math.min(to, PIECE.lastIndex + 99)));
    if (piece.length < LINE && !isLast && !/\d|[+/=]/.test(piece)) return at;
    last = piece.length;
    at = PIECE.lastIndex;
  }
}

/** Where the block began that ends at `to`. */
function bodyBefore(plain: string, from: number, to: number): number {
  const pieces = [...plain.slice(from, to).matchAll(/(?:(?!\\[nr])[^\s\\])+/g)];
  let at = to;
  for (let i = pieces.length - 1; i >= 0; i--) {
    const piece = pieces[i];
    if (!piece || !/^[A-Za-z0-9+/=]+$/.test(piece[0])) return at;
    const isShort = piece[0].length < LINE;
    // The last line is short, and so may the first be, where a message was cut inside of it.
    const isLast = i >= pieces.length - 2;
    if (isShort && !isLast && !isCutLine(piece[0])) return at;
    if (isShort && !isLast) return from + piece.index;
    at = from + piece.index;
  }
  return at;
}

/** No word that anybody writes in front of it. */
function isCutLine(piece: string): boolean {
  return /\d|[+/=]|[a-z][A-Z]/.test(piece);
}

/** Numbers that name something else say so in front. */
const OTHER_NUMBER =
  /(?:order|invoice|tracking|shipment|parcel|ticket|ref(?:erence)?|bestell\p{L}*|auftrag\p{L}*|rechnung\p{L}*|sendung\p{L}*|commande|facture|pedido|factura|zamówieni\p{L}*|imei|isbn|ean|upc|gtin|serial|iccid|chat|channel|user|message|job|id|nr|no|№|#|订单|訂單|运单|快递|单号|單號|編號|编号|注文|番号|주문|송장|번호)[^\p{L}\p{N}]{0,4}(?:(?:number|nummer|no|nr|id|numéro|号|號|番号)[^\p{L}\p{N}]{0,4})?(?:is|ist|est|es|是|为|は|は)?\s?$/iu;

/** As the number of a card says in front of it. */
const CARD_NUMBER =
  /(?:card|karten?|carte|tarjeta|cart[aãã]o|carta|visa|mastercard|amex|クレカ|クレジット|卡|カード|카드|карт\p{L}?)[^\n\d]{0,20}$/iu;

const IBAN = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){0,5} ?$/;

/** 13 to 19 digits with the beginning and the length of a payment card, which pass Luhn's check. */
export function cardNumbers(plain: string): Span[] {
  const spans: Span[] = [];
  if (!/\d{4}[ .-]?\d{4}/.test(plain)) return spans;
  const runs = /(?<![\p{Script=Latin}\p{N}+.#@/_-])[2-6]\d{3}(?:[ .-]?\d){9,15}(?![\p{Script=Latin}\p{N}])(?!-\d)/gu;
  for (const { 0: all, index } of plain.matchAll(runs)) {
    // The month until which it is valid may stand right behind it.
    const run = [all, all.replace(/ \d{1,3}$/, '')].find(isCard);
    if (run === undefined) continue;
    const before = plain.slice(Math.max(0, index - 30), index);
    if ((OTHER_NUMBER.test(before) && !CARD_NUMBER.test(before)) || IBAN.test(before)) continue;
    spans.push({ from: index, to: index + run.length, kind: 'card number' });
  }
  return spans;
}

function isCard(run: string): boolean {
  const digits = run.replace(/\D/g, '');
  return isGrouped(run) && isIssued(digits) && passesLuhn(digits);
}

/** As such numbers are written: without gaps, or in the groups that stand on a card. */
function isGrouped(run: string): boolean {
  return /^\d+$|^\d{4}([ .-])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?$|^\d{4}([ -])\d{6}\2\d{4,5}$/.test(run);
}

function isIssued(digits: string): boolean {
  const { length } = digits;
  if (/^4/.test(digits)) return length === 13 || length === 16 || length === 19;
  if (/^3[47]/.test(digits)) return length === 15;
  if (/^3(?:0[0-5]|[689])/.test(digits)) return length === 14;
  if (/^62/.test(digits)) return length >= 16;
  const range = Number(digits.slice(0, 4));
  const isMaster = (range >= 5100 && range <= 5599) || (range >= 2221 && range <= 2720);
  const isOther =
    (range >= 3528 && range <= 3589) || /^6(?:011|4[4-9]|5)/.test(digits) || /^(?:50|5[6-8])/.test(digits);
  return (isMaster || isOther) && length === 16;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = digit * 2;
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
