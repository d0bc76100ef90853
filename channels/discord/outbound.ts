// A reply as the payloads of Discord's REST API: cut into pieces, with its files and buttons on the last ones. Pure; the
// sizes of files are handed in. Nothing here can call anybody: no mention in a reply notifies.

import {
  type AllowedMentionsTypes,
  type APIMessageTopLevelComponent,
  ButtonStyle,
  ComponentType,
  MessageFlags,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import { type Button, ChannelError, type OutboundFile, type OutboundMessage } from '../../src/contracts/index.js';
import { recently } from '../../src/text/recent.js';
import { oneLine } from '../../src/text/truncate.js';
import { discordParts } from './render.js';

/** What goes into one message of Discord. */
export interface Piece {
  text: string;
  files: OutboundFile[];
  buttons: Button[];
}

export const TEXT_LIMIT = 2_000;
export const FILE_LIMIT = 10_000_000;
const FILES_A_MESSAGE = 10;
const BUTTONS_A_ROW = 5;
const MOST_BUTTONS = 25;
const LABEL_LIMIT = 80;
const BUTTON_ID_LIMIT = 64;
export const REPEATED_MARK = '(possibly repeated)';
/** What Markdown reads only at the beginning of a line. */
const BLOCK = /^(#{1,3} |-# |>{1,3} |[-*+] |\d+[.)] |```)/;

/** Asked for by every look at one reply: how many messages it is, and each of them. */
const partsOf = recently(32, (text) => discordParts(text, { limit: TEXT_LIMIT }));

/** Empty when there is nothing to show. Files follow the text; the first of them hang on its last piece. */
export function piecesOf(message: OutboundMessage, sizeOf: (file: OutboundFile) => number): Piece[] {
  const pieces: Piece[] = partsOf(message.text).map((text) => ({
    text,
    files: [],
    buttons: [],
  }));
  const [first, ...others] = packed(message.files ?? [], sizeOf);
  if (first) {
    const last = pieces.at(-1);
    if (last) last.files = first;
    else pieces.push({ text: '', files: first, buttons: [] });
  }
  for (const files of others) pieces.push({ text: '', files, buttons: [] });
  const last = pieces.at(-1);
  if (last) last.buttons = message.buttons ?? [];
  return pieces;
}

/** As many files together as one request may carry, in their order. */
function packed(files: OutboundFile[], sizeOf: (file: OutboundFile) => number): OutboundFile[][] {
  const packs: OutboundFile[][] = [];
  let room = 0;
  for (const file of files) {
    const size = sizeOf(file);
    const pack = packs.at(-1);
    if (pack && size <= room && pack.length < FILES_A_MESSAGE) {
      pack.push(file);
      room -= size;
    } else {
      packs.push([file]);
      room = FILE_LIMIT - size;
    }
  }
  return packs;
}

/** Nothing in it notifies anybody, and no link in it unfolds: that would fetch it without a click. */
export function bodyOf(piece: Piece): RESTPostAPIChannelMessageJSONBody {
  return {
    content: piece.text,
    allowed_mentions: SILENT,
    flags: MessageFlags.SuppressEmbeds,
    components: rowsOf(piece.buttons),
    ...(piece.files.length === 0
      ? {}
      : { attachments: piece.files.map(({ name }, id) => ({ id, filename: fileName(name) })) }),
  };
}

/** The mark stands on a line of its own before what has to begin one. */
export function withMark(text: string): string {
  return `${REPEATED_MARK}${BLOCK.test(text) ? '\n' : ' '}${text}`;
}

const SILENT: { parse: AllowedMentionsTypes[]; replied_user: boolean } = { parse: [], replied_user: false };

/** A name that Discord shows as it is: no folders, no control characters. */
export function fileName(name: string): string {
  return oneLine(name.replace(/[/\\]/g, '_'), 200) || 'file';
}

function rowsOf(buttons: Button[]): APIMessageTopLevelComponent[] {
  if (buttons.length > MOST_BUTTONS) {
    throw new ChannelError('rejected', `Discord shows ${MOST_BUTTONS} buttons below a message, not ${buttons.length}.`);
  }
  const rows: APIMessageTopLevelComponent[] = [];
  for (let at = 0; at < buttons.length; at += BUTTONS_A_ROW) {
    rows.push({
      type: ComponentType.ActionRow,
      components: buttons.slice(at, at + BUTTONS_A_ROW).map(({ id, label }) => ({
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        custom_id: checkedId(id),
        label: oneLine(label, LABEL_LIMIT) || '…',
      })),
    });
  }
  return rows;
}

function checkedId(id: string): string {
  const bytes = Buffer.byteLength(id);
  if (bytes > 0 && bytes <= BUTTON_ID_LIMIT) return id;
  throw new ChannelError('rejected', `The id of a button has ${bytes} bytes; 1 to ${BUTTON_ID_LIMIT} are allowed.`);
}
