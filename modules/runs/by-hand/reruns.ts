import { type Database, jsonValue, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { AuthorViews } from '../records/author-views.ts';
import type { RunRecords } from '../records/run-records.ts';
import { insertingRun, type RunRow, runColumns } from '../records/run-rows.ts';
import { takenOver } from '../records/taken-over.ts';
import type { RerunKind } from './rerun-kind.ts';
import { failedStepOf, keptUpTo } from './rerun-steps.ts';
import type { OwnerForRun, RunOwner } from './run-owner.ts';

export interface RerunDeps<O extends RunOwner, V> {
  readonly kind: RerunKind;
  readonly database: Pick<Database, 'write'>;
  readonly ownerFor: OwnerForRun<O>;
  readonly views: AuthorViews;
  readonly records: Pick<RunRecords<V>, 'view'>;
  /** Says that runs wait in PostgreSQL. */
  readonly wake: () => void;
}

/** Result of a replay of many. */
export interface Replayed {
  readonly replayed: number;
  /** Dead letters of the owner that are still there. */
  readonly left: number;
}

const MAX_AT_ONCE = 200;

type Origin = RunRow & { readonly trigger: Readonly<Record<string, unknown>> | null };

/**
 * Carries runs out anew: a run of its own, with effects of its own, from a step on, with the steps as the owner has
 * them now. It acts as the author, so the caller must hold every step's permission as well.
 */
export class Reruns<O extends RunOwner, V> extends Service<RerunDeps<O, V>> {
  rerun(principal: Principal, run_id: string, from: number): Promise<V> {
    const { database, kind, ownerFor } = this.parts;
    return database.write(principal, async (work) => {
      const origin = await this.#origin(work, run_id);
      if (origin.finished_at === null) throw kind.runNotEnded();
      return this.#again(work, origin, await ownerFor(work, origin.owner_id), from);
    });
  }

  /** From the step that failed. Of calls in parallel one makes a run. */
  replay(principal: Principal, run_id: string): Promise<V> {
    const { database, kind, ownerFor } = this.parts;
    return database.write(principal, async (work) => {
      const origin = await this.#origin(work, run_id);
      if (origin.dead_letter !== 'open') throw kind.notADeadLetter();
      return this.#again(work, origin, await ownerFor(work, origin.owner_id), failedStepOf(origin.steps));
    });
  }

  /** The oldest dead letters of an owner; those whose steps have changed since stay. */
  replayAll(principal: Principal, owner_id: string): Promise<Replayed> {
    const { database, kind, ownerFor } = this.parts;
    return database.write(principal, async (work) => {
      const owner = await ownerFor(work, owner_id);
      const open = sql`${sql.ref(kind.owner)} = ${owner_id}::uuid and dead_letter = 'open'`;
      const origins = await this.#origins(work, sql`${open} order by id limit ${MAX_AT_ONCE}::integer`);
      const fitting = origins.filter(({ steps }) => {
        const kept = keptUpTo(steps, owner.steps, failedStepOf(steps), kind);
        return !(kept instanceof Error);
      });
      for (const origin of fitting) await this.#again(work, origin, owner, failedStepOf(origin.steps));
      const { rows } = await sql<{ left: number }>`
        select count(*) as left from ${sql.table(kind.runs)} where ${open}`.execute(work.sql);
      return { replayed: fitting.length, left: rows[0]?.left ?? 0 };
    });
  }

  /** Puts a dead letter away. */
  dismiss(principal: Principal, run_id: string): Promise<void> {
    const { dismiss: action, target_type } = this.parts.kind;
    return this.parts.database.write(principal, async (work) => {
      if (!(await this.#close(work, run_id, 'dismissed'))) throw notFound();
      work.audit.record({ action, target_type, target_id: run_id });
    });
  }

  async #again(work: UnitOfWork, origin: Origin, owner: O, from: number): Promise<V> {
    const { kind, views, records, wake } = this.parts;
    const kept = keptUpTo(origin.steps, owner.steps, from, kind);
    if (kept instanceof Error) throw kept;
    const taken = takenOver({ ...origin, steps: kept }, owner, owner.steps, views);
    const own = Object.entries(origin).filter(([name]) => kind.more.includes(name));
    const { rows } = await insertingRun(kind, {
      ...Object.fromEntries(own),
      id: newId(),
      organization_id: work.organization_id,
      [kind.owner]: owner.id,
      event_id: origin.event_id,
      is_test: origin.is_test,
      shadow: owner.shadow,
      rerun_of: origin.id,
      status: 'queued',
      steps: jsonValue(taken.steps),
      sealed_records: taken.sealed_records,
      trigger: jsonValue(origin.trigger),
      author_id: owner.author_id,
      sealed_plan: owner.sealed_plan,
    }).execute(work.sql);
    const [row] = rows;
    if (row === undefined) throw notFound();
    await this.#close(work, origin.id, 'replayed');
    work.audit.record({
      action: kind.rerun,
      target_type: kind.target_type,
      target_id: row.id,
      detail: { rerun_of: origin.id, [`from_${kind.stepNoun}`]: from },
    });
    work.afterCommit(wake);
    return records.view(row, work.principal);
  }

  async #origin(work: UnitOfWork, id: string): Promise<Origin> {
    const [origin] = await this.#origins(work, sql`id = ${id}::uuid`);
    if (origin === undefined) throw notFound();
    return origin;
  }

  /** Rows stay locked until the transaction ends. */
  async #origins({ sql: db }: UnitOfWork, which: ReturnType<typeof sql>): Promise<readonly Origin[]> {
    const { kind } = this.parts;
    const { rows } = await sql<Origin>`
      select ${runColumns(kind)}, trigger from ${sql.table(kind.runs)} where ${which} for no key update`.execute(
      db,
    );
    return rows;
  }

  /** False when it is no dead letter any more, or never was. */
  async #close({ sql: db }: UnitOfWork, id: string, as: 'replayed' | 'dismissed'): Promise<boolean> {
    const { rows } = await sql`
      update ${sql.table(this.parts.kind.runs)} set dead_letter = ${as}, updated_at = now()
      where id = ${id}::uuid and dead_letter = 'open' returning id`.execute(db);
    return rows.length > 0;
  }
}
