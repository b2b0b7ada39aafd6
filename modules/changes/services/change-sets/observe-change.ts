import type { Database } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { findChange } from '../record/change-store.ts';
import type { AttemptRow } from '../record/change-view.ts';

/** State of a change since a moment, read from its own rows alone. */
export interface Observed {
  /** `none`: nothing that stands was tried. */
  readonly state: 'applied' | 'running' | 'failed' | 'unknown' | 'none';
  readonly attempt: AttemptRow | undefined;
}

const STATES: Readonly<Record<AttemptRow['outcome'], Observed['state']>> = {
  running: 'running',
  awaiting_confirmation: 'running',
  succeeded: 'applied',
  failed: 'failed',
  reverted: 'failed',
  unknown: 'unknown',
};

export function observeChange(
  database: Database,
  organization_id: string,
  change_id: string,
  since: string,
): Promise<Observed> {
  return database.read(systemPrincipal(organization_id), async (unit) => {
    const [change, attempt] = await Promise.all([
      findChange(unit, change_id),
      unit.sql
        .selectFrom('change_attempts')
        .selectAll()
        .where('change_id', '=', change_id)
        .where('started_at', '>=', since)
        .orderBy('fencing', 'desc')
        .limit(1)
        .executeTakeFirst(),
    ]);
    if (change.status === 'applied') return { state: 'applied', attempt };
    return { state: attempt === undefined ? 'none' : STATES[attempt.outcome], attempt };
  });
}
