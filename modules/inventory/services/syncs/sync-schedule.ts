import { type Database, exempt, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { ControllerSyncs } from './controller-syncs.ts';

const dueControllers = exempt(
  'inventory.due-controllers',
  'the periodic sync looks in every organization for controllers that are due, and reads their ids only',
);

const MAX_PER_TICK = 20_000;
const PER_UNIT = 1_000;
/** Shorter than the minute between ticks, so that what one asked for has begun when the next looks. */
const SPREAD_MS = 45_000;
/** By then the round has asked for all of them. */
const EARLIEST_MS = 2_000;

/** Decides which controllers are read next; each is then read in its own job, as its own organization. */
export class SyncSchedule extends Service<{
  database: Database;
  syncs: Pick<ControllerSyncs, 'schedule'>;
  clock: Clock;
}> {
  async tick(signal: AbortSignal): Promise<void> {
    const due = await this.#due();
    const nowMs = this.parts.clock.now().getTime();
    const jitter = (): Date => new Date(nowMs + EARLIEST_MS + Math.floor(Math.random() * SPREAD_MS));
    for (const [organization_id, ids] of byOrganization(due)) {
      for (let from = 0; from < ids.length; from += PER_UNIT) {
        if (signal.aborted) return;
        await this.parts.syncs.schedule(
          systemPrincipal(organization_id),
          ids.slice(from, from + PER_UNIT),
          jitter,
        );
      }
    }
  }

  /** Without a credential a sign-in is impossible; an active sync needs no second one; closed organizations rest. */
  #due(): Promise<readonly { readonly id: string; readonly organization_id: string }[]> {
    return this.parts.database.asSystem(dueControllers, (db) =>
      db
        .selectFrom('controllers')
        .select(['id', 'organization_id'])
        .where('controllers.deleted_at', 'is', null)
        .where('credential_id', 'is not', null)
        .where((e) =>
          e.exists(
            e
              .selectFrom('organizations')
              .select('organizations.id')
              .whereRef('organizations.id', '=', 'controllers.organization_id')
              .where('organizations.deleted_at', 'is', null)
              .where('organizations.is_active', '=', true),
          ),
        )
        .where((e) => e.or([e('next_sync_at', 'is', null), e('next_sync_at', '<=', sql<string>`now()`)]))
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom('controller_syncs')
                .select('controller_syncs.id')
                .whereRef('controller_syncs.controller_id', '=', 'controllers.id')
                .where('controller_syncs.status', 'in', ['queued', 'running'])
                .where('controller_syncs.created_at', '>', sql<string>`now() - interval '20 minutes'`),
            ),
          ),
        )
        .orderBy('organization_id')
        .orderBy('id')
        .limit(MAX_PER_TICK)
        .execute(),
    );
  }
}

function byOrganization(
  rows: readonly { readonly id: string; readonly organization_id: string }[],
): ReadonlyMap<string, readonly string[]> {
  const grouped = new Map<string, string[]>();
  for (const { id, organization_id } of rows) {
    const ids = grouped.get(organization_id);
    if (ids) ids.push(id);
    else grouped.set(organization_id, [id]);
  }
  return grouped;
}
