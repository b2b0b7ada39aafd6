import type { IntegrationOperation } from '../schema.ts';
import type { Row } from '../tables.ts';

/** A call of the integration interface whose parameters and body have been checked. */
export interface IntegrationCall {
  readonly operation: IntegrationOperation;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Row;
}

/** Properties a list may be filtered by; null when its data does not say. */
export function filterableOf(operation: IntegrationOperation): ReadonlySet<string> | null {
  const filterable: unknown = Reflect.get(operation, 'filterable');
  return typeof filterable === 'object' && filterable !== null ? new Set(Object.keys(filterable)) : null;
}
