// What the Bot API answers when it refuses: code, wording and parameters as Telegram sends them.

import type { ResponseParameters } from 'grammy/types';

export class ApiError extends Error {
  readonly code: number;
  readonly parameters: ResponseParameters | undefined;

  constructor(code: number, description: string, parameters?: ResponseParameters) {
    super(description);
    this.name = 'ApiError';
    this.code = code;
    this.parameters = parameters;
  }
}

/** 400, with Telegram's habit of starting the reason in lower case. */
export function badRequest(reason: string, parameters?: ResponseParameters): ApiError {
  const lower = /^[A-Z][a-z ]/.test(reason) ? `${reason.charAt(0).toLowerCase()}${reason.slice(1)}` : reason;
  return new ApiError(400, `Bad Request: ${lower}`, parameters);
}

export function forbidden(reason: string): ApiError {
  return new ApiError(403, `Forbidden: ${reason}`);
}

export function tooMany(retryAfter: number): ApiError {
  return new ApiError(429, `Too Many Requests: retry after ${retryAfter}`, { retry_after: retryAfter });
}
