import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUDIT_CHAIN } from '@patchbay/kernel/audit';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import pg from 'pg';
import t from 'tap';
import { CHAIN_WATCH } from '../tokens.ts';

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
  await Promise.all([validate(), platform.get(CHAIN_WATCH).validateAll(new AbortController().signal)]);
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
