// Gets vectors for texts of which an endpoint may refuse some, or may refuse so many at once. Knows no endpoint, no time.

import { ModelError } from '../../contracts/index.js';
import { truncate } from '../../text/truncate.js';
import { BadAnswerError } from './errors.js';

/** A text that every model takes: when it is refused too, the texts are not to blame. */
const HARMLESS = 'hello';
/** A refused text is tried at these shares of its length. */
const CUTS = [1 / 2, 1 / 4];

export interface Outcome {
  /** In the order of the texts; undefined where a text was refused alone and cut. */
  vectors: (Float32Array | undefined)[];
  /** How many texts a request should hold from now on. */
  largest: number;
}

/** One request: as many vectors as texts, or a ModelError. A probe is worth no long retries. */
type Request = (texts: readonly string[], probe: boolean) => Promise<Float32Array[]>;

/**
 * Vectors of all texts, by requests of at most `largest`. A request that may have failed for its content goes again in
 * halves, down to one text; a text that is too long is cut twice, then left out, and so is one that always fails. Before
 * texts are blamed, the endpoint must take a harmless one. Rejects with the ModelError of a request that failed for any
 * other reason. A query is cut, never left out.
 */
export async function embedInParts(
  texts: readonly string[],
  largest: number,
  kind: 'query' | 'document',
  request: Request,
): Promise<Outcome> {
  const vectors = new Array<Float32Array | undefined>(texts.length).fill(undefined);
  let accepted = false;

  async function send(some: readonly string[], probe = false): Promise<Float32Array[]> {
    const answer = await request(some, probe);
    accepted = true;
    return answer;
  }

  /** Rejects unless the endpoint takes a harmless text. What it took before says nothing of trouble that passes. */
  async function blameTexts(error: ModelError): Promise<void> {
    if (accepted && !error.retryable) return;
    try {
      await send([HARMLESS], true);
    } catch (failed) {
      throw failed instanceof ModelError && failed.retryable ? failed : error;
    }
  }

  /** Fills the vectors from `from` to `to`. True when one request was enough. */
  async function fill(from: number, to: number): Promise<boolean> {
    try {
      const answer = await send(texts.slice(from, to));
      for (const [at, vector] of answer.entries()) vectors[from + at] = vector;
      return true;
    } catch (error) {
      if (!(error instanceof ModelError) || !mayBeContent(error, to - from)) throw error;
      if (to - from === 1) await shorten(from, error);
      else await halve(from, to, error);
      return false;
    }
  }

  async function halve(from: number, to: number, error: ModelError): Promise<void> {
    if (error.kind !== 'overflow') await blameTexts(error);
    const middle = from + Math.ceil((to - from) / 2);
    const first = await fill(from, middle);
    // What was learned from the first half holds for the second too.
    const second = await fillAll(middle, to);
    const passing = error.kind === 'unavailable' && !(error instanceof BadAnswerError);
    if (first && second && !passing) largest = Math.min(largest, middle - from);
  }

  async function shorten(at: number, error: ModelError): Promise<void> {
    const text = texts[at] ?? '';
    for (const share of error.kind === 'overflow' ? CUTS : []) {
      const cut = truncate(text, Math.floor(text.length * share), '');
      if (cut === '') break;
      try {
        vectors[at] = (await send([cut]))[0];
        return;
      } catch (again) {
        if (!(again instanceof ModelError) || again.kind !== 'overflow') throw again;
      }
    }
    if (kind === 'query') throw error;
    await blameTexts(error);
  }

  /** True when no request was refused. */
  async function fillAll(from: number, to: number): Promise<boolean> {
    let whole = true;
    for (let at = from; at < to; ) {
      const end = Math.min(at + largest, to);
      whole = (await fill(at, end)) && whole;
      at = end;
    }
    return whole;
  }

  await fillAll(0, texts.length);
  return { vectors, largest };
}

/** Whether other texts, or fewer, might fare better. */
function mayBeContent(error: ModelError, count: number): boolean {
  if (error.kind === 'timeout') return count > 1;
  // A model that is not there is 'unavailable' too, and for good.
  return error.kind === 'overflow' || error.kind === 'bad-request' || (error.kind === 'unavailable' && error.retryable);
}
