import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Provider, provide } from '@patchbay/kernel/di';
import { createPlatform, type DiscoveredModule } from '@patchbay/kernel/modules';
import { PASSWORDS, Passwords } from '@patchbay/kernel/secrets';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';
import { Conduct } from './conduct.ts';
import { cloneDatabase } from './databases.ts';
import { testEnvironment } from './environment.ts';
import { Harness } from './harness.ts';

export interface BootOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly overrides?: readonly Provider[];
  readonly modules?: readonly DiscoveredModule[];
  /** Whether a route that acts and never left an audit record fails the file: for sweeps, which run every route. */
  readonly judgesRecords?: boolean;
  readonly work?: boolean;
  /** Whether every reply is checked against its schema; default true. Off where time on the event loop is watched. */
  readonly checkReplies?: boolean;
  /** Database to share with another platform of the same test. */
  readonly databaseUrl?: string;
}

interface Teardown {
  teardown(work: () => unknown): unknown;
}

/** What a hash costs is of no matter here; its own tests and the benches take the product's. */
const quickPasswords = provide(
  PASSWORDS,
  [],
  () => new Passwords({ memoryKiB: 64, passes: 1, parallelism: 1 }),
);

/** Boots a platform for one test file and stops it at the end. */
export async function bootPlatform(t: Teardown, options: BootOptions = {}): Promise<Harness> {
  const database = options.databaseUrl ? null : await cloneDatabase();
  const databaseUrl = options.databaseUrl ?? String(database?.url);
  const dataDir = await mkdtemp(join(tmpdir(), 'patchbay-'));
  const conduct = new Conduct();
  const platform = await createPlatform({
    environment: {
      ...testEnvironment(databaseUrl, dataDir),
      RATE_LIMIT_RPM: '1000000',
      RATE_LIMIT_BURST: '1000000',
      ...options.environment,
    },
    checkReplies: options.checkReplies ?? true,
    onRoute: conduct.note,
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.logger ? { logger: options.logger } : {}),
    overrides: [quickPasswords, ...(options.overrides ?? [])],
    ...(options.modules ? { modules: options.modules } : {}),
    ...(options.work === undefined ? {} : { work: options.work }),
  });
  t.teardown(async () => {
    await platform.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
    conduct.assertGood(options.judgesRecords ?? false);
  });
  return new Harness(platform, databaseUrl);
}
