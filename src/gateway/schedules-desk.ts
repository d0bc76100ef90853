// How schedules are planned, stored and changed, whichever door a wish comes through: what is meant, who may, how many. Must
// never let a chat see or touch what belongs to another one, but for the owner in private.

import { createHash } from 'node:crypto';
import type {
  KnownSchedule,
  PlannedSchedule,
  ScheduleMaker,
  SchedulesDesk,
  Viewer,
} from '../commands/schedules-desk.js';
import {
  ConfigError,
  type Schedule,
  type ScheduledRun,
  type ScheduleWish,
  type Scope,
  StateError,
} from '../contracts/index.js';
import { sameScope } from '../memory/visibility.js';
import { holdsSecretOrMark } from '../text/secrets.js';
import { oneLine } from '../text/truncate.js';
import { chatKey } from './chat-key.js';
import { DREAMING, HEARTBEAT } from './configured-schedules.js';
import { type Destination, type DestinationParts, destinationOf, whereOf } from './destinations.js';
import { scheduleRight } from './schedule-rights.js';
import type { ScheduleStore } from './schedule-store.js';

export interface SchedulesParts extends DestinationParts {
  store: ScheduleStore;
  /** The owner's, as an IANA name. */
  timezone: string;
  perChat: number;
}

/** UTF-16 units. */
const LONGEST_TEXT = 4_000;
const MOST = 1_000;
const SHOWN_RUNS = 3;
const SHOWN_OVER = 5;
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const ID_LENGTH = 5;
const ID = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_.:-]{0,63}$/u;

const ONLY_ADMINS = 'Only the owner and admins of this group schedule here.';

