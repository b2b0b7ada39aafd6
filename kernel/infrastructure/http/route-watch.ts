import { PatchbayError } from '../../errors/index.ts';
import { standardStatuses } from './openapi/responses.ts';
import type { AnyRoute } from './routes/route.ts';
import { STATUS_OF } from './status.ts';

/** Differences of a handled request from its route's declaration. */
export type RouteFault =
  | { readonly kind: 'undeclared_error'; readonly route: AnyRoute; readonly error: PatchbayError }
  | { readonly kind: 'written'; readonly route: AnyRoute; readonly records: number };

/** Runs work and answers how many audit records it wrote. */
export type CountRecords = <T>(work: () => T | Promise<T>) => Promise<readonly [T, number]>;

/** Called for every handled request of a route; for tests. */
export type OnRoute = (fault: RouteFault) => void;

export interface RouteWatch {
  readonly tell: OnRoute;
  readonly countRecords: CountRecords;
}

const WRITING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Runs a handler and reports differences from its declaration. */
export async function watchRoute<T>(
  route: AnyRoute,
  { tell, countRecords }: RouteWatch,
  query: unknown,
  handle: () => T | Promise<T>,
): Promise<T> {
  try {
    const [result, records] = await countRecords(handle);
    if (WRITING.has(route.method) && !isDryRun(query)) tell({ kind: 'written', route, records });
    return result;
  } catch (error) {
    if (error instanceof PatchbayError && !isDeclared(route, error))
      tell({ kind: 'undeclared_error', route, error });
    throw error;
  }
}

/** A dry run writes nothing, so it owes no record (RULES R24). */
const isDryRun = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'dry_run' in query && query.dry_run === true;

/**
 * Errors of the kernel's own rooms, and those implied for every route, count where the document names their status for
 * every route of this sort; a fault of the program is 500 everywhere.
 */
function isDeclared(route: AnyRoute, error: PatchbayError): boolean {
  if ((route.errors ?? []).some(({ id }: { readonly id: string }) => id === error.id)) return true;
  if (error.kind === 'internal' || route.passesErrors !== undefined) return true;
  const isImplied = KERNEL.test(error.id) || error.declaration.implied === true;
  return isImplied && standardStatuses(route).includes(STATUS_OF[error.kind]);
}

const KERNEL = /^(kernel|http)\./;
