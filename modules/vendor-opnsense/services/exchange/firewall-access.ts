import type { ApiAnswer } from './api-client.ts';

/** The part of a session that features use; every exchange passes the controller's bulkhead. */
export interface FirewallAccess {
  get(path: string, query?: Readonly<Record<string, string>>): Promise<ApiAnswer>;
  post(path: string, body?: object, timeoutMs?: number): Promise<ApiAnswer>;
  /** Path of a commit, with the armed savepoint where one is armed for it. */
  commitPath(path: string): string;
  /** Time between two looks at a long job, in milliseconds. */
  readonly pollMs: number;
}

const IDENTIFIER = /^[A-Za-z0-9_.:-]{1,128}$/;

/** A parameter that can stand in a path, or null. */
export const parameterOf = (text: string): string | null =>
  IDENTIFIER.test(text) && !text.startsWith('.') ? text : null;
