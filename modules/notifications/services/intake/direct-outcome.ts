import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import type { DirectOutcome } from '../../contract.ts';
import type { DeliveryMode, DeliveryStatus } from '../../entities/notification-delivery.ts';

/** One delivery of a notice, as its sender sees it. */
export interface DeliveryState {
  readonly notice_id: string;
  readonly target_id: string;
  readonly channel: string;
  readonly label: string;
  readonly status: DeliveryStatus;
  readonly mode: DeliveryMode;
  readonly reason: string | null;
  readonly last_error: string | null;
  /** The receiver did not answer to what came before, which goes first. */
  readonly is_blocked: boolean;
  readonly blocked_by: string | null;
}

export async function deliveryStates(
  { sql: db }: UnitOfWork,
  effect_id: string,
): Promise<readonly DeliveryState[]> {
  const { rows } = await sql<DeliveryState>`
    select n.id as notice_id, t.id as target_id, t.channel, t.label, d.status, d.mode, d.reason, d.last_error,
      t.failures > 0 as is_blocked, t.last_error as blocked_by
    from notices n join notification_deliveries d on d.notice_id = n.id
    join notification_targets t on t.id = d.target_id
    where n.effect_id = ${effect_id}::uuid order by t.key`.execute(db);
  return rows;
}

const FULL = 'too much is waiting for this receiver';

/** Receivers that were not tried yet; and by channel: through when every receiver has it, failed when one did not take it, else pending. */
export function outcomeOf(
  rows: readonly DeliveryState[],
  channels: readonly string[],
): { readonly untried: readonly string[]; readonly told: DirectOutcome } {
  const byChannel = Map.groupBy(rows, ({ channel }) => channel);
  const failures = channels.flatMap((channel) => {
    const own = byChannel.get(channel);
    if (own === undefined) return [{ channel, message: FULL }];
    const failed = own.find((row) => errorOf(row) !== null);
    return failed === undefined ? [] : [{ channel, message: errorOf(failed) ?? '' }];
  });
  const isThrough = (channel: string): boolean =>
    (byChannel.get(channel) ?? []).every(({ status }) => status === 'delivered');
  const others = channels.filter((channel) => !failures.some((each) => each.channel === channel));
  return {
    untried: rows
      .filter((row) => isOpen(row) && errorOf(row) === null && row.mode === 'single')
      .map(({ target_id }) => target_id),
    told: {
      notice_id: rows[0]?.notice_id ?? '',
      delivered: others.filter(isThrough),
      pending: others.filter((channel) => !isThrough(channel)),
      failures,
    },
  };
}

const isOpen = ({ status }: DeliveryState): boolean => status === 'waiting' || status === 'sending';

function errorOf(row: DeliveryState): string | null {
  if (row.status === 'delivered' || row.status === 'folded') return null;
  if (row.status === 'skipped') return row.reason ?? 'skipped';
  return row.last_error ?? (row.is_blocked && isOpen(row) ? row.blocked_by : null);
}
