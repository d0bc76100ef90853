// The strict checker of what a model was sent: order, size, and a beginning that stays as it is within each epoch, whose causes
// are true. Pure; pairing of calls and results is what the stand-in refuses by itself.

import type { Entry, Manifest } from '../../../src/contracts/index.js';
import type { ChatRequest } from '../model-server.js';
import type { FlushRange, HomeState, Written } from './home-state.js';
import { latestUser, ownWords, sizeOf, textOf } from './requests.js';
import { numberIn } from './talk.js';

export interface RequestFigures {
  requests: number;
  largest: number;
  epochs: Record<string, number>;
}

/** Of one request: the turn it belongs to, and what it was made of. */
interface Asked {
  at: number;
  request: ChatRequest;
  session: string;
  turn: string;
  manifest: Manifest;
}

/** The estimate of the program and ours see other forms of the same request. */
const TOLERANCE = 1.01;
/** Characters of a diff that needs no new epoch, and what frames it. */
const LARGEST_DIFF = 4_600;
/** So much must have been written at least where that was the reason for an epoch. */
const LEAST_GROWTH = 3_000;

export function checkRequests(
  requests: readonly ChatRequest[],
  state: HomeState,
  budget: number,
  arrivedAt: (request: ChatRequest) => number,
): { faults: string[]; figures: RequestFigures } {
  const faults = requests.flatMap((request, at) => [...orderFaults(request, at), ...sizeFaults(request, at, budget)]);
  const { asked, unknown } = alignedWith(requests, state);
  faults.push(...unknown);
  for (const session of new Set(asked.map((one) => one.session))) {
    const own = asked.filter((one) => one.session === session);
    const entries = state.transcripts.get(session)?.entries ?? [];
    for (const [index, one] of own.entries()) {
      const before = own[index - 1];
      faults.push(
        ...epochFaults(before, one, entries, state.ledger),
        ...viewFaults(one, entries, state.flushes, arrivedAt(one.request)),
      );
      if (before?.manifest.epoch.number === one.manifest.epoch.number) faults.push(...prefixFaults(before, one));
    }
  }
  return { faults, figures: figuresOf(requests, asked) };
}

function figuresOf(requests: readonly ChatRequest[], asked: readonly Asked[]): RequestFigures {
  const epochs: Record<string, number> = {};
  const seen = new Set<string>();
  for (const { session, manifest } of asked) {
    const { number, cause } = manifest.epoch;
    const key = `${session} ${number}`;
    if (seen.has(key)) continue;
    seen.add(key);
    epochs[cause] = (epochs[cause] ?? 0) + 1;
  }
  return { requests: requests.length, largest: Math.max(0, ...requests.map(sizeOf)), epochs };
}

/**
 * Each request with the manifest of its turn. A turn that several messages share may have given up its first requests before
 * they reached the model.
 */
function alignedWith(requests: readonly ChatRequest[], state: HomeState): { asked: Asked[]; unknown: string[] } {
  const turns = turnsByMessage(state);
  const ofTurn = new Map<string, { session: string; requests: number[] }>();
  const unknown: string[] = [];
  for (const [at, request] of requests.entries()) {
    const number = numberIn(ownWords(textOf(request.messages[latestUser(request)])));
    const found = number === undefined ? undefined : turns.get(number);
    if (!found) {
      unknown.push(`request ${at} (message ${number}) belongs to no turn`);
      continue;
    }
    const known = ofTurn.get(found.turn);
    if (known) known.requests.push(at);
    else ofTurn.set(found.turn, { session: found.session, requests: [at] });
  }
  const shared = new Set([...turns.values()].filter(({ messages }) => messages > 1).map(({ turn }) => turn));
  const asked = [...ofTurn].flatMap(([turn, { session, requests: own }]) => {
    const manifests = state.manifests.filter((one) => one.turn === turn);
    const more = manifests.length - own.length;
    if (more < 0 || (more > 0 && !shared.has(turn))) {
      unknown.push(`turn ${turn} has ${own.length} requests and ${manifests.length} manifests`);
    }
    return own.flatMap((at, index): Asked[] => {
      const [request, manifest] = [requests[at], manifests[Math.max(0, more) + index]];
      return request && manifest ? [{ at, request, manifest, session, turn }] : [];
    });
  });
  return { asked: asked.sort((one, other) => one.at - other.at), unknown };
}

