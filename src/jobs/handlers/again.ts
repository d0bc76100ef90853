// Work that is owed until it is done: whatever went wrong, it is tried again. Pure.

import { NightjarError, QueueError } from '../../contracts/index.js';
import { describeError } from '../backoff.js';

/** The same failure as one that a retry may help, so that no job becomes a dead letter by it. */
export function tryAgain(error: unknown): unknown {
  if (!(error instanceof NightjarError) || error.retryable) return error;
  const { remedy, retryAfterMs } = error;
  return new QueueError(describeError(error), {
    retryable: true,
    ...(remedy === undefined ? {} : { remedy }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    cause: error,
  });
}
