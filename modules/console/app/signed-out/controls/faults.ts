import { ApiError, type ErrorDetail } from '@patchbay/console-kit';

/** Why a sign-in or another attempt of somebody who is signed out failed. */
export type FaultKind = 'wrong' | 'forbidden' | 'locked' | 'limited' | 'invalid' | 'away' | 'other';

export interface Fault {
  readonly kind: FaultKind;
  /** As the platform says it. */
  readonly message: string;
  /** ISO 8601; null where the platform names no time. */
  readonly retry_at: string | null;
  readonly request_id: string | null;
}

const KINDS: Readonly<Record<number, FaultKind>> = {
  401: 'wrong',
  403: 'forbidden',
  422: 'invalid',
  423: 'locked',
  429: 'limited',
};

export function readFault(error: unknown, nowMs: number): Fault {
  if (!(error instanceof ApiError)) return { kind: 'away', message: '', retry_at: null, request_id: null };
  const { status, message, retry_after_seconds, request_id } = error;
  return {
    kind: KINDS[status] ?? 'other',
    message,
    retry_at:
      retry_after_seconds === null ? null : new Date(nowMs + retry_after_seconds * 1_000).toISOString(),
    request_id,
  };
}

const detailsOf = (error: unknown): readonly ErrorDetail[] =>
  error instanceof ApiError ? error.details : [];

/** Message of the platform about one field. */
export const fieldFault = (error: unknown, field: string): string | undefined =>
  detailsOf(error).find((detail) => detail.field === field)?.message;

/** Faults of fields that are not among these. */
export const otherFaults = (error: unknown, fields: readonly string[]): readonly ErrorDetail[] =>
  detailsOf(error).filter(({ field }) => !fields.includes(field));
