import { type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { causationOf } from '../intake/loop-guard.ts';
import { DEFAULT_CEILING } from '../intake/rate-window.ts';
import type { Trip } from '../intake/run-limits.ts';

export interface Throttled {
  readonly id: string;
  readonly name: string;
  readonly runs_per_minute: number;
  readonly since: string;
}

export interface TripKind {
  readonly rates: string;
  readonly action: string;
  readonly target_type: string;
  publish(work: UnitOfWork, throttled: Throttled, causation: readonly string[]): void;
}

/** Says that an owner is held back, once per trip, however often it is asked. */
export class TripAnnouncement extends Service<{ database: Pick<Database, 'write'>; kind: TripKind }> {
  announce({ owner, event }: Trip): Promise<void> {
    const { id, name, organization_id } = owner;
    const { rates, action, target_type, publish } = this.parts.kind;
    return this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      const { rows } = await sql<{ tripped_at: string }>`
        update ${sql.table(rates)} set is_announced = true, updated_at = now()
        where id = ${id}::uuid and tripped_at is not null and not is_announced
        returning tripped_at`.execute(work.sql);
      const [announced] = rows;
      if (announced === undefined) return;
      const runs_per_minute = owner.max_runs_per_minute ?? DEFAULT_CEILING;
      const since = String(announced.tripped_at);
      publish(work, { id, name, runs_per_minute, since }, causationOf(event, id));
      work.audit.record({ action, target_type, target_id: id, detail: { runs_per_minute } });
    });
  }
}
