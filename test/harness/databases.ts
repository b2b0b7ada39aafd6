import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@patchbay/embedded-postgres';
import pg from 'pg';
import { prepareTemplate, TEMPLATE } from './template.ts';

let own: Promise<string> | undefined;

/** Superuser URL of the test cluster: the runner's, or one of its own for a file that is run alone. */
export async function clusterUrl(): Promise<string> {
  const given = process.env['PATCHBAY_TEST_DATABASE_URL'];
  if (given) return given;
  own ??= startOwn();
  return own;
}

async function startOwn(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'patchbay-test-'));
  const server = await startEmbeddedPostgres({
    dataDir,
    flags: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  const { default: t } = await import('tap');
  t.teardown(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  await prepareTemplate(server.url);
  return server.url;
}

/** The same cluster's URL for another database. */
export function urlFor(url: string, database: string): string {
  const target = new URL(url);
  target.pathname = `/${database}`;
  return target.toString();
}

async function asSuperuser<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: urlFor(url, 'postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A database of its own, cloned from the migrated template. */
export async function cloneDatabase(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const url = await clusterUrl();
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await asSuperuser(url, (client) =>
    client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`),
  );
  return {
    url: urlFor(url, name),
    drop: () =>
      asSuperuser(
        url,
        async (client) => void (await client.query(`drop database if exists ${name} with (force)`)),
      ),
  };
}
