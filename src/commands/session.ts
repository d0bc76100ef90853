// Commands about the conversation itself: /new, /reset, /stop.

import { ADMINS, type Command, EVERYBODY } from './command.js';

export const newCommand: Command = {
  name: 'new',
  aliases: ['reset'],
  summary: 'Begin a new conversation; what is written down stays',
  roles: ADMINS,
  atOnce: false,
  async run({ session }, services) {
    return (await services.startOver(session))
      ? 'A fresh start. The earlier conversation is kept on disk, and what I wrote down I still know.'
      : 'This is a fresh conversation already.';
  },
};

export const stopCommand: Command = {
  name: 'stop',
  summary: 'Stop what I am doing for you right now',
  roles: EVERYBODY,
  atOnce: true,
  async run({ session, who }, services) {
    const mine = who.role === 'owner' || who.role === 'admin' ? undefined : who;
    return (await services.stopTurn(session, mine)) ? 'Stopping.' : 'Nothing is running.';
  },
};
