// Asks a model what a conversation was about, in a few words. Never fails and never takes long: a name is not worth it.

import { readFileSync } from 'node:fs';
import type { ChatModel, Clock } from '../contracts/index.js';
import { OFFLINE } from '../models/offline/offline-model.js';
import { truncate } from '../text/truncate.js';
import { fence } from './fence.js';
import { slugOf } from './snapshot.js';

/** How much of the end is shown, UTF-16 units. */
const SHOWN = 3_000;
const TIMEOUT_MS = 20_000;
/** Room for models that think before they answer. */
const MAX_TOKENS = 1_000;
const system = readFileSync(new URL('./prompts/slug.md', import.meta.url), 'utf8').trimEnd();

/** As `slugOf`; undefined, too, when the model fails or takes too long, or only rules stand in for it. */
export async function nameSnapshot(
  model: ChatModel,
  text: string,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<string | undefined> {
  const late = new AbortController();
  const cancel = clock.after(TIMEOUT_MS, () => late.abort());
  const shown = text.length > SHOWN ? `…${text.slice(-SHOWN).replace(/^[\uDC00-\uDFFF]/, '')}` : text;
  const messages = [{ role: 'user' as const, text: fence('conversation', {}, shown) }];
  let answer = '';
  try {
    const request = { system, messages, tools: [], maxTokens: MAX_TOKENS };
    for await (const event of model.stream(request, AbortSignal.any([signal, late.signal]))) {
      if (event.type === 'text') answer = truncate(answer + event.delta, SHOWN);
      if (event.type === 'restart') answer = '';
      if (event.type === 'failed' || (event.type === 'using' && event.model === OFFLINE)) return undefined;
      if (event.type === 'done') return slugOf(answer);
    }
    return undefined;
  } finally {
    cancel();
  }
}
