// A value that must not be seen: it prints as [secret] wherever it goes, and is read only by asking for it.

import { inspect } from 'node:util';

const MARK = '[secret]';
/** Said of a mark where a value should be: somebody copied what was printed. */
export const ONLY_A_MARK = 'holds only the mark of a secret. Put the value itself there';

export class Secret {
  readonly #value: string;
  /** The environment variable that supplied the whole value, for error messages. */
  readonly variable: string | undefined;

  constructor(value: string, variable?: string) {
    this.#value = value;
    this.variable = variable;
  }

  /** The value itself; hand it on at once, never keep or print it. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return MARK;
  }

  toJSON(): string {
    return MARK;
  }

  [inspect.custom](): string {
    return MARK;
  }
}

/** Every value that the log must never show: all secrets in `config`, and the password inside one that is an address. */
export function secretsOf(config: unknown): string[] {
  const found = new Set<string>();
  visit(config, (secret) => {
    const value = secret.reveal();
    found.add(value);
    const password = /^[a-z][a-z0-9+.-]*:\/\/[^/@\s]*?:([^/\s]+)@/i.exec(value)?.[1];
    if (password) found.add(password).add(decoded(password));
  });
  return [...found];
}

/** A copy with every secret revealed, for handing settings to the one part that needs them. */
export function revealed(value: unknown): unknown {
  if (value instanceof Secret) return value.reveal();
  if (Array.isArray(value)) return value.map(revealed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, revealed(inner)]));
}

/** Whether a value holds what was printed in the place of one, here or in a conversation. */
export function isMark(value: string): boolean {
  return /\[secret(?: [0-9a-z]{4})?(?:: [A-Za-z ]{3,20})?\]/.test(value);
}

/** Where in settings a mark stands in the place of a secret. */
export function marksAmong(value: unknown, path: readonly string[] = []): string[][] {
  if (value instanceof Secret) return isMark(value.reveal()) ? [[...path]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => marksAmong(inner, [...path, key]));
}

function visit(value: unknown, meet: (secret: Secret) => void): void {
  if (value instanceof Secret) meet(value);
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) visit(inner, meet);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
