import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import pg from 'pg';
import t from 'tap';
import { AUDIT_CHAIN } from '../contract.ts';
import { ChainWatch } from '../services/chain-watch.ts';

t.test('a chain that is broken is told once, and again when it breaks otherwise', async (t) => {
  const outside = await mkdtemp(join(tmpdir(), 'patchbay-checkpoints-'));
  t.teardown(() => rm(outside, { recursive: true, force: true }));
  const platform = await bootPlatform(t, { environment: { AUDIT_CHECKPOINT_DIR: outside } });
  const owner = await platform.owner();
  const viewer = await platform.person('viewer');
  const stranger = await platform.person('viewer', await platform.organization('Second Networks'));
  const superuser = new pg.Client({ connectionString: platform.databaseUrl });
  await superuser.connect();
  t.teardown(() => superuser.end());
  const validate = async () => (await platform.call('GET', '/audit/validate', { as: viewer })).body;
  const strike = (statement: string) => superuser.query(statement, [owner.organization_id]);
  const told = async (as = viewer) => {
    const { body } = await platform.call('GET', '/events?event_type=audit.chain.broken', { as });
    return (body.items as { payload: { kind: string; sequence: number } }[]).map(({ payload }) => payload);
  };
  const toldSo = (count: number) =>
    waitFor(`${count} alarms`, async () => ((await told()).length >= count ? true : null));

  t.match(await validate(), { valid: true });
  t.same(await told(), []);

  const second = `id = (select record_id from audit_links where organization_id = $1 and sequence = 2)`;
  await strike(`update audit_log set action = 'other.' || action where organization_id = $1 and ${second}`);
  t.match(await validate(), { valid: false });
  await Promise.all([validate(), platform.get(ChainWatch).validateAll(new AbortController().signal)]);
  await toldSo(1);
  t.match(await told(), [{ kind: 'edited', sequence: 2 }]);
  t.same(await told(stranger), []);

  await strike(`update audit_log set action = substr(action, 7) where organization_id = $1 and ${second}`);
  t.match(await validate(), { valid: true });

  await platform.get(AUDIT_CHAIN).keepCheckpoints();
  for (const table of ['audit_log', 'audit_links', 'audit_heads', 'audit_checkpoints'])
    await strike(`delete from ${table} where organization_id = $1`);
  await platform.get(AUDIT_CHAIN).keepCheckpoints();
  await toldSo(2);
  t.match((await told())[0], { kind: 'truncated' }, 'told without anyone asking');
});

t.test('after the whole database was set back every organization is told, and each once', async (t) => {
  const outside = await mkdtemp(join(tmpdir(), 'patchbay-checkpoints-'));
  t.teardown(() => rm(outside, { recursive: true, force: true }));
  const platform = await bootPlatform(t, { environment: { AUDIT_CHECKPOINT_DIR: outside } });
  const { organization_id } = await platform.owner();
  const others = await Promise.all(
    Array.from({ length: 6 }, (_, index) => platform.organization(`Networks ${index}`)),
  );
  const viewer = await platform.person('viewer');
  const ids = [organization_id, ...others];
  const chain = platform.get(AUDIT_CHAIN);
  const record = async (id: string, count: number): Promise<void> => {
    await platform.get(DATABASE).write(systemPrincipal(id), async (work) => {
      for (let each = 0; each < count; each += 1) work.audit.record({ action: 'test.act' });
    });
    await chain.seal(id);
  };
  for (const id of ids) await record(id, 50);
  await chain.keepCheckpoints();
  const superuser = new pg.Client({ connectionString: platform.databaseUrl });
  await superuser.connect();
  t.teardown(() => superuser.end());
  for (const table of ['audit_pending', 'audit_log', 'audit_links', 'audit_heads', 'audit_checkpoints'])
    await superuser.query(`delete from ${table}`);
  await chain.keepCheckpoints();
  await waitFor('an alarm of each', async () => {
    const { rows } = await superuser.query('select organization_id from audit_chain_alarms');
    return rows.length === ids.length;
  });
  for (let each = 0; each < 3; each += 1) {
    await record(organization_id, 1);
    t.match((await platform.call('GET', '/audit/validate', { as: viewer })).body, { valid: false });
  }
  await platform.get(ChainWatch).validateAll(new AbortController().signal);
  const { body } = await platform.call('GET', '/events?event_type=audit.chain.broken', { as: viewer });
  t.match(body.items, [{ payload: { kind: 'truncated' } }]);
  t.equal(body.items.length, 1, 'however much it grew since');
});
