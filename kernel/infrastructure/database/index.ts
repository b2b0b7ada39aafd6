export { p } from '@mikro-orm/core';
export type { CompiledQuery, Kysely } from 'kysely';
export { sql } from 'kysely';
export { ConnectingPool } from './connections/connecting-pool.ts';
export { CONNECTION_WAIT_MS, waitingUntil } from './connections/connections.ts';
export { createPool } from './connections/pool.ts';
export { SessionLock } from './connections/session-lock.ts';
export { DATABASE, type Database, PostgresDatabase } from './database.ts';
export { isStatementFailure, translateDatabaseError, violates } from './database-errors.ts';
export { appliedMigrations, migrate, pendingMigrations } from './migrations/migrate.ts';
export {
  databaseMigrations,
  type MigrationDeclaration,
  migration,
  organizationRows,
  platformRights,
  platformTable,
  rowSecurity,
  type TenantTableOptions,
  tenantTable,
} from './migrations/migration.ts';
export { functionRights, groupStatement, missingRights, type Right, rightsOf } from './migrations/rights.ts';
export { assertHarmless, type Logins, loginNames, provisionLogins, shutLogins } from './migrations/roles.ts';
export { editedSteps } from './migrations/step-hashes.ts';
export { jsonArray, plainArray, textArray } from './queries/array-text.ts';
export { byKey } from './queries/by-key.ts';
export { columnsOf } from './queries/columns-of.ts';
export { foundBy, type Searched } from './queries/found-by.ts';
export { isUnchangedBy } from './queries/is-unchanged-by.ts';
export { jsonValue } from './queries/json-value.ts';
export {
  containing,
  type Page,
  type PageQuery,
  type PageQueryOf,
  pageOf,
  pageQuerySchema,
  pageSchema,
} from './queries/page.ts';
export { type PageCut, type PageOrder, pageOrdered, readPage, totalOf } from './queries/read-page.ts';
export { storable } from './queries/storable.ts';
export { TableRows } from './queries/table-rows.ts';
export { assertUnchanged, etagOf, namesTag } from './row-tag.ts';
export { identity, softDeletedColumns, tenantColumns, timestamp } from './tables/columns.ts';
export {
  defineTable,
  type Table,
  type TableDeclaration,
  type TableShape,
  type TablesOf,
} from './tables/define-table.ts';
export * from './tables/tables.ts';
export * from './unit-of-work.ts';
