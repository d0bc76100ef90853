// A model that answers one text, once the test lets it.

import type { ChatModel } from '../../src/contracts/index.js';
import { scriptedModel } from '../../src/models/scripted.js';

export function gatedModel(text: string): { model: ChatModel; open(): void } {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const scripted = scriptedModel(() => ({ text }));
  const model: ChatModel = {
    ...scripted,
    async *stream(request, signal) {
      await gate;
      yield* scripted.stream(request, signal);
    },
  };
  return { model, open: () => open() };
}
