import { type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { OutgoingMessage } from '../../contract.ts';
import type { DeliveryStatus } from '../../entities/notification-delivery.ts';
import { channelFailing } from '../../events.ts';
import type { AddressedReceiver, Addresses } from '../preferences/addresses.ts';
import { composed } from './compose-message.ts';
import { nextBatch, nextDue, type OpenDelivery, openDeliveries } from './next-batch.ts';
import { type ClaimedReceiver, LEASE_SECONDS } from './receiver-claims.ts';
import { type Failure, MAX_ATTEMPTS, retryAt } from './retry.ts';

/** A message that has been written down as begun. */
export interface BegunBatch {
  readonly deliveries: readonly OpenDelivery[];
  readonly message: OutgoingMessage;
  readonly address: unknown;
  readonly dropped: number;
}

/** Failures in a row after which a kept channel is said to fail. */
const FAILING = 5;
/** A message that ends the process each time must not go on for ever. */
const INTERRUPTED = 'It was interrupted again and again.';

interface TargetRow extends AddressedReceiver {
  readonly label: string;
  readonly dropped: number;
  readonly failures: number;
}

/** The record around every message: written before it goes, and after its outcome. */
export class ReceiverBatches extends Service<{
  database: Pick<Database, 'write'>;
  addresses: Pick<Addresses, 'of'>;
  clock: Clock;
}> {
  /** Null: nothing is due, or the claim is another process's by now. */
  begin(claim: ClaimedReceiver): Promise<BegunBatch | null> {
    return this.parts.database.write(systemPrincipal(claim.organization_id), async (work) => {
      const target = await hold(work, claim);
      if (target === null) return null;
      for (;;) {
        const open = await openDeliveries(work, claim.id);
        const canMerge = target.user_id !== null || target.channel_id !== null;
        const batch = nextBatch(open, this.parts.clock.now(), canMerge && target.failures > 0);
        if (batch.length === 0 || isBackingOff(batch, this.parts.clock.now())) {
          await this.#rest(work, claim, nextDue(batch.length > 0 ? batch : open));
          return null;
        }
        const begun = await this.#addressed(work, target, batch);
        if (begun !== null) return begun;
      }
    });
  }

  /** Null: none of it may go, which is written down. */
  async #addressed(
    work: UnitOfWork,
    target: TargetRow,
    batch: readonly OpenDelivery[],
  ): Promise<BegunBatch | null> {
    if (batch.some(({ attempts }) => attempts > MAX_ATTEMPTS)) {
      await this.#end(work, batch, { status: 'failed', reason: 'gave_up', last_error: INTERRUPTED });
      return null;
    }
    const addressed = await this.parts.addresses.of(work, target);
    const isRefused = 'reason' in addressed;
    const refused = isRefused ? batch : batch.filter((each) => !addressed.maySee(each));
    const reason = isRefused ? addressed.reason : 'not_allowed';
    await this.#end(work, refused, { status: 'skipped', reason, last_error: null });
    const deliveries = batch.filter((each) => !refused.includes(each));
    if (isRefused || deliveries.length === 0) return null;
    const message_id = deliveries[0]?.message_id ?? newId();
    await sql`
      update notification_deliveries set status = 'sending', message_id = ${message_id}::uuid,
        attempts = attempts + 1, updated_at = now()
      where id = any(${deliveries.map(({ id }) => id)}::uuid[])`.execute(work.sql);
    const items = deliveries.map((each) => ({ ...each, isHeld: each.mode !== 'single' }));
    const message = composed(message_id, items, target.dropped);
    return { deliveries, message, address: addressed.address, dropped: target.dropped };
  }

  /** The receiver took it. */
  async delivered(claim: ClaimedReceiver, { deliveries, dropped }: BegunBatch): Promise<void> {
    await this.parts.database.write(systemPrincipal(claim.organization_id), async (work) => {
      if ((await hold(work, claim)) === null) return;
      await this.#end(work, deliveries, { status: 'delivered', reason: null, last_error: null });
      await sql`
        update notification_targets set dropped = greatest(dropped - ${dropped}::integer, 0), failures = 0,
          failing_since = null, last_error = null, updated_at = now()
        where id = ${claim.id}::uuid`.execute(work.sql);
    });
  }

  /** The message did not get out: it is tried again later, or given up for good. */
  async failed(claim: ClaimedReceiver, { deliveries }: BegunBatch, failure: Failure): Promise<void> {
    await this.parts.database.write(systemPrincipal(claim.organization_id), async (work) => {
      const target = await hold(work, claim);
      if (target === null) return;
      const now = this.parts.clock.now();
      const last_error = failure.message;
      const due_at = retryAt(deliveries, failure, target.failures, now);
      if (due_at === null)
        await this.#end(work, deliveries, { status: 'failed', reason: failure.type, last_error });
      else
        await sql`
          update notification_deliveries set due_at = ${due_at.toISOString()}::timestamptz,
            reason = 'retry', last_error = ${last_error}, updated_at = now()
          where id = any(${deliveries.map(({ id }) => id)}::uuid[])`.execute(work.sql);
      await sql`
        update notification_targets set failures = failures + 1, last_error = ${last_error},
          failing_since = coalesce(failing_since, ${now.toISOString()}::timestamptz), updated_at = now()
        where id = ${claim.id}::uuid`.execute(work.sql);
      if (target.channel_id !== null && target.failures + 1 === FAILING)
        work.events.publish(channelFailing, {
          channel_id: target.channel_id,
          name: target.label,
          last_error,
        });
    });
  }

  /** Releases the claim until then. */
  async #rest({ sql: db }: UnitOfWork, claim: ClaimedReceiver, next_due_at: string | null): Promise<void> {
    await sql`
      update notification_targets set next_due_at = ${next_due_at}::timestamptz
      where id = ${claim.id}::uuid`.execute(db);
  }

  async #end(
    { sql: db }: UnitOfWork,
    deliveries: readonly OpenDelivery[],
    how: {
      readonly status: DeliveryStatus;
      readonly reason: string | null;
      readonly last_error: string | null;
    },
  ): Promise<void> {
    if (deliveries.length === 0) return;
    await sql`
      update notification_deliveries set status = ${how.status}, reason = ${how.reason},
        last_error = ${how.last_error}, finished_at = ${this.parts.clock.now().toISOString()}::timestamptz,
        updated_at = now()
      where id = any(${deliveries.map(({ id }) => id)}::uuid[])`.execute(db);
  }
}

/** A message that was begun goes on when its time has come; until then nothing else overtakes it. */
const isBackingOff = ([first]: readonly OpenDelivery[], now: Date): boolean =>
  first?.status === 'sending' && Date.parse(first.due_at) > now.getTime();

/** Extends the lease; null: the claim is lost. The row stays locked until the unit ends. */
async function hold({ sql: db }: UnitOfWork, { id, claim_id }: ClaimedReceiver): Promise<TargetRow | null> {
  const { rows } = await sql<TargetRow>`
    update notification_targets
    set lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${id}::uuid and claim_id = ${claim_id}::uuid
    returning id, label, user_id, channel_id, sealed_address, dropped, failures`.execute(db);
  return rows[0] ?? null;
}
