import { sql, storable, type UnitOfWork } from '@patchbay/kernel/database';
import { PatchbayError } from '@patchbay/kernel/errors';
import { AdapterError, type ControllerFacts } from '@patchbay/vendor-kit';
import { controllerStatusChanged } from '../../contract.ts';
import type { ControllerStatus, LastSnapshot } from '../../entities/controller.ts';
import { afterAnswer, afterFailure } from '../syncs/next-contact.ts';
import { ControllerPaused } from './controller-bulkhead.ts';
import { type ControllerRow, controllers } from './controller-view.ts';

export interface Contact {
  readonly status: ControllerStatus;
  /** Failed contacts in a row, this one included. */
  readonly failures: number;
}

/** Keeps that a controller answered, what it said of itself and, after a sync, what was read. */
export async function recordAnswer(
  work: UnitOfWork,
  controller_id: string,
  facts: ControllerFacts,
  synced: LastSnapshot | null,
): Promise<void> {
  const before = await controllers.hold(work, controller_id);
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
      updated_at: touchedAt(before.status !== 'online' || before.version !== version),
      ...(synced === null
        ? soonIf(before.status === 'unreachable' || before.status === 'error')
        : {
            last_sync_at: sql<string>`now()`,
            last_snapshot: sql<LastSnapshot>`${JSON.stringify(synced)}::jsonb`,
            next_sync_at: inSeconds(afterAnswer()),
          }),
    })
    .where('id', '=', controller_id)
    .execute();
  announce(work, before, 'online', null);
}

/**
 * Keeps that a contact failed, and when the next periodic one is due. Null when it was not the controller that
 * failed.
 */
export async function recordFailure(
  work: UnitOfWork,
  controller_id: string,
  error: unknown,
): Promise<Contact | null> {
  if (isOurOwnHaste(error)) return null;
  const before = await controllers.hold(work, controller_id);
  const status = statusAfter(error);
  const reason = reasonOf(error);
  const failures = Math.min(before.failures + 1, 1_000);
  await work.sql
    .updateTable('controllers')
    .set({
      status,
      last_error: reason,
      failures,
      next_sync_at: inSeconds(afterFailure(status, failures)),
      updated_at: touchedAt(before.status !== status),
    })
    .where('id', '=', controller_id)
    .execute();
  announce(work, before, status, reason);
  return { status, failures };
}

/** Too much of ours was under way, or we leave it alone for a while; that says nothing of the controller. */
const isOurOwnHaste = (error: unknown): boolean =>
  error instanceof ControllerPaused ||
  (error instanceof AdapterError && error.type === 'adapter_rate_limit' && error.outcome === 'not_sent');

/** An edit must not fail its `If-Match` because a sync ran meanwhile, unless the sync found something new. */
const touchedAt = (isNews: boolean) => (isNews ? sql<string>`now()` : sql<string>`updated_at`);

/** Devices of a controller that is back are read with the next round. */
const soonIf = (isBack: boolean) => (isBack ? { next_sync_at: null } : {});

const inSeconds = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds}::float8)`;

/** Text of a failure: adapters and declared errors speak for themselves, the rest stays hidden. */
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
