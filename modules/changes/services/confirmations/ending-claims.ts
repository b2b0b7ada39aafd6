import { randomUUID } from 'node:crypto';
import { type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { AttemptRow } from '../record/change-view.ts';

type Identified = Pick<AttemptRow, 'id' | 'organization_id' | 'fencing'>;

/** Longer than anything done under a claim. */
const CONFIRM_SECONDS = 30;
const REVERT_SECONDS = 90;

/** An attempt that one caller alone may end for now; `ending_by` names the claim. */
export type Ending = AttemptRow & { readonly ending_by: string };

/** State of an attempt by the database's clock. */
export interface Look {
  readonly attempt: AttemptRow;
  /** Seconds until the time to confirm is over; negative since. */
  readonly left_seconds: number;
  /** Whether it is being ended right now. */
  readonly is_ending: boolean;
}

/**
 * Claims the end of an attempt that awaits confirmation. Confirming and rolling back meet in one row: each begins
 * by comparing and setting it, a confirmation before the deadline only and a roll-back after it only, and ends
 * under the same claim, so that one of them wins. A claim outlives its process by seconds.
 */
export class EndingClaims extends Service<{ database: Database }> {
  look(organization_id: string, id: string): Promise<Look | undefined> {
    return this.parts.database.read(systemPrincipal(organization_id), async (work) => {
      const row = await work.sql
        .selectFrom('change_attempts')
        .selectAll()
        .select([
          sql<number>`coalesce(extract(epoch from confirm_until - now()), 0)::float8`.as('left_seconds'),
          sql<boolean>`coalesce(ending_until > now(), false)`.as('is_ending'),
        ])
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const { left_seconds, is_ending, ...attempt } = row;
      return { attempt, left_seconds, is_ending };
    });
  }

  /** In the caller's unit, with its judgement; undefined when too late or claimed elsewhere. */
  async toConfirm(work: UnitOfWork, { id, fencing }: Identified): Promise<Ending | undefined> {
    const row = await work.sql
      .updateTable('change_attempts')
      .set({ ending: 'confirm', ending_by: randomUUID(), ending_until: from(CONFIRM_SECONDS) })
      .where('id', '=', id)
      .where('fencing', '=', fencing)
      .where('outcome', '=', 'awaiting_confirmation')
      .where('confirm_until', '>', sql<string>`now()`)
      .where((is) => is.or([is('ending', 'is', null), is('ending_until', '<', sql<string>`now()`)]))
      .returningAll()
      .executeTakeFirst();
    return claimed(row);
  }

  toRevert({ id, organization_id, fencing }: Identified): Promise<Ending | undefined> {
    return this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      const row = await work.sql
        .updateTable('change_attempts')
        .set({
          // An interrupted confirmation is kept: the device may have got it.
          ending: sql<'confirm' | 'revert'>`coalesce(ending, 'revert')`,
          ending_by: randomUUID(),
          ending_until: from(REVERT_SECONDS),
        })
        .where('id', '=', id)
        .where('fencing', '=', fencing)
        .where('outcome', '=', 'awaiting_confirmation')
        .where('confirm_until', '<=', sql<string>`now()`)
        .where((is) => is.or([is('ending_until', 'is', null), is('ending_until', '<', sql<string>`now()`)]))
        .returningAll()
        .executeTakeFirst();
      return claimed(row);
    });
  }

  /** Right before the inverse is pushed. False when the claim was lost, or it was pushed already. */
  markReverting(ending: Ending): Promise<boolean> {
    const marks = { revert_sent_at: sql<string>`now()`, ending_until: from(REVERT_SECONDS) };
    return this.#change(ending, marks, { action: 'changes.take-back' });
  }

  /** The push of the inverse is known to have done nothing. */
  async unmarkReverting(ending: Ending): Promise<void> {
    await this.#change(ending, { revert_sent_at: null });
  }

  /** Releases the claim. An attempted confirmation is kept: the device may have got the order to let it stand. */
  async release(ending: Ending): Promise<void> {
    await this.#change(ending, { ending_until: sql<string>`now()` });
  }

  /** The device no longer stands ready. */
  async disarmed({ id, organization_id }: Pick<AttemptRow, 'id' | 'organization_id'>): Promise<void> {
    await this.parts.database.write(systemPrincipal(organization_id), (work) =>
      work.sql.updateTable('change_attempts').set({ armed_at: null }).where('id', '=', id).execute(),
    );
  }

  #change(
    { id, organization_id, change_id, ending_by }: Ending,
    values: Readonly<Record<string, unknown>>,
    /** Recorded for the one push of the inverse. */
    push?: { readonly action: string },
  ): Promise<boolean> {
    return this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      const changed = await work.sql
        .updateTable('change_attempts')
        .set(values)
        .where('id', '=', id)
        .where('outcome', '=', 'awaiting_confirmation')
        .where('ending_by', '=', ending_by)
        .$if(push !== undefined, (query) => query.where('revert_sent_at', 'is', null))
        .executeTakeFirst();
      const isChanged = changed.numUpdatedRows === 1n;
      if (isChanged && push)
        work.audit.record({
          ...push,
          target_type: 'change',
          target_id: change_id,
          detail: { attempt_id: id },
        });
      return isChanged;
    });
  }
}

const from = (seconds: number) => sql<string>`now() + make_interval(secs => ${sql.lit(seconds)})`;

const claimed = (row: AttemptRow | undefined): Ending | undefined =>
  row?.ending_by ? { ...row, ending_by: row.ending_by } : undefined;
