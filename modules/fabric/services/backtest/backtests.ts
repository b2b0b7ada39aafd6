import { type Database, jsonValue, sql, type Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { forbidden, notFound } from '@patchbay/kernel/errors';
import type { EnqueueOptions } from '@patchbay/kernel/jobs';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { AuthorViews, SealedSteps } from '@patchbay/runs';
import { mergeSteps } from '@patchbay/runs';
import type { Static } from 'typebox';
import { tooManyBacktests } from '../../errors.ts';
import type { BacktestReply } from '../../schemas/backtests.ts';
import type { ConnectionInput } from '../../schemas/connections.ts';
import type { DraftJudgement } from '../static-check/draft-judgement.ts';
import { freshState } from './backtest-state.ts';
import { shownRuns } from './stored-runs.ts';

type View = Static<typeof BacktestReply>;

export interface BacktestPayload {
  readonly backtest_id: string;
  readonly organization_id: string;
}

export interface BacktestDeps {
  readonly database: Database;
  readonly judgement: DraftJudgement;
  /** Seals into the table of backtests. */
  readonly sealed: SealedSteps;
  readonly views: AuthorViews;
  readonly enqueue: (unit: Unit, payload: BacktestPayload, options?: EnqueueOptions) => void;
}

const MAX_OPEN = 3;

/** Drafts tried on the events of the last days; a job does the work, nothing leaves the platform. */
export class Backtests extends Service<BacktestDeps> {
  /** Refuses what could not be saved either. */
  start(
    principal: Principal,
    input: Static<typeof ConnectionInput>,
    days: number,
  ): Promise<{ readonly backtest_id: string }> {
    const author_id = principal.user_id;
    if (author_id === null) throw forbidden();
    const steps = mergeSteps(input.steps, []);
    const { source_event, conditions = null } = input;
    return this.parts.database.write(principal, async (work) => {
      const { organization_id } = work;
      const draft = { source_event, conditions, steps };
      await this.parts.judgement.assertSound(work, { id: null, draft, wired: draft, answersForSteps: true });
      await assertRoom(work);
      const id = newId();
      await work.sql
        .insertInto('connection_backtests')
        .values({
          id,
          organization_id,
          author_id,
          source_event,
          conditions: jsonValue(conditions),
          cooldown_seconds: input.cooldown_seconds ?? 0,
          max_runs_per_minute: input.max_runs_per_minute ?? null,
          sealed_steps: this.parts.sealed.seal(steps, { id, organization_id }),
          days,
          status: 'queued',
          since: sql<string>`clock_timestamp() - make_interval(days => ${days}::integer)`,
          is_truncated: false,
          state: jsonValue({}),
          runs: jsonValue([]),
        })
        .execute();
      work.audit.record({
        action: 'fabric.connections.backtest',
        target_type: 'backtest',
        target_id: id,
        detail: { source_event, days },
      });
      this.parts.enqueue(work, { backtest_id: id, organization_id }, { key: jobKey(id) });
      return { backtest_id: id };
    });
  }

  get(principal: Principal, id: string): Promise<View> {
    return this.parts.database.read(principal, async ({ sql: db }) => {
      const row = await db
        .selectFrom('connection_backtests')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined) throw notFound();
      const { sealed_steps, state, runs, sealed_runs, ...shown } = row;
      const { rests_until_ms, window_started_ms, admitted, ...counts } = freshState(state);
      return { ...shown, ...counts, runs: shownRuns(row, this.parts.views, row, principal) };
    });
  }
}

/** One waiting job per backtest. */
export const jobKey = (id: string): string => `fabric.backtest/${id}`;

/** Under a lock of the organization, so that callers in parallel count one after another. */
async function assertRoom({ sql: db, organization_id }: Unit): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fabric.backtests/${organization_id}`}, 0))`.execute(
    db,
  );
  const { open } = await db
    .selectFrom('connection_backtests')
    .select((e) => e.fn.countAll<number>().as('open'))
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (open >= MAX_OPEN) throw tooManyBacktests();
}
