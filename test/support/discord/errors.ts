// The errors of Discord's REST API, in its own words and shapes.

export class ApiError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(status: number, body: Record<string, unknown>, headers: Record<string, string> = {}) {
    super(String(body.message));
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

const KNOWN = {
  10003: [404, 'Unknown Channel'],
  10004: [404, 'Unknown Guild'],
  10007: [404, 'Unknown Member'],
  10008: [404, 'Unknown Message'],
  10013: [404, 'Unknown User'],
  10014: [400, 'Unknown Emoji'],
  10015: [404, 'Unknown Webhook'],
  10062: [404, 'Unknown interaction'],
  10063: [404, 'Unknown application command'],
  30034: [400, 'Max number of daily application command creates has been reached (200)'],
  40005: [413, 'Request entity too large'],
  40060: [400, 'Interaction has already been acknowledged.'],
  50001: [403, 'Missing Access'],
  50003: [403, 'Cannot execute action on a DM channel'],
  50005: [403, 'Cannot edit a message authored by another user'],
  50006: [400, 'Cannot send an empty message'],
  50007: [403, 'Cannot send messages to this user'],
  50008: [400, 'Cannot send messages in a non-text channel'],
  50013: [403, 'Missing Permissions'],
  50027: [401, 'Invalid Webhook Token'],
  50083: [400, 'Thread is archived'],
  50109: [400, 'The request body contains invalid JSON.'],
  160002: [400, 'Cannot reply without permission to read message history'],
} as const satisfies Record<number, readonly [number, string]>;

/** An error by its JSON code, with the status and the words the platform has for it. */
export function apiError(code: keyof typeof KNOWN): ApiError {
  const [status, message] = KNOWN[code];
  return new ApiError(status, { message, code });
}

export function plainError(status: number, words: string): ApiError {
  return new ApiError(status, { message: `${status}: ${words}`, code: 0 });
}

/** Seconds, as the platform counts. */
export function rateLimited(retryAfter: number, global: boolean, headers: Record<string, string> = {}): ApiError {
  return new ApiError(
    429,
    { message: 'You are being rate limited.', retry_after: retryAfter, global },
    {
      'retry-after': String(retryAfter),
      'x-ratelimit-scope': global ? 'global' : 'user',
      ...(global && { 'x-ratelimit-global': 'true' }),
      ...headers,
    },
  );
}

/** Collects what is wrong with a form, nested as the platform nests it, and throws 50035 at the end. */
export class FormErrors {
  readonly #tree: Record<string, unknown> = {};
  #found = false;

  add(path: readonly (string | number)[], code: string, message: string): void {
    this.#found = true;
    let at = this.#tree;
    for (const step of path) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    at._errors ??= [];
    (at._errors as unknown[]).push({ code, message });
  }

  /** Length in characters, as the platform counts them: code points. */
  length(path: readonly (string | number)[], value: unknown, least: number, most: number): void {
    if (value === undefined || value === null) {
      if (least > 0) this.required(path);
    } else if (typeof value !== 'string') {
      this.add(path, 'STRING_TYPE_CONVERT', `Could not interpret "${JSON.stringify(value)}" as string.`);
    } else {
      const length = characters(value);
      if (length >= least && length <= most) return;
      if (least > 0) this.add(path, 'BASE_TYPE_BAD_LENGTH', `Must be between ${least} and ${most} in length.`);
      else this.add(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${most} or fewer in length.`);
    }
  }

  required(path: readonly (string | number)[]): void {
    this.add(path, 'BASE_TYPE_REQUIRED', 'This field is required');
  }

  throwIfAny(): void {
    if (this.#found) throw new ApiError(400, { message: 'Invalid Form Body', code: 50035, errors: this.#tree });
  }
}

/** A form with one thing wrong. */
export function formError(path: readonly (string | number)[], code: string, message: string): ApiError {
  const errors = new FormErrors();
  errors.add(path, code, message);
  try {
    errors.throwIfAny();
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('unreachable');
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
