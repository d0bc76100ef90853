// The built-in context engine: what a request holds, and what becomes of a history that outgrows its window. Writes nothing
// but compactions and the beginning of epochs; memory is written by flushes, which it only asks for.

import type {
  Assembled,
  Clock,
  CompactionCause,
  CompactionOutcome,
  ContextEngine,
  ContextSession,
  ContextTurn,
  ImagePart,
  Manifest,
  ManifestPart,
} from '../../contracts/index.js';
import { ownerName } from '../../memory/visibility.js';
import type { Spending } from '../../models/metered.js';
import { tooSmall } from '../../models/window.js';
import type { Epoch, Epochs } from '../../sessions/epochs.js';
import type { CompactionTrouble } from '../../sessions/rows.js';
import type { TokenRatios } from '../../sessions/token-ratios.js';
import { localClock, localDay, localWeekday } from '../../text/local-time.js';
import { estimateTokens } from '../../text/tokens.js';
import { askedIn } from '../history/asked.js';
import { editsOf } from '../history/edits.js';
import { type Citations, type RuntimeFacts, subagentPrompt } from '../prompt.js';
import { type Recalled, recall } from '../recall.js';
import { assemble, type Built, beginningTokens, type RequestParts } from './assemble.js';
import { compactHistory } from './compact.js';
import { type ContextSettings, type Limits, limitsOf } from './limits.js';
import { type OpeningParts, openingOf } from './opening.js';

export interface EngineDeps extends Spending {
  clock: Clock;
  epochs: Epochs;
  ratios: TokenRatios;
  settings: ContextSettings;
  runtime: RuntimeFacts;
  /** Searches memory before the first request of a turn, unasked. */
  autoRecall: boolean;
  citations: Citations;
  /** A history was cut, or should have been and was not. */
  compacted(session: string, trouble: Omit<CompactionTrouble, 'times'> | undefined): Promise<void>;
  /** How the last attempts went. */
  trouble(session: string): CompactionTrouble | undefined;
}

/** What is known of a session while one of its turns runs. */
interface Running {
  turn: string;
  asked: string;
  recalled: Recalled;
}

/** After a compaction that came to nothing the next one by itself waits so long, doubled each time. */
const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 30 * 60_000;

