// From a night that needs a yes to the file: the owner is told, agrees by a button or a word, and what they did not see is never
// written, whatever became of the file meanwhile.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Scope } from '../../../../src/contracts/index.js';
import { insertDreamNotice } from '../../../../src/gateway/dream-notice.js';
import { openDreamsDesk } from '../../../../src/gateway/dreams-desk.js';
import { claimKey } from '../../../../src/memory/dream/claims/claims.js';
import { openRecalls } from '../../../../src/memory/dream/claims/recalls.js';
import { addDream } from '../../../../src/memory/dream/dream-rows.js';
import { openDreamer } from '../../../../src/memory/dream/dreamer.js';
import { openFileLocks } from '../../../../src/memory/file-locks.js';
import { button, openAccess } from '../../../support/access.js';
import { main } from '../../../support/dreams.js';
import { silentLog } from '../../../support/silent-log.js';

const owner = 'telegram:1';

async function stage() {
  const house = await openAccess();
  const { db, clock, memory, dir, workspace } = house;
  const parts = { db, clock, memory, log: silentLog, timezone: 'UTC' };
  const policy = () => ({ enabled: true, apply: 'ask' as const });
  const dreamer = openDreamer({
    ...{ ...parts, policy, lookBackDays: 31, limit: 20_000, isMachine: () => false },
    recalls: openRecalls({ ...parts, claimKey: async () => claimKey }),
    locks: openFileLocks({ runDir: join(dir, 'run'), clock }),
    held(dream) {
      insertDreamNotice(db, dream, { owners: [owner], channels: ['telegram'], now: clock.now() });
      return undefined;
    },
  });
  const begun: number[] = [];
  const dreams = openDreamsDesk({
    ...{ ...parts, dreamer, policy, scopes: () => [main], canonical: (scope: Scope) => scope },
    wakeUps: { dream: async ({ id }) => void begun.push(id) },
  });
  Object.assign(house.handlerDeps.services, { dreams });
  const signal = new AbortController().signal;
  const carryOn = async (id: number) => await dreamer.run(id, { mind: undefined, tokens: () => 0, signal });
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  mkdirSync(join(workspace, 'memory'), { recursive: true });
  writeFileSync(join(workspace, 'memory', `${day}.md`), `# ${day}\n\n- 08:00 We decided to call the boat Seeadler.\n`);
  const file = join(workspace, 'MEMORY.md');
  writeFileSync(file, '# Memory\n');
  return {
    ...house,
    ...{ dreams, begun, carryOn, file },
    text: () => readFileSync(file, 'utf8'),
    night: async () => await carryOn((await db.write(() => addDream(db, main, day, 'night', clock.now()))) ?? 0),
    /** What the owner has been told since the last look. */
    told: async () => (await house.press(owner, 'none')).filter(({ text }) => text.startsWith('The night of')),
  };
}

it('a night that needs a yes is told with its difference, and Apply writes exactly that', async () => {
  const { night, told, press, text, say } = await stage();
  expect((await night()).state).toBe('held');
  const [notice, ...more] = await told();
  expect(more).toEqual([]);
  expect(notice?.text).toContain('+ - We decided to call the boat Seeadler.');
  expect(text()).toBe('# Memory\n');
  expect((await press(owner, button(notice, 'Details')))[0]?.text).toMatch(/from memory\/[\d-]+\.md:3/);
  expect((await press(owner, button(notice, 'Apply')))[0]?.text).toMatch(/^Done: 1 line came\./);
  expect(text()).toContain('- We decided to call the boat Seeadler.');
  expect((await say(owner, '/dream undo'))[0]?.text).toMatch(/^Taken back/);
  expect(text()).toBe('# Memory\n');
});

it('a file that was edited since is looked at again, and only the newer question can be agreed to', async () => {
  const { night, told, press, text, begun, carryOn, file, say } = await stage();
  const { id } = await night();
  const [first] = await told();
  writeFileSync(file, '# Memory\n\n- By hand.\n');
  expect((await press(owner, button(first, 'Apply')))[0]?.text).toMatch(/look at everything again and ask you anew/);
  expect(text()).toBe('# Memory\n\n- By hand.\n');
  expect(begun).toEqual([id]);
  expect((await carryOn(id)).state).toBe('held');
  const [second] = await told();
  expect((await press(owner, button(first, 'Skip')))[0]?.text).toMatch(/replaced by a newer one/);
  expect((await say(owner, '/dream show'))[0]?.text).toContain('Seeadler');
  expect((await press(owner, button(second, 'Apply')))[0]?.text).toMatch(/^Done/);
  expect(text()).toMatch(/- By hand\.[\s\S]*- We decided to call the boat Seeadler\./);
});

it('what was skipped is not told again, and a word decides as a button does', async () => {
  const { night, told, press, say, text } = await stage();
  await night();
  const [notice] = await told();
  expect((await say(owner, '/dream skip'))[0]?.text).toMatch(/^Skipped/);
  expect((await press(owner, button(notice, 'Apply')))[0]?.text).toMatch(/skipped, and nothing was changed/);
  expect((await say(owner, '/dream status'))[0]?.text).toMatch(/skipped/);
  expect(text()).toBe('# Memory\n');
});
