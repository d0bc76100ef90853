// Composes what dreams of a home: the dreamer over its memory, who may be asked, whose memory is tidied, and how. For every
// working process, and for the command line beside one or without.

import { talkOn } from './agent/dream/talk.js';
import type { ApplyPolicy, ChatModel, Dream, Scope } from './contracts/index.js';
import type { House } from './house.js';
import type { DreamJobDeps } from './jobs/handlers/dream.js';
import { openRecalls, type RecallSignals } from './memory/dream/claims/recalls.js';
import { openDreamer } from './memory/dream/dreamer.js';
import { openFileLocks } from './memory/file-locks.js';
import { sameScope } from './memory/visibility.js';
import { OFFLINE } from './models/offline/offline-model.js';
import { isFleeting } from './sessions/fleeting.js';
import { isRun, sessionsOfScope } from './sessions/rows.js';
import type { Transcripts } from './sessions/transcript.js';

/** A day of another zone may begin earlier. */
const DAY_MS = 24 * 3_600_000;

export interface Dreaming {
  jobs: DreamJobDeps['dreaming'];
  recalls: RecallSignals;
  policy(scope: Scope): { enabled: boolean; apply: ApplyPolicy };
  /** Everybody who has memory, main first. */
  scopes(): Scope[];
  /** Whether anybody dreams at night. */
  isAnyEnabled(): boolean;
}

/** `held` as in DreamerParts. */
export function openDreaming(
  house: House,
  transcripts: Pick<Transcripts, 'reading'>,
  held?: (dream: Dream) => (() => void) | undefined,
): Dreaming {
  const { state, memory, clock, log, config, paths, models } = house;
  const { db } = state;
  const { dreaming: settings, timezone } = config;
  const { folders } = memory;
  const recalls = openRecalls({
    ...{ db, clock, timezone, log },
    claimKey: async () => (await import('./memory/dream/claims/claims.js')).claimKey,
  });

  function policy(scope: Scope): { enabled: boolean; apply: ApplyPolicy } {
    const here = folders.canonical(scope);
    const own = settings.scopes.find((one) => sameScope(folders.canonical(one.scope), here));
    const enabled = (own?.enabled ?? settings.enabled) && memory.privacy.remembers(here);
    return { enabled, apply: own?.apply ?? settings.apply };
  }
  const scopes = (): Scope[] => {
    const all: Scope[] = [{ kind: 'main' }];
    for (const { scope } of folders.all()) if (!all.some((one) => sameScope(one, scope))) all.push(scope);
    return all;
  };
  const talk = {
    transcripts,
    timezone,
    sessions: (scope: Scope, since: string) =>
      sessionsOfScope(db, scope, Date.parse(`${since}T00:00:00Z`) - DAY_MS).filter(({ id }) => !isFleeting(db, id)),
  };
  const dreamer = openDreamer({
    ...{ db, memory, clock, log, timezone, recalls, policy },
    locks: openFileLocks({ runDir: paths.run, clock }),
    lookBackDays: settings.lookBackDays,
    limit: config.agent.bootstrapMaxChars,
    isMachine: (session) => isRun(db, session),
    conversations: settings.transcripts ? (scope, days) => talkOn(talk, scope, days) : undefined,
    ...(held ? { held } : {}),
  });
  return {
    recalls,
    policy,
    scopes,
    isAnyEnabled: () => settings.enabled || settings.scopes.some(({ enabled }) => enabled),
    jobs: {
      dreamer,
      privacy: memory.privacy,
      scopes: () => scopes().filter((scope) => policy(scope).enabled),
      model: (): ChatModel | undefined => (models.usual.id === OFFLINE ? undefined : models.usual),
      async mind(model) {
        const { dreamMind } = await import('./agent/dream/mind.js');
        return dreamMind({ model, clock, log, maxTokens: settings.maxTokens });
      },
    },
  };
}