export function defaultEngine(deps: EngineDeps): ContextEngine {
  const { clock, log, settings, ratios } = deps;
  const running = new Map<string, Running>();
  /** The last request of a session, as its server may have refused it. */
  const last = new Map<string, { tokens: number; limits: Limits; entries: number }>();
  const beginnings = new WeakMap<Epoch, number>();
  const opening: OpeningParts = {
    epochs: deps.epochs,
    runtime: deps.runtime,
    citations: deps.citations,
    fileChars: settings.fileChars,
    totalChars: settings.totalChars,
    prune: settings.prune,
    now: () => clock.now(),
  };

  async function recalled(turn: ContextTurn, known: ReadonlySet<string>): Promise<Recalled> {
    const { session } = turn;
    const asked = askedIn(session.entries, turn.turn);
    const before = running.get(session.id);
    if (before?.turn === turn.turn && before.asked === asked) return before.recalled;
    const { memory, signal } = session;
    const found = deps.autoRecall ? await recall({ memory, clock, log, signal, known }, asked) : { text: '', hits: [] };
    running.set(session.id, { turn: turn.turn, asked, recalled: found });
    return found;
  }

  /** Tokens by estimate that a request may have, so that it really costs no more than `tokens`. */
  function estimated(tokens: number, model: string): number {
    return Math.floor(tokens / ratios.of(model));
  }

  /** Tools are part of what an epoch was made from. */
  function beginningOf(epoch: Epoch, tools: ContextTurn['tools']): number {
    const tokens = beginnings.get(epoch) ?? beginningTokens({ system: epoch.system, tools });
    beginnings.set(epoch, tokens);
    return tokens;
  }

  function factsOf({ session, channelHint, notes }: ContextTurn): string[] {
    const { timezone } = deps.runtime;
    const now = clock.now();
    return [
      `Now: ${localWeekday(now, timezone)} ${localDay(now, timezone)} ${localClock(now, timezone)} (${timezone})`,
      ...(session.scope.kind === 'group' || channelHint === '' ? [] : [channelHint]),
      ...notes,
    ];
  }

  async function build(turn: ContextTurn): Promise<Assembled> {
    const { session, tools, answerOnly, settled = false } = turn;
    const { model } = session;
    await model.ready?.(session.signal);
    const small = model.windowIsGuess ? undefined : tooSmall(model.id, model.contextTokens);
    if (small) throw small;
    const limits = limitsOf(model.contextTokens, settings);
    let { epoch, changes } = await openingOf(opening, turn, limits);
    const whole = new Set(epoch.parts.flatMap(({ path, cut }) => (path === undefined || cut ? [] : [path])));
    const found = await recalled(turn, whole);
    const facts = factsOf(turn);
    const images = picturesOf(turn);
    const parts = (): RequestParts => ({
      system: epoch.system,
      entries: session.entries,
      turn: turn.turn,
      scope: session.scope,
      tools,
      ...(answerOnly ? { answerOnly } : {}),
      facts,
      changes,
      recalled: found.text,
      images,
      pruned: epoch.pruned,
      leftOut: epoch.leftOut,
      beginning: beginningOf(epoch, tools),
    });
    const within = (id: string, of: Limits) => assemble(parts(), { tokens: estimated(of.budget, id), caps: of.caps });
    let built = within(model.id, limits);
    const costs = (made: Built) => Math.round(made.tokens * ratios.of(model.id));
    const due = settled ? undefined : dueOf(session.id, costs(built), limits, built.leftOut !== undefined);
    if (due !== 'compaction' && built.leftOut !== epoch.leftOut && built.leftOut !== undefined) {
      // Where the history begins is part of how requests begin.
      ({ epoch, changes } = await openingOf(opening, turn, limits, built.leftOut));
      built = within(model.id, limits);
    }
    const told = (id: string, of: Limits, made: Built) => ({
      prompt: made.request,
      leftOut: made.leftOut,
      manifest: manifestOf(turn, { epoch, limits: of, built: made, recalled: found, model: id }),
    });
    const mine = told(model.id, limits, built);
    const { tokens } = mine.manifest;
    last.set(session.id, { tokens, limits, entries: session.entries.length });
    return {
      ...mine,
      due,
      refit({ id, contextTokens }) {
        const others = limitsOf(contextTokens, settings);
        return told(id, others, within(id, others));
      },
    };
  }

  function manifestOf(
    { session, turn }: ContextTurn,
    made: { epoch: Epoch; limits: Limits; built: Built; recalled: Recalled; model: string },
  ): Manifest {
    const { epoch, limits, built, recalled, model } = made;
    const { number, cause, since } = epoch;
    return {
      session: session.id,
      turn,
      model,
      at: clock.now(),
      epoch: { number, cause, since },
      window: limits.window,
      budget: limits.budget,
      tokens: Math.round(built.tokens * ratios.of(model)),
      parts: partsOf(epoch.parts, built, recalled, ownerName(session.scope)),
    };
  }

  function dueOf(session: string, tokens: number, limits: Limits, dropped: boolean): Assembled['due'] {
    if (settings.auto && (tokens >= limits.compactAt || dropped) && !isResting(session)) return 'compaction';
    return tokens >= limits.flushAt ? 'flush' : undefined;
  }

  /** What failed a moment ago would fail again, and cost the same. */
  function isResting(session: string): boolean {
    const trouble = deps.trouble(session);
    if (!trouble) return false;
    const rest = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (trouble.times - 1));
    const passed = clock.now() - trouble.at;
    return passed >= 0 && passed < rest;
  }

  async function compact(session: ContextSession, cause: CompactionCause, focus?: string): Promise<CompactionOutcome> {
    const { model } = session;
    const limits = limitsOf(model.contextTokens, settings);
    const ratio = ratios.of(model.id);
    // What a server refused was too long, whatever we think of its window.
    const refused = cause === 'overflow' ? (last.get(session.id)?.tokens ?? limits.budget) : limits.budget;
    const target = Math.min(limits.target, Math.floor(refused * settings.target));
    const epoch = deps.epochs.get(session.id);
    const fixed = epoch?.parts.reduce((sum, { tokens }) => sum + tokens, 0) ?? 0;
    const outcome = await compactHistory(
      { clock, log, settings, budgets: deps.budgets },
      { session, cause, focus, room: Math.floor(target / ratio) - fixed, fixed, caps: limits.caps },
    );
    if (outcome.kind === 'done') {
      await deps.compacted(session.id, undefined);
      return { done: true, before: outcome.before, after: outcome.after, says: outcome.says };
    }
    if (outcome.kind === 'failed') await deps.compacted(session.id, { says: outcome.says, at: clock.now() });
    return { done: false, says: outcome.says };
  }

  return {
    async bootstrap() {},
    async ingest() {},
    assemble: build,
    compact,
    async afterTurn({ session: { id, entries, model } }) {
      running.delete(id);
      const before = last.get(id);
      last.delete(id);
      if (!before) return undefined;
      // The answer counts too: whoever writes next should not have to wait for what is due already.
      const answer = entries.slice(before.entries).map((entry) => ('text' in entry ? (entry.text ?? '') : ''));
      const tokens = before.tokens + Math.round(estimateTokens(answer.join('\n')) * ratios.of(model.id));
      return dueOf(id, tokens, before.limits, false);
    },
    async prepareSubagent() {
      return { system: subagentPrompt() };
    },
    async subagentEnded() {},
    async dispose() {
      running.clear();
      last.clear();
    },
  };
}

/** What was taken back takes its pictures along. */
function picturesOf({ session: { entries }, images }: ContextTurn): ImagePart[] {
  if (images.size === 0) return [];
  const edits = editsOf(entries);
  return entries.flatMap(({ id }) => (edits.has(id) && edits.get(id) === undefined ? [] : (images.get(id) ?? [])));
}

/** With whose text each is: what has no scope of its own is the conversation's. */
function partsOf(beginning: readonly ManifestPart[], built: Built, recalled: Recalled, scope: string): ManifestPart[] {
  const recall = recalled.hits.map(
    ({ path, startLine, endLine }): ManifestPart => ({
      part: 'recall',
      path,
      lines: { from: startLine, to: endLine },
      scope,
      hash: '',
      tokens: 0,
      reason: 'memory found it for this message',
    }),
  );
  return [...beginning, ...built.parts, ...recall].map((part) => (part.scope === '' ? { ...part, scope } : part));
}
