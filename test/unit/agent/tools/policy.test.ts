// What each layer takes away, for every tool that there is; that no layer ever adds one; and that the speaker decides at the
// call alone.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runTool } from '../../../../src/agent/run-tool.js';
import {
  decideTools,
  nameableTools,
  shownTools,
  type ToolLayers,
  type ToolPlace,
} from '../../../../src/agent/tools/policy.js';
import { tools } from '../../../../src/agent/tools/table.js';
import type { Role, Scope, ToolContext, ToolProfile } from '../../../../src/contracts/index.js';
import { FakeClock } from '../../../support/fake-clock.js';
import { silentLog } from '../../../support/silent-log.js';

const PROFILES: ToolProfile[] = ['minimal', 'messaging', 'assistant', 'full'];
const ROLES: Role[] = ['owner', 'admin', 'member', 'stranger'];
const SCOPES = {
  main: { kind: 'main' },
  person: { kind: 'person', person: 'ann' },
  group: { kind: 'group', channel: 'telegram', chat: '-100' },
} satisfies Record<string, Scope>;
const KINDS = ['main', 'person', 'group'] as const;

/** What a tool is for; a new one gets its line here. */
const EXPECTED: Record<
  string,
  { profile: ToolProfile; group: string; scopes: readonly Scope['kind'][]; roles: readonly Role[]; person?: true }
> = {
  read: { profile: 'minimal', group: 'files', scopes: KINDS, roles: ROLES },
  memory_search: { profile: 'minimal', group: 'memory', scopes: KINDS, roles: ROLES },
  memory_get: { profile: 'minimal', group: 'memory', scopes: KINDS, roles: ROLES },
  memory_write: { profile: 'messaging', group: 'memory', scopes: KINDS, roles: ROLES },
  send_file: { profile: 'messaging', group: 'messages', scopes: KINDS, roles: ROLES, person: true },
  schedule: { profile: 'messaging', group: 'schedule', scopes: KINDS, roles: ROLES, person: true },
  session_status: { profile: 'minimal', group: 'sessions', scopes: KINDS, roles: ROLES, person: true },
  sessions_list: { profile: 'messaging', group: 'sessions', scopes: KINDS, roles: ROLES, person: true },
  sessions_history: { profile: 'messaging', group: 'sessions', scopes: KINDS, roles: ROLES, person: true },
  message: { profile: 'messaging', group: 'messages', scopes: ['main'], roles: ['owner'], person: true },
  list: { profile: 'assistant', group: 'files', scopes: KINDS, roles: ROLES },
  grep: { profile: 'assistant', group: 'files', scopes: KINDS, roles: ROLES },
  web_fetch: { profile: 'assistant', group: 'web', scopes: KINDS, roles: ROLES },
  skill_run: { profile: 'assistant', group: 'skills', scopes: KINDS, roles: ROLES },
  skill_search: { profile: 'minimal', group: 'skills', scopes: KINDS, roles: ROLES },
};

const here = (scope: Scope = SCOPES.main, more: Partial<ToolPlace> = {}): ToolPlace => ({
  scope,
  person: true,
  files: true,
  ...more,
});
const names = (layers: ToolLayers, place = here()) =>
  shownTools(decideTools(tools, layers, place)).map(({ spec }) => spec.name);
const decisionOf = (name: string, layers: ToolLayers, place = here()) =>
  decideTools(tools, layers, place).find(({ tool }) => tool.spec.name === name);
const known = () => tools.filter(({ spec }) => Object.hasOwn(EXPECTED, spec.name)).map(({ spec }) => spec.name);

