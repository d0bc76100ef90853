// Commands about how this chat works: /queue, /model, /why.

import { asWords } from '../text/as-data.js';
import { utcTime } from '../text/local-time.js';
import { ADMINS, type Command, type CommandContext, type CommandServices, EVERYBODY } from './command.js';
import { chatStyle, whyLines } from './context-words.js';
import { whyKnown } from './why-known.js';

const QUEUE = {
  collect: 'What you write while I answer waits, and is answered together in the next turn.',
  steer: 'What you write while I answer joins that answer, if it can still take it in.',
  interrupt: 'What you write while I answer ends that answer, and I begin with the new message.',
} as const;

export const queueCommand: Command = {
  name: 'queue',
  summary: 'What becomes of messages that arrive while I answer',
  usage: '[collect | steer | interrupt]',
  roles: ADMINS,
  atOnce: true,
  async run({ chat, args }, { choices }) {
    const wanted = args.trim().toLowerCase();
    if (wanted === '') {
      const now = choices.queue(chat);
      return {
        text: `${now}: ${QUEUE[now]}\nChange it with \`/queue collect\`, \`/queue steer\` or \`/queue interrupt\`.`,
      };
    }
    if (!isMode(wanted)) return { text: 'I know three ways: `/queue collect`, `/queue steer`, `/queue interrupt`.' };
    return {
      text: `${wanted}: ${QUEUE[wanted]}`,
      also: () => choices.set(chat, 'queue', wanted === 'collect' ? undefined : wanted),
    };
  },
};

function isMode(text: string): text is keyof typeof QUEUE {
  return Object.hasOwn(QUEUE, text);
}

export const modelCommand: Command = {
  name: 'model',
  summary: 'Which model answers here',
  usage: '[NAME | default]',
  roles: ADMINS,
  atOnce: true,
  async run({ chat, args }, { choices }) {
    const wanted = args.trim();
    const [usual = ''] = choices.models;
    if (wanted === '') {
      const others = choices.models.filter((id) => id !== choices.model(chat));
      const more = others.length > 0 ? ` I can also use ${others.join(', ')}: \`/model NAME\`.` : '';
      return { text: `${choices.model(chat)} answers here.${more}` };
    }
    const id = wanted.toLowerCase() === 'default' ? usual : choices.modelNamed(wanted);
    if (id === undefined) {
      const known = choices.models.join(', ');
      return { text: `I have no model ${asWords(wanted)}. I have ${known}; more are added in nightjar.yaml.` };
    }
    return {
      text: `${id} answers here from the next message on.`,
      also: () => choices.set(chat, 'model', id === usual ? undefined : id),
    };
  },
};

export const whyCommand: Command = {
  name: 'why',
  summary: 'What my last answer was made from, why I did not answer, or why I know something',
  usage: '[ignored | WORDS]',
  roles: EVERYBODY,
  atOnce: true,
  async run(context, services) {
    switch (context.args.trim().toLowerCase()) {
      case '':
        return { text: whyAnswered(context, services) };
      case 'ignored':
        return { text: whyIgnored(context, services) };
      default:
        return { text: await whyKnown(context, services, context.args.trim()) };
    }
  },
};

function whyAnswered(context: CommandContext, services: CommandServices): string {
  const manifest = services.lastRequest(context);
  if (manifest) return whyLines(manifest, chatStyle(services.timezone)).join('\n');
  return 'I have no answer here on record. `/why ignored` tells why I did not answer.';
}

function whyIgnored(context: CommandContext, services: CommandServices): string {
  const notes = services.silences(context);
  if (notes.length === 0) return 'I have ignored nothing here.';
  const lines = notes.map(({ where, why, name, at, count }) => {
    const times = count > 1 ? `, ${count} times, last` : '';
    return `- ${where === undefined ? '' : `${where}: `}${why} (${asWords(name)}${times} at ${utcTime(at)})`;
  });
  return lines.join('\n');
}
