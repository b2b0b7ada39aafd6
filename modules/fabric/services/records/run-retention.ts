import { type Database, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import type { EventDeadLetters } from '@patchbay/kernel/events';
import type { Clock } from '@patchbay/kernel/telemetry';

const retentionExemption = exempt(
  'fabric.forget-runs',
  'old runs of all organizations are forgotten by age and number alone',
);

export interface RetentionOptions {
  readonly days: number;
  /** Of one organization. */
  readonly most: number;
  readonly deadLetterDays: number;
}

const DAY_MS = 86_400_000;
/** A batch of events may be handed over again for so long, and must find the runs it made. */
const REPEATED_DAYS = 1;
const AT_ONCE = 5_000;
const MOST_ROUNDS = 200;

type Step = (db: Kysely<Tables>) => Promise<number>;

/**
 * Keeps the record of runs bounded, in small steps: by age, and by number for each organization. What is under way
 * stays, and so do failed runs that nobody has replayed or put away, for longer.
 */
export class RunRetention {
  readonly #database: Pick<Database, 'asSystem'>;
  readonly #deadLetters: Pick<EventDeadLetters, 'forget'>;
  readonly #clock: Clock;
  readonly #options: RetentionOptions;

  constructor(
    database: Pick<Database, 'asSystem'>,
    deadLetters: Pick<EventDeadLetters, 'forget'>,
    clock: Clock,
    options: RetentionOptions,
  ) {
    this.#database = database;
    this.#deadLetters = deadLetters;
    this.#clock = clock;
    this.#options = options;
  }

  async tidy(signal: AbortSignal): Promise<void> {
    const { days, most, deadLetterDays } = this.#options;
    await this.#inSteps(signal, (db) => forget(db, { before: this.#idAt(days), open: false }));
    await this.#inSteps(signal, (db) => forget(db, { before: this.#idAt(deadLetterDays), open: true }));
    const surplus = await this.#database.asSystem(retentionExemption, (db) => boundaries(db, most));
    const latest = this.#idAt(REPEATED_DAYS);
    for (const { organization_id, last } of surplus) {
      const before = last < latest ? last : latest;
      await this.#inSteps(signal, (db) => forget(db, { before, open: false, organization_id }));
    }
    await this.#deadLetters.forget(deadLetterDays);
  }

  async #inSteps(signal: AbortSignal, step: Step): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS && !signal.aborted; round += 1)
      if ((await this.#database.asSystem(retentionExemption, step)) < AT_ONCE) return;
  }

  /** Ids begin with the time they were made at, so that age needs no index of its own. */
  #idAt(daysAgo: number): string {
    const hex = (this.#clock.now().getTime() - daysAgo * DAY_MS).toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
  }
}

interface Which {
  readonly before: string;
  /** Dead letters, or all others. */
  readonly open: boolean;
  readonly organization_id?: string;
}

async function forget(db: Kysely<Tables>, { before, open, organization_id }: Which): Promise<number> {
  const own = organization_id === undefined ? sql`true` : sql`organization_id = ${organization_id}::uuid`;
  const kind = open ? sql`dead_letter = 'open'` : sql`dead_letter is distinct from 'open'`;
  const { numAffectedRows = 0n } = await sql`
    delete from connection_runs where id in (
      select id from connection_runs where id < ${before}::uuid and ${own} and ${kind} and finished_at is not null
      order by id limit ${AT_ONCE}::integer)`.execute(db);
  return Number(numAffectedRows);
}

/** Organizations with more runs than may be, each with its newest that is too many. */
async function boundaries(
  db: Kysely<Tables>,
  most: number,
): Promise<readonly { readonly organization_id: string; readonly last: string }[]> {
  const { rows } = await sql<{ organization_id: string; last: string }>`
    with full_ones as (
      select c.organization_id from connections c join connection_runs r on r.connection_id = c.id
      group by c.organization_id having count(*) > ${most}::integer)
    select f.organization_id, b.id as last from full_ones f cross join lateral (
      select n.id from connections c cross join lateral (
        select r.id from connection_runs r where r.connection_id = c.id order by r.id desc limit ${most}::integer + 1) n
      where c.organization_id = f.organization_id order by n.id desc offset ${most}::integer - 1 limit 1) b`.execute(
    db,
  );
  return rows;
}
