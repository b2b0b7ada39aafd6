import { type Database, jsonValue, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { forbidden, notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { AuthorViews, DraftCheck, SealedSteps } from '@patchbay/runs';
import { assertSaveable, takenOver } from '@patchbay/runs';
import { v7 as uuidv7 } from 'uuid';
import { notADeadLetter, runNotEnded } from '../../errors.ts';
import { reachFindings } from '../connections/author-reach.ts';
import { ConnectionRows } from '../connections/connection-rows.ts';
import type { ConnectionRow } from '../connections/connection-view.ts';
import { type RunRow, type RunView, runColumns, viewOfRun } from '../records/runs.ts';
import { failedStepOf, keptUpTo } from './rerun-steps.ts';

export interface RerunDeps {
  readonly database: Database;
  readonly check: Pick<DraftCheck, 'missingRights'>;
  readonly sealed: SealedSteps;
  readonly views: AuthorViews;
  /** Says that runs wait in PostgreSQL. */
  readonly wake: () => void;
}

/** What a replay of many did. */
export interface Replayed {
  readonly replayed: number;
  /** Dead letters of the Connection that are still there. */
  readonly left: number;
}

const originColumns = [...runColumns, 'trigger'] as const;
const MOST_AT_ONCE = 200;

type Origin = RunRow & { readonly trigger: Readonly<Record<string, unknown>> | null };

/**
 * Carries runs out anew: a run of its own, with effects of its own, from a step on, with the steps as the
 * Connection has them now. It acts as the author, so the caller must hold every step's permission as well.
 */
export class Reruns {
  readonly #deps: RerunDeps;
  readonly #connections: ConnectionRows;

  constructor(deps: RerunDeps) {
    this.#deps = deps;
    this.#connections = new ConnectionRows(deps.sealed);
  }

  rerun(principal: Principal, run_id: string, from_step: number): Promise<RunView> {
    return this.#deps.database.write(principal, async (work) => {
      const origin = await originOf(work, run_id);
      if (origin.finished_at === null) throw runNotEnded();
      const connection = await this.#connectionFor(work, origin.connection_id);
      return this.#again(work, origin, connection, from_step);
    });
  }

  /** From the step that failed. Of calls in parallel one makes a run. */
  replay(principal: Principal, run_id: string): Promise<RunView> {
    return this.#deps.database.write(principal, async (work) => {
      const origin = await originOf(work, run_id);
      if (origin.dead_letter !== 'open') throw notADeadLetter();
      const connection = await this.#connectionFor(work, origin.connection_id);
      return this.#again(work, origin, connection, failedStepOf(origin.steps));
    });
  }

  /** The oldest dead letters of a Connection; those whose steps have changed since stay. */
  replayAll(principal: Principal, connection_id: string): Promise<Replayed> {
    return this.#deps.database.write(principal, async (work) => {
      const connection = await this.#connectionFor(work, connection_id);
      const steps = this.#deps.sealed.open(connection.sealed_steps, connection);
      const origins = await work.sql
        .selectFrom('connection_runs')
        .select(originColumns)
        .where('connection_id', '=', connection_id)
        .where('dead_letter', '=', 'open')
        .orderBy('id')
        .limit(MOST_AT_ONCE)
        .forNoKeyUpdate()
        .execute();
      const fitting = origins.filter((origin) => {
        const kept = keptUpTo(origin.steps, steps, failedStepOf(origin.steps));
        return !(kept instanceof Error);
      });
      for (const origin of fitting) await this.#again(work, origin, connection, failedStepOf(origin.steps));
      return { replayed: fitting.length, left: await openCount(work, connection_id) };
    });
  }

  /** Puts a dead letter away. */
  dismiss(principal: Principal, run_id: string): Promise<void> {
    return this.#deps.database.write(principal, async (work) => {
      const [dismissed] = await work.sql
        .updateTable('connection_runs')
        .set({ dead_letter: 'dismissed', updated_at: sql<string>`now()` })
        .where('id', '=', run_id)
        .where('dead_letter', '=', 'open')
        .returning('id')
        .execute();
      if (dismissed === undefined) throw notFound();
      work.audit.record({
        action: 'fabric.dead-letters.dismiss',
        target_type: 'run',
        target_id: run_id,
      });
    });
  }

  async #connectionFor(work: UnitOfWork, id: string): Promise<ConnectionRow> {
    const row = await this.#connections.row(work, id);
    const steps = this.#deps.sealed.open(row.sealed_steps, row);
    const [missing] = this.#deps.check.missingRights(work.principal, steps);
    if (missing) throw forbidden({ message: `Not allowed: ${missing.field}: ${missing.message}.` });
    assertSaveable(await reachFindings(work, row.author_id, 'steps'));
    return row;
  }

  async #again(
    work: UnitOfWork,
    origin: Origin,
    connection: ConnectionRow,
    from_step: number,
  ): Promise<RunView> {
    const steps = this.#deps.sealed.open(connection.sealed_steps, connection);
    const kept = keptUpTo(origin.steps, steps, from_step);
    if (kept instanceof Error) throw kept;
    const taken = takenOver({ ...origin, steps: kept }, connection, steps, this.#deps.views);
    const row = await work.sql
      .insertInto('connection_runs')
      .values({
        id: uuidv7(),
        organization_id: work.organization_id,
        connection_id: connection.id,
        event_id: origin.event_id,
        is_test: origin.is_test,
        shadow: connection.shadow,
        rerun_of: origin.id,
        claims: 0,
        status: 'queued',
        steps: jsonValue(taken.steps),
        sealed_records: taken.sealed_records,
        trigger: jsonValue(origin.trigger),
        author_id: connection.author_id,
        sealed_plan: connection.sealed_steps,
      })
      .returning(runColumns)
      .executeTakeFirstOrThrow();
    if (origin.dead_letter === 'open') await markReplayed(work, origin.id);
    work.audit.record({
      action: 'fabric.runs.rerun',
      target_type: 'run',
      target_id: row.id,
      detail: { rerun_of: origin.id, from_step },
    });
    work.afterCommit(this.#deps.wake);
    return viewOfRun(row, this.#deps.views, work.principal);
  }
}

async function originOf({ sql: db }: UnitOfWork, id: string): Promise<Origin> {
  const row = await db
    .selectFrom('connection_runs')
    .select(originColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

const markReplayed = ({ sql: db }: UnitOfWork, id: string) =>
  db
    .updateTable('connection_runs')
    .set({ dead_letter: 'replayed', updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();

async function openCount({ sql: db }: UnitOfWork, connection_id: string): Promise<number> {
  const { open } = await db
    .selectFrom('connection_runs')
    .select((e) => e.fn.countAll<number>().as('open'))
    .where('connection_id', '=', connection_id)
    .where('dead_letter', '=', 'open')
    .executeTakeFirstOrThrow();
  return open;
}
