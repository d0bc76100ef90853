// The one schema of nightjar.yaml, used by start, by `config check` and by `config schema` alike.
// Describes data only; reading files and wording errors happen elsewhere.

import { z } from 'zod';
import { manifests } from '../../channels/index.js';
import { isRedisAddress } from './redis-address.js';
import { agentSection, compactionSection, sessionSection } from './schema-agent.js';
import { dreamingSection } from './schema-dreaming.js';
import { memorySection } from './schema-memory.js';
import { embeddingSection, modelSection, transcriptionSection } from './schema-model.js';
import { privacySection } from './schema-privacy.js';
import { skillsSection } from './schema-skills.js';
import { toolsSection } from './schema-tools.js';
import { usageSection } from './schema-usage.js';
import { sealed } from './schema-walk.js';
import { heartbeatSection, retentionSection, schedulesSection } from './schema-work.js';
import { isMark, marksAmong, ONLY_A_MARK, Secret } from './secret.js';

const channelIds: readonly string[] = manifests.map((manifest) => manifest.id);
const OWNER_HINT =
  'write channel:id, such as "telegram:123456"; the platform’s own id lookup, or /whoami in a chat with the bot, shows the number';

const account = z.string(`must be an account in quotes: ${OWNER_HINT}`).superRefine((value, context) => {
  const [channel = '', id, ...more] = value.split(':');
  const wrong = (message: string) => context.addIssue({ code: 'custom', message });
  if (value.startsWith('@')) wrong(`is a name, and names can change hands: ${OWNER_HINT}`);
  else if (id === undefined) wrong(`must name the channel too: ${OWNER_HINT}`);
  else if (!channelIds.includes(channel)) wrong(`begins with no channel (${channelIds.join(', ')}): ${OWNER_HINT}`);
  else if (channel === 'console' ? !/^\S+$/.test(id) : !/^[1-9]\d*$/.test(id) || more.length > 0) {
    wrong(`must hold the number of the account, not a name: ${OWNER_HINT}`);
  }
});

const timezone = z.string().superRefine((value, context) => {
  if (!isTimezone(value)) {
    context.addIssue({
      code: 'custom',
      message: 'is not a time zone',
      params: { near: Intl.supportedValuesOf('timeZone') },
    });
  }
});

/** True for a name of the IANA time zone database. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const channelShape: Record<string, z.ZodType<unknown>> = {};
for (const { id, config } of manifests) {
  channelShape[id] = (config as z.ZodType<unknown>)
    .transform((value, context) => {
      const kept = sealed(config, value);
      for (const path of marksAmong(kept)) context.addIssue({ code: 'custom', message: ONLY_A_MARK, path });
      return kept;
    })
    .optional();
}

const redis = z
  .string()
  .regex(/^rediss?:\/\/\S+$/, { error: 'must be an address such as redis://127.0.0.1:6379', abort: true })
  .refine(
    isRedisAddress,
    'is no address that can be read. Write redis://user:password@host:port, and in a password %2F for /, %23 for #, %25 for %',
  )
  .refine((address) => !isMark(address), ONLY_A_MARK)
  .meta({ writeOnly: true, description: 'Address of a Redis server, for the second queue engine.' })
  .transform((value) => new Secret(value));

export const configSchema = z.strictObject({
  owner: z
    .array(account)
    .default([])
    .transform((accounts) => [...new Set(accounts)])
    .describe('Your own accounts, as channel:id.'),
  timezone: timezone.optional().describe('Where you live, such as Europe/Berlin. Default: the system’s.'),
  log: z
    .strictObject({ level: z.enum(['debug', 'info', 'warn', 'error']).default('info') })
    .prefault({})
    .describe('How much is written to nightjar.log. Message texts never are.'),
  model: modelSection,
  embedding: embeddingSection,
  transcription: transcriptionSection,
  channels: z.strictObject(channelShape).prefault({}).describe('The platforms the bot lives on, by name.'),
  queue: z.strictObject({ redis: redis.optional() }).prefault({}).describe('Absent: the embedded queue.'),
  agent: agentSection,
  session: sessionSection,
  compaction: compactionSection,
  memory: memorySection,
  dreaming: dreamingSection,
  heartbeat: heartbeatSection,
  schedules: schedulesSection,
  usage: usageSection,
  retention: retentionSection,
  privacy: privacySection,
  skills: skillsSection,
  tools: toolsSection,
});

/** What the rest of the program sees. */
export type Config = Omit<z.output<typeof configSchema>, 'timezone'> & { timezone: string };

/** The JSON Schema for editors, of what a person writes. */
export function configJsonSchema(): Record<string, unknown> {
  return { title: 'nightjar.yaml', ...z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }) };
}
