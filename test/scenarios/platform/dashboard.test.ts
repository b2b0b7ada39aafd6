import { DATABASE, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import t from 'tap';
import { bootPlatform } from '../../harness/index.ts';

const harness = await bootPlatform(t, { work: false });
const owner = await harness.owner();
const { organization_id } = owner;
const [open, shut] = [await harness.site(owner, 'Open'), await harness.site(owner, 'Shut')];
const outside = exempt(
  'test.dashboard',
  'a test makes up what devices and their controllers would have told',
);
const past = (work: (db: Kysely<Tables>) => Promise<unknown>) =>
  harness.get(DATABASE).asSystem(outside, work);
const call = (method: string, path: string, body?: object, as = owner) =>
  harness.call(method, path, { as, ...(body ? { body } : {}) });

async function controllerAt(site_id: string, name: string): Promise<string> {
  const body = { name, site_id, vendor: 'mikrotik', url: 'https://192.0.2.1' };
  return (await call('POST', '/controllers', body)).body.id;
}

async function stagedAt(controller_id: string, outcome: string | null): Promise<string> {
  const path = `/gateway-routeros-interfaces/${controller_id}/changes/routeros.interfaces.vlan?operation=create`;
  const staged = await call('POST', path, { payload: { name: 'v', interface: 'bridge', 'vlan-id': '10' } });
  if (staged.status !== 201) throw new Error(staged.text);
  await past((db) =>
    sql`update pending_changes set last_outcome = ${outcome}, last_error = ${outcome && 'It said no.'}
      where id = ${staged.body.id}::uuid`.execute(db),
  );
  return staged.body.id;
}

const devicesAt = (site_id: string, status: string, many: number) =>
  past((db) =>
    sql`insert into devices (id, organization_id, site_id, external_id, name, kind, status, hash)
      select gen_random_uuid(), ${organization_id}::uuid, ${site_id}::uuid, gen_random_uuid()::text, 'd', 'switch',
        ${status}, 'x' from generate_series(1, ${many}::integer)`.execute(db),
  );

const alertAt = (site_id: string, title: string, severity: string, status: string) =>
  past((db) =>
    sql`insert into alerts (id, organization_id, title, message, severity, status, site_id, effect_id)
      values (gen_random_uuid(), ${organization_id}::uuid, ${title}, 'm', ${severity}, ${status}, ${site_id}::uuid,
        gen_random_uuid())`.execute(db),
  );

t.test('the dashboard of an organization tells what needs a look, within site grants', async (t) => {
  const [near, far] = [await controllerAt(open, 'Near'), await controllerAt(shut, 'Far')];
  await past((db) =>
    sql`update controllers set status = 'unreachable', last_error = 'No answer.', next_sync_at = now() + interval '1 day'
      where id = any (${[near, far]}::uuid[])`.execute(db),
  );
  await controllerAt(open, 'Idle');
  await devicesAt(open, 'online', 3);
  await devicesAt(open, 'offline', 1);
  await devicesAt(shut, 'offline', 5);
  await stagedAt(near, null);
  const failed = await stagedAt(near, 'failed');
  await stagedAt(far, 'unknown');
  await alertAt(open, 'Hot', 'critical', 'open');
  await alertAt(open, 'Seen', 'warning', 'acknowledged');
  await alertAt(shut, 'Cold', 'info', 'open');
  await alertAt(shut, 'Done', 'info', 'resolved');
  const made = await call('POST', '/fabric/connections', {
    name: 'Breaks',
    source_event: 'site.updated',
    steps: [{ operation_id: 'fabric.log', params: { message: 'x' } }],
  });
  t.equal(made.status, 201, made.text);
  await past((db) =>
    sql`insert into connection_runs (id, organization_id, connection_id, event_id, status, reason, finished_at)
      select gen_random_uuid(), ${organization_id}::uuid, ${made.body.id}::uuid, gen_random_uuid(), s, 'x', now()
      from unnest(array['failed']) s`.execute(db),
  );
  const home = `/organizations/${organization_id}/dashboard`;
  const { sections } = (await call('GET', home)).body;
  t.same(sections.devices, { counts: { online: 3, offline: 6 }, attention: [] });
  t.same(sections.controllers.counts, { unknown: 1, online: 0, unreachable: 2, error: 0 });
  t.same(sections.changes.counts, { pending: 3, failed: 1, unknown: 1 });
  t.same(sections.alerts.counts, { open: 2, acknowledged: 1 });
  t.match(sections.alerts.attention, [
    { name: 'Hot', reason: 'critical' },
    { name: 'Cold', reason: 'info' },
  ]);
  t.same(sections.connections.counts, { enabled: 1, paused: 0, failing: 1 });
  t.match(sections.connections.attention, [{ id: made.body.id, name: 'Breaks' }]);

  const held = await harness.person('org_admin');
  await call('POST', `/organizations/${organization_id}/site-access`, {
    user_id: held.user_id,
    site_id: open,
  });
  const narrowed = (await call('GET', home, undefined, held)).body.sections;
  t.same(narrowed.devices.counts, { online: 3, offline: 1 });
  t.match(narrowed.controllers, {
    counts: { unreachable: 1 },
    attention: [{ id: near, name: 'Near', reason: 'No answer.' }],
  });
  t.match(narrowed.changes, {
    counts: { pending: 2, failed: 1, unknown: 0 },
    attention: [{ id: failed, name: 'routeros.interfaces.vlan', reason: 'It said no.' }],
  });
  t.same(narrowed.alerts.counts, { open: 1, acknowledged: 1 });
});
