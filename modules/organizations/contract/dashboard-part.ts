import { sql, type Tables, type Unit } from '@patchbay/kernel/database';

/** A matter that needs attention. */
export interface DashboardNotice {
  readonly id: string;
  readonly name: string;
  readonly reason: string | null;
  readonly since: string | null;
}

export interface DashboardSection {
  /** By state; empty states are 0. */
  readonly counts: Readonly<Record<string, number>>;
  /** The latest of what needs a look, at most `MAX_NOTICES`. */
  readonly attention: readonly DashboardNotice[];
}

/** Part of another module on the dashboard of an organization. */
export interface DashboardPart {
  /** Key of its section. */
  readonly name: string;
  /** As much as the unit's principal sees, in a few statements however much there is. */
  read(unit: Unit): Promise<DashboardSection>;
}

export const MAX_NOTICES = 10;

export interface Counted {
  readonly table: keyof Tables & string;
  readonly column: string;
  readonly states: readonly string[];
  /** Rows without `deleted_at` cannot be asked for it. */
  readonly isSoftDeleted: boolean;
}

/** Counts rows of a table by state, in one statement. */
export async function countsBy(
  { sql: db }: Unit,
  { table, column, states, isSoftDeleted }: Counted,
): Promise<Readonly<Record<string, number>>> {
  const live = sql.raw(isSoftDeleted ? 'and deleted_at is null' : '');
  const { rows } = await sql<{ readonly state: string; readonly count: number }>`
    select ${sql.ref(column)} as state, count(*)::integer as count from ${sql.table(table)}
    where ${sql.ref(column)} = any (${[...states]}::text[]) ${live} group by 1`.execute(db);
  const none = states.map((state) => [state, 0] as const);
  return Object.fromEntries([...none, ...rows.map(({ state, count }) => [state, count] as const)]);
}