function turnsByMessage({ transcripts }: HomeState): Map<number, { session: string; turn: string; messages: number }> {
  const turns = new Map<number, { session: string; turn: string; messages: number }>();
  for (const [session, { entries }] of transcripts) {
    for (const entry of entries) {
      const number = entry.type === 'user' ? numberIn(entry.text) : undefined;
      if (number === undefined) continue;
      const messages = entries.filter(({ type, turn }) => type === 'user' && turn === entry.turn).length;
      turns.set(number, { session, turn: entry.turn ?? '', messages });
    }
  }
  return turns;
}

function orderFaults({ messages }: ChatRequest, at: number): string[] {
  const faults: string[] = [];
  const fault = (says: string) => faults.push(`request ${at}: ${says}`);
  if (messages[0]?.role !== 'system') fault('does not begin with the system prompt');
  if (messages.slice(1).some(({ role }) => role === 'system' || role === 'developer'))
    fault('has a second system prompt');
  if (messages[1]?.role !== 'user') fault(`its history begins with ${messages[1]?.role}`);
  const last = messages.at(-1)?.role;
  if (last !== 'user' && last !== 'tool') fault(`ends with ${last}`);
  for (const [place, message] of messages.entries()) {
    const calls = message.role === 'assistant' ? (message.tool_calls?.length ?? 0) : 0;
    if (textOf(message).trim() === '' && calls === 0) fault(`message ${place} (${message.role}) is empty`);
    const before = messages[place - 1];
    if (message.role === 'assistant' && before?.role === 'assistant' && !before.tool_calls) {
      fault(`message ${place} is a second answer in a row`);
    }
  }
  return faults;
}

function sizeFaults(request: ChatRequest, at: number, budget: number): string[] {
  const size = sizeOf(request);
  return size > budget * TOLERANCE ? [`request ${at} has ${size} tokens, ${budget} are its budget`] : [];
}

/** Up to the latest words of a person all is the same later; those words begin the same message later. */
function prefixFaults(before: Asked, after: Asked): string[] {
  const [old, now] = [before.request, after.request];
  const where = `requests ${before.at} and ${after.at} of one epoch`;
  if (JSON.stringify(old.tools) !== JSON.stringify(now.tools)) return [`${where} have other tools`];
  const latest = latestUser(old);
  for (const [place, message] of old.messages.slice(0, latest).entries()) {
    if (JSON.stringify(message) !== JSON.stringify(now.messages[place])) {
      return [
        `${where} differ in message ${place} (${message.role}): ${firstDifference(message, now.messages[place])}`,
      ];
    }
  }
  const [said, later] = [old.messages[latest], now.messages[latest]];
  const words = ownWords(textOf(said));
  if (later?.role !== 'user' || ownWords(textOf(later)) !== words) {
    return [
      `${where}: the latest words of the first stand otherwise later: ${firstDifference(words, ownWords(textOf(later)))}`,
    ];
  }
  if (latestUser(now) > latest && textOf(later) !== words) {
    return [`${where}: what was true only then still stands behind older words`];
  }
  // Inside a turn results may have to make room for further ones.
  if (latestUser(now) === latest) return [];
  // What the turn added goes on standing there, but for the thoughts in it, and up to calls that nothing answers to.
  const callable = new Set(old.tools?.map((tool) => tool.function.name));
  for (const [index, message] of old.messages.slice(latest + 1).entries()) {
    if (message.role === 'assistant' && message.tool_calls?.some((call) => !callable.has(call.function.name))) break;
    const other = now.messages[latest + 1 + index];
    if (JSON.stringify(unthinking(message)) !== JSON.stringify(other && unthinking(other))) {
      return [`${where} differ in message ${latest + 1 + index} of the turn: ${firstDifference(message, other)}`];
    }
  }
  return [];
}

