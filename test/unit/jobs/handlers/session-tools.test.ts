// The model looks back in the chat in which it is asked, and nowhere else, whoever asks.

import { expect, it } from 'vitest';
import type { ModelRequest } from '../../../../src/contracts/index.js';
import { type ScriptStep, scriptedModel } from '../../../../src/models/scripted.js';
import { openConversation } from '../../../support/conversation.js';

type Call = { name: string; args: Record<string, unknown> };

function results({ messages }: ModelRequest): string[] {
  const from = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(from).flatMap((one) => (one.role === 'tool' ? [one.text] : []));
}

const CANARIES = { main: 'ostrich', bob: 'heron', team: 'pelican' };
const SEATS = [
  ['owner', 'owner', 'main'],
  ['bob', 'bob', 'bob'],
  ['bob', 'team', 'team'],
  ['owner', 'team', 'team'],
] as const;

async function stage() {
  const next: { call?: Call | undefined } = {};
  const model = scriptedModel((request): ScriptStep => {
    const call = results(request).length === 0 ? next.call : undefined;
    return call ? { calls: [call] } : { text: 'noted' };
  });
  const house = await openConversation({ model, groups: { team: {} }, timezone: 'Asia/Tokyo' });
  await house.identity.admit('chat:bob', 'bob', 0);
  async function say(who: string, where: string, text: string, call?: Call): Promise<string> {
    next.call = call;
    const before = house.texts(where).length;
    if (who === where) await house.dm(who, text);
    else await house.says(where, who, text);
    await house.until(() => house.texts(where).length > before);
    return results(model.requests.at(-1) as ModelRequest)[0] ?? '';
  }
  for (const [who, where, scope] of SEATS.slice(0, 3)) await say(who, where, `my bird is the ${CANARIES[scope]}`);
  return { ...house, model, say };
}

it('the list and the history of a chat hold nothing of another, in the owner’s private one neither', async () => {
  const house = await stage();
  const ids = house.db.sql<{ id: string; kind: string }>("SELECT id, scope ->> '$.kind' AS kind FROM sessions").all();
  const idOf = { main: '', bob: '', team: '' };
  for (const { id, kind } of ids) idOf[kind === 'person' ? 'bob' : kind === 'group' ? 'team' : 'main'] = id;
  for (const [who, where, own] of SEATS) {
    const listed = await house.say(who, where, 'list', { name: 'sessions_list', args: {} });
    expect(JSON.parse(listed).sessions.map(({ id }: { id: string }) => id)).toEqual([idOf[own]]);
    const here = await house.say(who, where, 'look', { name: 'sessions_history', args: {} });
    expect(here).toContain(`my bird is the ${CANARIES[own]}`);
    for (const other of ['main', 'bob', 'team'] as const) {
      const args = { id: idOf[other] };
      const told = await house.say(who, where, 'look there', { name: 'sessions_history', args });
      if (other === own) expect(told).toContain(CANARIES[own]);
      else expect(told).toBe(`Error: There is no conversation ${args.id} of this chat. sessions_list shows them.`);
      for (const [scope, word] of Object.entries(CANARIES)) {
        if (scope !== own) expect(`${listed}${here}${told}`).not.toContain(word);
      }
    }
    expect(house.model.requests.at(-1)?.tools.map(({ name }) => name)).toContain('session_status');
  }
});

it('session_status tells how the conversation stands, and nothing of the house or of others', async () => {
  const house = await stage();
  for (const [who, where] of SEATS) {
    const told = await house.say(who, where, 'how are you?', { name: 'session_status', args: {} });
    expect(told).toMatch(/^Model: scripted\/test$/m);
    expect(told).toMatch(/^This conversation: \d turns?, [\d,]+ tokens?, \d+% of the window in use$/m);
    expect(told).toMatch(/^Window: about [\d,]+ of 180,000 tokens in the last request, \d+% free$/m);
    expect(told).toMatch(/^Upkeep: Not summed up so far\. Nothing had to be written down so far\.$/m);
    expect(told).toMatch(/^Begun: \d{4}-\d\d-\d\d \d\d:\d\d, \d+ (s|min) ago$/m);
    expect(told).toMatch(/^Messages that come meanwhile: \w+$/m);
    expect(told).toMatch(/^Time: \w+day \d{4}-\d\d-\d\d \d\d:\d\d \(Asia\/Tokyo\)$/m);
    expect(told).not.toMatch(/\/tmp|workspace|MEMORY|ostrich|heron|pelican|Home|Jobs/);
  }
});
