// What a message of Telegram holds: its words as Markdown, its files, and a plain line for what is neither. Pure.

import type { Message, PhotoSize } from 'grammy/types';
import type { FileRef } from '../../src/contracts/index.js';
import { mimeOf } from '../../src/text/file-name.js';
import { entitiesToMarkdown } from './entities-to-markdown.js';
import { richText } from './rich-text.js';

export interface Content {
  text: string;
  files: FileRef[];
}

/** The parts of a message that are content; what a reply to another chat tells of its target has them too. */
type Held = { [Key in keyof Omit<Message, 'chat' | 'date' | 'message_id'>]?: Message[Key] | undefined };

/** Both empty for a service message, which holds nothing to read. */
export function contentOf(held: Held): Content {
  const words = held.text ?? held.caption;
  const entities = held.text === undefined ? held.caption_entities : held.entities;
  const thing = thingIn(held);
  const text = words === undefined ? '' : entitiesToMarkdown(words, entities);
  return { text: [thing, text].filter((one) => one !== '').join('\n'), files: filesIn(held) };
}

/** The same for a message that is only quoted: its files are named in the text too. */
export function quotedContent(held: Held): Content {
  const { text, files } = contentOf(held);
  const named = files.map((file) => `[${file.kind === 'file' ? `file ${file.name}` : NOUNS[file.kind]}]`);
  return { text: [...named, text].filter((one) => one !== '').join('\n'), files };
}

const NOUNS = { image: 'picture', voice: 'voice message' };

function filesIn({
  photo,
  live_photo: live,
  animation,
  document,
  audio,
  voice,
  video,
  video_note: note,
}: Held): FileRef[] {
  const picture = largest(photo ?? live?.photo ?? []);
  if (picture) return [fileRef(picture, 'photo.jpg', 'image/jpeg', 'image')];
  if (voice) return [fileRef(voice, 'voice.ogg', voice.mime_type ?? 'audio/ogg', 'voice')];
  // A GIF is in `document` once more, for older programs.
  if (animation) return [fileRef(animation, 'animation.mp4', 'video/mp4', 'file')];
  if (video) return [fileRef(video, 'video.mp4', 'video/mp4', 'file')];
  if (note) return [fileRef(note, 'video-message.mp4', 'video/mp4', 'file')];
  if (audio) return [fileRef(audio, `${audio.title?.trim() || 'audio'}.mp3`, 'audio/mpeg', 'file')];
  if (document) return [fileRef(document, 'document', 'application/octet-stream', 'file')];
  return [];
}

function fileRef(
  file: { file_id: string; file_size?: number; file_name?: string; mime_type?: string },
  name: string,
  mime: string,
  kind: FileRef['kind'],
): FileRef {
  const called = file.file_name?.trim() || name;
  const type = mimeOf(called, file.mime_type ?? mime);
  return {
    id: file.file_id,
    name: called,
    mime: type,
    bytes: file.file_size ?? 0,
    kind: kind === 'file' && type.startsWith('image/') ? 'image' : kind,
  };
}

function largest(sizes: PhotoSize[]): PhotoSize | undefined {
  return sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
}

/** One line in square brackets for what has no text and no file. */
function thingIn(held: Held): string {
  const { sticker, venue, location, contact, poll, dice, checklist } = held;
  if (held.rich_message) return richText(held.rich_message);
  if (sticker) return sticker.emoji === undefined ? '[sticker]' : `[sticker ${sticker.emoji}]`;
  if (venue)
    return `[place: ${venue.title}, ${venue.address} (${venue.location.latitude}, ${venue.location.longitude})]`;
  if (location) return `[location: ${location.latitude}, ${location.longitude}]`;
  if (contact) {
    const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ');
    return `[contact: ${name}, ${contact.phone_number}]`;
  }
  if (poll) return `[poll: ${poll.question} ${poll.options.map(({ text }) => text).join(' / ')}]`;
  if (checklist) return `[checklist: ${checklist.title}: ${checklist.tasks.map(({ text }) => text).join(' / ')}]`;
  if (dice) return `[${dice.emoji} ${dice.value}]`;
  if (held.game) return `[game: ${held.game.title}]`;
  if (held.invoice) return `[invoice: ${held.invoice.title}]`;
  if (held.story) return '[story]';
  if (held.paid_media) return '[paid media]';
  return '';
}