/** What a person said before and cannot be seen any more, for whatever reason, is flushed or in a range. */
function viewFaults(
  { at, request, turn }: Asked,
  entries: readonly Entry[],
  flushes: readonly FlushRange[],
  arrivedAt: number,
): string[] {
  const text = request.messages.slice(1).map(textOf).join('\n');
  const place = (id: string) => entries.findIndex((entry) => entry.id === id);
  const covered = Math.max(
    -1,
    ...flushes.filter(({ added_at }) => added_at <= arrivedAt).map(({ last }) => place(last)),
  );
  const begin = entries.findIndex((entry) => entry.turn === turn);
  const gone = entries.slice(covered + 1, Math.max(0, begin)).flatMap((entry) => {
    const number = entry.type === 'user' ? numberIn(entry.text) : undefined;
    return number === undefined || text.includes(`(message ${number})`) ? [] : [number];
  });
  return gone.length === 0 ? [] : [`request ${at} leaves out messages that are not flushed: ${gone.join(', ')}`];
}

function unthinking(message: ChatRequest['messages'][number]): unknown {
  if (message.role !== 'assistant') return message;
  const { reasoning_content: _, ...rest } = message;
  return rest;
}

function firstDifference(one: unknown, other: unknown): string {
  const [a, b] = [JSON.stringify(one) ?? '', JSON.stringify(other) ?? ''];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return `…${a.slice(Math.max(0, at - 20), at + 60)}… / …${b.slice(Math.max(0, at - 20), at + 60)}…`;
}

function epochFaults(
  before: Asked | undefined,
  { at, manifest, request }: Asked,
  entries: readonly Entry[],
  ledger: readonly Written[],
): string[] {
  const { epoch } = manifest;
  const where = `request ${at}: epoch ${epoch.number} (${epoch.cause})`;
  const since = before?.manifest.at ?? 0;
  const cuts = entries.filter((entry) => entry.type === 'compaction' && entry.at > since && entry.at <= manifest.at);
  const [diff = ''] =
    /<written-since\b[\s\S]*?<\/written-since/.exec(textOf(request.messages[latestUser(request)])) ?? [];
  if (diff.length > LARGEST_DIFF) return [`${where} shows ${diff.length} characters of changes`];
  if (!before) return epoch.number === 1 && epoch.cause === 'start' ? [] : [`${where} begins the session`];
  if (epoch.number === before.manifest.epoch.number) {
    return cuts.length > 0 ? [`${where} goes on behind a compaction`] : [];
  }
  const step = epoch.number - before.manifest.epoch.number;
  // One that was made on the way to a compaction was never sent.
  if (step !== 1 && !(step === 2 && epoch.cause === 'compaction'))
    return [`${where} follows ${before.manifest.epoch.number}`];
  switch (epoch.cause) {
    case 'compaction':
      return cuts.length > 0 || leavesOut(manifest) ? [] : [`${where}, but nothing was cut`];
    case 'day':
      return dayOf(before.manifest.at) === dayOf(manifest.at) ? [`${where} on the same day`] : [];
    case 'growth': {
      const written = ledger.filter((one) => one.at >= before.manifest.epoch.since && one.at <= manifest.at);
      const size = written.reduce((sum, { patch }) => sum + patch.length, 0);
      return size < LEAST_GROWTH ? [`${where}, but only ${size} characters were written`] : [];
    }
    case 'files':
      // Nobody edits anything in these runs; what is read only until people know each other is taken away once.
      return introduces(before.manifest) && !introduces(manifest) ? [] : [`${where}, but nobody edited a file`];
    default:
      return [`${where} has a cause that never was`];
  }
}

function introduces({ parts }: Manifest): boolean {
  return parts.some(({ path }) => path === 'BOOTSTRAP.md');
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Where nothing could be summed up, old messages have no room. */
function leavesOut({ parts }: Manifest): boolean {
  const history = parts.find(({ part }) => part === 'history');
  return history === undefined || history.cut !== undefined;
}
