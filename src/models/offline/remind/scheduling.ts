// From a wish about reminders to the calls that serve it, and from their results to one answer. Pure. It never says that
// something is scheduled unless the tool said so.

import type { ModelMessage, ToolCall } from '../../../contracts/index.js';
import { truncate } from '../../../text/truncate.js';
import type { Now } from './now.js';
import { remindPhrases } from './phrases.js';
import type { Reminding } from './remind.js';
import { type Problem, resolve, type When } from './resolve.js';
import { readAdded, readList, readPreview, readRemoved } from './results.js';

/** A call without its id. */
export interface ScheduleCall {
  name: 'schedule';
  args: Record<string, unknown>;
}
type Messages = readonly ModelMessage[];

const TOOL = 'schedule';
/** Of a reminder in an answer, and of the list. */
const MOST_SHOWN = 200;
const MOST_LISTED = 30;

/** The first call for a wish; none where something has to be asked first. */
export function scheduleCall(wish: Reminding, now: Now | undefined): ScheduleCall | undefined {
  switch (wish.kind) {
    case 'reminders':
      return { name: TOOL, args: { action: 'list' } };
    case 'cancel-reminder':
      return { name: TOOL, args: wish.id === undefined ? { action: 'list' } : { action: 'remove', id: wish.id } };
    case 'remind': {
      const when = whenOf(wish, now);
      if (wish.text === '' || when === undefined || 'problem' in when) return undefined;
      return { name: TOOL, args: { action: 'preview', when, text: wish.text, deliver: 'text' } };
    }
  }
}

/** The `add` for every preview among the last calls that succeeded: with its arguments, and its code. */
export function addsAfter(open: Messages): ScheduleCall[] {
  const last = open.findLastIndex((one) => one.role === 'assistant');
  const calls = callsIn(open.slice(last, last + 1));
  return last < 0 ? [] : calls.flatMap((call) => addFor(call, resultOf(call, open.slice(last))) ?? []);
}

function addFor(call: ToolCall, result: string): ScheduleCall | undefined {
  const args = argsOf(call);
  if (call.name !== TOOL || args.action !== 'preview') return undefined;
  const preview = readPreview(result);
  if (!preview || 'error' in preview) return undefined;
  return { name: TOOL, args: { ...args, action: 'add', preview: preview.value.preview } };
}

/** Which of `calls` was made for `wish`, whatever the clock said then. */
export function callFor(wish: Reminding, calls: readonly ToolCall[]): ToolCall | undefined {
  return calls.find((call) => {
    if (call.name !== TOOL) return false;
    const { action, text, id } = argsOf(call);
    if (wish.kind === 'remind') return action === 'preview' && text === wish.text;
    if (wish.kind === 'cancel-reminder' && wish.id !== undefined) return action === 'remove' && id === wish.id;
    return action === 'list';
  });
}

/** The answer to `wish` from what came of its call; `after` are the messages from that call on. */
export function answerSchedule(wish: Reminding, call: ToolCall, after: Messages): string {
  const says = remindPhrases[wish.language];
  const result = resultOf(call, after);
  if (wish.kind === 'remind') return answerRemind(wish, result, after);
  if (wish.kind === 'cancel-reminder' && wish.id !== undefined) {
    const removed = readRemoved(result);
    if (!removed) return says.odd;
    return 'error' in removed ? says.failed(removed.error) : says.removed(removed.value.removed);
  }
  const listed = readList(result);
  if (!listed) return says.odd;
  if ('error' in listed) return says.failed(listed.error);
  const { schedules } = listed.value;
  if (schedules.length === 0) return says.none;
  const lines = schedules
    .slice(0, MOST_LISTED)
    .map(({ id, when, zone, next, text }) =>
      says.line(id, when, next === undefined ? undefined : withZone(next, zone), shortened(text ?? '…')),
    );
  const head = wish.kind === 'cancel-reminder' ? [says.which] : [says.list];
  return [...head, ...lines].join('\n');
}

function answerRemind(wish: Extract<Reminding, { kind: 'remind' }>, result: string, after: Messages): string {
  const says = remindPhrases[wish.language];
  const preview = readPreview(result);
  if (!preview) return says.odd;
  if ('error' in preview) return says.notScheduled(preview.error);
  const code = preview.value.preview;
  const add = callsIn(after).find((call) => {
    const args = argsOf(call);
    return call.name === TOOL && args.action === 'add' && args.preview === code && args.text === wish.text;
  });
  const added = add && readAdded(resultOf(add, after));
  if (!added) return says.odd;
  if ('error' in added) return says.notScheduled(added.error);
  const { stored, id, when, zone, next } = added.value;
  const [first] = next;
  const at = first === undefined ? '' : withZone(first, zone);
  return stored ? says.scheduled(shortened(wish.text), when, at, id) : says.waiting(shortened(wish.text), when, at);
}

/** The answer to what needs no tool, or whose tool is not there. */
export function answerUnscheduled(wish: Reminding, now: Now | undefined, offered: boolean): string {
  const says = remindPhrases[wish.language];
  if (!offered) return says.noTool;
  if (wish.kind !== 'remind') return says.odd;
  const when = whenOf(wish, now);
  if (when === undefined) return wish.spoken === undefined ? says.whenExactly : says.noClock;
  if ('problem' in when) {
    return { hour: says.atWhatTime, half: says.whichHalf, past: says.hasPassed, unclear: says.whenExactly }[
      when.problem
    ];
  }
  return wish.text === '' ? says.what : says.odd;
}

/** Undefined without a time, or without anybody who knows what time it is. */
function whenOf({ spoken }: Extract<Reminding, { kind: 'remind' }>, now: Now | undefined): When | Problem | undefined {
  return spoken === undefined || now === undefined ? undefined : resolve(spoken, now);
}

function callsIn(messages: Messages): ToolCall[] {
  return messages.flatMap((one) => (one.role === 'assistant' ? (one.calls ?? []) : []));
}

function resultOf(call: ToolCall, messages: Messages): string {
  const found = messages.find((one) => one.role === 'tool' && one.call === call.id);
  return found?.text ?? '';
}

function argsOf({ args }: ToolCall): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(args);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

function withZone(time: string, zone: string): string {
  return `${time} (${zone})`;
}

function shortened(text: string): string {
  return truncate(text.replace(/\s+/gu, ' '), MOST_SHOWN);
}
