// A conversation in a terminal where SQLite cannot be loaded: the model answers and says what is missing. Nothing of it is kept
// or remembered, no tool can be used, and only who sits at the terminal is answered.

import { createInterface } from 'node:readline';
import type { LoadedConfig } from './config/load.js';
import { modelSettings } from './config/model-settings.js';
import type { ChatModel, ModelMessage } from './contracts/index.js';
import { loadTrouble } from './db/native.js';
import { createModels } from './models/create.js';
import { silentLog } from './ops/silent-log.js';
import { systemClock } from './ops/system-clock.js';

/** Messages that the model is shown, the newest. */
const MOST_SHOWN = 40;
const SYSTEM =
  'You are an assistant in a terminal. Your memory, your tools and your commands cannot be used at the moment, because a part of the installation does not fit; nothing of this conversation is kept. Never claim to remember, note or schedule anything.';
const NOTICE =
  'Until then I answer here without memory, search, tools and commands, and nothing of what is said is kept.';

export interface BareTerminal {
  input: NodeJS.ReadableStream;
  print(line: string): void;
  say(line: string): void;
  json: boolean;
}

/**
 * Answers each line until the input ends, where `error` came of a module that cannot be loaded; throws it again where it did
 * not. Resolves to false when a line got no answer.
 */
export async function converseBare(error: unknown, loaded: LoadedConfig, terminal: BareTerminal): Promise<boolean> {
  const trouble = loadTrouble();
  if (!trouble) throw error;
  terminal.say(`${trouble.message} ${trouble.remedy ?? ''}`.trim());
  terminal.say(NOTICE);
  const { usual } = createModels(modelSettings(loaded.config), { clock: systemClock, log: silentLog });
  const messages: ModelMessage[] = [];
  let all = true;
  for await (const line of createInterface({ input: terminal.input })) {
    const text = line.trim();
    if (text === '') continue;
    messages.push({ role: 'user', text });
    const { answer, failed } = text.startsWith('/')
      ? { answer: NOTICE, failed: false }
      : await answerOf(usual, messages.slice(-MOST_SHOWN));
    messages.push({ role: 'assistant', text: answer });
    all &&= !failed;
    terminal.print(terminal.json ? JSON.stringify({ type: 'reply', text: answer }) : answer);
  }
  return all;
}

async function answerOf(model: ChatModel, messages: ModelMessage[]): Promise<{ answer: string; failed: boolean }> {
  let answer = '';
  for await (const event of model.stream({ system: SYSTEM, messages, tools: [] }, new AbortController().signal)) {
    if (event.type === 'text') answer += event.delta;
    if (event.type === 'restart') answer = '';
    if (event.type === 'failed') return { answer: 'The model does not answer at the moment.', failed: true };
  }
  return { answer: answer || 'I have nothing to say to that.', failed: false };
}
