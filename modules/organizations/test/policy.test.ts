import { contribute } from '@patchbay/kernel/extension';
import { type DiscoveredModule, defineModule } from '@patchbay/kernel/modules';
import { SECOND_FACTORS, type SecondFactor } from '@patchbay/module-identity/contract';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';

/** Users with a second factor in this test. */
const enrolled = new Set<string>();
const pretended: SecondFactor = {
  method: 'pretended',
  isEnrolled: async (_sql, user_id) => enrolled.has(user_id),
  remove: async () => {},
};
const pretending: DiscoveredModule = {
  file: 'modules/pretending/index.ts',
  declaration: defineModule({
    id: 'pretending',
    title: 'Pretending',
    status: 'available',
    prefixes: ['/pretending'],
    requires: ['identity'],
    contributes: contribute(SECOND_FACTORS, pretended),
  }),
};
const harness = await bootPlatform(t, {
  environment: { PATCHBAY_MODULES: 'identity,api-keys,organizations,audit,pretending' },
  modules: [pretending],
  work: false,
});

t.test('only who has a second factor demands one of everybody; anyone lifts the demand', async (t) => {
  const owner = await harness.owner();
  const organization = await harness.organization('Careful');
  const admin = await harness.person('org_admin', organization);
  const viewer = await harness.person('viewer', organization);
  const patch = (mfa_required: unknown, as = admin) =>
    harness.call('PATCH', `/organizations/${organization}`, { as, body: { mfa_required } });
  const refused = await patch(true);
  t.equal(refused.status, 409);
  t.match(refused.body.error.message, 'second factor');
  t.equal((await patch(true, owner)).status, 409, 'a super administrator too');
  t.equal((await patch(true, viewer)).status, 403);
  t.equal((await patch('yes')).status, 422);
  t.match(await patch(false), { status: 200, body: { mfa_required: false } });
  enrolled.add(owner.user_id);
  t.match(await patch(true, owner), { status: 200, body: { mfa_required: true, quotas: {} } });
  const { body } = await harness.call('GET', '/organizations', { as: owner });
  t.match(
    body.items.find(({ id }: { id: string }) => id === organization),
    { mfa_required: true },
  );
});

t.test('the list of organizations counts as each of them does', async (t) => {
  const owner = await harness.owner();
  const { body } = await harness.call('GET', '/organizations', { as: owner });
  t.ok(body.total > 1);
  for (const { id, counts } of body.items)
    t.same(counts, (await harness.call('GET', `/organizations/${id}`, { as: owner })).body.counts);
});
