// Which handler answers a method and a path, and whether a path fits a pattern. No I/O.

import type { UploadedFile } from './body.js';

export interface RestRequest {
  params: Record<string, string>;
  query: URLSearchParams;
  /** The parsed JSON, or `payload_json` of a multipart form. */
  body: unknown;
  files: UploadedFile[];
}

/** `body` undefined is an answer without one, and without a content type. */
export interface RestAnswer {
  status: number;
  body?: unknown;
  /** Sent as they stand, with these headers, instead of JSON. */
  bytes?: Uint8Array;
  headers?: Record<string, string>;
}

export type Handler = (request: RestRequest) => RestAnswer;

export interface Route {
  method: string;
  /** Below /api/v10, as `/channels/:channel/messages`. */
  pattern: string;
  /** False where the path itself carries the right to call. */
  auth?: boolean;
  handle: Handler;
}

export interface RouteMatch {
  route: Route;
  params: Record<string, string>;
}

export type FindRoute = (method: string, path: string) => RouteMatch | 'method' | undefined;

/** 'method' where the path exists and the method does not. */
export function routerOf(routes: readonly Route[]): FindRoute {
  const split = routes.map((route) => ({ route, steps: route.pattern.split('/') }));
  // Fixed words win over parameters: /users/@me before /users/:user.
  split.sort((a, b) => wildness(a.steps) - wildness(b.steps));
  return (method, path) => {
    const steps = path.split('/');
    let other = false;
    for (const { route, steps: pattern } of split) {
      const params = matchSteps(pattern, steps);
      if (!params) continue;
      if (route.method === method) return { route, params };
      other = true;
    }
    return other ? 'method' : undefined;
  };
}

/** `:name` and `*` stand for one step of a path, a last `**` for any number of them. */
export function fits(pattern: string, path: string): boolean {
  if (!pattern.endsWith('**')) return matchSteps(pattern.split('/'), path.split('/')) !== undefined;
  const head = pattern.slice(0, -2).split('/').slice(0, -1);
  return matchSteps(head, path.split('/').slice(0, head.length)) !== undefined;
}

function matchSteps(pattern: readonly string[], steps: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== steps.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const step = steps[index] ?? '';
    if (expected.startsWith(':')) params[expected.slice(1)] = step;
    else if (expected !== '*' && expected !== step) return undefined;
  }
  return params;
}

function wildness(steps: readonly string[]): number {
  return steps.filter((step) => step.startsWith(':')).length;
}
