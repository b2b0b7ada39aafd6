import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { pretendedModule } from './support/actions.ts';
import {
  action,
  addRule,
  changeRule,
  ended,
  executionsOf,
  type Fields,
  ruleBody,
} from './support/platform.ts';

t.test('What somebody held to sites gets done through rules', async (t) => {
  const harness = await bootPlatform(t, { modules: [pretendedModule] });
  const owner = await harness.owner();
  const [mine, other] = [await harness.site(owner, 'Mine'), await harness.site(owner, 'Other')];
  const controllerAt = async (site_id: string): Promise<string> => {
    const facts = { name: 'c', site_id, vendor: 'mikrotik', url: 'https://192.0.2.1' };
    return (await harness.call('POST', '/controllers', { as: owner, body: facts })).body.id;
  };
  const access = `/organizations/${owner.organization_id}/site-access/`;
  const heldTo = async (site_id: string) => {
    const admin = await harness.person('admin');
    const body = { user_id: admin.user_id, site_id };
    const { status, body: grant } = await harness.call('POST', access, { as: owner, body });
    t.equal(status, 201);
    return { grant_id: String(grant.id), held: await harness.signIn(admin.email) };
  };
  const { held } = await heldTo(mine);
  const stage = (controller_id: string) =>
    action('stage_change', {
      controller_id,
      feature: 'pretended.set',
      operation: 'update',
      payload: { name: 'x' },
    });
  const siteRule = (controller_id: string, fields: Fields = {}) => ({
    trigger_config: { event_pattern: 'site.updated' },
    actions: [stage(controller_id)],
    ...fields,
  });
  const touch = (site_id: string) =>
    harness.call('PATCH', `/sites/${site_id}`, { as: owner, body: { name: `At ${Math.random()}` } });
  const test = (id: string, as = held) =>
    harness.call('POST', `/automation/rules/${id}/test`, { as, body: { payload: {} } });
  const changes = async () => (await harness.call('GET', '/changes', { as: owner })).body.total;

  t.test("another's rule that reaches further is not set going, and says so in a dry run", async (t) => {
    const id = await addRule(harness, owner, siteRule(await controllerAt(other), { is_enabled: false }));
    const setting: readonly Fields[] = [
      { is_enabled: true },
      { trigger_config: { event_pattern: 'site.*' } },
      { conditions: { conditions: [] } },
    ];
    for (const body of setting) {
      t.equal((await changeRule(harness, held, id, body)).status, 403, JSON.stringify(body));
      const dry = await harness.call('PATCH', `/automation/rules/${id}?dry_run=true`, { as: held, body });
      t.match(dry.body.findings, [{ field: 'actions', type: 'forbidden', severity: 'error' }]);
    }
    const refused = await test(id);
    t.equal(refused.status, 403);
    t.match(refused.body.error.message, /reaches sites that you do not/);
    t.equal(await changes(), 0);
    t.equal((await changeRule(harness, held, id, { name: 'Renamed' })).status, 200);
    t.equal((await test(id, owner)).body.status, 'succeeded');
    t.equal(await changes(), 1);
  });

  t.test(
    "a rule of somebody held to the same sites is, and whoever takes another's over stays held",
    async (t) => {
      const { held: colleague } = await heldTo(mine);
      const within = await addRule(harness, colleague, siteRule(await controllerAt(mine)));
      t.equal((await test(within)).body.status, 'succeeded');
      const beyond = await addRule(
        harness,
        owner,
        siteRule(await controllerAt(other), { is_enabled: false }),
      );
      const kept = { action_type: 'stage_change', params: '[redacted]' };
      const alert = action('create_alert', { title: 'x' });
      const taken = await changeRule(harness, held, beyond, { actions: [kept, alert], is_enabled: true });
      t.match(taken.body, { author_id: held.user_id });
      t.match((await test(beyond)).body, {
        status: 'failed',
        actions: [{ error: { type: 'CROSS_TENANT_TARGET' } }, {}],
      });
    },
  );

  t.test('a site that is taken away between save and fire is out of reach at once', async (t) => {
    const { held: moved, grant_id } = await heldTo(mine);
    await harness.call('POST', access, { as: owner, body: { user_id: moved.user_id, site_id: other } });
    const id = await addRule(harness, await harness.signIn(moved.email), siteRule(await controllerAt(mine)));
    const gone = await harness.call('DELETE', `${access}${grant_id}`, { as: owner });
    t.equal(gone.status, 204, gone.text);
    await touch(mine);
    await touch(other);
    t.match(await ended(harness, owner, id, 1), [
      { site_id: other, status: 'failed', actions: [{ error: { type: 'CROSS_TENANT_TARGET' } }] },
    ]);
    t.equal((await executionsOf(harness, owner, id)).total, 1);
  });

  t.test(
    'a key with scopes neither writes nor tests rules; one without does what its user may',
    async (t) => {
      const keyOf = async (body: Fields) =>
        String((await harness.call('POST', '/api-keys', { as: held, body })).body.secret);
      const scoped = await keyOf({ name: 'scoped', scopes: ['automation:write', 'controller:write'] });
      const whole = await keyOf({ name: 'whole' });
      const body = ruleBody(siteRule(await controllerAt(other)));
      const path = '/automation/rules';
      t.equal((await harness.call('POST', path, { apiKey: scoped, body })).status, 403);
      const made = await harness.call('POST', path, { apiKey: whole, body });
      t.match(made.body, { author_id: held.user_id });
      const tried = { body: { payload: {} } };
      const itself = `${path}/${made.body.id}/test`;
      t.equal((await harness.call('POST', itself, { apiKey: scoped, ...tried })).status, 403);
      t.match((await harness.call('POST', itself, { apiKey: whole, ...tried })).body, {
        status: 'failed',
        actions: [{ error: { type: 'CROSS_TENANT_TARGET' } }],
      });
    },
  );
});
