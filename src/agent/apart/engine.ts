// The context engine of a skill that runs apart: its requests hold the skill, its input and what its own tools said, and there
// is no way from here to anything else. Keeps nothing, and makes no room by summing up.

import { createHash } from 'node:crypto';
import type { Assembled, Clock, ContextEngine, ContextTurn, Manifest, ManifestPart } from '../../contracts/index.js';
import { ownerName } from '../../memory/visibility.js';
import { localClock, localDay, localWeekday } from '../../text/local-time.js';
import { estimateTokens } from '../../text/tokens.js';
import { assemble, type Built } from '../engine/assemble.js';
import { type Limits, limitsOf } from '../engine/limits.js';
import { skillPrompt } from '../prompt.js';
import { readTool } from '../tools/read.js';
import { fitSkill, type SkillText } from './skill-text.js';

export interface ApartEngineParts {
  clock: Clock;
  timezone: string;
  /** How every run inside a session begins. */
  base: string;
  skill: SkillText;
  /** Its name. */
  name: string;
}

/** Of the budget of a request. */
const SKILL_SHARE = 0.4;
/** Thresholds are for histories that go on. */
const NO_THRESHOLDS = { threshold: 1, flushThreshold: 1, target: 1 };

/** The most of a skill's text that has room in a window, in tokens. */
export function skillRoom(window: number): number {
  return Math.floor(limitsOf(window, NO_THRESHOLDS).budget * SKILL_SHARE);
}

export function apartEngine(parts: ApartEngineParts): ContextEngine {
  const { clock, timezone } = parts;
  const since = clock.now();

  function within(turn: ContextTurn, { id, contextTokens }: { id: string; contextTokens: number }) {
    const { session, tools, answerOnly } = turn;
    const limits = limitsOf(contextTokens, NO_THRESHOLDS);
    const canRead = tools.some(({ name }) => name === readTool.name);
    const { text, more } = fitSkill(parts.skill, skillRoom(contextTokens), canRead);
    const skill = skillPrompt({ name: parts.name, text, more });
    const now = clock.now();
    const built = assemble(
      {
        system: [parts.base, skill].filter((part) => part !== '').join('\n\n'),
        entries: session.entries,
        turn: turn.turn,
        scope: session.scope,
        tools,
        ...(answerOnly ? { answerOnly } : {}),
        facts: [
          `Now: ${localWeekday(now, timezone)} ${localDay(now, timezone)} ${localClock(now, timezone)} (${timezone})`,
          ...turn.notes,
        ],
        changes: '',
        recalled: '',
        images: [],
      },
      { tokens: limits.budget, caps: limits.caps },
    );
    return { prompt: built.request, manifest: manifestOf(turn, { id, limits, built, skill, cut: more !== '' }) };
  }

  function manifestOf(
    { session, turn, tools }: ContextTurn,
    made: { id: string; limits: Limits; built: Built; skill: string; cut: boolean },
  ): Manifest {
    const { id, limits, built, skill, cut } = made;
    const scope = ownerName(session.scope);
    const begins: ManifestPart[] = [
      { part: 'system', scope: 'shared', ...measured(parts.base), reason: 'how I work apart from a conversation' },
      {
        ...{ part: 'file', path: parts.skill.location, scope, ...measured(skill) },
        reason: cut ? 'the skill that runs; cut to its room' : 'the skill that runs',
      },
      { part: 'tools', scope: 'shared', ...measured(JSON.stringify(tools)), reason: `${tools.length} that it may use` },
    ];
    return {
      session: session.id,
      turn,
      model: id,
      at: clock.now(),
      epoch: { number: 1, cause: 'start', since },
      window: limits.window,
      budget: limits.budget,
      tokens: built.tokens,
      parts: [...begins, ...built.parts].map((part) => (part.scope === '' ? { ...part, scope } : part)),
    };
  }

  return {
    async bootstrap() {},
    async ingest() {},
    async assemble(turn): Promise<Assembled> {
      await turn.session.model.ready?.(turn.session.signal);
      return { ...within(turn, turn.session.model), refit: (other) => within(turn, other) };
    },
    async compact() {
      return { done: false, says: 'A skill that runs apart has no history to sum up.' };
    },
    async afterTurn() {
      return undefined;
    },
    async prepareSubagent() {
      return { system: parts.base };
    },
    async subagentEnded() {},
    async dispose() {},
  };
}

function measured(text: string): { hash: string; tokens: number } {
  return { hash: createHash('sha256').update(text).digest('hex').slice(0, 16), tokens: estimateTokens(text) };
}
