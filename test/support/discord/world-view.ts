// What the JSON of the stand-in is made from: the world, to look at and not to change.

import type { PermissionName, StoredChannel, StoredGuild, StoredMessage, StoredUser } from './model.js';

export interface WorldView {
  readonly botId: string;
  readonly users: ReadonlyMap<string, StoredUser>;
  readonly guilds: ReadonlyMap<string, StoredGuild>;
  readonly channels: ReadonlyMap<string, StoredChannel>;
  readonly messages: ReadonlyMap<string, StoredMessage>;
  user(id: string): StoredUser;
  sees(channel: StoredChannel): boolean;
  may(channel: StoredChannel, permission: PermissionName): boolean;
  fileUrl(channelId: string, fileId: string, name: string): string;
}
