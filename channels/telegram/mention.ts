// Whether the words of a message call the bot, and the words without that call at their beginning. Pure.

import type { MessageEntity } from 'grammy/types';
import type { Self } from './place.js';

/**
 * Mentions by name, and by id as people without a username are mentioned; a command that names the bot calls it wherever it
 * stands. Text that only looks like one is none.
 */
export function mentions(text: string, entities: readonly MessageEntity[], self: Self): boolean {
  const command = new RegExp(`^/\\w+@${self.username}$`, 'i');
  return entities.some(
    (entity) => isCall(text, entity, self) || (entity.type === 'bot_command' && command.test(said(text, entity))),
  );
}

function isCall(text: string, entity: MessageEntity, self: Self): boolean {
  if (entity.type === 'text_mention') return entity.user.id === self.id;
  if (entity.type !== 'mention') return false;
  return said(text, entity).toLowerCase() === `@${self.username}`.toLowerCase();
}

function said(text: string, { offset, length }: MessageEntity): string {
  return text.slice(offset, offset + length);
}

/** Takes calls at the beginning off, with the comma behind them. A message that is nothing else stays as it is. */
export function withoutCall(
  text: string,
  entities: readonly MessageEntity[],
  self: Self,
): { text: string; entities: MessageEntity[] } {
  let cut = 0;
  for (const entity of entities.toSorted((a, b) => a.offset - b.offset)) {
    if (text.slice(cut, entity.offset).trim() !== '') break;
    if (!isCall(text, entity, self)) continue;
    const end = entity.offset + entity.length;
    cut = end + (/^[\s,:;，：、]*/.exec(text.slice(end))?.[0].length ?? 0);
  }
  const rest = text.slice(cut);
  if (cut === 0 || rest === '') return { text, entities: [...entities] };
  return {
    text: rest,
    entities: entities
      .filter(({ offset, length }) => offset + length > cut)
      .map((entity) => ({
        ...entity,
        offset: Math.max(0, entity.offset - cut),
        length: entity.length - Math.max(0, cut - entity.offset),
      })),
  };
}
