import type { Test } from 'tap';
import type { PostgresDatabase } from '../../../database/index.ts';
import { ownDatabase } from '../../../database/test/own-database.ts';
import { httpMigrations } from '../../index.ts';

/** A database with this room's tables, gone when the test ends. */
export async function databaseFor(t: Test): Promise<PostgresDatabase> {
  return (await ownDatabase(t, httpMigrations, 4)).database;
}
