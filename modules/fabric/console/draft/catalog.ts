import type { ReplyOf } from '@patchbay/client';
import {
  type MediaFault,
  matchesEvent,
  newMediaFault,
  type StepDraft,
} from '@patchbay/console-kit/steps-model';

type Reply = ReplyOf<'GET', '/fabric/catalog'>;
export type Operation = Reply['operations'][number];
export type CatalogEvent = Reply['events'][number];

/** Operations and events, found by their names. */
export interface Catalog {
  readonly events: readonly CatalogEvent[];
  readonly operations: readonly Operation[];
  operation(id: string): Operation | undefined;
  /** Events that a pattern matches. */
  matching(pattern: string): readonly CatalogEvent[];
}

export function catalogOf({ events, operations }: Pick<Reply, 'events' | 'operations'>): Catalog {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return {
    events,
    operations,
    operation: (id) => byId.get(id),
    matching: (pattern) =>
      pattern === '' ? [] : events.filter(({ event_type }) => matchesEvent(pattern, event_type)),
  };
}

export const EMPTY_CATALOG: Catalog = catalogOf({ events: [], operations: [] });

/** Media types that the events of a pattern bring. */
export const broughtBy = (catalog: Catalog, pattern: string): readonly string[] => [
  ...new Set(catalog.matching(pattern).flatMap(({ produces }) => produces)),
];

/** Schema of what an operation leaves to later steps, where the catalog says it. */
export const outputSchemaOf = (operation: Operation | undefined): unknown =>
  operation !== undefined && 'output_schema' in operation ? operation.output_schema : null;

/** The fault in media types that steps in this order would have and the former ones have not. */
export function faultOfOrder(
  catalog: Catalog,
  source_event: string,
  former: readonly StepDraft[],
  next: readonly Pick<StepDraft, 'key' | 'name'>[],
): MediaFault | null {
  return newMediaFault(
    broughtBy(catalog, source_event),
    former.map(({ name }) => catalog.operation(name)),
    next.map(({ name }) => catalog.operation(name)),
    next.map(({ key }) => {
      const place = former.findIndex((step) => step.key === key);
      return place === -1 ? null : place;
    }),
  );
}
