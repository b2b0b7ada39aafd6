import { type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Owner } from '../owners/owner.ts';

export interface PausedOwner {
  readonly id: string;
  readonly name: string;
  readonly author_id: string;
  readonly reason: string;
}

export interface PauseKind {
  /** Table of the owners. */
  readonly owners: string;
  /** A column that is emptied together with the pause. */
  readonly emptied?: string;
  readonly action: string;
  readonly target_type: string;
  publish(work: UnitOfWork, paused: PausedOwner): void;
}

/** Stops owners that may not go on, once, and says so (DECISIONS 28). */
export class Pausing extends Service<{ database: Pick<Database, 'write'>; kind: PauseKind }> {
  /** Leaves an owner alone that has found another author meanwhile. */
  pause({ id, organization_id, author_id }: Owner, reason: string): Promise<void> {
    const { owners, emptied, action, target_type, publish } = this.parts.kind;
    const emptying = emptied === undefined ? sql`` : sql`, ${sql.ref(emptied)} = null`;
    return this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      const { rows } = await sql<{ name: string }>`
        update ${sql.table(owners)} set paused_reason = ${reason}, updated_at = now()${emptying}
        where id = ${id}::uuid and author_id = ${author_id}::uuid and paused_reason is null and deleted_at is null
        returning name`.execute(work.sql);
      const [paused] = rows;
      if (paused === undefined) return;
      publish(work, { id, author_id, reason, ...paused });
      work.audit.record({ action, target_type, target_id: id, detail: { reason, author_id } });
    });
  }
}
