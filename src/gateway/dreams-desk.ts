// What people do about dreams, over their rows: begins them as jobs and waits for them, writes what was agreed to, takes back.
// Decides nothing about who may.

import type { ApplyPolicy, Clock, Dream, DreamDesk, Scope } from '../contracts/index.js';
import { MemoryError } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { addDream, dreamById, dreamsOf, renameNight } from '../memory/dream/dream-rows.js';
import type { Dreamer } from '../memory/dream/dreamer.js';
import { localDay } from '../text/local-time.js';
import type { WakeUps } from './wake-ups.js';

export interface DreamsDeskParts {
  db: Db;
  clock: Clock;
  timezone: string;
  dreamer: Dreamer;
  policy(scope: Scope): { enabled: boolean; apply: ApplyPolicy };
  /** Main first. */
  scopes(): Scope[];
  /** Of a migrated chat, the scope of its old id. */
  canonical(scope: Scope): Scope;
  wakeUps: Pick<WakeUps, 'dream'>;
}

const LOOK_MS = 100;
/** No dream is under way for so long. */
const LEFT_MS = 3_600_000;

export function openDreamsDesk(parts: DreamsDeskParts): DreamDesk {
  const { db, clock, timezone, dreamer, policy, scopes, wakeUps } = parts;
  const of = (scope: Scope, limit: number, states?: readonly Dream['state'][]) =>
    dreamsOf(db, parts.canonical(scope), limit, states);

  function mustBe(id: number): Dream {
    const found = dreamById(db, id);
    if (found) return found;
    throw new MemoryError('not-found', 'there is no such dream');
  }

  return {
    policy,
    scopes,
    list: (scope, limit) => of(scope, limit),
    find: (id) => dreamById(db, id),
    held: (scope) => of(scope, 1, ['held'])[0],
    async begin(scope, night) {
      const [open] = of(scope, 1, ['queued']);
      if (open) {
        // One that a kill left behind long ago would not see what was said since.
        const today = night ?? localDay(clock.now(), timezone);
        const isLeft = open.plan === undefined && open.cause === 'asked' && clock.now() - open.at > LEFT_MS;
        if (isLeft) await db.write(() => renameNight(db, open.id, today));
        await wakeUps.dream(open);
        return open;
      }
      const now = clock.now();
      const here = parts.canonical(scope);
      const id = await db.write(() => addDream(db, here, night ?? localDay(now, timezone), 'asked', now));
      const begun = mustBe(id ?? 0);
      await wakeUps.dream(begun);
      return begun;
    },
    async ended(id, withinMs) {
      const until = clock.now() + withinMs;
      for (;;) {
        const dream = mustBe(id);
        if (dream.state !== 'queued') return dream;
        if (clock.now() >= until) return undefined;
        await clock.sleep(LOOK_MS);
      }
    },
    async apply(id) {
      const before = dreamById(db, id);
      if (before?.state === 'ok') return before;
      const agreed = before?.state === 'queued' && before.agreed ? before : await dreamer.agree(id);
      // Rules alone: where its plan does not fit any more, it is planned anew as a job, which may ask a model.
      return await dreamer.write(agreed.id).then(async (dream) => {
        if (dream.state === 'queued') await wakeUps.dream(dream);
        return dream;
      });
    },
    skip: (id) => dreamer.skip(id),
    undo: (scope, call) => dreamer.undo(parts.canonical(scope), call),
    explain: (scope, text) => dreamer.explain(parts.canonical(scope), text),
  };
}
