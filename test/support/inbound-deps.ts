// What acceptance needs, for tests: real parts over a real state, with one set of settings for every channel but the
// terminal.

import { runsAtOnce } from '../../src/commands/table.js';
import type { Channel, ChatSettings, Clock, Log } from '../../src/contracts/index.js';
import type { State } from '../../src/db/state.js';
import { openDoorkeeper } from '../../src/gateway/doorkeeper.js';
import type { Identity } from '../../src/gateway/identity.js';
import type { InboundDeps } from '../../src/gateway/inbound.js';
import { openLoopBrake } from '../../src/gateway/loop-brake.js';
import type { WakeUps } from '../../src/gateway/wake-ups.js';
import { requestStop } from '../../src/jobs/lanes.js';
import { type Folders, openFolders } from '../../src/memory/folders.js';
import { openPrivacy } from '../../src/memory/privacy.js';
import { silentLog } from './silent-log.js';

export function inboundDeps(parts: {
  state: State;
  identity: Identity;
  wakeUps: WakeUps;
  clock: Clock;
  log?: Log;
  settings?: ChatSettings;
  folders?: Folders;
  /** Default: nobody chose anything. */
  privacy?: InboundDeps['privacy'];
  channels?: string[];
  channel?: Pick<Channel, 'react'>;
  /** Default: no turn is shown what was pasted. */
  secrets?: InboundDeps['secrets'];
}): InboundDeps {
  const { state, identity, wakeUps, clock, channels = ['telegram', 'discord'], channel } = parts;
  const settings = parts.settings ?? { dm: 'pairing', streaming: false, groups: {} };
  const folders = parts.folders ?? openFolders(state.db, clock);
  return {
    state,
    identity,
    wakeUps,
    folders,
    privacy: parts.privacy ?? openPrivacy({ db: state.db, folders, defaults: undefined }),
    doorkeeper: openDoorkeeper({ identity, channels }),
    brake: openLoopBrake(clock),
    clock,
    log: parts.log ?? silentLog,
    secrets: parts.secrets,
    settingsOf: (id) => (id === 'console' ? undefined : settings),
    textUnits: () => 4_096,
    runsAtOnce,
    skillBehind: () => undefined,
    interrupt: requestStop,
    acknowledge: ({ chat, message }, emoji) => void channel?.react?.({ chat, message }, emoji),
  };
}
