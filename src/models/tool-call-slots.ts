// Puts the fragments of parallel tool calls together, whatever habits the server has. Pure state; emits nothing itself.

import type { ToolCall } from '../contracts/index.js';
import { isJsonObject } from './openai-request.js';

interface CallFragment {
  index?: number | undefined;
  id?: string | undefined;
  name?: string | undefined;
  args?: string | undefined;
}

interface Slot {
  id: string;
  name: string;
  args: string;
}

/**
 * Collects fragments into calls, in the order in which the calls began. Fragments belong together by `index`; a
 * fragment that names another call under a used index, or under none, begins a new one.
 */
export class ToolCallSlots {
  readonly #slots: Slot[] = [];
  readonly #byIndex = new Map<number, Slot>();

  add(fragment: CallFragment): void {
    const known = this.#find(fragment);
    const slot = known && !beginsAnother(known, fragment) ? known : this.#open();
    if (fragment.index !== undefined) this.#byIndex.set(fragment.index, slot);
    if (!slot.id && fragment.id) slot.id = fragment.id;
    if (!slot.name && fragment.name) slot.name = fragment.name;
    slot.args += fragment.args ?? '';
  }

  /**
   * The complete calls. An id that is missing, given twice, or `taken` by an earlier message is replaced by `newId()`.
   * A call cut off by the token limit (its arguments are no JSON object) is left out when `cut` is true; otherwise it
   * is kept as written, so that the model can be told.
   */
  calls(options: { taken: ReadonlySet<string>; newId: () => string; cut: boolean }): ToolCall[] {
    const used = new Set(options.taken);
    const calls: ToolCall[] = [];
    for (const slot of this.#slots) {
      const args = slot.args.trim() === '' ? '{}' : slot.args;
      if (!slot.name || (options.cut && !isJsonObject(args))) continue;
      const id = slot.id && !used.has(slot.id) ? slot.id : options.newId();
      used.add(id);
      calls.push({ id, name: slot.name, args });
    }
    return calls;
  }

  #find(fragment: CallFragment): Slot | undefined {
    if (fragment.index !== undefined) return this.#byIndex.get(fragment.index);
    const sameId = fragment.id && this.#slots.findLast((slot) => slot.id === fragment.id);
    return sameId || this.#slots.at(-1);
  }

  #open(): Slot {
    const slot = { id: '', name: '', args: '' };
    this.#slots.push(slot);
    return slot;
  }
}

/**
 * Only a fragment with a name can begin a call: some servers send a fresh id with every fragment, others repeat the
 * name. A repeated name continues the call unless the id differs or the arguments before it are already whole.
 */
function beginsAnother(slot: Slot, fragment: CallFragment): boolean {
  if (!fragment.name || !slot.name) return false;
  if (fragment.name !== slot.name) return true;
  if (fragment.id && slot.id) return fragment.id !== slot.id;
  return isJsonObject(slot.args);
}
