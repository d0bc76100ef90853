// What an operator decides from outside about who may speak, beside a running bot or without one: the way to the first
// owner, which no chat offers.

import { letIn } from './commands/pair.js';
import { homePaths } from './config/home.js';
import { secretsOf } from './config/secret.js';
import { StateError } from './contracts/index.js';
import { openState } from './db/state.js';
import { openAccessDesk } from './gateway/access-desk.js';
import { askAgain } from './gateway/group-questions.js';
import { openIdentity } from './gateway/identity.js';
import { queueMessage } from './gateway/queue-message.js';
import { openWakeUps } from './gateway/wake-ups.js';
import type { HouseOptions } from './house.js';
import { joinProcesses } from './jobs/processes.js';
import { sqliteQueue } from './jobs/sqlite-queue.js';
import { mustExist } from './operator.js';
import { createLog } from './ops/log.js';
import { systemClock } from './ops/system-clock.js';
import type { Told } from './ops/told.js';
import { forTerminal } from './text/terminal.js';
import { oneLine } from './text/truncate.js';

interface Asked {
  code: string;
  account: string;
  name: string;
  /** Epoch ms. */
  at: number;
  expiresAt: number;
}

/** Everybody who asks to be let in. Throws a StateError where there is no home. */
export async function listAsking(house: HouseOptions): Promise<Told> {
  return await inState(house, ({ access }) => {
    const asking: Asked[] = access
      .asking(systemClock.now())
      .map(({ code, account, name, at, expiresAt }) => ({ code, account, name, at, expiresAt }));
    const lines = asking.map(({ code, account, name }) => `${code}  ${account}  ${oneLine(name, 60)}`);
    return { data: asking, text: forTerminal(lines.join('\n')) || 'Nobody asks to be let in.' };
  });
}

/** Lets somebody in who asks, as one of the owner's accounts with `owner`. Throws a StateError for an unknown code. */
export async function approve(house: HouseOptions, code: string, owner: boolean): Promise<Told> {
  return await inState(house, async ({ access, state, wakeUps }) => {
    const now = systemClock.now();
    const asking = access.findAsking(code, now);
    if (!asking) {
      throw new StateError(`Nobody asks with the code ${oneLine(code, 40)}.`, {
        remedy: 'A code holds for an hour; `nightjar pair list` shows who asks.',
      });
    }
    const reply = letIn(access, asking, owner ? 'owner' : 'member', now);
    const queued = await state.durable.write(() => {
      reply.also?.();
      const told = (reply.others ?? []).map((other) => queueMessage(state.durable, other, now));
      return owner ? [...told, ...askAgain(state.durable, asking.account, access.channels, now)] : told;
    });
    for (const row of queued) if (row) await wakeUps.send(row);
    const { account, name } = asking;
    const text = `${oneLine(name, 60)} (${account}) ${owner ? 'is one of your accounts now' : 'is let in'}.`;
    return { data: { account, name, owner }, text: forTerminal(text) };
  });
}

interface Open {
  access: ReturnType<typeof openAccessDesk>;
  state: Awaited<ReturnType<typeof openState>>;
  wakeUps: ReturnType<typeof openWakeUps>;
}

/** The rows alone: no memory, no model, no connection. */
async function inState<T>({ home, loaded }: HouseOptions, work: (open: Open) => T | Promise<T>): Promise<T> {
  mustExist(home);
  const paths = homePaths(home);
  const { config } = loaded;
  const state = await openState(paths.state);
  // What is written here is written on one connection, the one that syncs.
  const db = state.durable;
  const log = createLog({ file: paths.log, level: config.log.level, secrets: secretsOf(config) });
  const members = await joinProcesses({ db, runDir: paths.run, kind: 'tool', clock: systemClock });
  const queue = sqliteQueue({ db, process: members, clock: systemClock, log });
  const access = openAccessDesk({
    db,
    identity: openIdentity({ db, owners: config.owner }),
    channels: Object.keys(config.channels).filter((id) => id !== 'console'),
    settingsOf: () => undefined,
    channelOf: () => undefined,
  });
  try {
    return await work({ access, state, wakeUps: openWakeUps({ db, queue, log }) });
  } finally {
    await queue.close();
    await members.leave();
    log.flush();
    state.close();
  }
}
