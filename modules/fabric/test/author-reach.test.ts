import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { connect, logs } from './support/platform.ts';

t.test(
  'an administrator held to sites changes, tests and reruns no Connection of the organization',
  async (t) => {
    const harness = await bootPlatform(t);
    const owner = await harness.owner();
    const site_id = await harness.site(owner, 'Mine');
    const person = await harness.person('org_admin');
    const access = `/organizations/${owner.organization_id}/site-access/`;
    await harness.call('POST', access, { as: owner, body: { user_id: person.user_id, site_id } });
    const held = await harness.signIn(person.email);
    const id = await connect(harness, owner, {
      name: 'Log',
      source_event: 'site.updated',
      steps: [logs('x')],
      is_enabled: false,
    });
    const path = `/fabric/connections/${id}`;
    const change = (body: unknown, as = held) => harness.call('PATCH', path, { as, body });
    const setting = [
      { is_enabled: true },
      { shadow: false },
      { source_event: 'site.*' },
      { conditions: { conditions: [] } },
    ];
    const before = (await harness.call('GET', path, { as: owner })).body;
    const steps = [{ operation_id: 'fabric.log', params: { message: 'y' } }];
    for (const body of [
      ...setting,
      { name: 'Renamed' },
      { is_enabled: false },
      { shadow: true },
      { steps },
    ]) {
      t.equal((await change(body)).status, 403, JSON.stringify(body));
      t.equal((await harness.call('PATCH', `${path}?dry_run=true`, { as: held, body })).status, 403);
    }
    t.equal((await harness.call('DELETE', path, { as: held })).status, 403);
    t.same((await harness.call('GET', path, { as: owner })).body, before);
    const tried = { body: { payload: {} } };
    t.equal((await harness.call('POST', `${path}/test`, { as: held, ...tried })).status, 403);
    const run = await harness.call('POST', `${path}/test`, { as: owner, ...tried });
    t.equal(run.status, 200);
    const again = { body: { from_step: 0 } };
    const rerun = `/fabric/runs/${run.body.id}/rerun`;
    t.equal((await harness.call('POST', rerun, { as: held, ...again })).status, 403);
  },
);
