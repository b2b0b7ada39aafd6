import { DATABASE } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { ManualClock } from '@patchbay/kernel/telemetry';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { Housekeeping } from '../services/tokens/housekeeping.ts';

const DAY_MS = 86_400_000;
const clock = new ManualClock(new Date());
const environment = { PATCHBAY_MODULES: 'identity,organizations,system,audit,oauth2' };
const harness = await bootPlatform(t, { environment, work: false, clock });
const owner = await harness.owner();

t.test('what has run out is swept, what stands stays', async (t) => {
  const input = {
    name: 'Reporter',
    redirect_uris: ['https://app.example.com/'],
    scopes: ['site:read'],
    confidential: false,
  };
  const app = (await harness.call('POST', '/oauth2/applications', { as: owner, body: input })).body;
  const request = {
    response_type: 'code',
    client_id: app.client_id,
    redirect_uri: input.redirect_uris[0],
    scope: 'site:read',
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
    decision: 'approve',
  };
  t.equal((await harness.call('POST', '/oauth2/authorize', { as: owner, body: request })).status, 200);
  const count = (table: 'oauth2_codes' | 'oauth2_grants') =>
    harness
      .get(DATABASE)
      .read(
        systemPrincipal(owner.organization_id),
        async ({ sql }) => (await sql.selectFrom(table).select('id').execute()).length,
      );
  const sweep = () => harness.get(Housekeeping).sweep();
  clock.advance(DAY_MS);
  await sweep();
  t.same([await count('oauth2_codes'), await count('oauth2_grants')], [1, 1]);
  clock.advance(61_000);
  await sweep();
  t.same([await count('oauth2_codes'), await count('oauth2_grants')], [0, 1]);
  const again = await harness.signIn(owner.email);
  const { items } = (await harness.call('GET', '/oauth2/grants', { as: again })).body;
  await harness.call('DELETE', `/oauth2/grants/${items[0].id}`, { as: again });
  clock.advance(30 * DAY_MS);
  await sweep();
  t.equal(await count('oauth2_grants'), 1);
  clock.advance(1_000);
  await sweep();
  t.equal(await count('oauth2_grants'), 0);
});
