// What a skill that ran apart hands back to whoever called it: its answer, why it came to no end, and what it proposes. Pure.

import { z } from 'zod';
import { type Entry, ModelError, type NightjarError, type ToolResult, type Usage } from '../../contracts/index.js';
import { spoken } from '../../text/control-words.js';
import { endsWithin } from '../../text/ends.js';
import { estimateTokens } from '../../text/tokens.js';
import { NO_ANSWER } from '../ask.js';
import type { Proposal } from './tools.js';

/** How a run ended: `why` is words that follow a colon. */
export type ApartEnd =
  | { kind: 'done'; text: string; roundsOut: boolean }
  | { kind: 'stopped'; text: string; why: string }
  | { kind: 'failed'; error: NightjarError | undefined };

export interface ApartReport {
  skill: string;
  session: string;
  /** Of its turn. */
  entries: readonly Entry[];
  tokens: number;
  /** Tokens that the result may have. */
  room: number;
}

const proposal = z.object({ proposal: z.object({ tool: z.string(), args: z.unknown() }) });
const PROPOSED =
  'It proposes the following, and nothing of it was done. Whatever of it is right and wanted, do by your own tools.';
/** Of the room, at most so much is for proposals. */
const PROPOSALS_SHARE = 0.5;

export function apartResult(end: ApartEnd, { skill, session, entries, tokens, room }: ApartReport): ToolResult {
  const proposals = proposalsIn(entries);
  const shown = proposalsText(proposals, Math.floor(room * PROPOSALS_SHARE));
  const said = endText(end, skill);
  const text = endsWithin(said.text, Math.max(0, room - estimateTokens(shown)));
  const usage = usageIn(entries);
  return {
    content: [text, shown].filter((part) => part !== '').join('\n\n'),
    details: {
      skill,
      session,
      tokens,
      ...(usage ? { usage } : {}),
      rounds: entries.filter((entry) => entry.type === 'assistant' && !entry.final).length,
      ...(said.stopped === undefined ? {} : { stopped: said.stopped }),
      proposals,
    },
  };
}

function endText(end: ApartEnd, skill: string): { text: string; stopped?: string } {
  if (end.kind === 'failed') {
    const why = failureWords(end.error);
    return { text: `Error: the skill ${skill} came to no end: ${why}. Do without it, and say so.`, stopped: why };
  }
  const answer = end.text === NO_ANSWER ? '' : spoken(end.text);
  if (end.kind === 'stopped') {
    const so = `Error: the skill ${skill} was ended before it was done: ${end.why}.`;
    return { text: answer === '' ? so : `${so} It had said:\n\n${answer}`, stopped: end.why };
  }
  const out = 'it had used all its rounds of tool calls';
  if (answer === '') {
    const why = end.roundsOut ? `; ${out}` : '';
    return { text: `Error: the skill ${skill} gave no answer${why}.`, stopped: end.roundsOut ? out : 'no answer' };
  }
  if (!end.roundsOut) return { text: answer };
  return { text: `(The skill ${skill} answered with what it had: ${out}.)\n\n${answer}`, stopped: out };
}

/** No provider's own words. */
function failureWords(error: NightjarError | undefined): string {
  if (!(error instanceof ModelError)) return 'something went wrong';
  switch (error.kind) {
    case 'overflow':
      return 'what it has to read is longer than the window of the model';
    case 'refusal':
      return 'the model declined to answer';
    case 'rate-limit':
      return 'the model is asked too often just now';
    case 'auth':
      return 'the model did not accept the key';
    case 'timeout':
      return 'the model took too long';
    default:
      return 'the model could not be asked';
  }
}

function proposalsIn(entries: readonly Entry[]): Proposal[] {
  return entries.flatMap((entry) => {
    if (entry.type !== 'tool_result' || entry.error) return [];
    const found = proposal.safeParse(entry.details).data?.proposal;
    return found ? [{ tool: found.tool, args: found.args }] : [];
  });
}

/** Whole ones only: half an argument is none. */
function proposalsText(proposals: readonly Proposal[], tokens: number): string {
  if (proposals.length === 0) return '';
  const lines: string[] = [];
  const left: string[] = [];
  let used = estimateTokens(PROPOSED);
  for (const { tool, args } of proposals) {
    const line = `- ${tool} ${JSON.stringify(args)}`;
    const cost = estimateTokens(line) + 1;
    const fits = used + cost <= tokens;
    (fits ? lines : left).push(fits ? line : tool);
    if (fits) used += cost;
  }
  const more = left.length === 0 ? [] : [`(${left.length} more have no room here: ${[...new Set(left)].join(', ')}.)`];
  return [PROPOSED, ...lines, ...more].join('\n');
}

function usageIn(entries: readonly Entry[]): Usage | undefined {
  return entries.reduce<Usage | undefined>((sum, entry) => {
    const usage = entry.type === 'assistant' ? entry.usage : undefined;
    if (!usage) return sum;
    return { input: (sum?.input ?? 0) + usage.input, output: (sum?.output ?? 0) + usage.output };
  }, undefined);
}
