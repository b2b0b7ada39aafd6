import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { clusterUrl, urlFor } from '../../../harness/index.ts';

/** A database without a table, gone when the test ends; answers its address. */
export async function emptyDatabase(t: { teardown(work: () => unknown): unknown }): Promise<string> {
  const url = await clusterUrl();
  const name = `test_empty_${process.pid}_${randomBytes(3).toString('hex')}`;
  const client = new pg.Client({ connectionString: urlFor(url, 'postgres') });
  await client.connect();
  await client.query(`create database ${name}`);
  t.teardown(async () => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  });
  return urlFor(url, name);
}
