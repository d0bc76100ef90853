// A model whose every request is told to the log, from its beginning to its end, and to whoever counts what was used. Says
// how much and how long, never what; nothing that goes wrong in counting reaches the request.

import type { Charge, ChatModel, Clock, Log, ModelUse } from '../contracts/index.js';
import { estimateTokens } from '../text/tokens.js';
import { chargeNow } from './charge.js';
import { metered, streaming } from './metered.js';
import type { Transcribe } from './transcription.js';

/** Is told of each request that came to something, and on whose account it was. Never rejects. */
export type NoteUse = (charge: Charge, use: ModelUse) => Promise<void>;

export interface RecordParts {
  clock: Pick<Clock, 'now'>;
  log: Log;
  /** Absent: nobody counts. */
  note?: NoteUse | undefined;
}

/** Where nobody said what it was for, somebody talked. */
const TALK: Charge = { kind: 'talk' };

/** One model, not a chain of them: what stands in for another is counted under its own name. */
export function recorded(model: ChatModel, { clock, log, note }: RecordParts): ChatModel {
  return streaming(model, async function* (request, signal, refit) {
    const { id } = model;
    const charge = chargeNow() ?? TALK;
    const began = clock.now();
    const used = { input: 0, cached: 0, output: 0 };
    let end = 'stopped';
    log.info('model.asked', { model: id, for: charge.kind });
    const counted = metered(model, async ({ model: _, ...use }) => {
      Object.assign(used, use);
      await note?.(charge, { model: id, ...use });
    });
    try {
      for await (const event of counted.stream(request, signal, refit)) {
        if (event.type === 'done') end = event.stop;
        else if (event.type === 'failed') end = `failed: ${event.error.kind}`;
        yield event;
      }
    } finally {
      log.info('model.answered', { model: id, for: charge.kind, end, ms: clock.now() - began, ...used });
    }
  });
}

/** Nobody reports what listening costs: what was heard is the measure. */
export function recordedSpeech(transcribe: Transcribe, model: string, note: NoteUse): Transcribe {
  return async (speech, signal) => {
    const heard = await transcribe(speech, signal);
    const use = { model, input: 0, cached: 0, output: estimateTokens(heard) };
    if (use.output > 0) await note({ ...(chargeNow() ?? TALK), kind: 'transcription' }, use);
    return heard;
  };
}
