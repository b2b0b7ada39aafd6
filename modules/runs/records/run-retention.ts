import { type Database, type Exemption, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { RunKind } from '../running/run-kind.ts';

export interface RetentionOptions {
  readonly days: number;
  /** Of one organization. */
  readonly most: number;
  readonly deadLetterDays: number;
}

export interface RetentionDeps {
  readonly kind: Pick<RunKind, 'runs' | 'owner' | 'owners'>;
  /** Column of a run's age; ids begin with the time they were made at. */
  readonly age: 'id' | 'finished_at';
  readonly forgetting: Exemption;
  readonly database: Pick<Database, 'asSystem'>;
  readonly clock: Clock;
  readonly options: RetentionOptions;
}

interface Which {
  readonly days: number;
  /** Dead letters, or all others. */
  readonly open: boolean;
  readonly organization_id?: string;
  /** Only what came before. */
  readonly before?: string;
}

const DAY_MS = 86_400_000;
/** A batch of events may be handed over again for so long, and must find the runs it made. */
const REPEATED_DAYS = 1;
const AT_ONCE = 5_000;
const MAX_ROUNDS = 200;

/**
 * Keeps the record of runs bounded, in small steps: by age, and by number for each organization. Runs under way
 * stay, and so do failed runs that were neither replayed nor dismissed, for longer.
 */
export class RunRetention extends Service<RetentionDeps> {
  async tidy(signal: AbortSignal): Promise<void> {
    const { days, deadLetterDays } = this.parts.options;
    await this.#forget(signal, { days, open: false });
    await this.#forget(signal, { days: deadLetterDays, open: true });
    for (const surplus of await this.#surplus())
      await this.#forget(signal, { days: REPEATED_DAYS, open: false, ...surplus });
  }

  async #forget(signal: AbortSignal, which: Which): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS && !signal.aborted; round += 1)
      if ((await this.#forgetSome(which)) < AT_ONCE) return;
  }

  #forgetSome({ days, open, organization_id, before }: Which): Promise<number> {
    const { database, forgetting, kind, age } = this.parts;
    const runs = sql.table(kind.runs);
    const state = open ? sql`dead_letter = 'open'` : sql`dead_letter is distinct from 'open'`;
    const surplus = before === undefined ? sql`true` : sql`id < ${before}::uuid`;
    const own = organization_id === undefined ? sql`true` : sql`organization_id = ${organization_id}::uuid`;
    return database.asSystem(forgetting, async (db) => {
      const { numAffectedRows = 0n } = await sql`
        delete from ${runs} where id in (
          select id from ${runs}
          where ${sql.ref(age)} < ${this.#since(days)} and ${surplus} and ${own} and ${state} and finished_at is not null
          order by ${sql.ref(age)} limit ${AT_ONCE}::integer)`.execute(db);
      return Number(numAffectedRows);
    });
  }

  #since(daysAgo: number) {
    const atMs = this.parts.clock.now().getTime() - daysAgo * DAY_MS;
    if (this.parts.age === 'finished_at') return sql`${new Date(atMs).toISOString()}::timestamptz`;
    const hex = atMs.toString(16).padStart(12, '0');
    return sql`${`${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`}::uuid`;
  }

  /** Organizations with more runs than may be, each with the oldest that it keeps. */
  #surplus(): Promise<readonly { readonly organization_id: string; readonly before: string }[]> {
    const { database, forgetting, kind, options } = this.parts;
    const [runs, owners, owner] = [sql.table(kind.runs), sql.table(kind.owners), sql.ref(`r.${kind.owner}`)];
    return database.asSystem(forgetting, async (db) => {
      const { rows } = await sql<{ organization_id: string; before: string }>`
        with full_ones as (
          select o.organization_id from ${owners} o join ${runs} r on ${owner} = o.id
          group by o.organization_id having count(*) > ${options.most}::integer)
        select f.organization_id, b.id as before from full_ones f cross join lateral (
          select n.id from ${owners} o cross join lateral (
            select r.id from ${runs} r where ${owner} = o.id order by r.id desc limit ${options.most}::integer + 1) n
          where o.organization_id = f.organization_id
          order by n.id desc offset ${options.most}::integer - 1 limit 1) b`.execute(db);
      return rows;
    });
  }
}
