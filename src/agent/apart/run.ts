// Runs a skill apart: a turn of its own, in a transcript of its own, with nothing but the skill's text, its input and some of
// its caller's tools. Whatever goes wrong in it is its result. Must never hold a word of the conversation that it is called from.

import { createHash } from 'node:crypto';
import {
  type ContextSession,
  type Manifest,
  NightjarError,
  type SkillCard,
  ToolError,
  type ToolReach,
} from '../../contracts/index.js';
import { chargedAs } from '../../models/charge.js';
import type { Transcript } from '../../sessions/transcript.js';
import { openLimits, type RunBounds, type RunLimits } from '../run-limits.js';
import { runTurn } from '../turn.js';
import { type ApartCall, type RunsApart, type TurnInput, type TurnMail, userEntryId } from '../turn-parts.js';
import { apartEngine, skillRoom } from './engine.js';
import { withoutTalk } from './memory.js';
import { type ApartEnd, apartResult } from './result.js';
import { readSkill, type SkillText } from './skill-text.js';
import { apartTools, onlyOne } from './tools.js';

/** What a run needs from outside, bound to the turn that calls it: its lane, its scope, and who speaks. */
export interface ApartHost {
  /** As of now. */
  bounds(): RunBounds;
  /** The transcript of the run of that call, begun or gone on with. */
  open(call: string, signal: AbortSignal): Promise<ApartSession>;
}

export interface ApartSession {
  session: ContextSession;
  transcript: Transcript;
  /** What a request was made of. */
  keep(manifest: Manifest): Promise<void>;
  /** Nobody goes on with it. */
  close(): Promise<void>;
}

/** With less a run would end before it began. */
const LEAST_TOKENS = 500;
const CALLER = 'whoever called this skill';

export function runsApart(host: ApartHost): RunsApart {
  return async (call) => {
    const { deps, input, wish, signals, beside, room } = call;
    const set = input.reach.skills;
    if (!set) throw new ToolError('There are no skills here.');
    const given = host.bounds();
    const bounds = { ...given, maxTokens: Math.floor(given.maxTokens / Math.max(1, beside)) };
    if (bounds.maxTokens < LEAST_TOKENS) throw new ToolError('No tokens are left for it here. Do without it.');
    const skill = await readSkill(set, wish.skill, skillRoom(input.session.model.contextTokens));
    let opened: ApartSession | undefined;
    const limits = openLimits(deps.clock, bounds, () => opened?.transcript.entries ?? []);
    const stop = AbortSignal.any([signals.stop, limits.stop]);
    try {
      opened = await host.open(call.call, AbortSignal.any([signals.abort, stop]));
      const run = { ...opened, ...bounds, skill, limits, stop };
      const end = await chargedAs('apart', () => carryOut(call, run));
      await opened.close();
      const { session, transcript } = opened;
      const turn = apartTurn(input.session.id, call.call);
      const entries = transcript.entries.filter((entry) => entry.turn === turn);
      const tokens = limits.spent();
      return apartResult(end, { skill: wish.skill.name, session: session.id, entries, tokens, room });
    } finally {
      limits.end();
    }
  };
}

interface Run extends ApartSession {
  skill: SkillText;
  limits: RunLimits;
  maxToolRounds: number;
  stop: AbortSignal;
}

/** Rejects when the process is leaving or has lost the lane, and for nothing else. */
async function carryOut(call: ApartCall, run: Run): Promise<ApartEnd> {
  const { deps, input, signals } = call;
  const end = await thinkOrFail(call, run);
  try {
    const told = deps.context.subagentEnded(input.session, { text: 'text' in end ? end.text : '' });
    await orEnded(told, AbortSignal.any([signals.abort, signals.stop]));
  } catch (error) {
    signals.abort.throwIfAborted();
    if (!signals.stop.aborted) deps.log.warn('apart.end-not-told', { error });
  }
  return end;
}

