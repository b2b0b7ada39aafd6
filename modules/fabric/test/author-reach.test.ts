import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';

t.test('somebody held to sites sets nothing going that reaches further', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const site_id = await harness.site(owner, 'Mine');
  const person = await harness.person('org_admin');
  const access = `/organizations/${owner.organization_id}/site-access/`;
  await harness.call('POST', access, { as: owner, body: { user_id: person.user_id, site_id } });
  const held = await harness.signIn(person.email);
  const made = await harness.call('POST', '/fabric/connections', {
    as: owner,
    body: {
      name: 'Log',
      source_event: 'site.updated',
      steps: [{ operation_id: 'fabric.log', params: { message: 'x' } }],
      is_enabled: false,
    },
  });
  const path = `/fabric/connections/${made.body.id}`;
  const change = (body: unknown, as = held) => harness.call('PATCH', path, { as, body });
  const setting = [
    { is_enabled: true },
    { shadow: false },
    { source_event: 'site.*' },
    { conditions: { conditions: [] } },
  ];
  for (const body of setting) {
    t.equal((await change(body)).status, 403, JSON.stringify(body));
    const dry = await harness.call('PATCH', `${path}?dry_run=true`, { as: held, body });
    t.match(dry.body.findings, [{ field: 'steps', type: 'forbidden' }]);
  }
  for (const body of [{ name: 'Renamed' }, { is_enabled: false }, { shadow: true }])
    t.equal((await change(body)).status, 200, JSON.stringify(body));
  const tried = { body: { payload: {} } };
  t.equal((await harness.call('POST', `${path}/test`, { as: held, ...tried })).status, 403);
  const run = await harness.call('POST', `${path}/test`, { as: owner, ...tried });
  t.equal(run.status, 200);
  const again = { body: { from_step: 0 } };
  t.equal(
    (await harness.call('POST', `/fabric/runs/${run.body.id}/rerun`, { as: held, ...again })).status,
    403,
  );
  const taken = await change({ steps: [{ operation_id: 'fabric.log', params: { message: 'y' } }] });
  t.match(taken.body, { author_id: held.user_id });
  t.equal((await change({ is_enabled: true })).status, 200, 'what one has written oneself goes on');
});