export function openSchedulesDesk(parts: SchedulesParts): SchedulesDesk {
  const { db, store, folders } = parts;

  const belongs = (one: Schedule, { scope }: Viewer) =>
    sameScope(folders.canonical(one.scope), folders.canonical(scope));

  /** A text that waits for its yes has not been delivered to anybody: its chat must not read it before. */
  const sees = (one: Schedule, viewer: Viewer) =>
    viewer.scope.kind === 'main' || (one.state !== 'asked' && belongs(one, viewer));

  function known(one: Schedule, viewer: Viewer): KnownSchedule {
    const here = belongs(one, viewer) && (one.scope.kind === 'main' || chatKey(one.chat) === chatKey(viewer.chat));
    return { ...one, here, where: whereOf({ db }, one) };
  }

  const unreadable = ({ scope }: Viewer) => (scope.kind === 'main' ? store.unreadable() : []);

  function target(maker: ScheduleMaker, to: string | undefined): Destination {
    if (to === undefined) return { chat: maker.chat, scope: folders.canonical(maker.scope) };
    return destinationOf(parts, to);
  }

  function plan(maker: ScheduleMaker, wish: ScheduleWish): PlannedSchedule {
    const { who, via, now } = maker;
    const scope = folders.canonical(maker.scope);
    const claim = { who, scope, via, named: wish.to !== undefined };
    // Whoever may not name another chat does not learn which there are.
    if (scheduleRight({ ...claim, target: scope }) === 'no') throw refused(claim);
    const { chat, scope: goesTo } = target(maker, wish.to);
    const right = scheduleRight({ ...claim, target: goesTo });
    if (right === 'no') throw refused(claim);
    const crosses = right === 'ask';
    const message = textOf(wish.text);
    const { id, old } = idOf(maker, wish.id, { goesTo, crosses });
    // A change of its times or its text leaves it where it was.
    const zone = store.zone(wish.zone ?? old?.zone ?? parts.timezone);
    const spec = store.read(wish.when, zone, now);
    const next = store.next({ spec, zone }, now, SHOWN_RUNS);
    if (next.length === 0) {
      throw new ConfigError('That time has gone by, or never comes.', { remedy: 'Name a time that is still to come.' });
    }
    mustFit(goesTo, old?.id);
    const planned = {
      id,
      spec,
      zone,
      missed: wish.missed ?? old?.missed ?? 'run-once',
      message,
      chat,
      scope: goesTo,
      next,
      crosses,
    };
    const task = wish.deliver === 'text' ? 'say' : 'ask';
    const elsewhere = wish.to !== undefined && (crosses || chatKey(chat) !== chatKey(maker.chat));
    return {
      ...planned,
      task,
      replaces: old !== undefined,
      ...(elsewhere ? { where: whereOf({ db }, { chat, scope: goesTo }) } : {}),
    };
  }

  /** A named one is replaced where its chat is the same; a new name is the command line's to give. */
  function idOf(
    maker: ScheduleMaker,
    named: string | undefined,
    { goesTo, crosses }: { goesTo: Scope; crosses: boolean },
  ): { id: string; old?: Schedule } {
    if (named === undefined) return { id: freshId(maker) };
    const there = store.find(named);
    // The next start would write over it.
    if (named === HEARTBEAT || named === DREAMING || there?.via === 'config') throw isConfigured(named);
    if (maker.via === 'cli') {
      if (!ID.test(named)) {
        throw new ConfigError(`${oneLine(named, 40) || '(empty)'} cannot be an id.`, {
          remedy: 'Up to 64 letters, digits, dots, colons and dashes.',
        });
      }
      return { id: named, ...(there ? { old: there } : {}) };
    }
    const mine =
      there && sees(there, maker) && sameScope(folders.canonical(there.scope), goesTo) && there.state !== 'asked';
    if (!mine || crosses) throw crosses && mine ? mustRemove(named) : noSuch(named);
    return { id: named, old: there };
  }

  function freshId({ call }: ScheduleMaker): string {
    for (let n = 0; ; n++) {
      const id = shortId(`${call}/${n}`);
      if (!store.find(id)) return id;
    }
  }

  function mustFit(goesTo: Scope, replaced: string | undefined): void {
    const standing = store.all().filter(({ id, state }) => state !== 'done' && id !== replaced);
    const inChat = standing.filter((one) => sameScope(folders.canonical(one.scope), goesTo)).length;
    if (inChat < parts.perChat && standing.length < MOST) return;
    const many = inChat >= parts.perChat ? `${inChat} schedules for that chat` : `${standing.length} schedules`;
    throw new StateError(`There are ${many} already, which is the most there may be.`, {
      remedy: 'Remove one that is not needed any more first.',
    });
  }

  return {
    plan,
    mayHere({ who, via, scope }) {
      const claim = { who, via, scope, named: false };
      if (scheduleRight({ ...claim, target: scope }) === 'no') throw refused(claim);
    },
    isOwn: belongs,
    put({ id, spec, zone, missed, task, message, chat, scope, crosses }, { who, via, now, origin }) {
      const made = origin === undefined ? {} : { origin };
      const state = crosses ? 'asked' : 'active';
      const one = { id, spec, zone, missed, task, message, chat, scope, by: who.account, via, state, ...made } as const;
      return { inside: () => void store.put(one, now) };
    },
    list: (viewer) => withoutOld(store.all().filter((one) => sees(one, viewer))).map((one) => known(one, viewer)),
    unreadable,
    find(viewer, id) {
      const one = store.find(id);
      if (!one || !sees(one, viewer))
        throw unreadable(viewer).some((two) => two.id === id) ? cannotRead(id) : noSuch(id);
      return known(one, viewer);
    },
    remove(viewer, id) {
      const one = store.find(id);
      const may = one ? sees(one, viewer) : unreadable(viewer).some((two) => two.id === id);
      if (!may) throw noSuch(id);
      if (one?.via === 'config') throw isConfigured(id);
      return { inside: () => mustHold(store.remove(id)) };
    },
    pause(one, now) {
      if (one.state === 'paused') throw new StateError(`${one.id} is paused already.`);
      mustBeConfirmed(one);
      if (one.state === 'done') throw isOver(one);
      return { inside: () => mustHold(store.pause(one.id, undefined, now)?.state === 'paused') };
    },
    resume(one, now) {
      if (one.state === 'active') throw new StateError(`${one.id} is not paused.`);
      mustBeConfirmed(one);
      const [next] = store.next(one, now, 1);
      if (one.state === 'done' || next === undefined) throw isOver(one);
      return { next, inside: () => mustHold(store.resume(one.id, now)?.state === 'active') };
    },
    runNow(one, now) {
      mustBeConfirmed(one);
      if (one.state === 'done') throw isOver(one);
      let run: ScheduledRun | undefined;
      return {
        inside() {
          run = store.runNow(one.id, now);
          mustHold(run !== undefined);
        },
        after: async () => (run ? await store.dispatch(run) : undefined),
      };
    },
    words: ({ spec, zone }) => store.words(spec, zone),
  };
}

