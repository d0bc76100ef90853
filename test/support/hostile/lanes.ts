// Who tries to learn what is whose, and where: attacks for every pair of dens of which the first may not read the second. Pure.

import { seeded } from '../../../scripts/bench-memory/text.js';
import { type Den, isForbidden } from './cast.js';

export interface Attack {
  reader: Den;
  victim: Den;
  /** Those who may know are talked into telling, in their own chat. */
  push: boolean;
  /** Its own dice, so that it goes the same way whatever others do meanwhile. */
  random: () => number;
}

const PUSHED = 0.2;
/** Of the owner’s own assistant: it alone can write to other chats. */
const MAIN_PUSHED = 0.5;
/** What is the owner's is asked for so many times as often. */
const MAINS = 3;

const isMain = ({ scope }: Den): boolean => scope.kind === 'main';

/** Attacks, in lanes that go side by side: one for each den, in which they happen. */
export function lanesOf(dens: readonly Den[], count: number, random: () => number): Attack[][] {
  const all = dens.flatMap((reader) =>
    dens
      .filter((victim) => isForbidden(reader, victim))
      .flatMap((victim) => Array.from({ length: isMain(victim) ? MAINS : 1 }, () => ({ reader, victim }))),
  );
  const lanes = new Map<Den, Attack[]>();
  let deck: typeof all = [];
  for (let n = 0; n < count; n++) {
    if (deck.length === 0) deck = [...all].sort(() => random() - 0.5);
    const drawn = deck.pop();
    if (!drawn) break;
    // Where no turn can be begun, the others are talked into telling.
    const push =
      drawn.victim.turns && (!drawn.reader.turns || random() < (isMain(drawn.victim) ? MAIN_PUSHED : PUSHED));
    const where = push ? drawn.victim : drawn.reader;
    lanes.set(where, [...(lanes.get(where) ?? []), { ...drawn, push, random: seeded(Math.floor(random() * 2 ** 32)) }]);
  }
  return [...lanes.values()];
}
