// Who answers a question under a reply, as a table: most of it no chat leads to today, so that only this can tell.

import { expect, it } from 'vitest';
import type { Principal, Role, Scope } from '../../../../../src/contracts/index.js';
import { decidesFor, isOwnerInMain } from '../../../../../src/jobs/handlers/questions/kind.js';

const ROLES: readonly Role[] = ['owner', 'admin', 'member', 'stranger'];
const SCOPES: Record<string, Scope> = {
  main: { kind: 'main' },
  bob: { kind: 'person', person: 'bob' },
  team: { kind: 'group', channel: 'telegram', chat: '-1' },
};
const who = (role: Role, person?: string): Principal => ({
  ...{ account: 'telegram:1', name: 'x', role },
  ...(person === undefined ? {} : { person }),
});
/** By scope, who of them may. `bob owner` is an account of bob's person with that role. */
const those = (may: (who: Principal, scope: Scope) => boolean) =>
  Object.fromEntries(
    Object.entries(SCOPES).map(([name, scope]) => [
      name,
      ['bob', 'ann', undefined].flatMap((person) =>
        ROLES.filter((role) => may(who(role, person), scope)).map((role) => `${person ?? 'nobody'} ${role}`),
      ),
    ]),
  );

it('what belongs to a conversation is decided by its person or by who runs the group, and in main by the owner', () => {
  expect(those(decidesFor)).toEqual({
    main: ['bob owner', 'ann owner', 'nobody owner'],
    bob: ['bob owner', 'bob admin', 'bob member'],
    team: ['bob owner', 'bob admin', 'ann owner', 'ann admin', 'nobody owner', 'nobody admin'],
  });
});

it('what reaches other chats is decided by the owner in main, and nowhere else', () => {
  expect(those(isOwnerInMain)).toEqual({ main: ['bob owner', 'ann owner', 'nobody owner'], bob: [], team: [] });
});
