import type { LabRequest } from '../lab-product.ts';
import { invalidPayload, Refusal } from './refusal.ts';
import type { Row } from './tables.ts';

/** What a part of the console gives back: a body, and the status when it is not 200. */
export interface Result {
  readonly status?: number;
  /** undefined for an answer without a body. */
  readonly body?: unknown;
  readonly afterwards?: () => void;
}

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body as JSON; anything unreadable is a refusal of the integration interface's kind. */
export function jsonBody(request: LabRequest): unknown {
  if (request.body.trim() === '') return undefined;
  try {
    return JSON.parse(request.body);
  } catch {
    throw new Refusal(400, 'api.request.error', 'The body cannot be read');
  }
}

/** The body of a classic write, which is always an object. */
export function classicBody(request: LabRequest): Row {
  let parsed: unknown;
  try {
    parsed = request.body.trim() === '' ? {} : JSON.parse(request.body);
  } catch {
    throw invalidPayload('body', 'json');
  }
  if (!isRow(parsed)) throw invalidPayload('body', 'object');
  return parsed;
}
