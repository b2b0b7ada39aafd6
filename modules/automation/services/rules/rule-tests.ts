import { type Database, jsonValue, sql, type Unit, type UnitOfWork } from '@patchbay/kernel/database';
import { forbidden, notFound, validationFailed } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import { reachFindings } from '@patchbay/module-fabric/contract';
import {
  assertSaveable,
  type ClaimedRun,
  type JudgedConditions,
  judgedConditions,
  LEASE_SECONDS,
  type RunWorker,
  type SealedSteps,
} from '@patchbay/runs';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import type { ExecutionView } from '../executions/execution-view.ts';
import type { Executions } from '../executions/executions.ts';
import { isSchedule } from '../intake/trigger.ts';
import type { RuleCheck } from './rule-check.ts';
import { RuleRows } from './rule-rows.ts';
import type { RuleRow } from './rule-view.ts';

type Payload = Readonly<Record<string, unknown>>;

export interface TestRequest {
  readonly payload?: Payload | undefined;
  readonly event_id?: string | undefined;
}

interface Occasion {
  readonly trigger: Payload;
  readonly event_id: string | null;
  readonly site_id: string | null;
}

export interface RuleTestDeps {
  readonly database: Database;
  readonly check: Pick<RuleCheck, 'missingRights'>;
  readonly sealed: SealedSteps;
  readonly worker: Pick<RunWorker, 'byHand' | 'carryOut'>;
  readonly executions: Pick<Executions, 'get'>;
  readonly clock: Clock;
}

/** An execution at somebody's word, and whether an event like that would have led to one. */
export interface TestView extends ExecutionView {
  readonly conditions: JudgedConditions;
}

/**
 * Carries out a rule once, at somebody's word, whatever its conditions and ceilings say; what the conditions would
 * have said is told. Writes are staged.
 */
export class RuleTests {
  readonly #deps: RuleTestDeps;
  readonly #rows: RuleRows;

  constructor(deps: RuleTestDeps) {
    this.#deps = deps;
    this.#rows = new RuleRows(deps.sealed);
  }

  /** It acts as the author, so the caller must hold every action's permission as well. */
  test(principal: Principal, rule_id: string, request: TestRequest): Promise<TestView> {
    return this.#deps.worker.byHand(principal.organization_id, () => this.#test(principal, rule_id, request));
  }

  async #test(principal: Principal, rule_id: string, request: TestRequest): Promise<TestView> {
    const { run, conditions } = await this.#deps.database.write(principal, async (work) => {
      const rule = await this.#rows.row(work, rule_id);
      this.#assertRights(principal, rule);
      assertSaveable(await reachFindings(work, rule.author_id, 'actions'));
      const occasion = await this.#occasion(work, rule, request);
      const conditions = judgedConditions(rule.conditions, occasion.trigger);
      return { run: await insertTest(work, rule, occasion), conditions };
    });
    await this.#deps.worker.carryOut(run);
    return { ...(await this.#deps.executions.get(principal, run.id)), conditions };
  }

  #assertRights(principal: Principal, row: RuleRow): void {
    const { trigger_config, conditions } = row;
    const actions = this.#deps.sealed.open(row.sealed_actions, row);
    const [missing] = this.#deps.check.missingRights(principal, { trigger_config, conditions, actions });
    if (missing) throw forbidden({ message: `Not allowed: ${missing.field}: ${missing.message}.` });
  }

  async #occasion(
    work: Unit,
    { trigger_config }: RuleRow,
    { payload, event_id }: TestRequest,
  ): Promise<Occasion> {
    if (isSchedule(trigger_config)) {
      if (payload !== undefined || event_id !== undefined)
        throw refused('a schedule is run as it stands', 'not_allowed');
      const now = this.#deps.clock.now().toISOString();
      const trigger = { scheduled_for: now, fired_at: now, timezone: trigger_config.timezone };
      return { trigger, event_id: null, site_id: null };
    }
    if ((payload === undefined) === (event_id === undefined))
      throw refused('give either payload or event_id', 'required');
    return event_id === undefined
      ? { trigger: payload ?? {}, event_id: null, site_id: null }
      : pastEvent(work, event_id);
  }
}

const refused = (message: string, type: string) =>
  validationFailed({ details: [{ field: 'payload', message, type }] });

async function pastEvent({ sql: db }: Unit, event_id: string): Promise<Occasion> {
  const { rows } = await sql<{ trigger: Payload; site_id: string | null }>`
    select payload as trigger, site_id from event_log where id = ${event_id}::uuid`.execute(db);
  if (rows[0] === undefined) throw notFound();
  return { ...rows[0], event_id };
}

async function insertTest(
  work: UnitOfWork,
  rule: RuleRow,
  { trigger, event_id, site_id }: Occasion,
): Promise<ClaimedRun> {
  const { organization_id } = work;
  const run = {
    id: uuidv7(),
    organization_id,
    claim_id: uuidv4(),
    claims: 1,
    author_id: rule.author_id,
    sealed_plan: rule.sealed_actions,
    event_id,
  };
  await work.sql
    .insertInto('automation_executions')
    .values({
      ...run,
      rule_id: rule.id,
      site_id,
      is_test: true,
      status: 'running',
      steps: jsonValue([]),
      trigger: jsonValue(trigger),
      started_at: sql<string>`clock_timestamp()`,
      lease_until: sql<string>`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`,
    })
    .execute();
  work.audit.record({
    action: 'automation.rules.test',
    target_type: 'automation_execution',
    target_id: run.id,
    detail: { rule_id: rule.id, event_id },
  });
  return {
    ...run,
    owner_id: rule.id,
    shadow: false,
    steps: [],
    sealed_records: null,
    trigger,
    causation: [],
    refusal: null,
  };
}
