// Lets calls of a bot to its platforms and its model fail, and counts what really happened: a fault that is planned and met
// by no call is none. One waits for each kind of call, and a few calls between two of them go well.

import { setTimeout as sleep } from 'node:timers/promises';
import type { DiscordServer } from './discord/server.js';
import type { ModelReply } from './model-server.js';
import type { Telegram } from './telegram/server.js';

export type TelegramFault = Parameters<Telegram['fail']>[2];
export type DiscordFault = Parameters<DiscordServer['fail']>[2];

export interface Injector {
  /** Does nothing while a fault of such a call waits. */
  telegram(method: string, fault: TelegramFault): void;
  discord(route: string, fault: DiscordFault): void;
  model(name: string, reply: ModelReply): void;
  /** What the model does instead of answering, if anything; to be asked once for each request. */
  takeReply(): ModelReply | undefined;
  /** Something becomes of Discord's gateway. */
  gateway(): void;
  /** Nobody listens for a while, on one of the two. */
  refused(): Promise<void>;
  happened(): number;
  kinds(): Record<string, number>;
  /** No more of it. */
  end(): void;
}

const DOWN_MS = 300;
const SILENT_MS = 1_000;
/** So many calls at most go well before the one that does not. */
const MOST_SPARED = 3;

export function injector(world: { telegram: Telegram; discord: DiscordServer }, random: () => number): Injector {
  const { telegram, discord } = world;
  const kinds = new Map<string, number>();
  const waiting = new Set<string>();
  let forModel: { name: string; reply: ModelReply; spared: number } | undefined;
  /** By route of Discord, what is planned from which call on; the stand-in knows of it once `given`. */
  const planned = new Map<string, { fault: DiscordFault; from: number; given: boolean }>();
  const note = (name: string) => kinds.set(name, (kinds.get(name) ?? 0) + 1);
  const spared = () => Math.floor(random() * (MOST_SPARED + 1));
  const callsOf = (route: string) => discord.calls(...(route.split(' ') as [string, string])).length;

  function lookAtDiscord(): void {
    for (const [route, plan] of planned) {
      const calls = callsOf(route);
      if (plan.given && calls > plan.from) {
        planned.delete(route);
        note(`discord ${route} ${nameOf(plan.fault)}`);
      } else if (!plan.given && calls >= plan.from) {
        planned.set(route, { ...plan, from: calls, given: true });
        discord.fail(route, 1, plan.fault);
      }
    }
  }

  const gatewayTroubles: [name: string, act: () => void][] = [
    ['socket gone', () => discord.drop()],
    ['close 4000', () => discord.drop(4000)],
    ['close 4009', () => discord.drop(4009)],
    ['reconnect', () => discord.askReconnect()],
    ['invalid session, resumable', () => discord.invalidateSessions(true)],
    ['silence', () => discord.silence(SILENT_MS)],
    [
      'refused',
      () => {
        discord.refuseConnections(1);
        discord.drop();
      },
    ],
  ];

  return {
    telegram(method, fault) {
      if (waiting.has(method)) return;
      waiting.add(method);
      let left = spared();
      telegram.fail(method, 1, fault, () => {
        if (left-- > 0) return false;
        waiting.delete(method);
        note(`telegram ${method} ${nameOf(fault)}`);
        return true;
      });
    },
    discord(route, fault) {
      lookAtDiscord();
      if (!planned.has(route)) planned.set(route, { fault, from: callsOf(route) + spared(), given: false });
    },
    model(name, reply) {
      forModel ??= { name, reply, spared: spared() };
    },
    takeReply() {
      if (!forModel || forModel.spared-- > 0) return undefined;
      const { name, reply } = forModel;
      forModel = undefined;
      note(`model ${name}`);
      return reply;
    },
    gateway() {
      const found = gatewayTroubles[Math.floor(random() * gatewayTroubles.length)];
      if (!found || !discord.gateway.connected) return;
      const [name, act] = found;
      act();
      note(`discord gateway ${name}`);
    },
    async refused() {
      const [name, server] = random() < 0.5 ? (['telegram', telegram] as const) : (['discord', discord] as const);
      await server.down();
      await sleep(DOWN_MS);
      await server.up();
      note(`${name} connection refused`);
    },
    happened() {
      lookAtDiscord();
      return [...kinds.values()].reduce((sum, count) => sum + count, 0);
    },
    kinds: () => Object.fromEntries([...kinds].sort(([a], [b]) => a.localeCompare(b))),
    end() {
      telegram.heal();
      discord.healed();
      planned.clear();
      forModel = undefined;
    },
  };
}

function nameOf(fault: TelegramFault | DiscordFault): string {
  if (typeof fault === 'string') return fault;
  return String('code' in fault && fault.code !== undefined ? fault.code : 'status' in fault ? fault.status : 'slow');
}
