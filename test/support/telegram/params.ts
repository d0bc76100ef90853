// Typed reading of the fields of a call, with the refusals of the Bot API.

import { badRequest } from './api-error.js';
import type { Params } from './body.js';

export function textOf(params: Params, name: string): string {
  const value = params.fields[name];
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') throw badRequest(`can't parse ${name}`);
  return String(value);
}

export function numberOf(params: Params, name: string): number | undefined {
  const value = params.fields[name];
  if (value === undefined || value === null || value === '') return undefined;
  const number = Number(value);
  if (!Number.isInteger(number)) throw badRequest(`invalid ${name} specified`);
  return number;
}

export function flagOf(params: Params, name: string): boolean {
  const value = params.fields[name];
  return value === true || value === 'true' || value === 1;
}

export function objectOf(params: Params, name: string): Record<string, unknown> | undefined {
  const value = params.fields[name];
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw badRequest(`object expected as ${name.replaceAll('_', ' ')}`);
  return value;
}

export function listOf(params: Params, name: string): unknown[] | undefined {
  const value = params.fields[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw badRequest(`expected an Array of ${name}`);
  return value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
