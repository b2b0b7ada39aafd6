import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { connectionsNow } from '../contributions/dashboard.ts';

const testExemption = exempt('fabric.tests', 'a test makes up a long history');

t.test('the latest run that ended is found past any number of runs that were skipped', async (t) => {
  const harness = await bootPlatform(t, { work: false });
  const owner = await harness.owner();
  const behind = <T>(query: ReturnType<typeof sql<T>>) =>
    harness.get(DATABASE).asSystem(testExemption, async (db) => (await query.execute(db)).rows);
  const steps = [{ operation_id: 'fabric.log', params: { message: 'x' } }];
  const body = { name: 'Rests', source_event: 'site.updated', steps };
  const made = await harness.call('POST', '/fabric/connections', { as: owner, body });
  t.equal(made.status, 201, made.text);
  const { id } = made.body;
  await behind(sql`
    insert into connection_runs (id, organization_id, connection_id, event_id, status, reason, finished_at)
    select ('0199aa00-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${owner.organization_id}::uuid, ${id}::uuid,
      gen_random_uuid(), case when n = 1 then 'failed' else 'skipped' end, 'x', '2026-01-01T00:00:00Z'
    from generate_series(1, 20000) n`);
  const { rows: plan } = await harness
    .get(DATABASE)
    .read(systemPrincipal(owner.organization_id), ({ sql: db }) =>
      sql`explain (analyze, format json) ${connectionsNow}`.execute(db),
    );
  t.match(JSON.stringify(plan), /"Index Name":"connection_runs_ended"/);
  const { sections } = (
    await harness.call('GET', `/organizations/${owner.organization_id}/dashboard`, { as: owner })
  ).body;
  t.same(sections.connections, {
    counts: { enabled: 1, paused: 0, failing: 1 },
    attention: [{ id, name: 'Rests', reason: 'x', since: '2026-01-01T00:00:00.000000Z' }],
  });
});
