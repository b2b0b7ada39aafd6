import { sql, storable, type UnitOfWork } from '@patchbay/kernel/database';
import { PatchbayError } from '@patchbay/kernel/errors';
import { AdapterError, type ControllerFacts } from '@patchbay/module-gateway/contract';
import { controllerStatusChanged } from '../contract.ts';
import type { ControllerStatus, LastSnapshot } from '../entities/controller.ts';
import { type ControllerRow, controllerRow } from './controller-view.ts';

const FIRST_RETRY_MINUTES = 5;
const LONGEST_RETRY_MINUTES = 60;

/** Keeps that a controller answered, what it said of itself and, after a sync, what was read. */
export async function recordAnswer(
  work: UnitOfWork,
  controller_id: string,
  facts: ControllerFacts,
  synced: LastSnapshot | null,
): Promise<void> {
  const before = await controllerRow(work, controller_id, 'update');
  const { version, model, serial, capabilities } = storable(facts);
  await work.sql
    .updateTable('controllers')
    .set({
      status: 'online',
      version,
      model,
      serial,
      capabilities: sql<readonly string[]>`${JSON.stringify(capabilities)}::jsonb`,
      last_error: null,
      failures: 0,
      next_sync_at: null,
      updated_at: touchedAt(before.status !== 'online' || before.version !== version),
      ...(synced === null
        ? {}
        : {
            last_sync_at: sql<string>`now()`,
            last_snapshot: sql<LastSnapshot>`${JSON.stringify(synced)}::jsonb`,
          }),
    })
    .where('id', '=', controller_id)
    .execute();
  announce(work, before, 'online', null);
}

/** Keeps that a contact failed; the next periodic one waits longer each time, at most an hour. */
export async function recordFailure(work: UnitOfWork, controller_id: string, error: unknown): Promise<void> {
  if (isOurOwnHaste(error)) return;
  const before = await controllerRow(work, controller_id, 'update');
  const status = statusAfter(error);
  const reason = reasonOf(error);
  const minutes = Math.min(FIRST_RETRY_MINUTES * 2 ** Math.min(before.failures, 10), LONGEST_RETRY_MINUTES);
  await work.sql
    .updateTable('controllers')
    .set({
      status,
      last_error: reason,
      failures: Math.min(before.failures + 1, 1_000),
      next_sync_at: sql<string>`now() + make_interval(mins => ${minutes}::int)`,
      updated_at: touchedAt(before.status !== status),
    })
    .where('id', '=', controller_id)
    .execute();
  announce(work, before, status, reason);
}

/** Too much of ours was under way; that says nothing of the controller. */
const isOurOwnHaste = (error: unknown): boolean =>
  error instanceof AdapterError && error.type === 'adapter_rate_limit' && error.outcome === 'not_sent';

/** An edit must not fail its `If-Match` because a sync ran meanwhile, unless the sync found something new. */
const touchedAt = (isNews: boolean) => (isNews ? sql<string>`now()` : sql<string>`updated_at`);

/** What may be told of a failure: adapters and declared errors speak for themselves, the rest does not. */
export function reasonOf(error: unknown): string {
  const isTold = error instanceof AdapterError || error instanceof PatchbayError;
  return isTold ? storable(error.message.slice(0, 500)) : 'The controller could not be read.';
}

function statusAfter(error: unknown): ControllerStatus {
  if (!(error instanceof AdapterError)) return 'error';
  return error.type === 'adapter_connection_error' || error.type === 'adapter_timeout'
    ? 'unreachable'
    : 'error';
}

function announce(
  work: UnitOfWork,
  before: ControllerRow,
  status: ControllerStatus,
  reason: string | null,
): void {
  const { id: controller_id, site_id, name, status: old_status } = before;
  if (old_status === status) return;
  const data = { name, old_status, new_status: status, reason };
  work.events.publish(controllerStatusChanged, { controller_id, site_id, data }, { site_id });
}
