import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DATABASE, type UnitOfWork } from '@patchbay/kernel/database';
import { createPlatform, type PlatformOptions } from '@patchbay/kernel/modules';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { Harness, testEnvironment } from '../harness/index.ts';

const MAX_MS = 60_000;
const IDLE_MS = 100;

/** A platform in this process, for a parent that kills it. */
export async function bootDoomed(
  DATABASE_URL: string,
  DATA_DIR: string,
  { environment = {}, ...options }: Pick<PlatformOptions, 'environment' | 'modules' | 'work'> = {},
): Promise<Harness> {
  const platform = await createPlatform({
    environment: {
      ...process.env,
      ...testEnvironment(DATABASE_URL, DATA_DIR),
      ...environment,
    },
    ...options,
  });
  return new Harness(platform, DATABASE_URL);
}

/**
 * Publishes one unit of work after the other until killed; `tell` gets what each committed. After `most` it waits, so that
 * on a slow machine those who come after have no more to do than on a fast one.
 */
export async function publishUntilKilled<T>(
  harness: Harness,
  organization_id: string,
  most: number,
  publish: (work: UnitOfWork) => readonly T[],
  tell: (committed: readonly T[]) => void,
): Promise<void> {
  const deadlineMs = performance.now() + MAX_MS;
  for (let published = 0; performance.now() < deadlineMs; ) {
    if (published >= most) {
      await delay(IDLE_MS);
      continue;
    }
    const committed = await harness
      .get(DATABASE)
      .write(systemPrincipal(organization_id), async (work) => publish(work));
    published += committed.length;
    tell(committed);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Publishes so many keyed events at a time until killed; tells the parent those that were committed. */
export const publishKeysUntilKilled = (
  harness: Harness,
  organization_id: string,
  { most, atOnce }: { readonly most: number; readonly atOnce: number },
  publish: (work: UnitOfWork, key: string) => string,
): Promise<void> =>
  publishUntilKilled(
    harness,
    organization_id,
    most,
    (work) =>
      Array.from({ length: atOnce }, () => {
        const key = randomUUID();
        return { key, id: publish(work, key) };
      }),
    (committed) => process.send?.(committed),
  );
