import { type Database, exempt, jsonValue, sql, type Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { EnqueueOptions } from '@patchbay/kernel/jobs';
import { type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import type { AuthorViews, RunSteps, SealedSteps } from '@patchbay/runs';
import type { Authors } from '../intake/authors.ts';
import { freshState, keepNewest } from './backtest-state.ts';
import { type BacktestPayload, jobKey } from './backtests.ts';
import { type BacktestRow, backtestColumns, eventsAfter, rangeOf } from './past-events.ts';
import { pretendEvents } from './pretend-events.ts';
import { storedRuns } from './stored-runs.ts';

export interface RunnerDeps {
  readonly database: Database;
  readonly authors: Pick<Authors, 'now'>;
  readonly steps: Pick<RunSteps, 'run'>;
  readonly sealed: SealedSteps;
  readonly views: AuthorViews;
  readonly enqueue: (unit: Unit, payload: BacktestPayload, options?: EnqueueOptions) => void;
}

const reviveExemption = exempt(
  'fabric.backtests',
  'backtests of all organizations that stand still are taken up again, and old ones dropped',
);
const EVENTS_AT_ONCE = 500;
/** Time of one job before it hands over to the next. */
const JOB_MS = 2_000;

/**
 * Carries backtests out slice by slice. The place in the log, the counts and the runs move together and only from
 * where they stood, so a slice that is done twice counts once.
 */
export class BacktestRunner extends Service<RunnerDeps> {
  async run(payload: BacktestPayload, signal: AbortSignal): Promise<void> {
    const deadlineMs = performance.now() + JOB_MS;
    let goesOn = true;
    while (goesOn && !signal.aborted && performance.now() < deadlineMs) goesOn = await this.#slice(payload);
    if (goesOn)
      await this.parts.database.write(systemPrincipal(payload.organization_id), async (unit) =>
        this.parts.enqueue(unit, payload, { key: jobKey(payload.backtest_id) }),
      );
  }

  /** Backtests whose jobs were given up go on; those that never end, end; old ones go. */
  async tidy(): Promise<void> {
    const still = await this.parts.database.asSystem(reviveExemption, async (db) => {
      await sql`delete from connection_backtests where created_at < now() - interval '7 days'`.execute(db);
      await sql`update connection_backtests set status = 'failed', reason = 'took_too_long', finished_at = now()
        where finished_at is null and created_at < now() - interval '1 hour'`.execute(db);
      const { rows } = await sql<BacktestPayload>`
        select id as backtest_id, organization_id from connection_backtests
        where finished_at is null and updated_at < now() - interval '2 minutes' limit 100`.execute(db);
      return rows;
    });
    for (const payload of still)
      await this.parts.database.write(systemPrincipal(payload.organization_id), async (unit) =>
        this.parts.enqueue(unit, payload, { key: jobKey(payload.backtest_id) }),
      );
  }

  /** True when there is more to do. */
  async #slice({ backtest_id, organization_id }: BacktestPayload): Promise<boolean> {
    const scope = systemPrincipal(organization_id);
    const row = await this.parts.database.read(scope, (unit) => openRow(unit, backtest_id));
    if (row === undefined) return false;
    if (row.at_cursor === null) return this.parts.database.write(scope, (unit) => begin(unit, row));
    const author = await this.parts.authors.now(row.author_id, organization_id);
    if (author === null)
      return this.parts.database.write(scope, (unit) => fail(unit, row, 'author_disabled'));
    return this.#advance(scope, row, author);
  }

  async #advance(scope: Principal, row: BacktestRow, author: Principal): Promise<boolean> {
    const { database, sealed, steps, views } = this.parts;
    const events = await database.read(scope, (unit) => eventsAfter(unit, row, EVENTS_AT_ONCE));
    const state = freshState(row.state);
    const draft = { ...row, steps: sealed.open(row.sealed_steps, row) };
    const runs = await pretendEvents(draft, events, state, steps, author);
    const stored = storedRuns(keepNewest([...row.runs, ...runs]), row.sealed_runs, views, row);
    const isLast = events.length < EVENTS_AT_ONCE;
    await database.write(scope, async ({ sql: db }) => {
      await db
        .updateTable('connection_backtests')
        .set({
          at_cursor: events.at(-1)?.cursor ?? row.to_cursor,
          state: jsonValue(state),
          runs: jsonValue(stored.runs),
          sealed_runs: stored.sealed_runs,
          updated_at: sql<string>`now()`,
          ...(isLast ? { status: 'succeeded', finished_at: sql<string>`clock_timestamp()` } : {}),
        })
        .where('id', '=', row.id)
        .where('status', '=', 'running')
        .where('at_cursor', '=', row.at_cursor)
        .execute();
    });
    return !isLast;
  }
}

const openRow = ({ sql: db }: Unit, id: string): Promise<BacktestRow | undefined> =>
  db
    .selectFrom('connection_backtests')
    .select(backtestColumns)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst();

async function begin(unit: Unit, row: BacktestRow): Promise<boolean> {
  const { before, last, events_in_all, is_truncated } = await rangeOf(unit, row);
  await unit.sql
    .updateTable('connection_backtests')
    .set({
      status: 'running',
      at_cursor: before,
      to_cursor: last,
      events_in_all,
      is_truncated,
      started_at: sql<string>`clock_timestamp()`,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', row.id)
    .where('at_cursor', 'is', null)
    .execute();
  return true;
}

async function fail({ sql: db }: Unit, { id }: BacktestRow, reason: string): Promise<boolean> {
  await db
    .updateTable('connection_backtests')
    .set({
      status: 'failed',
      reason,
      finished_at: sql<string>`clock_timestamp()`,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
  return false;
}
