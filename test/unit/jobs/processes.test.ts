import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isProcessAlive } from '../../../src/db/living.js';
import { openState } from '../../../src/db/state.js';
import { gatewayPid, takeGateway } from '../../../src/jobs/gateway-lock.js';
import { joinProcesses } from '../../../src/jobs/processes.js';
import { FakeClock } from '../../support/fake-clock.js';
import { tempDir } from '../../support/temp-dir.js';

async function openHome() {
  const home = tempDir();
  const runDir = join(home, 'run');
  const state = await openState(join(home, 'state.sqlite'));
  onTestFinished(() => state.close());
  const join_ = () => joinProcesses({ db: state.db, runDir, kind: 'chat', clock: new FakeClock() });
  return { runDir, db: state.db, join: join_ };
}

describe('a process', () => {
  it('is alive while it holds its lock, and unknown once it has left', async () => {
    const home = await openHome();
    const [one, two] = [await home.join(), await home.join()];
    expect(one.isAlive(one.id)).toBe(true);
    expect(one.isAlive(two.id)).toBe(true);
    expect(isProcessAlive(home.runDir, two.id)).toBe(true);
    expect(one.isAlive('nobody')).toBe(false);
    await two.leave();
    await two.leave();
    expect(one.isAlive(two.id)).toBe(false);
    expect(home.db.sql('SELECT id, kind, pid FROM processes').all()).toEqual([
      { id: one.id, kind: 'chat', pid: process.pid },
    ]);
    expect(readdirSync(home.runDir)).toEqual([`process-${one.id}.lock`]);
  });

  it('has a lock that only its user can open', async () => {
    const home = await openHome();
    const one = await home.join();
    expect(statSync(home.runDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(home.runDir, `process-${one.id}.lock`)).mode & 0o777).toBe(0o600);
  });
});

describe('a sweep', () => {
  it('removes what the dead left, whichever half of it is missing, and never the living', async () => {
    const home = await openHome();
    const [one, two] = [await home.join(), await home.join()];
    const row = (id: string) => home.db.sql("INSERT INTO processes VALUES (?, 1, 'start', 0)").run([id]);
    const file = (id: string) => join(home.runDir, `process-${id}.lock`);
    const [whole, fileless, rowless] = ['1', '2', '3'].map((n) => `0000000${n}-0000-4000-8000-000000000000`) as [
      string,
      string,
      string,
    ];
    expect(one.anyDied()).toBe(false);
    await home.db.write(() => [row(whole), row(fileless)]);
    expect(one.anyDied()).toBe(true);
    writeFileSync(file(whole), '');
    writeFileSync(file(rowless), '');
    writeFileSync(join(home.runDir, 'gateway.pid'), '1');
    expect(one.isAlive(fileless)).toBe(false);
    expect(existsSync(file(fileless))).toBe(false);
    expect((await one.sweep()).sort()).toEqual([whole, fileless]);
    expect(readdirSync(home.runDir).sort()).toEqual(
      ['gateway.pid', `process-${one.id}.lock`, `process-${two.id}.lock`].sort(),
    );
    expect(home.db.sql('SELECT count(*) AS n FROM processes').get()).toEqual({ n: 2 });
    expect(await one.sweep()).toEqual([]);
  });

  it('keeps itself when somebody deleted its lock file', async () => {
    const home = await openHome();
    const one = await home.join();
    rmSync(join(home.runDir, `process-${one.id}.lock`));
    expect(one.isAlive(one.id)).toBe(true);
    expect(await one.sweep()).toEqual([]);
    await one.leave();
  });
});

describe('the gateway', () => {
  it('is one per home, and the second learns the pid of the first', async () => {
    const runDir = join(tempDir(), 'run');
    expect(gatewayPid(runDir)).toBeUndefined();
    const first = await takeGateway(runDir);
    expect(first).toBeDefined();
    expect(await takeGateway(runDir)).toBeUndefined();
    expect(gatewayPid(runDir)).toBe(process.pid);
    expect(statSync(join(runDir, 'gateway.pid')).mode & 0o777).toBe(0o600);
    first?.release();
    first?.release();
    expect(gatewayPid(runDir)).toBeUndefined();
    const next = await takeGateway(runDir);
    expect(next).toBeDefined();
    next?.release();
  });

  it('is taken over a note that was left behind or is nonsense', async () => {
    const runDir = tempDir();
    writeFileSync(join(runDir, 'gateway.pid'), '這不是數字');
    expect(gatewayPid(runDir)).toBeUndefined();
    const lock = await takeGateway(runDir);
    expect(gatewayPid(runDir)).toBe(process.pid);
    lock?.release();
  });
});