async function thinkOrFail(call: ApartCall, run: Run): Promise<ApartEnd> {
  try {
    return await think(call, run);
  } catch (error) {
    const { deps, signals } = call;
    signals.abort.throwIfAborted();
    if (run.stop.aborted) return { kind: 'stopped', text: '', why: run.limits.broken() ?? 'it was told to stop' };
    deps.log.error('apart.failed', { error });
    return { kind: 'failed', error: error instanceof NightjarError ? error : undefined };
  }
}

async function think(
  { deps, input, call, wish, visible, signals }: ApartCall,
  { session, transcript, keep, skill, limits, maxToolRounds, stop }: Run,
): Promise<ApartEnd> {
  const { clock, timezone } = deps;
  const turn = apartTurn(input.session.id, call);
  const { system: base } = await orEnded(deps.context.prepareSubagent(input.session), session.signal);
  const apart = {
    ...deps,
    context: apartEngine({ clock, timezone, base, skill, name: wish.skill.name }),
    tools: apartTools(visible, wish.skill),
    limits: { ...deps.limits, maxToolRounds },
  };
  const inside: TurnInput = {
    turn,
    mail: mailOf(turn, wish.skill, wish.input, input),
    who: input.who,
    session: apartSession(session),
    channelHint: '',
    policy: { ...input.policy, layers: {} },
    transcript,
    reach: reachOf(input.reach, wish.skill),
  };
  // What an attempt before this one used counts too.
  limits.look();
  for await (const happened of runTurn(apart, inside, { abort: signals.abort, stop })) {
    if (happened.type === 'asked') {
      limits.asked(happened.manifest.tokens);
      limits.look();
      await keep(happened.manifest);
    } else if (happened.type === 'tool-result') limits.look();
    else if (happened.type === 'failed') return { kind: 'failed', error: happened.error };
    else if (happened.type === 'stopped') {
      return { kind: 'stopped', text: happened.text, why: limits.broken() ?? 'it was told to stop' };
    } else if (happened.type === 'done') {
      const rounds = transcript.entries.filter((one) => one.turn === turn && one.type === 'assistant' && !one.final);
      return { kind: 'done', text: happened.text, roundsOut: rounds.length > 0 && rounds.length >= maxToolRounds };
    }
  }
  return { kind: 'failed', error: undefined };
}

/** It cannot look up the conversation that it is called from. */
function apartSession(session: ContextSession): ContextSession {
  return {
    ...session,
    memory: withoutTalk(session.memory),
    get entries() {
      return session.entries;
    },
  };
}

/** The name of its turn: the same for every attempt at the call. */
function apartTurn(session: string, call: string): string {
  return createHash('sha256')
    .update(JSON.stringify(['apart', session, call]))
    .digest('hex')
    .slice(0, 20);
}

/** Its input, as words from elsewhere, and which skill it was that ran. */
function mailOf(turn: string, { name, location }: SkillCard, text: string, { who }: TurnInput): TurnMail {
  const id = userEntryId(turn);
  return {
    take: (entries) =>
      entries.some((entry) => entry.id === id)
        ? []
        : [
            { type: 'skill', id: `skill:${turn}`, name, path: location },
            {
              ...{ type: 'user', id, text, message: turn, via: CALLER },
              from: { account: who.account, name: CALLER, role: who.role },
            },
          ],
    changed: () => new AbortController().signal,
  };
}

/** Its own files, and addresses that people of the conversation named; the rest of what its caller may do it may not. */
function reachOf({ skills, web }: ToolReach, skill: SkillCard): ToolReach {
  return {
    files: { keepText: noFiles, attach: noFiles },
    ...(web ? { web } : {}),
    ...(skills ? { skills: onlyOne(skills, skill) } : {}),
  };
}

async function noFiles(): Promise<never> {
  throw new ToolError('A skill that runs apart answers with text alone.');
}

/** An engine of a user's own may take its time; the run has none to wait for it. */
async function orEnded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const end = () => reject(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
    if (signal.aborted) end();
  });
}
