// Waits more than it computes: for a grant to end, and for nothing to be heard then.
import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import t from 'tap';
import { StreamReader } from '../demo/stream.ts';
import { bootPlatform, timed, waitFor } from '../harness/index.ts';

const fill = exempt('test.attacks.noise', 'a test gives one organization a long record');

t.test(
  'validating a long audit chain does not shut other organizations out',
  { timeout: 600_000 },
  async (t) => {
    const harness = await bootPlatform(t, { work: false });
    await harness.owner();
    const other = await harness.organization('Long');
    const viewer = await harness.person('viewer', other);
    const victim = await harness.person('viewer');
    // A record that waits for its place would take the first of those below.
    await waitFor('the seal', async () => {
      const { rows } = await harness
        .get(DATABASE)
        .asSystem(fill, (db) => sql`select from audit_pending where organization_id = ${other}`.execute(db));
      return rows.length === 0;
    });
    const { rows } = await harness.get(DATABASE).asSystem(fill, (db) =>
      sql<{
        last: number;
      }>`select coalesce(max(sequence), 0) as last from audit_links where organization_id = ${other}`.execute(
        db,
      ),
    );
    const from = (rows[0]?.last ?? 0) + 1;
    await harness.get(DATABASE).asSystem(fill, (db) =>
      sql`
    with filled as (
      insert into audit_log (id, organization_id, actor_kind, action, detail, occurred_at, intake_mac)
      select uuidv7(), ${other}::uuid, 'system', 'test.filled', jsonb_build_object('n', n, 'text', repeat('x', 200)), now(), 'AAAA'
      from generate_series(1, 100001) n returning id)
    insert into audit_links (organization_id, sequence, record_id, chain_mac)
    select ${other}::uuid, ${from}::int - 1 + row_number() over (order by id), id, 'AAAA' from filled`.execute(
        db,
      ),
    );
    const slow: number[] = [];
    let running = true;
    const validations = Promise.all(
      Array.from({ length: 12 }, () =>
        harness.call('GET', '/audit/validate', { as: viewer, timeoutMs: 90_000 }),
      ),
    ).finally(() => (running = false));
    const statuses: number[] = [];
    while (running) {
      const asked = () => harness.call('GET', '/auth/me', { as: victim, timeoutMs: 60_000 });
      const { answer, tookMs } = await timed(asked);
      slow.push(tookMs);
      statuses.push(answer.status);
    }
    const answered = await validations;
    t.same(
      answered.map(({ status }) => status).filter((status) => status >= 500),
      [],
      'validations',
    );
    t.same(
      statuses.filter((status) => status !== 200),
      [],
      `${statuses.length} calls of another organization`,
    );
    t.ok(Math.max(...slow) < 2_000, `the slowest took ${Math.round(Math.max(...slow))} ms`);
  },
);

t.test('a site grant that ends is felt on an open socket within five seconds', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const operator = await harness.person('operator');
  const site = await harness.site(owner, 'Lent');
  const ends = Date.now() + 3_000;
  const granted = await harness.call('POST', `/organizations/${owner.organization_id}/site-access`, {
    as: owner,
    body: { user_id: operator.user_id, site_id: site, expires_at: new Date(ends).toISOString() },
  });
  t.equal(granted.status, 201, granted.text);
  const reader = new StreamReader(harness.url, operator.token);
  t.teardown(() => reader.close());
  await reader.frame('connected');
  reader.send({ type: 'subscribe', subscriptions: ['site.*'] });
  await reader.frame('subscribed');
  await waitFor(
    'HTTP to close the site',
    async () => (await harness.call('GET', `/sites/${site}`, { as: operator })).status === 404,
  );
  await waitFor('five more seconds', () => Date.now() > ends + 5_000, { everyMs: 200 });
  await harness.call('PATCH', `/sites/${site}`, { as: owner, body: { name: 'After the end' } });
  // What was heard while it was granted may come late.
  const isUpdate = ({ event }: { readonly event?: { readonly event_type?: unknown } }): boolean =>
    event?.event_type === 'site.updated';
  const heard = await waitFor('the event', () => reader.frames.find(isUpdate), { timeoutMs: 3_000 }).catch(
    () => null,
  );
  t.equal(heard, null, JSON.stringify(heard));
});

t.test('work that was accepted is not lost because its module was switched off for a moment', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const site = await harness.site(owner, 'Switched');
  const controller = await harness.call('POST', '/controllers', {
    as: owner,
    body: { name: 's', site_id: site, vendor: 'mikrotik', url: 'http://127.0.0.1:9' },
  });
  const started = await harness.call('POST', `/controllers/${controller.body.id}/sync`, { as: owner });
  const id = started.body.sync_id;
  await harness.call('PATCH', '/modules/inventory', { as: owner, body: { enabled: false } });
  const db = harness.get(DATABASE);
  const pending = async (): Promise<number> =>
    (
      await db.asSystem(fill, (each) =>
        sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs
          where task_identifier = 'inventory.sync-controller' and run_at <= now()`.execute(each),
      )
    ).rows[0]?.n ?? 0;
  // A job that was waiting for its next attempt comes up while the module is off.
  await db.asSystem(fill, (each) =>
    sql`update controller_syncs set status = 'queued', finished_at = null, error = null where id = ${id}::uuid`.execute(
      each,
    ),
  );
  const jobs = [
    {
      identifier: 'inventory.sync-controller',
      payload: { organization_id: owner.organization_id, controller_id: controller.body.id, sync_id: id },
    },
  ];
  await db.asSystem(fill, (each) =>
    sql`select patchbay_enqueue(${JSON.stringify(jobs)}::jsonb)`.execute(each),
  );
  await waitFor('the job to be taken, and put back', async () => (await pending()) === 0);
  await harness.call('PATCH', '/modules/inventory', { as: owner, body: { enabled: true } });
  const ended = await waitFor('the sync to end', async () => {
    const { body } = await harness.call('GET', `/controllers/${controller.body.id}/syncs/${id}`, {
      as: owner,
    });
    return body.finished_at ? body.status : null;
  }).catch((error: Error) => error.message);
  t.equal(ended, 'failed');
});
