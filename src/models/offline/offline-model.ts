// The model that is always there: no network, no key, no guessing. It follows rules, goes through the same tools as any
// model, says plainly what it is, and never claims to have saved or found what a tool did not confirm.

import type { ChatModel, ModelEvent } from '../../contracts/index.js';

/** The id of the stand-in. */
export const OFFLINE = 'offline/rules';

/** The stand-in `offline/rules`. Deterministic: the same request is answered the same way, call ids included. */
export function offlineModel(): ChatModel {
  return {
    id: OFFLINE,
    contextTokens: 1_000_000,
    async *stream(request, signal): AsyncGenerator<ModelEvent> {
      // Its tables of words are loaded by whoever asks it something, and not with every command.
      const { replyTo } = await import('./reply.js');
      const reply = replyTo(request);
      if (signal.aborted) return;
      if ('text' in reply) {
        yield { type: 'text', delta: reply.text };
        yield { type: 'done', stop: 'end' };
        return;
      }
      for (const call of reply.calls) yield { type: 'tool-call', call };
      yield { type: 'done', stop: 'tools' };
    },
  };
}
