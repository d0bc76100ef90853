// The kinds of questions: adding one is a file beside this one and a line here.

import type { Proposal } from '../../../gateway/proposals.js';
import { addressQuestions } from './address.js';
import { fileQuestions } from './file.js';
import type { KindName, QuestionDeps, QuestionKind } from './kind.js';
import { messageQuestions } from './message.js';
import { scheduleQuestions } from './schedule.js';

const kinds: Record<KindName, (deps: QuestionDeps) => QuestionKind> = {
  file: fileQuestions,
  schedule: scheduleQuestions,
  message: messageQuestions,
  address: addressQuestions,
};

export function questionKind(deps: QuestionDeps, proposal: Proposal): QuestionKind {
  return kinds[nameOf(proposal)](deps);
}

function nameOf({ schedule, message, address }: Proposal): KindName {
  if (schedule !== null) return 'schedule';
  if (message !== null) return 'message';
  return address === null ? 'file' : 'address';
}
