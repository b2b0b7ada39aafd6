import { bootPlatform, unreachable } from '@patchbay/test/harness';
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
  const controllerAt = (site_id: string) => unreachable(harness, owner, site_id);
  const access = `/organizations/${owner.organization_id}/site-access/`;
  const narrow = async (user_id: string, site_id: string): Promise<string> => {
    const { status, body: grant } = await harness.call('POST', access, {
      as: owner,
      body: { user_id, site_id },
    });
    t.equal(status, 201);
    return String(grant.id);
  };
  const heldTo = async (site_id: string) => {
    const admin = await harness.person('admin');
    const grant_id = await narrow(admin.user_id, site_id);
    return { grant_id, held: await harness.signIn(admin.email) };
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

  t.test('nobody held to sites writes, changes, tests or deletes a rule of the organization', async (t) => {
    const id = await addRule(harness, owner, siteRule(await controllerAt(other), { is_enabled: false }));
    const path = `/automation/rules/${id}`;
    const before = (await harness.call('GET', path, { as: owner })).body;
    const alert = action('create_alert', { title: 'x' });
    const setting: readonly Fields[] = [
      { is_enabled: true },
      { trigger_config: { event_pattern: 'site.*' } },
      { conditions: { conditions: [] } },
      { name: 'Renamed' },
      { actions: [{ action_type: 'stage_change', params: '[redacted]' }, alert], is_enabled: true },
    ];
    for (const body of setting) {
      t.equal((await changeRule(harness, held, id, body)).status, 403, JSON.stringify(body));
      t.equal((await harness.call('PATCH', `${path}?dry_run=true`, { as: held, body })).status, 403);
    }
    const body = ruleBody(siteRule(await controllerAt(mine)));
    t.equal((await harness.call('POST', '/automation/rules', { as: held, body })).status, 403);
    t.equal((await harness.call('DELETE', path, { as: held })).status, 403);
    t.equal((await test(id)).status, 403);
    t.same((await harness.call('GET', path, { as: owner })).body, before);
    t.equal(await changes(), 0);
    t.equal((await test(id, owner)).body.status, 'succeeded');
    t.equal(await changes(), 1);
  });

  t.test('a rule acts at the sites its author is held to by now, whoever sets it going', async (t) => {
    const author = await harness.person('admin');
    const within = await addRule(harness, author, siteRule(await controllerAt(mine)));
    const beyond = await addRule(harness, author, siteRule(await controllerAt(other), { is_enabled: false }));
    await narrow(author.user_id, mine);
    t.equal((await test(within, owner)).body.status, 'succeeded');
    t.match((await test(beyond, owner)).body, {
      status: 'failed',
      actions: [{ error: { type: 'CROSS_TENANT_TARGET' } }],
    });
    await changeRule(harness, owner, within, { is_enabled: false });
  });

  t.test('a site that is taken away between save and fire is out of reach at once', async (t) => {
    const moved = await harness.person('admin');
    const id = await addRule(harness, moved, siteRule(await controllerAt(mine)));
    const grant_id = await narrow(moved.user_id, mine);
    await narrow(moved.user_id, other);
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
      const author = await harness.person('admin');
      const keyOf = async (body: Fields) =>
        String((await harness.call('POST', '/api-keys', { as: author, body })).body.secret);
      const scoped = await keyOf({ name: 'scoped', scopes: ['automation:write', 'controller:write'] });
      const whole = await keyOf({ name: 'whole' });
      const body = ruleBody(siteRule(await controllerAt(other)));
      const path = '/automation/rules';
      t.equal((await harness.call('POST', path, { apiKey: scoped, body })).status, 403);
      const made = await harness.call('POST', path, { apiKey: whole, body });
      t.match(made.body, { author_id: author.user_id });
      const tried = { body: { payload: {} } };
      const itself = `${path}/${made.body.id}/test`;
      t.equal((await harness.call('POST', itself, { apiKey: scoped, ...tried })).status, 403);
      t.equal((await harness.call('POST', itself, { apiKey: whole, ...tried })).body.status, 'succeeded');
      await narrow(author.user_id, mine);
      t.equal((await harness.call('POST', itself, { apiKey: whole, ...tried })).status, 403);
      t.match((await test(made.body.id, owner)).body, {
        status: 'failed',
        actions: [{ error: { type: 'CROSS_TENANT_TARGET' } }],
      });
    },
  );
});
