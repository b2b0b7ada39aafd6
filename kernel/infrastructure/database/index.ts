export type { CompiledQuery, Kysely } from 'kysely';
export { sql } from 'kysely';
export { changesNothing } from './changes-nothing.ts';
export { ConnectingPool } from './connecting-pool.ts';
export { CONNECTION_WAIT_MS, waitingUntil } from './connections.ts';
export { DATABASE, type Database, PostgresDatabase } from './database.ts';
export { translateDatabaseError, violates } from './database-errors.ts';
export { startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts';
export { softDeleteFilters, tenantFilter } from './filters.ts';
export { foundBy, type Searched } from './found-by.ts';
export { Gathering, type GatheringOptions } from './gathering.ts';
export { appliedMigrations, migrate, pendingMigrations } from './migrate.ts';
export {
  databaseMigrations,
  type MigrationDeclaration,
  migration,
  organizationRows,
  platformTable,
  rowSecurity,
  type TenantTableOptions,
  tenantTable,
} from './migration.ts';
export { createOrm, type EntityDeclaration, forkFor } from './orm.ts';
export {
  containing,
  type Page,
  type PageQuery,
  type PageQueryOf,
  pageOf,
  pageQuerySchema,
  pageSchema,
} from './page.ts';
export { createPool } from './pool.ts';
export { softDeletedProperties, tenantProperties, timestamp } from './properties.ts';
export { type PageCut, type PageOrder, pageOrdered, readPage, totalOf } from './read-page.ts';
export { functionRights, groupStatement, missingRights, type Right, rightsOf } from './rights.ts';
export { assertHarmless, type Logins, loginNames, provisionLogins, shutLogins } from './roles.ts';
export { SessionLock } from './session-lock.ts';
export { editedSteps } from './step-hashes.ts';
export { storable } from './storable.ts';
export * from './tables.ts';
export { IsoTimestamp } from './timestamp.ts';
export * from './unit-of-work.ts';
