import { randomBytes } from 'node:crypto';
import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import t from 'tap';
import { newKeySecret } from '../../modules/api-keys/services/key-secret.ts';
import { bootPlatform } from '../harness/index.ts';

const count = exempt('test.attacks.limits', 'a test counts transactions');

t.test('a caller who is over the limit costs no database work, whatever key is shown', async (t) => {
  const harness = await bootPlatform(t, {
    work: false,
    environment: { RATE_LIMIT_RPM: '20', RATE_LIMIT_BURST: '20' },
  });
  await harness.owner();
  const database = harness.get(DATABASE);
  const keyReads = async (): Promise<number> => {
    const { rows } = await database.asSystem(count, (db) =>
      sql<{ n: number }>`select coalesce(seq_scan + idx_scan, 0)::int as n from pg_stat_user_tables where relname = 'api_keys'`.execute(db));
    return rows[0]?.n ?? 0;
  };
  const bogus = () => newKeySecret((bytes) => randomBytes(bytes).toString('base64url')).secret;
  const call = () => harness.call('GET', '/auth/me', { apiKey: bogus(), from: '127.55.0.1' });
  const flush = () => database.asSystem(count, (db) => sql`select pg_stat_force_next_flush()`.execute(db));
  for (let n = 0; n < 40; n += 1) await call();
  await flush();
  const before = await keyReads();
  const answers = await Promise.all(Array.from({ length: 200 }, call));
  for (let n = 0; n < 12; n += 1) await flush();
  const refused = answers.filter(({ status }) => status === 429).length;
  t.ok(refused > 190, `${refused} refused`);
  await new Promise((resolve) => setImmediate(resolve));
  const after = await keyReads();
  t.ok(after - before < 50, `${after - before} look-ups of keys for ${refused} refused calls`);
});

t.test('a guest sees their own profile only', async (t) => {
  const harness = await bootPlatform(t, { work: false });
  const owner = await harness.owner();
  const guest = await harness.person('guest');
  await harness.call('POST', '/fabric/connections', {
    as: owner,
    body: { name: 'w', source_event: 'user.created', steps: [{ operation_id: 'fabric.log', params: { message: 'x' } }] },
  });
  for (const path of ['/fabric/connections', '/fabric/catalog', '/devices', '/controllers', '/audit', '/users', '/sites'])
    t.match((await harness.call('GET', path, { as: guest })).status, 403, path);
  t.equal((await harness.call('GET', '/auth/me', { as: guest })).status, 200);
});
