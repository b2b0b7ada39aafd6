import { type Database, jsonValue, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { forbidden, notFound, validationFailed } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { DraftCheck, RunWorker, SealedSteps } from '@patchbay/runs';
import {
  assertSaveable,
  type ClaimedRun,
  type JudgedConditions,
  judgedConditions,
  LEASE_SECONDS,
} from '@patchbay/runs';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { reachFindings } from '../connections/author-reach.ts';
import { type ConnectionRow, connectionColumns } from '../connections/connection-view.ts';
import type { Runs, RunView } from '../records/runs.ts';

type Payload = Readonly<Record<string, unknown>>;

export interface TestRequest {
  readonly payload?: Payload | undefined;
  readonly event_id?: string | undefined;
}

export interface RunTestDeps {
  readonly database: Database;
  readonly check: Pick<DraftCheck, 'missingRights'>;
  readonly sealed: SealedSteps;
  readonly worker: Pick<RunWorker, 'byHand' | 'carryOut'>;
  readonly runs: Pick<Runs, 'get'>;
}

/** A run at somebody's word, and whether an event like that would have led to one. */
export interface TestView extends RunView {
  readonly conditions: JudgedConditions;
}

/**
 * Runs a Connection once with a payload of the caller's, whatever its conditions and rest say; what the conditions
 * would have said is told. Writes are staged.
 */
export class RunTests {
  readonly #deps: RunTestDeps;

  constructor(deps: RunTestDeps) {
    this.#deps = deps;
  }

  /** The run acts as the author, so the caller must hold every step's permission as well. */
  test(principal: Principal, connection_id: string, request: TestRequest): Promise<TestView> {
    return this.#deps.worker.byHand(principal.organization_id, () =>
      this.#test(principal, connection_id, request),
    );
  }

  async #test(principal: Principal, connection_id: string, request: TestRequest): Promise<TestView> {
    const { run, conditions } = await this.#deps.database.write(principal, async (work) => {
      const connection = await connectionRow(work, connection_id);
      this.#assertRights(principal, connection);
      assertSaveable(await reachFindings(work, connection.author_id, 'steps'));
      const payload = await payloadOf(work, request);
      const run = await insertTest(work, connection, request.event_id ?? null, payload);
      return { run, conditions: judgedConditions(connection.conditions, payload) };
    });
    await this.#deps.worker.carryOut(run);
    return { ...(await this.#deps.runs.get(principal, run.id)), conditions };
  }

  #assertRights(principal: Principal, row: ConnectionRow): void {
    const [missing] = this.#deps.check.missingRights(
      principal,
      this.#deps.sealed.open(row.sealed_steps, row),
    );
    if (missing) throw forbidden({ message: `Not allowed: ${missing.field}: ${missing.message}.` });
  }
}

async function connectionRow({ sql: db }: UnitOfWork, id: string): Promise<ConnectionRow> {
  const row = await db
    .selectFrom('connections')
    .select(connectionColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

async function payloadOf({ sql: db }: UnitOfWork, { payload, event_id }: TestRequest): Promise<Payload> {
  if ((payload === undefined) === (event_id === undefined))
    throw validationFailed({
      details: [{ field: 'payload', message: 'give either payload or event_id', type: 'required' }],
    });
  if (payload !== undefined) return payload;
  const { rows } = await sql<{
    payload: Payload;
  }>`select payload from event_log where id = ${event_id}::uuid`.execute(db);
  if (rows[0] === undefined) throw notFound();
  return rows[0].payload;
}

async function insertTest(
  work: UnitOfWork,
  connection: ConnectionRow,
  event_id: string | null,
  trigger: Payload,
): Promise<ClaimedRun> {
  const run = {
    id: uuidv7(),
    organization_id: work.organization_id,
    connection_id: connection.id,
    claim_id: uuidv4(),
    claims: 1,
    author_id: connection.author_id,
    shadow: connection.shadow,
    sealed_plan: connection.sealed_steps,
    event_id,
  };
  await work.sql
    .insertInto('connection_runs')
    .values({
      ...run,
      is_test: true,
      status: 'running',
      steps: jsonValue([]),
      trigger: jsonValue(trigger),
      started_at: sql<string>`clock_timestamp()`,
      lease_until: sql<string>`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`,
    })
    .execute();
  const { id: target_id, connection_id } = run;
  work.audit.record({
    action: 'fabric.connections.test',
    target_type: 'run',
    target_id,
    detail: { connection_id, event_id },
  });
  return {
    ...run,
    owner_id: connection_id,
    steps: [],
    sealed_records: null,
    trigger,
    causation: [],
    refusal: null,
  };
}
