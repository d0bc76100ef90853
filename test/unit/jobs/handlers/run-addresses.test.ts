// Which web addresses a run of a schedule may open: those that its task names in somebody's own words, or that somebody agreed
// to. Nobody reads along, so what only the model wrote into a task opens nothing.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { InboundEvent, ModelRequest } from '../../../../src/contracts/index.js';
import { scheduleById } from '../../../../src/jobs/scheduler/rows.js';
import { openScheduler } from '../../../../src/jobs/scheduler/scheduler.js';
import { type ScriptStep, scriptedModel } from '../../../../src/models/scripted.js';
import { openConversation } from '../../../support/conversation.js';
import { runStage } from '../../../support/jobs/run-stage.js';
import { silentLog } from '../../../support/silent-log.js';
import { answering, openWebServer } from '../../../support/web-server.js';

/** What the tools of the running turn returned, oldest first. */
function results({ messages }: ModelRequest): string[] {
  const from = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(from).flatMap((one) => (one.role === 'tool' ? [one.text] : []));
}

/** A conversation in which the model plans a task, and the runs of it, in which it opens `url`. */
async function planned(url: string, { text = `open ${url}`, to }: { text?: string; to?: string } = {}) {
  const plan = { when: { every: '1h' }, text, deliver: 'answer', ...(to === undefined ? {} : { to }) };
  const model = scriptedModel((request): ScriptStep => {
    const got = results(request);
    if (JSON.stringify(request).includes('This is a scheduled run')) {
      return got.length === 0 ? { calls: [{ name: 'web_fetch', args: { url } }] } : { text: `ran: ${got[0]}` };
    }
    const [preview, added] = got;
    if (preview === undefined) return { calls: [{ name: 'schedule', args: { action: 'preview', ...plan } }] };
    const code = /"preview":"(\w+)"/.exec(preview)?.[1] ?? '';
    if (added !== undefined) return { text: 'planned' };
    return { calls: [{ name: 'schedule', args: { action: 'add', ...plan, preview: code } }] };
  });
  const house = await openConversation({
    model,
    groups: { team: {} },
    webInside: [new URL(url).host],
    channel: { openDirect: async () => ({ channel: 'chat', account: 'bot', chat: 'owner' }) },
  });
  const { db, clock, wakeUps } = house;
  const scheduler = openScheduler({
    ...{ db, clock, log: silentLog },
    dispatch: async (run) => await wakeUps.run(run, scheduleById(db, run.schedule)?.task ?? 'ask'),
  });
  async function asks(words: string): Promise<void> {
    await house.dm('owner', words);
    await house.until(() => house.texts('owner').length >= 2);
  }
  async function runs(): Promise<void> {
    clock.set(clock.now() + 60 * 60_000);
    await scheduler.tick();
    const open = () => db.sql('SELECT count(*) FROM runs WHERE outcome IS NOT NULL').column<number>()[0];
    await house.until(() => open() === 1, 60_000);
  }
  return { ...house, asks, runs };
}

describe('a task that the model planned', () => {
  it('opens no address that nobody but the model wrote', async () => {
    const server = await openWebServer(answering('text/plain', 'hello'));
    const house = await planned(`http://${server.host}/?q=what+was+said`);
    await house.asks('every hour something new, please');
    await house.runs();
    expect(server.asked).toEqual([]);
  });

  it('opens one that a person named where it was planned', async () => {
    const server = await openWebServer(answering('text/plain', 'hello'));
    const house = await planned(`http://${server.host}/news`);
    await house.asks(`every hour what is new at http://${server.host}/news`);
    await house.runs();
    expect(server.asked).toEqual(['/news']);
  });

  it('opens what the owner agreed to by their yes to the whole task', async () => {
    const server = await openWebServer(answering('text/plain', 'hello'));
    const house = await planned(`http://${server.host}/news`, { to: 'chat:team' });
    await house.says('team', 'owner', 'good morning', { addressed: false });
    await house.asks('every hour something new for the team');
    const button = house.sent.findLast(({ message }) => message.buttons)?.message.buttons?.[0];
    await house.happens({ type: 'button', button: button?.id ?? '', message: '1', id: 'b' } as Partial<InboundEvent>);
    await house.until(() => house.texts('owner').some((text) => text.startsWith('Scheduled: ')));
    await house.runs();
    expect(server.asked).toEqual(['/news']);
  });
});

describe('a look at HEARTBEAT.md', () => {
  it('opens what a hand wrote there, and nothing that the model did', async () => {
    const server = await openWebServer(answering('text/plain', 'hello'));
    const opening = (path: string) => `http://${server.host}/${path}`;
    let path = 'byhand';
    const { put, slot, dir, memory, clock } = await runStage(
      (_, n) => (n % 2 === 1 ? { calls: [{ name: 'web_fetch', args: { url: opening(path) } }] } : { text: 'NO_REPLY' }),
      { webInside: [server.host] },
    );
    mkdirSync(join(dir, 'workspace'), { recursive: true });
    writeFileSync(join(dir, 'workspace/HEARTBEAT.md'), `- look at ${opening('byhand')}\n`);
    const main = memory.view({ kind: 'main' });
    const { text, revision } = await main.read('HEARTBEAT.md');
    const why = { who: 'chat:owner', by: 'tool', session: 's', call: 'c', reason: 'r', trust: 'model' } as const;
    await main.apply(
      { kind: 'replace', path: 'HEARTBEAT.md', text: `${text}- look at ${opening('bymodel')}\n` },
      revision,
      why as never,
    );
    clock.set(Date.UTC(2026, 10, 30, 12));
    await put({ task: 'heartbeat' });
    await slot();
    expect(server.asked).toEqual(['/byhand']);
    path = 'bymodel';
    await slot();
    expect(server.asked).toEqual(['/byhand']);
  });
});
