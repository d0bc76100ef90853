// What people are told when something went wrong: one plain sentence and the way out. Pure. No provider's words, no
// internal name and no secret; how to repair it is for the owner, in private.

import { MemoryError, ModelError, NightjarError, type Principal, type Scope } from '../contracts/index.js';
import { sentences } from '../text/sentence.js';

export function friendlyFailure(error: unknown, who: Principal, scope: Scope): string {
  const owner = who.role === 'owner' && scope.kind === 'main';
  if (error instanceof ModelError) return owner ? modelForOwner(error) : modelForOthers(error);
  if (error instanceof MemoryError && error.kind === 'invalid') return sentences(error.message, error.remedy);
  if (error instanceof MemoryError && error.kind === 'unavailable') return memoryAway(error, owner);
  if (error instanceof NightjarError && owner) {
    const disk = error instanceof MemoryError ? error.kind === 'unwritable' : error.culprit === 'state';
    const what = disk ? 'I could not write to my disk' : 'That went wrong';
    return `${what}. ${error.remedy ?? 'The log has the details; `nightjar doctor` may know more.'}`;
  }
  return owner
    ? 'Something went wrong on my side, and your message was not answered. `nightjar doctor` and the log know more.'
    : 'Sorry, something went wrong on my side. Please try again later.';
}

function memoryAway({ message, remedy }: MemoryError, owner: boolean): string {
  return owner ? sentences(message, remedy) : 'I cannot get at my memory right now. Please try again later.';
}

function modelForOwner(error: ModelError): string {
  switch (error.kind) {
    case 'auth':
      return error.keyVariable
        ? `The model’s service did not accept the key in ${error.keyVariable}. Please check it, restart me, and ask again.`
        : 'The model’s service did not accept the key, or there is none. Please check `model.apiKey` in nightjar.yaml, restart me, and ask again.';
    case 'rate-limit':
      return error.retryable
        ? 'The model’s service is asking me to slow down, and kept asking. Please try again in a few minutes.'
        : `The model’s service says that the quota is used up. ${error.remedy ?? 'Please check its billing page.'}`;
    case 'overflow':
      return 'This conversation has become longer than the model can read. Send /new to begin a fresh one; what I wrote down stays.';
    case 'refusal':
      return 'The model declined to answer that.';
    case 'timeout':
      return 'The model did not answer in time. Please try again; for a slow model raise `model.timeoutSeconds` in nightjar.yaml.';
    case 'network':
      return 'I could not reach the model’s service. Please check `model.baseUrl` and the network, then ask again.';
    case 'unavailable':
      return `The model’s service is not available right now. ${error.remedy ?? 'Please try again in a few minutes.'}`;
    case 'bad-request':
      return sentences(
        'The model could not take my request',
        error.remedy ?? 'Please check `model.name` and `model.baseUrl` in nightjar.yaml; the log has the details.',
      );
  }
}

function modelForOthers(error: ModelError): string {
  switch (error.kind) {
    case 'overflow':
      return 'This conversation has become too long for me to read. /new begins a fresh one; what I wrote down stays.';
    case 'refusal':
      return 'I am not able to answer that.';
    default:
      return 'Sorry, I cannot think right now. Please try again in a little while.';
  }
}
