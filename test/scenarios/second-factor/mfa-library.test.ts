import { randomUUID } from 'node:crypto';
import { registerHooks } from 'node:module';
import { DATABASE } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { PASSWORDS, SECRETS, Secret } from '@patchbay/kernel/secrets';
import { ManualClock } from '@patchbay/kernel/telemetry';
import t from 'tap';
import { bootPlatform, type Harness, type Person } from '../../harness/index.ts';
import { SecondSteps } from '../support/sign-in/second-step.ts';

let missing = true;
registerHooks({
  resolve(specifier, context, next) {
    if (missing && specifier === 'otplib') throw new Error('otplib is not installed');
    return next(specifier, context);
  },
});

const clock = new ManualClock(new Date());
const world = await bootPlatform(t, {
  environment: { PATCHBAY_MODULES: 'identity,api-keys,organizations,system,audit' },
  work: false,
  clock,
});
const steps = new SecondSteps({ world, clock });
const BACKUP_CODE = '0a1b2c3d';

/** Rows of a user who enrolled while the library was there. */
async function enrolBefore({ get }: Pick<Harness, 'get'>, { user_id, organization_id }: Person) {
  const id = randomUUID();
  const place = { table: 'totp_factors', row_id: id, organization_id };
  const secret = get(SECRETS).seal(new Secret('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'), place);
  const code_hash = await get(PASSWORDS).hash(BACKUP_CODE);
  const owner = { organization_id, user_id };
  await get(DATABASE).write(systemPrincipal(organization_id), async ({ sql }) => {
    const enabled_at = clock.now().toISOString();
    await sql
      .insertInto('totp_factors')
      .values({ id, ...owner, secret, enabled_at })
      .execute();
    await sql
      .insertInto('backup_codes')
      .values({ id: randomUUID(), ...owner, code_hash })
      .execute();
    await sql.updateTable('users').set({ mfa_enabled: true }).where('id', '=', user_id).execute();
  });
}

t.test('without the library the platform runs, and setup and enable answer 501', async (t) => {
  const viewer = await world.person('viewer');
  for (const path of ['setup', 'enable']) {
    const answer = await world.call('POST', `/auth/mfa/${path}`, { as: viewer, body: { code: '123456' } });
    t.equal(answer.status, 501, path);
    t.equal(answer.body.error.code, 501);
  }
  t.equal((await world.call('GET', '/auth/mfa', { as: viewer })).body.enabled, false);
});

t.test('a code of an app cannot be judged then, while backup codes sign in', async (t) => {
  const viewer = await world.person('viewer');
  await enrolBefore({ get: (wanted) => world.get(wanted) }, viewer);
  const mfa_token = await steps.mfaToken(viewer);
  t.equal((await steps.second(mfa_token, '123456')).status, 501);
  t.equal((await steps.second(mfa_token, 'ffffffff')).status, 401);
  t.equal((await steps.second(mfa_token, BACKUP_CODE)).status, 200);
});

t.test('once it is there, nothing needs a restart', async (t) => {
  missing = false;
  const viewer = await world.person('viewer');
  t.equal((await world.call('POST', '/auth/mfa/setup', { as: viewer })).status, 200);
});
