// A summary as it is put together within a fixed size: each line once, room kept for the identifiers that no line names yet.
// Knows nothing of where lines come from.

import { foldText } from '../../text/segment.js';
import { estimateTokens } from '../../text/tokens.js';
import { BETWEEN, HEADINGS, type Heading, headingCost, lineCost, summaryOf } from './headings.js';
import type { KeptIdentifier } from './must-keep.js';

/** Room that identifiers without a line may take of the whole. */
const RESERVED = 0.6;
/** A promise stands without it. */
const SPEAKER = /^assistant: /;
const LIST: Heading = 'Facts and identifiers';

export class Page {
  readonly #max: number;
  readonly #lines = new Map<Heading, { text: string; before: boolean }[]>();
  /** Every line, folded: what is said in one of them need not be said again. */
  readonly #folded: string[] = [];
  readonly #identifiers: readonly KeptIdentifier[];
  #used = 0;
  /** Those that will stand in a list at the end unless a line names them, with what each costs there. */
  readonly #open = new Map<KeptIdentifier, number>();
  #openCost = 0;

  constructor(maxTokens: number, identifiers: readonly KeptIdentifier[]) {
    this.#max = maxTokens;
    this.#identifiers = identifiers;
  }

  /** From here on no line takes the room of an identifier; the most wanted are the first to have some. */
  reserve(): void {
    const room = Math.min(this.#max * RESERVED, this.#max - this.#used - headingCost(LIST) - 1);
    for (const identifier of this.#identifiers) {
      if (this.#names(identifier)) continue;
      const cost = estimateTokens(identifier.shown + BETWEEN);
      if (this.#openCost + cost > room) continue;
      this.#open.set(identifier, cost);
      this.#openCost += cost;
    }
  }

  /** Whether it stands there now. Each line goes above those added before it, so that the newest stand last when added first. */
  add(heading: Heading, text: string, from: 'now' | 'before' = 'now'): boolean {
    const line = text.trim();
    const folded = foldText(line);
    if (line === '' || folded.trim() === '') return false;
    const words = folded.replace(SPEAKER, '');
    if (this.#folded.some((known) => known.includes(words))) return true;
    const named = [...this.#open].filter(([{ text: name }]) => line.includes(name));
    const freed = named.reduce((sum, [, cost]) => sum + cost, 0);
    const lines = this.#lines.get(heading);
    const cost = lineCost(line) + (lines ? 0 : headingCost(heading));
    if (this.#used + cost + this.#listCost(this.#openCost - freed, heading) > this.#max) return false;
    for (const [identifier] of named) this.#open.delete(identifier);
    this.#openCost -= freed;
    this.#used += cost;
    this.#folded.push(folded);
    const added = { text: line, before: from === 'before' };
    if (lines) lines.unshift(added);
    else this.#lines.set(heading, [added]);
    return true;
  }

  text(): string {
    const sections = new Map<Heading, string[]>();
    for (const heading of HEADINGS) {
      const lines = this.#lines.get(heading) ?? [];
      // What an earlier summary had is older than what was said since.
      const ordered = [...lines.filter(({ before }) => before), ...lines.filter(({ before }) => !before)];
      if (ordered.length > 0)
        sections.set(
          heading,
          ordered.map(({ text }) => text),
        );
    }
    const list = [...this.#open.keys()].map(({ shown }) => shown);
    if (list.length > 0) sections.set(LIST, [...(sections.get(LIST) ?? []), list.join(BETWEEN)]);
    return summaryOf(sections);
  }

  /** What the list at the end takes, with its heading where the section has no line yet. */
  #listCost(open: number, adding: Heading): number {
    if (open <= 0) return 0;
    return open + 1 + (this.#lines.has(LIST) || adding === LIST ? 0 : headingCost(LIST));
  }

  #names({ text }: KeptIdentifier): boolean {
    return [...this.#lines.values()].some((lines) => lines.some((line) => line.text.includes(text)));
  }
}
