// The registered application commands, global and per guild, with the platform's checks and its daily limit of creates.

import { list, record } from './body.js';
import { ApiError, apiError, FormErrors, formError } from './errors.js';
import type { World } from './world.js';

type Path = (string | number)[];

export interface StoredCommand {
  id: string;
  version: string;
  name: string;
  /** The rest of the platform's object. */
  fields: Record<string, unknown>;
}

const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const DAY_MS = 24 * 60 * 60 * 1000;
const DAILY = 200;
const MOST = 100;

export class CommandBook {
  /** How often a list or a command was written. */
  writes = 0;
  readonly #world: World;
  readonly #lists = new Map<string, StoredCommand[]>();
  #creates: number[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** Of a guild, or global ones without. */
  of(guildId = ''): StoredCommand[] {
    return this.#lists.get(guildId) ?? [];
  }

  /** Takes the place of the whole list; a name that was there keeps its id. */
  overwrite(guildId: string, form: unknown): StoredCommand[] {
    this.writes += 1;
    const errors = new FormErrors();
    if (!Array.isArray(form)) throw formError([], 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType');
    if (form.length > MOST) errors.add([], 'BASE_TYPE_MAX_LENGTH', `Must be ${MOST} or fewer in length.`);
    const names = new Set<unknown>();
    for (const [index, one] of form.entries()) {
      checkCommand(record(one), [index], errors);
      const { name } = record(one);
      if (names.has(name)) {
        const words = 'Application command names must be unique';
        errors.add([index, 'name'], 'APPLICATION_COMMANDS_DUPLICATE_NAME', words);
      }
      names.add(name);
    }
    errors.throwIfAny();
    const before = this.of(guildId);
    const fresh = form.filter((one) => !before.some((old) => old.name === record(one).name));
    this.#count(fresh.length);
    const after = form.map((one) => this.#stored(record(one), before));
    this.#lists.set(guildId, after);
    this.#world.changed();
    return after;
  }

  /** One more, or the one of that name anew. */
  upsert(guildId: string, form: unknown): { command: StoredCommand; created: boolean } {
    this.writes += 1;
    const body = record(form);
    const errors = new FormErrors();
    checkCommand(body, [], errors);
    errors.throwIfAny();
    const before = this.of(guildId);
    const created = !before.some((one) => one.name === body.name);
    if (created && before.length >= MOST) {
      const message = `Maximum number of application commands reached (${MOST}).`;
      throw new ApiError(400, { code: 30032, message });
    }
    if (created) this.#count(1);
    const command = this.#stored(body, before);
    this.#lists.set(guildId, [...before.filter((one) => one.name !== command.name), command]);
    this.#world.changed();
    return { command, created };
  }

  remove(guildId: string, id: string): void {
    this.writes += 1;
    const before = this.of(guildId);
    if (!before.some((one) => one.id === id)) throw apiError(10063);
    this.#lists.set(
      guildId,
      before.filter((one) => one.id !== id),
    );
    this.#world.changed();
  }

  #stored(fields: Record<string, unknown>, before: readonly StoredCommand[]): StoredCommand {
    const name = String(fields.name);
    const id = before.find((one) => one.name === name)?.id ?? this.#world.id();
    return { id, version: this.#world.id(), name, fields };
  }

  #count(creates: number): void {
    const now = this.#world.now();
    this.#creates = this.#creates.filter((at) => now - at < DAY_MS);
    if (this.#creates.length + creates > DAILY) throw apiError(30034);
    for (let one = 0; one < creates; one += 1) this.#creates.push(now);
  }
}

export function commandJson(applicationId: string, command: StoredCommand, guildId = ''): Record<string, unknown> {
  const { fields } = command;
  return {
    id: command.id,
    application_id: applicationId,
    version: command.version,
    name: command.name,
    type: fields.type ?? 1,
    description: fields.description ?? '',
    options: list(fields.options),
    default_member_permissions: fields.default_member_permissions ?? null,
    nsfw: fields.nsfw ?? false,
    name_localizations: null,
    description_localizations: null,
    integration_types: fields.integration_types ?? [0],
    contexts: fields.contexts ?? null,
    dm_permission: true,
    ...(guildId !== '' && { guild_id: guildId }),
  };
}

function checkCommand(body: Record<string, unknown>, path: Path, errors: FormErrors): void {
  if (Number(body.type ?? 1) === 1) {
    checkNamed(body, path, errors);
    checkOptions(list(body.options), [...path, 'options'], errors);
    if (size(body) > 8000) errors.add(path, 'APPLICATION_COMMAND_TOO_LARGE', 'Command exceeds maximum size (8000)');
  } else errors.length([...path, 'name'], body.name, 1, 32);
  for (const [field, most] of [
    ['contexts', 2],
    ['integration_types', 1],
  ] as const) {
    for (const [index, one] of list(body[field]).entries()) {
      if (typeof one === 'number' && one >= 0 && one <= most) continue;
      errors.add([...path, field, index], 'BASE_TYPE_CHOICES', `Value must be one of (0..${most}).`);
    }
  }
}

function checkNamed(body: Record<string, unknown>, path: Path, errors: FormErrors): void {
  errors.length([...path, 'name'], body.name, 1, 32);
  const name = String(body.name ?? '');
  if (!NAME.test(name) || name !== name.toLowerCase()) {
    errors.add([...path, 'name'], 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
  }
  errors.length([...path, 'description'], body.description, 1, 100);
}

function checkOptions(options: readonly unknown[], path: Path, errors: FormErrors): void {
  if (options.length > 25) errors.add(path, 'BASE_TYPE_MAX_LENGTH', 'Must be 25 or fewer in length.');
  const names = new Set<unknown>();
  let optional = false;
  for (const [index, value] of options.entries()) {
    const one = record(value);
    const at = [...path, index];
    checkNamed(one, at, errors);
    if (!(Number(one.type) >= 1 && Number(one.type) <= 11)) errors.required([...at, 'type']);
    if (names.has(one.name)) {
      errors.add([...at, 'name'], 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS', 'Option name already exists');
    }
    names.add(one.name);
    if (one.required === true && optional) {
      const words = 'Required options must be placed before non-required options';
      errors.add(at, 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', words);
    }
    if (one.required !== true) optional = true;
    const choices = list(one.choices);
    if (choices.length > 25) errors.add([...at, 'choices'], 'BASE_TYPE_MAX_LENGTH', 'Must be 25 or fewer in length.');
    for (const [number, choice] of choices.entries()) {
      errors.length([...at, 'choices', number, 'name'], record(choice).name, 1, 100);
      if (typeof record(choice).value !== 'string') continue;
      errors.length([...at, 'choices', number, 'value'], record(choice).value, 1, 100);
    }
    if (Number(one.type) <= 2) checkOptions(list(one.options), [...at, 'options'], errors);
  }
}

/** Names, descriptions and values together, as the platform sums them. */
function size(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((all, one) => all + size(one), 0);
  const fields = record(value);
  const own = ['name', 'description', 'value'].reduce((all, key) => all + String(fields[key] ?? '').length, 0);
  return own + size(list(fields.options)) + size(list(fields.choices));
}
