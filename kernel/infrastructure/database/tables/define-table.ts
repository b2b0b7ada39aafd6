import type { EntitySchemaWithMeta } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';

/** Columns by name, each one `p.…()` or `timestamp()`. */
// biome-ignore lint/suspicious/noExplicitAny: the ORM's own bound; each column keeps its type
export type Columns = Record<string, any>;

/** All that makes a table, beside its name. Statements are spelled as in a step of the schema. */
export interface TableShape<C extends Columns> {
  readonly columns: C;
  /** Row-level security and rights: `rowSecurity(…)`, `organizationRows(…)`, `platformRights(…)`. */
  readonly lock: readonly (string | readonly string[])[];
  /** Columns that PostgreSQL alone fills, such as `search_text text generated always as (…) stored`. */
  readonly generated?: readonly string[];
  /** Unique, check and foreign key constraints, such as `check (days between 1 and 30)`. */
  readonly constraints?: readonly string[];
  /** Whole statements: `create index …`. */
  readonly indexes?: readonly string[];
}

/** A table as its module declares it: the one source of its type and of the next step of the schema. */
export interface Table<Name extends string, C extends Columns> {
  readonly name: Name;
  readonly shape: TableShape<C>;
}

// biome-ignore lint/suspicious/noExplicitAny: tables of all shapes stand in one list
export type TableDeclaration = Table<string, any>;

type TypeOf<T> =
  T extends Table<infer Name, infer C>
    ? InferKyselyTable<EntitySchemaWithMeta<Name, Name, object, never, C>>
    : never;

/** Types of listed tables by name, as the query builder knows them. */
export type TablesOf<List extends readonly TableDeclaration[]> = {
  [T in List[number] as T['name']]: TypeOf<T>;
};

/** Declares a table. */
export const defineTable = <const Name extends string, const C extends Columns>(
  name: Name,
  shape: TableShape<C>,
): Table<Name, C> => Object.freeze({ name, shape });
