// Sends files: takes an upload or a known id, refuses what Telegram cannot make a message of.

import type { Message, PhotoSize } from 'grammy/types';
import { badRequest } from '../api-error.js';
import type { Params, Upload } from '../body.js';
import type { FileKind, StoredFile } from '../files.js';
import { sizeOf } from '../images.js';
import { isObject, listOf, numberOf, textOf } from '../params.js';
import { placeOf } from '../places.js';
import { captionText } from '../text.js';
import type { World } from '../world.js';
import { post } from './send.js';

const maxPhoto = 10 * 1024 * 1024;

/** The method for one kind of file; the field has the kind's name. */
export function sendFile(kind: Exclude<FileKind, 'sticker'>): (world: World, params: Params) => Message {
  return (world, params) => {
    const place = placeOf(world, params);
    const caption = captionText(params);
    const file = fileOf(world, params, kind, params.fields[kind], params.uploads.get(kind));
    const content = { ...contentOf(kind, file, params), ...captionFields(caption) };
    return post(world, place, params, content, caption.ignored);
  };
}

let lastAlbum = 0;

export function sendMediaGroup(world: World, params: Params): Message[] {
  const place = placeOf(world, params);
  const media = listOf(params, 'media');
  if (!media) throw badRequest('parameter "media" is required');
  if (media.length < 2) throw badRequest('there must be at least 2 messages in an album');
  if (media.length > 10) throw badRequest('too many messages to send as an album');
  const items = media.map((one) => itemOf(world, params, one));
  const kinds = new Set(items.map((one) => one.kind));
  for (const apart of ['document', 'audio'] as const) {
    if (kinds.has(apart) && kinds.size > 1) throw badRequest(`${apart} can't be mixed with other media types`);
  }
  lastAlbum += 1;
  const album = `album${lastAlbum}`;
  return items.map((one) => post(world, place, params, { ...one.content, media_group_id: album }, one.ignored));
}

function itemOf(
  world: World,
  params: Params,
  value: unknown,
): { kind: FileKind; content: Partial<Message>; ignored: number } {
  if (!isObject(value)) throw badRequest("can't parse InputMedia: expected an Object");
  const kind = value.type;
  if (kind !== 'photo' && kind !== 'video' && kind !== 'document' && kind !== 'audio') {
    throw badRequest("can't parse InputMedia: type must be one of photo, video, audio, document");
  }
  const own: Params = { fields: value, uploads: params.uploads };
  const caption = captionText(own);
  const file = fileOf(world, params, kind, value.media, undefined);
  return { kind, content: { ...contentOf(kind, file, own), ...captionFields(caption) }, ignored: caption.ignored };
}

function captionFields(caption: ReturnType<typeof captionText>): Partial<Message> {
  if (caption.text === '') return {};
  return { caption: caption.text, ...(caption.entities.length > 0 && { caption_entities: caption.entities }) };
}

function fileOf(world: World, params: Params, kind: FileKind, value: unknown, direct: Upload | undefined): StoredFile {
  const name = typeof value === 'string' ? value : '';
  const upload = direct ?? (name.startsWith('attach://') ? params.uploads.get(name.slice(9)) : undefined);
  if (upload) {
    if (upload.bytes.length === 0) throw badRequest('file must be non-empty');
    if (kind === 'photo') checkPhoto(upload.bytes);
    return world.files.add(kind, upload);
  }
  if (name === '' || name.startsWith('attach://'))
    throw badRequest(`there is no ${kind.replace('_', ' ')} in the request`);
  if (/^https?:\/\//.test(name)) throw badRequest('failed to get HTTP URL content');
  const known = world.files.byId(name);
  if (!known) throw badRequest('wrong remote file identifier specified: Wrong string length');
  if (known.kind !== kind) throw badRequest(`can't use file of type ${known.kind} as ${kind}`);
  return known;
}

function checkPhoto(bytes: Uint8Array): void {
  if (bytes.length > maxPhoto) {
    throw badRequest(
      `file of size ${bytes.length} bytes is too big for a photo; the maximum size is ${maxPhoto} bytes`,
    );
  }
  const size = sizeOf(bytes);
  if (!size) throw badRequest('IMAGE_PROCESS_FAILED');
  const { width, height } = size;
  const ratio = Math.max(width, height) / Math.max(1, Math.min(width, height));
  if (width + height > 10_000 || ratio > 20) throw badRequest('PHOTO_INVALID_DIMENSIONS');
}

/** The fields of a message that holds this file; also used for what people send. */
export function contentOf(kind: FileKind, file: StoredFile, params?: Params): Partial<Message> {
  const base = { file_id: file.id, file_unique_id: file.unique, file_size: file.size };
  const named = { ...base, ...(file.name !== '' && { file_name: file.name }), mime_type: file.mime };
  const duration = (params && numberOf(params, 'duration')) ?? 1;
  if (kind === 'photo') return { photo: photoSizes(file) };
  if (kind === 'voice') return { voice: { ...base, duration, mime_type: file.mime } };
  if (kind === 'audio') return { audio: { ...named, duration, ...titleOf(params) } };
  if (kind === 'video') return { video: { ...named, duration, width: 640, height: 360 } };
  if (kind === 'video_note') return { video_note: { ...base, duration, length: 240 } };
  if (kind === 'animation') {
    return { animation: { ...named, duration, width: 320, height: 240 }, document: named };
  }
  return { document: named };
}

function titleOf(params: Params | undefined): { title?: string } {
  const title = params ? textOf(params, 'title') : '';
  return title === '' ? {} : { title };
}

/** Smallest first; the last is the whole picture. */
function photoSizes(file: StoredFile): PhotoSize[] {
  const { width, height } = sizeOf(file.bytes) ?? { width: 1280, height: 960 };
  const small = {
    file_id: `${file.id}_small`,
    file_unique_id: `${file.unique}s`,
    width: Math.max(1, Math.round(width / 14)),
    height: Math.max(1, Math.round(height / 14)),
    file_size: Math.min(1200, file.size),
  };
  return [small, { file_id: file.id, file_unique_id: file.unique, width, height, file_size: file.size }];
}
