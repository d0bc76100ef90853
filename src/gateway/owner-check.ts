// Whether anybody is the owner of a bot that lives on a platform: else nobody can admit anybody, and everybody is refused.

import type { Check } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { allPeople } from './people.js';

/** `configured` are the owner's accounts of nightjar.yaml, `channels` the configured platforms. */
export function ownerCheck(db: Db, configured: readonly string[], channels: readonly string[]): Check {
  const check = 'access.owner';
  return {
    name: check,
    run() {
      const platforms = channels.filter((id) => id !== 'console');
      if (platforms.length === 0) return [];
      if (configured.length > 0 || allPeople(db).some(({ role }) => role === 'owner')) {
        return [{ check, level: 'ok', says: 'The bot has an owner.' }];
      }
      const says = `Nobody is the owner on ${platforms.join(' and ')}: the bot answers nobody there.`;
      const remedy =
        'Write to the bot, then `nightjar pair list` and `nightjar pair approve CODE --owner`; or name your account under owner: in nightjar.yaml.';
      return [{ check, level: 'warning', says, remedy }];
    },
  };
}
