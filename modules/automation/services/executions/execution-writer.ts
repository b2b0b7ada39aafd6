import { Batcher } from '@patchbay/kernel/concurrency';
import {
  type Database,
  exempt,
  type Kysely,
  sql,
  type Tables,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { causationOf, type Owner, type RunState, streaksOf } from '@patchbay/runs';
import { executionFailed } from '../../events.ts';
import { RULE_FAILURES } from '../intake/rule-failures.ts';

interface Written {
  readonly id: string;
  readonly organization_id: string;
  readonly rule_id: string;
  readonly event_id: string | null;
  readonly site_id: string | null;
  readonly is_test: boolean;
  /** The rule, when its executions only fail. */
  readonly failing_id: string | null;
  readonly author_id: string;
}

const writeExemption = exempt(
  'automation.write-executions',
  'an execution is written by its claim, before its organization is known',
);

/**
 * Writes states of executions. A state counts only while its claim holds, so a process that was stopped and resumed
 * cannot overwrite what happened since.
 */
export class ExecutionWriter {
  readonly #database: Pick<Database, 'onceAsSystem' | 'write'>;
  readonly #onStreak: (streak: Owner) => void;
  /** What is saved in one turn travels together. */
  readonly #states: Batcher<RunState, boolean>;

  /** `onStreak`: told of rules whose executions only fail, each time one more did. */
  constructor(
    database: Pick<Database, 'onceAsSystem' | 'write'>,
    onStreak: (streak: Owner) => void = () => {},
  ) {
    this.#database = database;
    this.#onStreak = onStreak;
    this.#states = new Batcher(async (states) => {
      const newest = [...new Map(states.map((state) => [state.id, state])).values()];
      const written = await database.onceAsSystem(writeExemption, (db) => update(db, newest));
      const held = new Set(written.map(({ id }) => id));
      return states.map(({ id }) => held.has(id));
    });
  }

  /** Answers whether the claim still held. Throws when the database cannot take the state. */
  save(given: RunState): Promise<boolean> {
    const state = inWordsOfRules(given);
    return state.status === 'failed' ? this.#fail(state) : this.#states.add(state);
  }

  /** Rules wait for every record; what may come a moment later comes at once. */
  note(state: RunState): void {
    // Nobody waits for it; what the claim has come to, the next state tells.
    this.save(state).catch(() => {});
  }

  /** A failure and its event commit together. */
  async #fail(state: RunState): Promise<boolean> {
    const organization_id = await this.#database.onceAsSystem(writeExemption, (db) =>
      organizationOf(db, state),
    );
    if (organization_id === null) return false;
    const ended = await this.#database.write(systemPrincipal(organization_id), async (work) => {
      const [written] = await update(work.sql, [state]);
      if (written !== undefined && !written.is_test) await publishFailure(work, state, written);
      return written;
    });
    if (ended === undefined) return false;
    const { failing_id: id, author_id } = ended;
    if (id !== null) this.#onStreak({ id, organization_id, author_id });
    return true;
  }
}

/** What carries out steps speaks of steps where a rule has actions. */
const inWordsOfRules = (state: RunState): RunState => ({
  ...state,
  reason: asAction(state.reason ?? undefined) ?? null,
  steps: state.steps.map((step) => (step.reason ? { ...step, reason: asAction(step.reason) } : step)),
});

const asAction = (reason: string | undefined): string | undefined =>
  reason?.replace(/^step (\d+)/, 'action $1');

async function update(db: Kysely<Tables>, states: readonly RunState[]): Promise<readonly Written[]> {
  const { rows } = await sql<Written>`
    with ended as (
      update automation_executions e set status = s.status, reason = s.reason, steps = s.steps,
        sealed_records = s.sealed_records, finished_at = s.finished_at,
        claim_id = case when s.finished_at is null then e.claim_id end,
        lease_until = case when s.finished_at is null then e.lease_until end,
        sealed_plan = case when s.finished_at is null then e.sealed_plan end,
        updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
        as s(id uuid, claim_id uuid, status text, reason text, steps jsonb, finished_at timestamptz,
          sealed_records text)
      where e.id = s.id and e.claim_id = s.claim_id and e.finished_at is null
      returning e.id as run_id, e.rule_id as owner_id, e.organization_id, e.author_id, e.finished_at, e.event_id,
        e.site_id, e.is_test,
        case when not e.is_test and e.finished_at is not null then e.status end as status),
    ${streaksOf(RULE_FAILURES)}
    select e.run_id as id, e.organization_id, e.owner_id as rule_id, e.event_id, e.site_id, e.is_test,
      f.id as failing_id, f.author_id
    from ended e left join failing f on f.id = e.owner_id`.execute(db);
  return rows;
}

async function organizationOf(db: Kysely<Tables>, { id, claim_id }: RunState): Promise<string | null> {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from automation_executions
    where id = ${id}::uuid and claim_id = ${claim_id}::uuid`.execute(db);
  return rows[0]?.organization_id ?? null;
}

async function publishFailure(
  work: UnitOfWork,
  { id: execution_id, reason }: RunState,
  { rule_id, event_id, site_id }: Written,
): Promise<void> {
  const { rows } = await sql<{ name: string; causation: readonly string[] | null }>`
    select name, (select causation from event_log where id = ${event_id}::uuid) as causation
    from automation_rules where id = ${rule_id}::uuid`.execute(work.sql);
  const causation =
    event_id === null
      ? [rule_id]
      : causationOf({ id: event_id, causation: rows[0]?.causation ?? [] }, rule_id);
  work.events.publish(
    executionFailed,
    { execution_id, rule_id, name: rows[0]?.name ?? '', event_id, reason },
    { site_id, causation },
  );
}
