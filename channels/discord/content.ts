// What a message of Discord holds: its words as Markdown that a person can read, its files, and a plain line for what is
// neither. Pure. Names in it are somebody's words: data.

import { MessageFlags } from 'discord-api-types/v10';
import type { FileRef, Quote } from '../../src/contracts/index.js';
import { mimeOf } from '../../src/text/file-name.js';
import { oneLine, truncate } from '../../src/text/truncate.js';
import type { AttachmentPayload, BodyPayload, MessagePayload, UserPayload } from './payloads.js';

/** What the names in a text are looked up in. */
export interface Names {
  channelName(id: string): string | undefined;
  roleName(id: string): string | undefined;
}

export interface Content {
  text: string;
  files: FileRef[];
}

type Mentioned = MessagePayload['mentions'][number];

export function nameOf(user: Pick<UserPayload, 'username' | 'global_name'>, nick?: string | null): string {
  return oneLine(nick || user.global_name || user.username) || 'somebody';
}

/** `at` names the message the files hang on: `<channel>/<message>`. */
export function contentOf(body: BodyPayload, at: string, names: Names): Content {
  const words = readable(body.content, body.mentions, names).trim();
  const things = thingsIn(body, words === '');
  return {
    text: [...things, words].filter((one) => one !== '').join('\n'),
    files: body.attachments.map((one) => fileRef(one, at, (body.flags & MessageFlags.IsVoiceMessage) !== 0)),
  };
}

/** The same for words that are only quoted: files are named in the text too. */
function quote(kind: Quote['kind'], from: string, { text, files }: Content): Quote[] {
  const nouns = { image: 'picture', voice: 'voice message' };
  const named = files.map((file) => (file.kind === 'file' ? `[file ${oneLine(file.name)}]` : `[${nouns[file.kind]}]`));
  const whole = [...named, text].filter((one) => one !== '').join('\n');
  return whole === '' ? [] : [{ kind, from, text: whole }];
}

/** Somebody else's words inside a message: what it replies to, what it forwards; and the files of both. */
export function quotesIn(message: MessagePayload, names: Names): { quoted: Quote[]; files: FileRef[] } {
  const { referenced_message: reply, message_snapshots: forwarded, channel_id: channel, id } = message;
  const quoted: Quote[] = [];
  const files: FileRef[] = [];
  if (reply) {
    const content = contentOf(reply, `${channel}/${reply.id}`, names);
    quoted.push(...quote('reply', nameOf(reply.author), content));
    files.push(...content.files);
  }
  for (const { message: snapshot } of forwarded) {
    // A snapshot says nothing of who wrote it. Its files are listed with the message that carries it.
    const content = contentOf(snapshot, `${channel}/${id}`, names);
    quoted.push(...quote('forward', 'somebody', content));
    files.push(...content.files);
  }
  return { quoted, files };
}

/** Code first: what stands in it is nobody's mention. */
const SPECIAL =
  /(?<code>```[\s\S]*?```|`[^`\n]+`)|<@!?(?<user>\d+)>|<@&(?<role>\d+)>|<#(?<channel>\d+)>|<a?:(?<emoji>\w+):\d+>|<\/(?<command>[^:<>]+):\d+>|<t:(?<time>-?\d{1,13})(?::[a-zA-Z])?>/g;

/** Discord's own marks as words: `<@7>` becomes `@Ann`, `<#8>` `#general`, a stamp its time in UTC. */
function readable(content: string, mentioned: Mentioned[], names: Names): string {
  return content.replace(SPECIAL, (whole, ...rest) => {
    const mark: Record<string, string | undefined> = rest.at(-1);
    if (mark.user !== undefined) {
      const user = mentioned.find(({ id }) => id === mark.user);
      return user ? `@${nameOf(user, user.member?.nick)}` : '@somebody';
    }
    if (mark.role !== undefined) return `@${oneLine(names.roleName(mark.role) ?? '') || 'role'}`;
    if (mark.channel !== undefined) return `#${oneLine(names.channelName(mark.channel) ?? '') || 'channel'}`;
    if (mark.emoji !== undefined) return `:${mark.emoji}:`;
    if (mark.command !== undefined) return `/${mark.command}`;
    if (mark.time !== undefined) return stamp(Number(mark.time) * 1_000) ?? whole;
    return whole;
  });
}

function stamp(ms: number): string | undefined {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? undefined : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A line in square brackets each for what has no words; embeds count only where the message itself says nothing. */
function thingsIn({ sticker_items: stickers, poll, embeds }: BodyPayload, wordless: boolean): string[] {
  const things = stickers.map(({ name }) => `[sticker ${oneLine(name) || 'without a name'}]`);
  if (poll) {
    const answers = poll.answers.map(({ poll_media: { text } }) => oneLine(text)).join(' / ');
    things.push(`[poll: ${oneLine(poll.question.text, 300)} ${answers}]`);
  }
  for (const { title, description, url } of wordless ? embeds : []) {
    const parts = [oneLine(title ?? '', 256), truncate((description ?? '').trim(), 2_000), oneLine(url ?? '', 500)];
    const told = parts.filter((one) => one !== '').join('\n');
    if (told !== '') things.push(`[embed: ${told}]`);
  }
  return things;
}

function fileRef(attachment: AttachmentPayload, at: string, voice: boolean): FileRef {
  const mime = mimeOf(attachment.filename, attachment.content_type?.split(';')[0]?.trim().toLowerCase());
  return {
    // The address of an attachment expires within a day; the message that it hangs on gives a new one.
    id: `${at}/${attachment.id}`,
    name: attachment.filename || 'file',
    mime,
    bytes: attachment.size,
    kind: voice ? 'voice' : mime.startsWith('image/') ? 'image' : 'file',
  };
}
