import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import type { TemplateBody } from '../delivery/event-body.ts';
import type { SealedSecrets } from '../subscriptions/signing-secrets.ts';
import { type Claim, LEASE_SECONDS } from './queue-claims.ts';

/** A subscription and where it stands, read under the lock of its queue. */
export interface LockedQueue extends SealedSecrets {
  readonly position: number;
  readonly begins_at: string;
  readonly wanted_to: number;
  readonly replay_to: number;
  readonly last_sequence: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly ordered: boolean;
  /** And not deleted. */
  readonly is_enabled: boolean;
  readonly is_deleted: boolean;
  readonly failing_since: string | null;
  readonly is_slow: boolean;
  readonly author_id: string;
  readonly author_scopes: readonly string[] | null;
  readonly template: TemplateBody | null;
}

/** Deliveries of an unordered subscription that begin together, and that are sent at once. */
const MAX_BEGUN_TOGETHER = 24;
export const MAX_SENT_AT_ONCE = 8;

/** Deliveries in order that may have begun and not ended. */
export const lanesOf = ({ ordered }: Pick<LockedQueue, 'ordered'>): number =>
  ordered ? 1 : MAX_BEGUN_TOGETHER;

/** Keeps the lease on; null: another process has taken over, or the claim was given back. */
export async function lockQueue(
  { sql: db }: UnitOfWork,
  { id, claim_id }: Pick<Claim, 'id' | 'claim_id'>,
): Promise<LockedQueue | null> {
  const { rows } = await sql<LockedQueue>`
    with held as (
      update webhook_queues set lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      where id = ${id}::uuid and claim_id = ${claim_id}::uuid returning *)
    select s.id, s.organization_id, q.position, q.begins_at, q.wanted_to, q.replay_to, q.last_sequence, q.failing_since, q.is_slow,
      s.url, s.events, s.ordered, s.is_enabled and s.deleted_at is null as is_enabled,
      s.deleted_at is not null as is_deleted, s.author_id, s.author_scopes, s.sealed_secret,
      s.sealed_former_secret, s.former_secret_until, t.body as template
    from held q join webhook_subscriptions s on s.id = q.id
    left join webhook_templates t on t.id = s.template_id`.execute(db);
  return rows[0] ?? null;
}
