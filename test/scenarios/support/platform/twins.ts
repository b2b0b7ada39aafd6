import type { DiscoveredModule } from '@patchbay/kernel/modules';
import { bootPlatform, type Harness } from '../../../harness/index.ts';

export interface TwinOptions {
  readonly redisUrl: string;
  readonly modules?: readonly DiscoveredModule[];
}

interface Teardown {
  teardown(work: () => unknown): unknown;
}

/** Two platforms that share one database and one Redis, as two processes of one installation do. */
export async function bootTwins(
  t: Teardown,
  { redisUrl, modules = [] }: TwinOptions,
): Promise<readonly [Harness, Harness]> {
  const options = { environment: { REDIS_URL: redisUrl, ADAPTER_READ_ONLY: 'false' }, modules };
  const one = await bootPlatform(t, options);
  const two = await bootPlatform(t, { ...options, databaseUrl: one.databaseUrl });
  await one.owner();
  return [one, two];
}
