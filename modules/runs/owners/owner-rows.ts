import { foundBy, type Page, type PageQuery, readPage, sql, type Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import { failuresOf } from '../pausing/failure-streaks.ts';

/** Counts of an owner's events and runs. */
export interface OwnerCounts {
  readonly conditions_failed: number;
  readonly failures_in_a_row: number;
}

interface Identified {
  readonly id: string;
}

/** Tables of one kind of owner, and the view of a row. */
export interface OwnerTable<R extends Identified, V> {
  readonly owners: string;
  readonly counters: string;
  readonly failures: string;
  readonly columns: readonly (keyof R & string)[];
  /** Columns of a search. */
  readonly searched: readonly (keyof R & string)[];
  readonly viewOf: (row: R, reader: Principal, counts: OwnerCounts) => V;
}

/** Reads owners inside a unit. */
export class OwnerRows<R extends Identified, V> extends Service<{ table: OwnerTable<R, V> }> {
  async row({ sql: db }: Unit, id: string, lock = false): Promise<R> {
    const { rows } = await sql<R>`
      select * from ${this.#there()} as owner where id = ${id}::uuid
      ${lock ? sql`for no key update` : sql``}`.execute(db);
    if (rows[0] === undefined) throw notFound();
    return rows[0];
  }

  async view(unit: Unit, id: string): Promise<V> {
    const [row, counts] = await Promise.all([this.row(unit, id), this.#countsOf(unit, [id])]);
    return this.parts.table.viewOf(row, unit.principal, counts(id));
  }

  /** Newest first. `only`: values that columns must have. */
  async page(
    unit: Unit,
    query: PageQuery,
    only: Readonly<Record<string, string | boolean | undefined>> = {},
  ): Promise<Page<V>> {
    const texts = this.parts.table.searched.map((name) => sql.ref(name));
    let found = unit.sql
      .selectFrom(sql<Identified>`${this.#there()}`.as('owner'))
      .where(foundBy(query.search, { texts }));
    for (const [name, value] of Object.entries(only))
      if (value !== undefined) found = found.where(sql.ref(name), '=', value);
    const page = await readPage(found.selectAll(), query, { sort: '-created_at' });
    const rows = page.items as readonly R[];
    const counts = await this.#countsOf(
      unit,
      rows.map(({ id }) => id),
    );
    return {
      ...page,
      items: rows.map((row) => this.parts.table.viewOf(row, unit.principal, counts(row.id))),
    };
  }

  /** Under a lock of the organization, so that callers in parallel count one after another. */
  async assertRoom({ sql: db, organization_id }: Unit, most: number, refusal: () => Error): Promise<void> {
    const { owners } = this.parts.table;
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${owners}/${organization_id}`}, 0))`.execute(
      db,
    );
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from ${sql.table(owners)} where deleted_at is null`.execute(db);
    if ((rows[0]?.total ?? 0) >= most) throw refusal();
  }

  #there() {
    const { owners, columns } = this.parts.table;
    return sql`(select ${sql.join(columns.map((name) => sql.ref(name)))}
      from ${sql.table(owners)} where deleted_at is null)`;
  }

  async #countsOf({ sql: db }: Unit, ids: readonly string[]): Promise<(id: string) => OwnerCounts> {
    const { counters, failures } = this.parts.table;
    const { rows } = await sql<{ id: string; conditions_failed: number }>`
      select id, conditions_failed from ${sql.table(counters)} where id = any(${[...ids]}::uuid[])`.execute(
      db,
    );
    const missed = new Map(rows.map(({ id, conditions_failed }) => [id, conditions_failed]));
    const failed = await failuresOf(db, failures, ids);
    return (id) => ({
      conditions_failed: missed.get(id) ?? 0,
      failures_in_a_row: failed.get(id) ?? 0,
    });
  }
}
