import { type Database, exempt, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Jobs } from '@patchbay/kernel/jobs';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Logger } from '@patchbay/kernel/telemetry';
import { changeSetStepJob } from '../../jobs/change-sets.ts';
import { stepKey } from './change-sets.ts';

const MAX_AT_ONCE = 100;
const watching = exempt('changes.watch-sets', 'change sets of all organizations that stand still are found');

/** Enqueues a step for every set that should go on and has not for longer than any step takes. */
export class SetWatch extends Service<{ database: Database; jobs: Jobs; logger: Logger }> {
  /** Answers how many were taken up. */
  async sweep(): Promise<number> {
    const sets = await this.parts.database.asSystem(watching, (query) =>
      query
        .selectFrom('change_sets')
        .select(['id', 'organization_id'])
        .where(
          sql<boolean>`updated_at < now() - interval '3 minutes' and (status = 'running'
            or status = 'scheduled' and apply_at < now() - interval '1 minute'
            or status = 'cancelled' and exists (
              select from change_set_items i where i.set_id = change_sets.id and i.outcome = 'applying'))`,
        )
        .orderBy('updated_at')
        .limit(MAX_AT_ONCE)
        .execute(),
    );
    for (const { id, organization_id } of sets)
      await this.parts.database.write(systemPrincipal(organization_id), async (work) => {
        this.parts.jobs.enqueue(
          work,
          changeSetStepJob,
          { set_id: id, organization_id },
          { key: stepKey(id) },
        );
      });
    if (sets.length > 0) this.parts.logger.warn('change sets that stood still go on', { sets: sets.length });
    return sets.length;
  }
}