describe('the matrix of tools', () => {
  const rows = Object.entries(EXPECTED);
  it.each(rows)(
    '%s is shown by its profile and its scopes, and only to turns of persons if it needs one',
    (name, row) => {
      for (const profile of PROFILES)
        for (const kind of KINDS)
          for (const person of [true, false]) {
            const wanted =
              PROFILES.indexOf(row.profile) <= PROFILES.indexOf(profile) &&
              row.scopes.includes(kind) &&
              (person || !row.person);
            const shown = names({ profile }, here(SCOPES[kind], { person })).includes(name);
            expect([profile, kind, person, shown]).toEqual([profile, kind, person, wanted]);
          }
      expect(names({ configuration: { allow: [`group:${row.group}`] } })).toContain(name);
      expect(names({ configuration: { deny: [`group:${row.group}`] } })).not.toContain(name);
    },
  );

  it.each(rows)('%s is refused at the call to whom it is not for, and to nobody else', async (name, row) => {
    const context = { signal: new AbortController().signal } as ToolContext;
    for (const kind of row.scopes)
      for (const role of ROLES) {
        const scope = SCOPES[kind];
        const who = { account: 'telegram:1', name: 'Ann', role };
        const shown = shownTools(decideTools(tools, {}, here(scope)));
        const deps = { tools: shown, who, scope, clock: new FakeClock(), log: silentLog, timeoutMs: 1_000 };
        // It gets no further than to its arguments.
        const { text } = await runTool(deps, { id: 'c', name, args: '[]' }, context);
        const wanted = row.roles.includes(role) ? /arguments are not a JSON object/ : /not for the person who asked/;
        expect([role, text]).toEqual([role, expect.stringMatching(wanted)]);
      }
  });

  it('follows from what each tool says of itself', () => {
    for (const tool of tools)
      for (const profile of PROFILES)
        for (const kind of KINDS) {
          const owner = { account: 'telegram:1', name: 'Ann', role: 'owner' as const, person: 'owner' };
          const has = PROFILES.indexOf(tool.profile) <= PROFILES.indexOf(profile);
          const scope = SCOPES[kind];
          const wanted = has && tool.allowed(owner, scope);
          expect([tool.spec.name, names({ profile }, here(scope)).includes(tool.spec.name)]).toEqual([
            tool.spec.name,
            wanted,
          ]);
          const alone = names({ profile }, here(scope, { person: false, files: false })).includes(tool.spec.name);
          expect([tool.spec.name, alone]).toEqual([tool.spec.name, wanted && !tool.needsPerson]);
        }
  });

  it('shows more with every wider profile, and nothing of a narrower one is lost', () => {
    const shown = PROFILES.map((profile) => names({ profile }));
    for (const [index, wide] of shown.entries()) expect(wide).toEqual(expect.arrayContaining(shown[index - 1] ?? []));
    expect(shown[0]).not.toContain('memory_write');
    expect(shown[1]).not.toContain('web_fetch');
    expect(shown[3]).toEqual(names({}));
  });
});

describe('lists', () => {
  const allow = (...list: string[]): ToolLayers => ({ configuration: { allow: list } });
  const ofGroup = (group: string) => tools.filter((tool) => tool.group === group).map(({ spec }) => spec.name);

  it('absent means all, empty means none, * means all', () => {
    expect(names({ configuration: {}, scope: [{}], group: [] })).toEqual(names({}));
    expect(names(allow())).toEqual([]);
    expect(names({ group: [[]] })).toEqual([]);
    expect(names({ scope: [{ allow: [] }] })).toEqual([]);
    expect(names(allow('*'))).toEqual(names({}));
    expect(names({ configuration: { deny: ['*'] } })).toEqual([]);
    expect(names({ configuration: { deny: [] } })).toEqual(names({}));
  });

  it('take names, groups and the other name of files, and deny wins over allow', () => {
    expect(names(allow('group:memory', 'read'))).toEqual(expect.arrayContaining(['read', 'memory_write']));
    expect(names(allow('group:memory')).sort()).toEqual(ofGroup('memory').sort());
    expect(names(allow('group:fs'))).toEqual(names(allow('group:files')));
    expect(names(allow('group:fs')).sort()).toEqual(ofGroup('files').sort());
    expect(names({ configuration: { allow: ['group:memory'], deny: ['memory_write'] } })).not.toContain('memory_write');
  });

  it('mean nothing by a name that is none: not a prefix, not another case, not what every object has', () => {
    const none = ['memory_', 'READ', 'group:', 'group:fs ', 'group:constructor', 'constructor', '', '**'];
    expect(names(allow(...none))).toEqual([]);
    expect(names({ configuration: { deny: none } })).toEqual(names({}));
  });

  it('every name and group that may be written means some tool, or will', () => {
    const nameable = nameableTools(tools);
    for (const name of known()) expect(names(allow(name))).toEqual([name]);
    expect(nameable).toEqual(expect.arrayContaining([...known(), 'group:memory', 'group:web', 'group:fs', '*']));
  });
});

