import { defineEntity, type EntitySchemaWithMeta } from '@mikro-orm/core';
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
export type Table<Name extends string, C extends Columns> = EntitySchemaWithMeta<
  Name,
  Name,
  object,
  never,
  C
> & { readonly shape: TableShape<C> };

// biome-ignore lint/suspicious/noExplicitAny: tables of all shapes stand in one list
export type TableDeclaration = Table<string, any>;

/** Types of listed tables by name, as the query builder knows them. */
export type TablesOf<List extends readonly TableDeclaration[]> = {
  [T in List[number] as T['tableName']]: InferKyselyTable<T>;
};

/** Declares a table. */
export function defineTable<const Name extends string, const C extends Columns>(
  name: Name,
  shape: TableShape<C>,
): Table<Name, C> {
  const entity = defineEntity({ name, tableName: name, properties: shape.columns });
  return Object.assign(entity, { shape }) as unknown as Table<Name, C>;
}