/** Reminders that are over stay for a while, and would bury what is still to come. */
function withoutOld(all: readonly Schedule[]): Schedule[] {
  const over = all.filter(({ state }) => state === 'done').sort((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0));
  const old = new Set(over.slice(SHOWN_OVER));
  return all.filter((one) => !old.has(one));
}

/** Somebody else was faster; what was read before is looked at again. */
function mustHold(holds: boolean): void {
  if (!holds) throw new StateError('this was changed meanwhile', { retryable: true });
}

/** Short enough to be typed; equal for equal seeds. */
function shortId(seed: string): string {
  const bytes = createHash('sha256').update(seed).digest();
  return [...bytes.subarray(0, ID_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

function textOf(text: string): string {
  const message = text.trim();
  if (message === '') {
    throw new ConfigError('There is no text to deliver.', { remedy: 'Say what is to be delivered.' });
  }
  if (holdsSecretOrMark(message)) {
    throw new ConfigError('That holds a password, a key or a card number, and such things are not written down.', {
      remedy: 'Leave it out.',
    });
  }
  if (message.length > LONGEST_TEXT) {
    throw new ConfigError(`The text has ${message.length} characters; ${LONGEST_TEXT} are the most.`, {
      remedy: 'Make it shorter, or put it into a note and name that.',
    });
  }
  return message;
}

function refused({ scope, named, who }: { scope: Scope; named: boolean; who: ScheduleMaker['who'] }): StateError {
  if (scope.kind === 'group' && who.role !== 'owner' && who.role !== 'admin') return new StateError(ONLY_ADMINS);
  if (named) {
    return new StateError('Only the owner, in private, has something delivered to another chat.', {
      remedy: 'Without a destination it is delivered here.',
    });
  }
  return new StateError('Nothing can be scheduled here.');
}

function noSuch(id: string): StateError {
  return new StateError(`There is no schedule ${oneLine(id, 40) || '(empty)'} here.`, {
    remedy: 'The list shows the ids.',
  });
}

function cannotRead(id: string): StateError {
  return new StateError(`${oneLine(id, 40)} cannot be read; the list says why.`, {
    remedy: 'Put it right, or remove it and add it again.',
  });
}

function isConfigured(id: string): StateError {
  return new StateError(`${id} is there because nightjar.yaml says so (\`heartbeat\`).`, {
    remedy: 'Pause it, or change that file.',
  });
}

function mustRemove(id: string): StateError {
  return new StateError(`${oneLine(id, 40)} is delivered to another chat.`, {
    remedy: 'Remove it, then add a new one.',
  });
}

function mustBeConfirmed({ id, state }: Schedule): void {
  if (state !== 'asked') return;
  throw new StateError(`${id} waits for the answer to the question about it.`, {
    remedy: 'Answer that, or remove it.',
  });
}

function isOver({ id }: Schedule): StateError {
  return new StateError(`${id} has no run any more.`, { remedy: 'Add it again with a time that is still to come.' });
}
