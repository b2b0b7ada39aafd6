/** Stands for params that another user wrote; sent back, it keeps them. */
export const REDACTED = '[redacted]';

export type Params = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
