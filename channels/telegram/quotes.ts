// Somebody else's words in a message of Telegram: what it forwards and what it replies to. Pure. They are data: nothing
// in them addresses the bot or gives it a command.

import type { Message, MessageOrigin } from 'grammy/types';
import type { FileRef, Quote } from '../../src/contracts/index.js';
import { quotedContent } from './content.js';
import { entitiesToMarkdown } from './entities-to-markdown.js';
import { nameOf, type Self, senderOf, titleOf } from './place.js';

export interface Quotes {
  quoted: Quote[];
  /** The message it replies to, when that stands in the same chat. */
  replyTo?: string;
  /** It replies to one of the bot's own messages. */
  toBot: boolean;
  /** Of the messages replied to: "what is in this picture?" is asked under it. */
  files: FileRef[];
}

/** What a message replies to. */
export function repliesIn(message: Message, self: Self): Quotes {
  const { reply_to_message: reply, external_reply: elsewhere, quote } = message;
  const part = quote && entitiesToMarkdown(quote.text, quote.entities);
  if (reply && !isTopicRoot(message)) {
    const { text, files } = quotedContent(reply);
    return {
      quoted: asReply(senderOf(reply).name, part ?? text),
      replyTo: String(reply.message_id),
      toBot: reply.from?.id === self.id && !reply.sender_chat,
      files,
    };
  }
  if (elsewhere) {
    const { text, files } = quotedContent(elsewhere);
    return { quoted: asReply(originName(elsewhere.origin), part ?? text), toBot: false, files };
  }
  return { quoted: [], toBot: false, files: [] };
}

function asReply(from: string, text: string): Quote[] {
  return text === '' ? [] : [{ kind: 'reply', from, text }];
}

/** In a topic every message that answers nothing is marked as a reply to the topic's beginning. */
function isTopicRoot({
  reply_to_message: reply,
  is_topic_message: inTopic,
  message_thread_id: topic,
}: Message): boolean {
  return (
    reply !== undefined && (reply.forum_topic_created !== undefined || (inTopic === true && reply.message_id === topic))
  );
}

/**
 * Whose words a message holds where they are not its sender's: of what is forwarded, and of what another bot made for them to
 * send, of which its sender saw no more than a title, and which that bot can change afterwards.
 */
export function passedOnFrom(message: Message): string | undefined {
  return forwardedFrom(message) ?? (message.via_bot && nameOf(message.via_bot));
}

/** The origin of a forwarded message; a post that Telegram itself carried from a linked channel is its sender's own. */
function forwardedFrom({ forward_origin: origin, is_automatic_forward: carried }: Message): string | undefined {
  return origin && !carried ? originName(origin) : undefined;
}

function originName(origin: MessageOrigin): string {
  switch (origin.type) {
    case 'user':
      return nameOf(origin.sender_user);
    case 'hidden_user':
      return origin.sender_user_name.trim() || 'somebody';
    case 'chat':
      return titleOf(origin.sender_chat) || 'a chat';
    case 'channel':
      return titleOf(origin.chat) || 'a channel';
  }
}
