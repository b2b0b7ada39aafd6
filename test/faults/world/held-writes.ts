import pg from 'pg';
import { waitFor } from '../../harness/wait-for.ts';

/** Writes to one table wait; reads go on. */
export interface HeldWrites {
  /** Resolves once a statement waits. */
  untilOneWaits(): Promise<unknown>;
  release(): Promise<void>;
}

/** Holds a process between two of its statements: the next that writes to the table does not come back. */
export async function holdWrites(databaseUrl: string, table: string): Promise<HeldWrites> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(`lock table ${table} in share mode`);
  const waiting = async (): Promise<boolean> => {
    const { rows } = await client.query(
      'select count(*)::int as n from pg_locks where relation = $1::regclass and not granted',
      [table],
    );
    return rows[0].n > 0;
  };
  return {
    untilOneWaits: () =>
      waitFor(`a write to ${table}`, waiting, { timeoutMs: 60_000, everyMs: 5 }).catch(async (error) => {
        await client.end();
        throw error;
      }),
    release: () => client.end(),
  };
}