describe('the layer that decides', () => {
  it('is the first in the order profile, configuration, scope, group, place, skill, with its sentence', () => {
    const layers: ToolLayers = {
      profile: 'minimal',
      configuration: { deny: ['schedule'] },
      scope: [{ deny: ['schedule'] }],
      group: [['read']],
      skill: [],
    };
    const at = here(SCOPES.group, { person: false });
    const told = (over: ToolLayers) => {
      const { layer, reason } = decisionOf('schedule', over, at) ?? {};
      return [layer, reason];
    };
    expect(told(layers)).toEqual(['profile', 'The profile is minimal; it needs messaging or a wider one.']);
    const { profile: _p, ...four } = layers;
    expect(told(four)).toEqual(['configuration', 'The configuration denies it.']);
    const { configuration: _c, ...three } = four;
    expect(told(three)).toEqual(['scope', 'The configuration denies it here.']);
    const { scope: _s, ...two } = three;
    expect(told(two)).toEqual(['group', 'It is not on the list of this chat.']);
    const { group: _g, ...one } = two;
    expect(told(one)).toEqual(['place', 'It works only when a person has just asked.']);
    expect(decisionOf('schedule', one)).toMatchObject({ shown: false, layer: 'skill' });
    expect(decisionOf('schedule', {})).toMatchObject({ shown: true, reason: 'Nothing takes it away.' });
    expect(decisionOf('schedule', {})).not.toHaveProperty('layer');
  });

  it('names the entry that decided, for an operator', () => {
    const by = (name: string, layers: ToolLayers) => decisionOf(name, layers)?.steps.find(({ passes }) => !passes)?.by;
    expect(by('read', { configuration: { deny: ['group:fs'] } })).toBe('tools.deny: group:fs');
    expect(by('read', { configuration: { allow: [] } })).toBe('tools.allow: none');
    expect(by('schedule', { scope: [{ profile: 'minimal' }] })).toBe('tools.scopes.profile: minimal');
    expect(by('read', { group: [['*'], ['schedule', 'memory_get']] })).toBe('tools of the group: schedule, memory_get');
  });

  it('is the place for files where none can be sent, and for what is the owner’s alone', () => {
    expect(decisionOf('send_file', {}, here(SCOPES.main, { files: false }))).toMatchObject({
      layer: 'place',
      reason: 'Files cannot be sent here.',
    });
    for (const scope of [SCOPES.person, SCOPES.group])
      expect(decisionOf('message', { profile: 'full' }, here(scope))?.layer).toBe('place');
  });

  it('gives a skill that runs apart what every skill has and what it declares, but never what it may not', () => {
    const shown = names({ skill: ['memory_write', 'send_file', 'schedule', 'message'] });
    const free = tools.filter(({ apart }) => apart === 'free').map(({ spec }) => spec.name);
    expect(shown.sort()).toEqual([...free, 'memory_write'].sort());
    expect(names({ skill: [], configuration: { deny: ['read'] } })).not.toContain('read');
  });
});

describe('narrowing', () => {
  const entry = fc.constantFrom(...nameableTools(tools), 'no_such_tool');
  const list = fc.uniqueArray(entry, { maxLength: 6 });
  const rule = fc.record({ profile: fc.constantFrom(...PROFILES), allow: list, deny: list }, { requiredKeys: [] });
  const layers: fc.Arbitrary<ToolLayers> = fc.record(
    {
      profile: fc.constantFrom(...PROFILES),
      configuration: rule.map(({ profile: _, ...lists }) => lists),
      scope: fc.array(rule, { maxLength: 3 }),
      group: fc.array(list, { maxLength: 3 }),
      skill: list,
    },
    { requiredKeys: [] },
  );
  const place = fc.record({
    scope: fc.constantFrom(...Object.values(SCOPES)),
    person: fc.boolean(),
    files: fc.boolean(),
  });

  it('any layer beside the others only takes away, and the order of the table stays', () => {
    fc.assert(
      fc.property(layers, layers, place, (some, more, where) => {
        const before = names(some, where);
        const scope = [...(some.scope ?? []), ...(more.scope ?? [])];
        const group = [...(some.group ?? []), ...(more.group ?? [])];
        for (const wider of [
          { ...more, ...some },
          { ...some, scope },
          { ...some, group },
        ]) {
          const after = names(wider, where);
          expect(before.filter((name) => after.includes(name))).toEqual(after);
        }
      }),
    );
  });

  it('a longer deny takes away, a longer allow only gives back what the others leave', () => {
    fc.assert(
      fc.property(layers, entry, place, (some, name, where) => {
        const { allow = [], deny = [] } = some.configuration ?? {};
        const confined = { ...some, configuration: { allow, deny } };
        const denied = names({ ...some, configuration: { ...some.configuration, deny: [...deny, name] } }, where);
        for (const one of denied) expect(names(some, where)).toContain(one);
        const open = { ...some, configuration: { deny } };
        for (const one of names(confined, where)) expect(names(open, where)).toContain(one);
      }),
    );
  });

  it('every decision has one layer or none, and a sentence', () => {
    fc.assert(
      fc.property(layers, place, (some, where) => {
        for (const { shown, layer, reason, steps } of decideTools(tools, some, where)) {
          expect(shown).toBe(layer === undefined);
          expect(shown).toBe(steps.every(({ passes }) => passes));
          expect(reason).toMatch(/^[A-Z].*\.$/);
        }
      }),
    );
  });
});
