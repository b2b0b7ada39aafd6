import { type InsertObject, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { type ErrorDefinition, notFound } from '../../../errors/index.ts';
import { violates } from '../database-errors.ts';
import { assertUnchanged } from '../row-tag.ts';
import type { Tables } from '../tables/tables.ts';
import type { Unit } from '../unit-of-work.ts';
import { foundBy } from './found-by.ts';
import type { Page, PageQuery } from './page.ts';
import { type PageOrder, readPage, totalOf } from './read-page.ts';

type TableName = keyof Tables & string;
type Stored<T extends TableName> = Selectable<Tables[T]>;
type ColumnOf<T extends TableName> = keyof Stored<T> & string;

/** A statement answers what the columns declare; inside, tables and columns are names. */
type AnyTables = Kysely<Record<string, Record<string, unknown>>>;

/** Values that columns must have; undefined asks for none. */
type Only<T extends TableName> = { readonly [K in ColumnOf<T>]?: Stored<T>[K] | undefined };

type Given<T extends TableName> = Readonly<Omit<InsertObject<Tables, T>, 'id' | 'organization_id'>> & {
  readonly id: string;
};

interface RowsDeclaration<T extends TableName, C extends ColumnOf<T>> extends Pick<PageOrder, 'ties'> {
  readonly columns: readonly C[];
  /** Columns that a search looks into, or its condition. */
  readonly searched: readonly ColumnOf<T>[] | ((search: string) => RawBuilder<boolean>);
  /** Order of a list whose query names none. */
  readonly sort: string;
  /** Set when a row is soft-deleted; `deleted_at` unless declared, null where rows stay or leave the table. */
  readonly softDeleteColumn?: ColumnOf<T> | null;
  /** Refusals of values that another row has, by unique constraint. */
  readonly taken?: Readonly<Record<string, ErrorDefinition>>;
}

/** Reads and changes work in any unit, those of the whole platform included. */
type Scope = Pick<Unit, 'sql'>;

/** The rows of a table as its replies show them, read and changed one by one inside a unit. */
export class TableRows<const T extends TableName, const C extends ColumnOf<T>> {
  readonly #table: T;
  readonly #declared: RowsDeclaration<T, C>;

  constructor(table: T, declared: RowsDeclaration<T, C>) {
    this.#table = table;
    this.#declared = declared;
  }

  get columns(): readonly C[] {
    return this.#declared.columns;
  }

  get #softDeleteColumn(): string | null {
    const { softDeleteColumn = 'deleted_at' } = this.#declared;
    return softDeleteColumn;
  }

  async page(unit: Scope, query: PageQuery, only: Only<T> = {}): Promise<Page<Pick<Stored<T>, C>>> {
    const { columns, searched, sort, ties } = this.#declared;
    let found = this.#there(unit, only);
    if (query.search)
      found = found.where(
        typeof searched === 'function'
          ? searched(query.search)
          : foundBy(query.search, { texts: searched.map((name) => sql.ref(name)) }),
      );
    const page = await readPage(found.select(columns), query, { sort, ...(ties ? { ties } : {}) });
    return page as unknown as Page<Pick<Stored<T>, C>>;
  }

  /** Throws `kernel.not_found` when it is not there, or is another's. */
  get(unit: Scope, id: string, only: Only<T> = {}): Promise<Pick<Stored<T>, C>> {
    return this.#one(this.#there(unit, only).select(this.#declared.columns).where('id', '=', id));
  }

  /** Locked until the unit ends; throws `kernel.precondition_failed` when `if_match` no longer holds. */
  async hold(unit: Scope, id: string, if_match: string | null = null, only: Only<T> = {}) {
    const found = this.#there(unit, only).select(this.#declared.columns).where('id', '=', id);
    const row = await this.#one(found.forNoKeyUpdate());
    if (if_match !== null) assertUnchanged(if_match, String((row as Record<string, unknown>)['updated_at']));
    return row;
  }

  /** Count of the rows that the unit sees. */
  count(unit: Scope, only: Only<T> = {}): Promise<number> {
    return totalOf(this.#there(unit, only));
  }

  /**
   * Under a lock of the organization, so that callers in parallel cannot both take the last place. `count` is given
   * where people held to sites see less than the organization has.
   */
  async assertRoom(
    unit: Unit,
    most: number,
    tooMany: () => Error,
    count: () => Promise<number> = () => this.count(unit),
  ): Promise<void> {
    const lock = `${this.#table}/${unit.organization_id}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(unit.sql);
    if ((await count()) >= most) throw tooMany();
  }

  /** Adds a row of the unit's organization. */
  add(unit: Unit, values: Given<T>): Promise<Pick<Stored<T>, C>> {
    const row = { ...values, organization_id: unit.organization_id };
    return this.#written(anyTables(unit).insertInto<string>(this.#table).values(row));
  }

  /** Throws `kernel.not_found` when it is not there. */
  change(unit: Scope, id: string, values: Partial<Given<T>>): Promise<Pick<Stored<T>, C>> {
    const set = { ...values, updated_at: sql`clock_timestamp()` };
    return this.#written(this.#update(unit, set, id));
  }

  /** Soft-deletes a row, which is not found any more. Throws `kernel.not_found` when it is not there. */
  async remove(unit: Scope, id: string, also: Partial<Given<T>> = {}): Promise<void> {
    const column = this.#softDeleteColumn;
    if (column === null) throw new Error(`${this.#table} has no column for a soft delete`);
    const now = sql`clock_timestamp()`;
    await this.#one(this.#update(unit, { ...also, [column]: now, updated_at: now }, id).returning('id'));
  }

  #update(unit: Scope, set: Record<string, unknown>, id: string) {
    const column = this.#softDeleteColumn;
    const found = anyTables(unit).updateTable<string>(this.#table).set(set).where('id', '=', id);
    return column === null ? found : found.where(column, 'is', null);
  }

  #there(unit: Scope, only: Only<T>) {
    const column = this.#softDeleteColumn;
    let found = anyTables(unit).selectFrom<string>(this.#table);
    if (column !== null) found = found.where(column, 'is', null);
    for (const [name, value] of Object.entries(only))
      if (value !== undefined) found = found.where(name, '=', value);
    return found;
  }

  async #one(found: { executeTakeFirst(): Promise<object | undefined> }): Promise<Pick<Stored<T>, C>> {
    const row = await found.executeTakeFirst();
    if (row === undefined) throw notFound();
    return row as Pick<Stored<T>, C>;
  }

  async #written(statement: { returning(columns: readonly C[]): Runs }): Promise<Pick<Stored<T>, C>> {
    try {
      return await this.#one(statement.returning(this.#declared.columns));
    } catch (error) {
      for (const [constraint, refusal] of Object.entries(this.#declared.taken ?? {}))
        if (violates(error, constraint)) throw refusal({ cause: error });
      throw error;
    }
  }
}

interface Runs {
  executeTakeFirst(): Promise<object | undefined>;
}

const anyTables = (unit: Scope): AnyTables => unit.sql as unknown as AnyTables;
