// The tool `schedule`: reminders and tasks at a time, for this chat. Nothing is stored before its next runs were shown: an
// `add` names the preview of exactly the same wish.

import { z } from 'zod';
import { type ScheduleWish, type Tool, ToolError, type ToolSchedules } from '../../contracts/index.js';
import { mustHoldNoSecret } from '../turn-secrets.js';

const when = z.object({
  at: z.string().optional().describe('Once: "2026-12-01 09:00", "tomorrow 9:00", "18:30", "in 20 minutes"'),
  every: z.string().optional().describe('"30m", "2h", "1d"'),
  cron: z.string().optional().describe('"0 8 * * 1-5": weekdays at 8'),
});

const args = z.object({
  action: z.enum(['preview', 'add', 'list', 'remove']),
  when: when.optional().describe('One of them, local time'),
  zone: z.string().optional().describe('Such as Europe/Berlin; default: the owner’s'),
  text: z
    .string()
    .optional()
    .describe('The exact reminder, or the whole task, for a reader who knows nothing of this talk'),
  deliver: z.enum(['text', 'answer']).optional().describe('text: as it stands; answer: to a task, done then'),
  missed: z.enum(['run-once', 'skip']).optional(),
  to: z.string().optional().describe('Another chat, if the owner asks in private'),
  id: z.string().optional().describe('remove: which; add: which it replaces'),
  preview: z.string().optional().describe('add: the code'),
});

type Args = z.infer<typeof args>;

export const scheduleTool: Tool<Args> = {
  name: 'schedule',
  description:
    'Reminders and tasks at a time, for this chat. "Remind me tomorrow at nine": deliver text, at. "Every weekday at 8 a brief": deliver answer, cron. First preview, which shows the next runs and stores nothing; then add, the same with its code. It is scheduled once add says so.',
  args,
  group: 'schedule',
  profile: 'messaging',
  apart: 'never',
  needsPerson: true,
  // What a speaker lacks is said at the call, so that requests begin alike for everybody in a group.
  allowed: () => true,
  async run(wanted, { schedules, call }) {
    if (!schedules) throw new ToolError('Nothing can be scheduled here.');
    mustHoldNoSecret(wanted.text);
    switch (wanted.action) {
      case 'preview':
        return preview(schedules, wishOf(wanted));
      case 'add': {
        const wish = wishOf(wanted);
        if (wanted.preview === undefined) {
          throw new ToolError(
            'Nothing was stored. Call preview with these arguments first, then add with the code it returns.',
          );
        }
        return await add(schedules, wish, wanted.preview, call);
      }
      case 'list': {
        const all = schedules.list();
        return { content: JSON.stringify({ schedules: all }) };
      }
      case 'remove': {
        if (wanted.id === undefined) throw new ToolError('Name the id of the schedule to remove; list shows them.');
        await schedules.remove(wanted.id);
        return { content: JSON.stringify({ removed: wanted.id }) };
      }
    }
  },
};

function wishOf({ when, zone, text, deliver, missed, to, id }: Args): ScheduleWish {
  if (when === undefined) throw new ToolError('Name a time in "when": at, every or cron.');
  if (text === undefined || text.trim() === '') throw new ToolError('Give the text that is delivered, or the task.');
  if (deliver === undefined) {
    throw new ToolError('Say what is delivered: "text" as it stands (a reminder), or the "answer" to it (a task).');
  }
  return { when, zone, text, deliver, missed, to, id };
}

function preview(schedules: ToolSchedules, wish: ScheduleWish) {
  const { code, ...shown } = schedules.preview(wish);
  return { content: JSON.stringify({ stored: false, ...shown, preview: code }) };
}

async function add(schedules: ToolSchedules, wish: ScheduleWish, code: string, call: string) {
  const { state, ...stored } = await schedules.add(wish, code, call);
  const note =
    state === 'asked'
      ? {
          stored: false,
          note: 'The owner is shown the exact text and the chat below your reply and answers y or n. It does not run before.',
        }
      : { stored: true };
  return { content: JSON.stringify({ ...note, ...stored }), details: { schedule: stored.id, state } };
}
