// Whether a plan waits for somebody's yes before it is written, and the one sentence that says why. Pure.

import type { ApplyPolicy, DreamPlan, PlannedLine, Trust } from '../../../contracts/index.js';
import { isBelow } from './attribution.js';
import { dayOfNote } from './long-term.js';

/** Lines that come or go without anybody being asked. */
const MOST_LINES = 10;

/** `own`: how far the scope's own people's words can be relied on. Of several reasons the one that tells most. */
export function whyHeld(plan: Pick<DreamPlan, 'lines'>, apply: ApplyPolicy, own: Trust): string | undefined {
  if (apply === 'auto') return undefined;
  if (apply === 'ask') return 'It waits for a yes, because dreaming.apply is ask.';
  // Moved word for word: nothing is said anew and nothing is gone.
  const changes = plan.lines.filter(({ sign }) => sign !== '>');
  const foreign = changes.find((line) => isForeign(line, own));
  if (foreign) return `It waits for a yes, because a line rests on ${whose(foreign)}.`;
  if (changes.some(({ sign, hand }) => sign === '-' && hand))
    return 'It waits for a yes, because a line that was written by hand would go or be replaced.';
  if (changes.length <= MOST_LINES) return undefined;
  return `It waits for a yes, because ${changes.length} lines would come or go, more than ${MOST_LINES}.`;
}

/** A dated note repeats what stood there: its words are not new, whoever said them. */
function isForeign({ sign, text, trust, passedOn }: PlannedLine, own: Trust): boolean {
  if (sign === '+' && dayOfNote(text) !== undefined) return false;
  return passedOn === true || isBelow(trust, own);
}

function whose({ trust, passedOn }: PlannedLine): string {
  if (passedOn) return 'words that were quoted or forwarded';
  if (trust === 'web') return 'what stands on a web page';
  if (trust === 'tool') return 'what a tool said';
  return trust === 'model' ? 'what the assistant said itself' : "somebody else's words";
}
