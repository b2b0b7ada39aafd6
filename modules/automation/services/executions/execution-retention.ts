import { type Database, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';

const retentionExemption = exempt(
  'automation.forget-executions',
  'old executions of all organizations are forgotten by age and number alone',
);

export interface RetentionOptions {
  readonly days: number;
  /** Of one organization; those of the last day stay, however many. */
  readonly most: number;
}

const KEPT: RetentionOptions = { days: 30, most: 100_000 };
const AT_ONCE = 5_000;
const MOST_ROUNDS = 200;

type Step = (db: Kysely<Tables>) => Promise<number>;

/**
 * Keeps the record of executions bounded, in small steps: by age, and by number for each organization. What has not
 * ended stays, and so does what a batch of events that is handed over again must find.
 */
export class ExecutionRetention {
  readonly #database: Pick<Database, 'asSystem'>;
  readonly #options: RetentionOptions;

  constructor(database: Pick<Database, 'asSystem'>, options = KEPT) {
    this.#database = database;
    this.#options = options;
  }

  async tidy(signal: AbortSignal): Promise<void> {
    const { days, most } = this.#options;
    await this.#inSteps(signal, (db) => forgetOlder(db, days));
    await this.#inSteps(signal, (db) => forgetSurplus(db, most));
  }

  async #inSteps(signal: AbortSignal, step: Step): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS && !signal.aborted; round += 1)
      if ((await this.#database.asSystem(retentionExemption, step)) === 0) return;
  }
}

async function forgetOlder(db: Kysely<Tables>, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from automation_executions where id in (
      select id from automation_executions
      where finished_at < now() - make_interval(days => ${days}::integer) limit ${AT_ONCE}::integer)`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/** From the newest that is too many on; every organization with rules has a revision. */
async function forgetSurplus(db: Kysely<Tables>, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from automation_executions where id in (
      select e.id from automation_revisions o
      cross join lateral (
        select id as last from automation_executions where organization_id = o.id
        order by id desc offset ${most}::integer limit 1) b
      cross join lateral (
        select id from automation_executions
        where organization_id = o.id and id <= b.last and finished_at < now() - interval '1 day'
        order by id limit ${AT_ONCE}::integer) e
      limit ${AT_ONCE}::integer)`.execute(db);
  return Number(numAffectedRows);
}
