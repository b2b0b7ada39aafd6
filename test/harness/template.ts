import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlatform } from '@patchbay/kernel/modules';
import pg from 'pg';
import { TEST_SECRET_KEY } from './environment.ts';

export const TEMPLATE = 'patchbay_template';

/** Migrates one database with every module; tests clone it. The template refuses connections afterwards. */
export async function prepareTemplate(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const dataDir = await mkdtemp(join(tmpdir(), 'patchbay-template-'));
  try {
    await admin.query(`create database ${TEMPLATE}`);
    const target = new URL(url);
    target.pathname = `/${TEMPLATE}`;
    const platform = await createPlatform({
      environment: {
        DATABASE_URL: target.toString(),
        SECRET_KEY: TEST_SECRET_KEY,
        DATA_DIR: dataDir,
        PORT: '0',
        LOG_LEVEL: 'error',
      },
      work: false,
    });
    await platform.stop();
    await admin.query(`alter database ${TEMPLATE} with is_template true allow_connections false`);
  } finally {
    await admin.end();
    await rm(dataDir, { recursive: true, force: true });
  }
}
