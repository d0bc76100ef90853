// What the adapter reads of Discord's JSON, parsed at the edge: everything else is dropped, and a payload without the
// fields that matter is no event. Shapes only; decides nothing.

import { z } from 'zod';

const id = z.string().regex(/^\d{1,20}$/);
const text = z.string().catch('');

/** Parts that only enrich a message: a strange one is left out and the message stays. */
function list<T extends z.ZodType>(item: T) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.map((one) => item.safeParse(one).data).filter((one) => one !== undefined));
}

const user = z.object({
  id,
  username: text,
  global_name: z.string().nullish().catch(null),
  bot: z.boolean().optional().catch(undefined),
});
const member = z.object({ nick: z.string().nullish().catch(null) });
const attachment = z.object({
  id,
  filename: text,
  content_type: z.string().nullish().catch(null),
  size: z.number().nonnegative().catch(0),
  url: text,
});
const embed = z.object({
  title: z.string().nullish().catch(null),
  description: z.string().nullish().catch(null),
  url: z.string().nullish().catch(null),
});
const body = {
  content: text,
  flags: z.number().catch(0),
  attachments: list(attachment),
  embeds: list(embed),
  sticker_items: list(z.object({ name: text })),
  mentions: list(user.extend({ member: member.nullish().catch(null) })),
};
const poll = z.object({
  question: z.object({ text }),
  answers: list(z.object({ poll_media: z.object({ text }) })),
});

export const messagePayload = z.object({
  id,
  channel_id: id,
  guild_id: id.optional(),
  channel_type: z.number().optional().catch(undefined),
  type: z.number().catch(0),
  author: user,
  member: member.nullish().catch(null),
  webhook_id: id.nullish().catch(null),
  timestamp: text,
  edited_timestamp: z.string().nullish().catch(null),
  ...body,
  mention_roles: list(id),
  poll: poll.nullish().catch(null),
  message_reference: z
    .object({ type: z.number().catch(0), message_id: id.nullish() })
    .nullish()
    .catch(null),
  referenced_message: z
    .object({ id, author: user, poll: poll.nullish().catch(null), ...body })
    .nullish()
    .catch(null),
  message_snapshots: list(z.object({ message: z.object(body) })),
});

/** An update may hold only what changed: without its words it is no edit. */
export const editPayload = messagePayload.extend({ content: z.string() });

export const deletionPayload = z.object({
  id: id.optional(),
  ids: list(id),
  channel_id: id,
  guild_id: id.optional(),
});

const channel = z.object({
  id,
  type: z.number(),
  guild_id: id.nullish(),
  parent_id: id.nullish().catch(null),
  name: z.string().nullish().catch(null),
  last_message_id: id.nullish().catch(null),
  position: z.number().catch(0),
  recipients: z.array(user).optional().catch(undefined),
  permission_overwrites: list(z.object({ id, allow: z.string(), deny: z.string() })),
});
export const channelPayload = channel;

const role = z.object({
  id,
  name: text,
  permissions: z.string().catch('0'),
  tags: z.object({ bot_id: id.optional() }).optional().catch(undefined),
});

export const guildPayload = z.object({
  id,
  name: text,
  joined_at: text,
  unavailable: z.boolean().optional().catch(undefined),
  system_channel_id: id.nullish().catch(null),
  roles: list(role),
  channels: list(channel),
  threads: list(channel),
  members: list(z.object({ user: user.optional(), roles: list(id) })),
});
export const rolePayload = z.object({ guild_id: id, role });
export const awayPayload = z.object({ id, unavailable: z.boolean().optional().catch(undefined) });
export const threadsPayload = z.object({ guild_id: id, threads: list(channel) });

export const readyPayload = z.object({
  user,
  application: z.object({ id }),
  guilds: list(z.object({ id })),
});

const option = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  get options() {
    return z.array(option).optional();
  },
});
export const interactionPayload = z.object({
  id,
  application_id: id,
  type: z.number(),
  token: z.string(),
  guild_id: id.nullish(),
  channel_id: id.nullish(),
  channel: channel.nullish().catch(null),
  context: z.number().nullish().catch(null),
  member: member.extend({ user }).nullish().catch(null),
  user: user.nullish().catch(null),
  message: z.object({ id }).nullish().catch(null),
  data: z
    .object({
      name: z.string().optional(),
      type: z.number().optional(),
      options: z.array(option).optional(),
      custom_id: z.string().optional(),
      component_type: z.number().optional(),
    })
    .nullish()
    .catch(null),
});

/** What comes back when a message was created, changed or listed. */
export const sentPayload = z.object({ id });
export const gatewayPayload = z.object({
  url: z.string().regex(/^wss?:\/\/[^\s]+$/),
  session_start_limit: z.object({ remaining: z.number(), reset_after: z.number() }).optional().catch(undefined),
});

export type UserPayload = z.output<typeof user>;
export type AttachmentPayload = z.output<typeof attachment>;
export type MessagePayload = z.output<typeof messagePayload>;
export type BodyPayload = Pick<MessagePayload, keyof typeof body> & { poll?: MessagePayload['poll'] };
export type ChannelPayload = z.output<typeof channel>;
export type GuildPayload = z.output<typeof guildPayload>;
export type InteractionPayload = z.output<typeof interactionPayload>;
export type OptionPayload = z.output<typeof option>;
