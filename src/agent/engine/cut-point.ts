// Where a history is cut. Pure.

import type { CompactionCause } from '../../contracts/index.js';
import type { Unit } from '../history/units.js';

/**
 * Index of the first unit that is kept: as many of the newest as fit in `room` tokens, from the beginning of a turn where the
 * newest turn fits whole, else from an answer inside of it. What the newest turn was asked always stays, so its messages are
 * never counted as cut. 0: nothing can go. Asked for by a person, all but the newest turns goes even where more would fit.
 */
export function cutPoint(units: readonly Unit[], room: number, cause: CompactionCause): number {
  const lastAsked = units.findLastIndex(({ isAsked }) => isAsked);
  if (lastAsked < 0) return 0;
  const turn = units[lastAsked]?.turn;
  const asked = units.filter((unit) => unit.isAsked && unit.turn === turn);
  let left = room - asked.reduce((sum, { tokens }) => sum + tokens, 0);
  const total = units.reduce((sum, { tokens }) => sum + tokens, 0);
  if (cause === 'command') left = Math.min(left, Math.floor(total / 4));
  let first = units.length;
  while (first > 0) {
    const unit = units[first - 1];
    if (!unit) break;
    if (!asked.includes(unit)) left -= unit.tokens;
    if (left < 0) break;
    first--;
  }
  const turnStart = units.findIndex((unit) => unit.turn === turn);
  // From here on a turn begins: nothing hangs in the air.
  for (let at = first; at <= turnStart; at++) {
    if (units[at]?.isAsked && units[at - 1]?.turn !== units[at]?.turn) return at;
  }
  // Inside the newest turn: its last answer stays whatever it costs, for its results were just asked for.
  const inside = Math.min(Math.max(first, turnStart), units.length - 1);
  return units[inside]?.isAsked && inside > turnStart ? nextAnswer(units, inside) : inside;
}

function nextAnswer(units: readonly Unit[], from: number): number {
  const at = units.findIndex((unit, index) => index >= from && !unit.isAsked);
  return at < 0 ? units.length - 1 : at;
}
