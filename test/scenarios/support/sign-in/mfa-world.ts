import { ManualClock } from '@patchbay/kernel/telemetry';
import pg from 'pg';
import type { Test } from 'tap';
import { bootPlatform, type Person } from '../../../harness/index.ts';
import { SecondSteps } from './second-step.ts';

export const MFA_ENVIRONMENT = {
  PATCHBAY_MODULES: 'identity,api-keys,organizations,system,audit',
  ACCESS_TOKEN_EXPIRE_MINUTES: '1440',
};

/** A platform for second factors whose clock stands still, with a look at its tables from outside. */
export async function mfaWorld(t: Pick<Test, 'teardown'>) {
  const clock = new ManualClock(new Date());
  const world = await bootPlatform(t, { environment: MFA_ENVIRONMENT, work: false, clock });
  const outside = new pg.Client({ connectionString: world.databaseUrl });
  await outside.connect();
  t.teardown(() => outside.end());
  return {
    clock,
    world,
    outside,
    steps: new SecondSteps({ world, clock }),
    post: (as: Person, path: string, body: unknown = {}) => world.call('POST', path, { as, body }),
  };
}
