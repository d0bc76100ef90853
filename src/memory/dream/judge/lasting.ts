// Whether a statement is of the kind that stays so, by its form alone: asked where nobody can be asked what it means. Pure. Precision
// before recall: what it does not know for lasting is said again, or asked to be remembered.

import { isQuestion } from '../../../text/speech.js';
import { OPINION, SELF, VAGUE } from './fact-words.js';
import { ONE_OF, ONE_PERSON } from './frames.js';
import { COURTESY } from './importance-words.js';
import { ERRAND, EVENT, HABIT, HAS_ONE, HOUR, OF_A_DAY, STAYS } from './lasting-words.js';
import { readStatement } from './statement.js';

/** Longer ones are stories. */
const LOOKED_AT = 300;

/** passes: an event, an errand, a state of a day; stays: lasting by its form; open: neither is sure. */
export type Lasting = 'stays' | 'open' | 'passes';

export function lastingOf(text: string): Lasting {
  const said = text.slice(0, LOOKED_AT).normalize('NFKC').replace(/[’‘]/g, "'").trim();
  if (passes(said)) return 'passes';
  return stays(said) ? 'stays' : 'open';
}

function passes(said: string): boolean {
  if (isQuestion(said) || COURTESY.test(said) || OPINION.test(said) || /[!！]$/u.test(said)) return true;
  if (OF_A_DAY.test(said) || ERRAND.test(said) || EVENT.some((form) => form.test(said))) return true;
  return HOUR.test(said) && !HABIT.test(said);
}

function stays(said: string): boolean {
  if (SELF.test(said)) return true;
  if (VAGUE.test(said)) return false;
  return STAYS.test(said) || isAttribute(said);
}

/** "The van's number plate is KA-NJ 482", "Gate code: 4471", "Heron is the name of the rewrite". */
function isAttribute(said: string): boolean {
  const { one } = readStatement(said);
  const head = one?.subject.replace(/\s(?:of|for|von|des|der|del?|du|do|für|pour|para|dla)\s.*$/iu, '') ?? '';
  if (one && one.about === 'be' && (ONE_OF.test(head) || ONE_OF.test(one.subject) || ONE_PERSON.test(head)))
    return true;
  const [, label = '', value = ''] = /^([^:：]{2,50})\s?[:：]\s?(\S.{0,60})$/u.exec(said) ?? [];
  if (value !== '' && (ONE_OF.test(label) || ONE_PERSON.test(label) || HAS_ONE.test(label))) return true;
  return HAS_ONE.test(said) && /(?<!\p{L})(?:is|ist|est|es|jest|to)(?!\p{L})/iu.test(said);
}
