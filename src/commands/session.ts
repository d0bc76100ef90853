// Commands about the conversation itself: /new, /reset, /stop.

import { ADMINS, type Command, EVERYBODY } from './command.js';

export const newCommand: Command = {
  name: 'new',
  aliases: ['reset'],
  listed: ['reset'],
  summary: 'Begin a new conversation; what is written down stays',
  roles: ADMINS,
  atOnce: false,
  async run({ session }, services) {
    if (!services.isOpen(session)) return { text: 'This is a fresh conversation already.' };
    return {
      text: 'A fresh start. The earlier conversation is kept on disk, and what I wrote down I still know.',
      ...services.startOver(session),
    };
  },
};

export const stopCommand: Command = {
  name: 'stop',
  summary: 'Stop what I am doing for you right now',
  roles: EVERYBODY,
  atOnce: true,
  interrupts: true,
  async run({ session, row, who }, services) {
    const mine = who.role === 'owner' || who.role === 'admin' ? undefined : who;
    return { text: (await services.stopTurn(session, row, mine)) ? 'Stopping.' : 'Nothing is running.' };
  },
};
