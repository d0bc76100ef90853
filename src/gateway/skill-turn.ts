// A command that is a skill's: the message that it stands for, and what is said where that is taken in. Pure.

import type { InboundCommand, InboundMessage, SkillCard } from '../contracts/index.js';
import { asData } from '../text/as-data.js';
import type { InboxState } from './inbox.js';

/** As if it had been typed, with what was written behind the command as its input. */
export function skillMessage(event: InboundCommand, skill: SkillCard): InboundMessage {
  const { id, chat, place, inside, title, chatTitle, from, at, args, message = '', scripted } = event;
  const input = args === '' ? [] : ['', args];
  return {
    type: 'message',
    ...{ id, chat, place, from, at },
    ...(inside === undefined ? {} : { inside }),
    ...(title === undefined ? {} : { title }),
    ...(chatTitle === undefined ? {} : { chatTitle }),
    ...(scripted === undefined ? {} : { scripted }),
    message,
    text: [`Use the skill ${skill.name} (${skill.location}).`, ...input].join('\n'),
    addressed: true,
    command: true,
    files: [],
  };
}

/** For whoever is shown waiting; undefined where nothing comes of it. `state`: of the message, if it was taken in. */
export function begunNote({ name }: SkillCard, state: InboxState | undefined): string | undefined {
  return state === undefined || state === 'context' ? undefined : `${asData(name, 80)}: I am on it.`;
}
