// The owner's press under the word that a dream waits: writes it, leaves it, or shows where it comes from. Writes only the plan
// that stood above the button.

import type { CommandReply } from '../../commands/command.js';
import { decideDream } from '../../commands/dream-acts.js';
import { inChat, showText, type Written } from '../../commands/dream-words.js';
import type { Dream, DreamDesk } from '../../contracts/index.js';
import type { Press } from '../../gateway/buttons.js';
import { planName } from '../../gateway/dream-notice.js';
import { ownerName } from '../../memory/visibility.js';

export interface DreamAnswerDeps {
  dreams: DreamDesk;
}

export type DreamPress = Extract<Press, { kind: 'dream' }>;

/** Rejects with what a retry may help against. `open`: nothing is decided yet, so that the buttons keep their use. */
export async function answerDream(
  { dreams }: DreamAnswerDeps,
  press: DreamPress,
): Promise<CommandReply & { open: boolean }> {
  const dream = dreams.find(press.id);
  if (!dream || !isShown(dream, press)) return { text: dreamStands(dream, press), open: press.do === 'details' };
  if (press.do === 'details') return { text: showText(dream, writtenFor(dream)), open: true };
  if (!mayDecide(dream, press)) return { text: dreamStands(dream, press), open: false };
  const asker = { written: writtenFor(dream), isOwner: true };
  const acted = await decideDream(dreams, { id: press.id, yes: press.do === 'apply' }, asker);
  if (acted.dream) return { text: acted.text, open: false };
  const now = dreams.find(press.id);
  // Decided elsewhere between the look and the deed.
  if (acted.gone) return { text: dreamStands(now, press), open: false };
  return { text: acted.text, open: now !== undefined && isShown(now, press) && mayDecide(now, press) };
}

/** One that was agreed to may have met a full disk: another yes tries again. */
function mayDecide({ state }: Dream, press: DreamPress): boolean {
  return state === 'held' || (state === 'queued' && press.do === 'apply');
}

function isShown({ plan }: Dream, press: DreamPress): boolean {
  return plan !== undefined && planName(plan) === press.plan;
}

/** How it stands, for whoever presses when there is nothing to decide any more. */
export function dreamStands(dream: Dream | undefined, press: DreamPress): string {
  if (!dream) return 'That proposal is over, and nothing is kept of it.';
  const written = writtenFor(dream);
  const replaced = `That proposal was replaced by a newer one; ${written('show')} shows it.`;
  switch (dream.state) {
    case 'held':
      return isShown(dream, press)
        ? `That still waits: ${written('apply')} writes it, ${written('skip')} leaves it.`
        : replaced;
    case 'queued':
      if (isShown(dream, press)) return `That is decided already: you said yes, and I am at it.`;
      return 'MEMORY.md was changed since, so I look at everything again and ask you anew.';
    case 'replaced':
      return replaced;
    case 'ok':
      return `That is decided already: it is written. ${written('undo')} takes it back.`;
    case 'undone':
      return 'That is decided already: it was written, and taken back since.';
    case 'skipped':
      return 'That is decided already: it was skipped, and nothing was changed.';
    case 'nothing':
      return 'I looked at it again since, and there is nothing left to do.';
    case 'failed':
      return `That did not work, and nothing was changed; ${written('status')} says why.`;
  }
}

function writtenFor({ scope }: Dream): Written {
  return inChat(scope.kind === 'main' ? undefined : ownerName(scope));
}
