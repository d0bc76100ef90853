// /context: what stands in front of the model in this conversation.

import { ADMINS, type Command } from './command.js';
import { chatStyle, requestLines, upkeepLines } from './context-words.js';

export const contextCommand: Command = {
  name: 'context',
  summary: 'What I have before me in this conversation, and how full the window is',
  roles: ADMINS,
  atOnce: true,
  async run(context, services) {
    const state = services.conversation(context);
    if (!state) return { text: 'Nothing was asked in this conversation yet: your next message begins it.' };
    const style = chatStyle(services.timezone);
    const request = state.manifest
      ? requestLines(state.manifest, style)
      : ['I have no answer of this conversation on record yet: ask me something, and look again.'];
    return { text: [...request, ...upkeepLines(state, style)].join('\n') };
  },
};
