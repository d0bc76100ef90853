// Why there is no vector, in the few plain words that follow `lexical only:` in an answer. Pure.

import { ModelError } from '../../contracts/index.js';
import { BadAnswerError } from './errors.js';

/** At most four words, the same for the same kind of trouble. */
export function plainReason(error: unknown): string {
  if (error instanceof BadAnswerError) return 'embedder answers wrongly';
  if (!(error instanceof ModelError)) return 'embedder failed';
  switch (error.kind) {
    case 'auth':
      return 'wrong key';
    case 'rate-limit':
      return error.retryable ? 'embedder busy' : 'quota used up';
    case 'network':
      return 'embedder down';
    case 'timeout':
      return SLOW;
    case 'unavailable':
      return error.retryable ? 'embedder in trouble' : 'unknown embedding model';
    case 'overflow':
    case 'refusal':
      return 'text not taken';
    case 'bad-request':
      return 'embedder refuses requests';
  }
}

export const SLOW = 'embedder slow';
export const OTHER_SIZE = 'embedder changed its size';
