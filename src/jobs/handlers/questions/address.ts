// The question whether a web address may be opened that nobody named, and what the answer makes of it. Opens nothing itself: an
// address that was agreed to may be opened in its session from then on.

import { asData } from '../../../text/as-data.js';
import { fenced } from '../../../text/fenced.js';
import { type Decision, decidesFor, type QuestionKind } from './kind.js';

/** `address` of a proposal is there, or it would be of another kind. */
export function addressQuestions(): QuestionKind {
  return {
    mayAnswer: decidesFor,
    text: async ({ address }) => addressQuestion(address ?? ''),
    decide: async ({ address }, yes) => decideAddress(address ?? '', yes),
    drop: () => {},
    stays: () => 'The page stays unopened',
    stands: (_, yes) => (yes ? 'I may open that page.' : 'the page stays unopened.'),
    wanted: 'it',
  };
}

/** The exact address, in the form in which it would be sent. */
export function addressQuestion(address: string): string {
  return `I would open this web address, which nobody has named here:\n${fenced(address)}\nWhat stands in it is told to that server. Shall I? Answer y or n.`;
}

export function decideAddress(address: string, yes: boolean): Decision {
  const place = asData(new URL(address).host, 120);
  return yes
    ? { state: 'applied', text: `I may open that page at ${place} now. Ask me again, and I do.`, also: () => {} }
    : { state: 'declined', text: `The page at ${place} stays unopened.`, also: () => {} };
}
