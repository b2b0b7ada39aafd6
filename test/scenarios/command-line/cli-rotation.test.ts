import { randomUUID } from 'node:crypto';
import { Secret, SecretBox } from '@patchbay/kernel/secrets';
import pg from 'pg';
import t from 'tap';
import { PlatformProcess } from '../../faults/world/platform-process.ts';
import {
  call,
  cloneDatabase,
  freshAddress,
  PASSWORD,
  TEST_SECRET_KEY,
  waitFor,
} from '../../harness/index.ts';
import { CommandLine, ended } from '../support/platform/command-line.ts';

const NEW_KEY = 'a-new-secret-key-a-new-secret-key-a-new-secret-key';
const ROWS = 10_000;
const former = new SecretBox({ current: TEST_SECRET_KEY, previous: [] });
const current = new SecretBox({ current: NEW_KEY, previous: [] });

const database = await cloneDatabase();
t.teardown(() => database.drop());
const client = new pg.Client({ connectionString: database.url });
await client.connect();
t.teardown(() => client.end());
const cli = await CommandLine.open(t, database.url);
const rotated = cli.with({ SECRET_KEY: NEW_KEY, SECRET_KEY_PREVIOUS: TEST_SECRET_KEY });

const setUp = ['--organization', 'harbour', '--email', 'owner@example.com', '--username', 'owner', '--setup'];
const made = await cli.say(`${PASSWORD}\n`, 'create-admin', ...setUp);
// Not asserted: an assertion out here lets the test end while it waits for what follows.
if (made.code !== 0) throw new Error(`create-admin ended with ${made.code}`);
const organization_id = String((await client.query('select id from organizations')).rows[0].id);

const placeOf = (table: string, row_id: string) => ({ table, row_id, organization_id });
const secretOf = (id: string): string => `secret of ${id}`;

/** Credentials as the former key sealed them, one of them deleted. */
async function plantCredentials(): Promise<readonly string[]> {
  const rows = Array.from({ length: ROWS }, () => {
    const id = randomUUID();
    return { id, secret: former.seal(new Secret(secretOf(id)), placeOf('credentials', id)) };
  });
  await client.query(
    `insert into credentials (id, organization_id, name, kind, username, secret)
     select r.id, $1, 'login ' || r.id, 'password', 'admin', r.secret from jsonb_to_recordset($2) as r(id uuid, secret text)`,
    [organization_id, JSON.stringify(rows)],
  );
  await client.query('update credentials set deleted_at = now() where id = $1', [rows[0]?.id]);
  return rows.map(({ id }) => id);
}

/** A Connection, and a run that holds a copy of its envelope. */
async function plantConnection(): Promise<string> {
  const id = randomUUID();
  const steps = former.seal(new Secret('[]'), placeOf('connections', id));
  await client.query(
    `insert into connections (id, organization_id, name, source_event, sealed_steps, author_id)
     values ($1, $2, 'planted', 'site.created', $3, $1)`,
    [id, organization_id, steps],
  );
  await client.query(
    `insert into connection_runs (id, organization_id, connection_id, status, sealed_plan)
     values ($1, $2, $3, 'succeeded', $4)`,
    [randomUUID(), organization_id, id, steps],
  );
  return id;
}

const stale = async (): Promise<number> =>
  (
    await client.query(`select count(*)::int as n from credentials where secret like $1`, [
      `v1.${former.keyId}.%`,
    ])
  ).rows[0].n;

t.test('a new SECRET_KEY takes over beside a running platform', async (t) => {
  const ids = await plantCredentials();
  const connection_id = await plantConnection();
  const before = await client.query('select id, updated_at from credentials order by id');

  const environment = { DATABASE_URL: database.url, DATA_DIR: cli.folder, RATE_LIMIT_RPM: '1000000' };
  const old = await PlatformProcess.prepare({ ...environment, SECRET_KEY: TEST_SECRET_KEY });
  await old.start();
  t.teardown(() => old.kill());
  t.match(
    await rotated.run('rotate-secrets'),
    { code: 1, stderr: /A process still runs with a former SECRET_KEY/ },
    'a process that could not read the new envelopes is protected',
  );
  t.equal(await stale(), ROWS);
  await old.stop();

  t.match(await cli.with({ SECRET_KEY: NEW_KEY }).run('rotate-secrets'), {
    code: 2,
    stderr: /put the former one into SECRET_KEY_PREVIOUS/,
  });

  const platform = await PlatformProcess.prepare({
    ...environment,
    SECRET_KEY: NEW_KEY,
    SECRET_KEY_PREVIOUS: TEST_SECRET_KEY,
  });
  await platform.start();
  t.teardown(() => platform.kill());
  const signedIn = await call(platform.url, 'POST', '/api/v1/auth/login', {
    body: { login: 'owner', password: PASSWORD },
    from: freshAddress(),
  });
  const token = String(signedIn.body.access_token);

  const doomed = rotated.start('rotate-secrets');
  const end = ended(doomed);
  await waitFor('the first batches', async () => (await stale()) < ROWS, { timeoutMs: 120_000, everyMs: 2 });
  doomed.kill('SIGKILL');
  const killed = await end;
  t.equal(killed.code, null);
  t.match(killed.stdout, /connections\.sealed_steps: 1 sealed again/);
  t.match(killed.stdout, /connection_runs\.sealed_plan: 1 sealed again/);
  const left = await stale();
  t.ok(left > 0 && left < ROWS, `killed in the middle: ${left} of ${ROWS} left`);

  const changed = String(ids.at(-1));
  const running = rotated.run('rotate-secrets');
  const patched = await call(platform.url, 'PATCH', `/api/v1/credentials/${changed}`, {
    token,
    body: { secret: 'changed meanwhile' },
  });
  t.equal(patched.status, 200, patched.text);
  const said = await running;
  // On a slow machine it says how far it is.
  t.match(said, { code: 0, stderr: /^(credentials\.secret: \d+ of \d+\n)*$/ });
  t.match(said.stdout, /credentials\.secret: \d+ sealed again/);
  t.equal(await stale(), 0);
  t.match(
    await rotated.run('rotate-secrets'),
    { code: 0, stdout: /^0 secrets sealed again/ },
    'nothing is left to do',
  );

  const { rows } = await client.query('select id, secret from credentials');
  const wrong = rows.filter(
    ({ id, secret }) =>
      current.open(secret, placeOf('credentials', id)).reveal() !==
      (id === changed ? 'changed meanwhile' : secretOf(id)),
  );
  t.equal(rows.length, ROWS);
  t.same(wrong, [], 'every secret opens with the new key alone, and is what it was');
  const run = await client.query('select sealed_plan from connection_runs where connection_id = $1', [
    connection_id,
  ]);
  t.equal(current.open(run.rows[0].sealed_plan, placeOf('connections', connection_id)).reveal(), '[]');
  const after = await client.query('select id, updated_at from credentials order by id');
  t.same(
    after.rows.filter(({ id }) => id !== changed),
    before.rows.filter(({ id }) => id !== changed),
    'no row counts as changed by its users',
  );

  const audit = await call(platform.url, 'GET', '/api/v1/audit?action=secrets.rotate', { token });
  t.match(audit.body.items[0], { actor_kind: 'system', detail: { key_id: current.keyId } });
  const chain = await call(platform.url, 'GET', '/api/v1/audit/validate', { token });
  t.match(chain.body, { valid: true }, 'the former key still vouches for what it signed');
  t.match(await cli.with({ SECRET_KEY: NEW_KEY }).run('doctor'), {
    code: 0,
    stdout: /ok {4}secrets +all sealed with the current key/,
  });
  const logins = await client.query(
    `select rolname, rolcanlogin from pg_roles where oid in (select setrole from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase and d.datname = current_database()) order by rolcanlogin`,
  );
  t.same(
    logins.rows.map(({ rolcanlogin }) => rolcanlogin),
    [false, false, true, true],
    'the logins that followed from the former key are shut',
  );
});

t.test('once all is sealed again the former key alone opens nothing here any more', async (t) => {
  t.match(await cli.run('doctor'), { code: 1, stdout: /fail {2}check value/ });
  t.match(await cli.run('rotate-secrets'), { code: 2, stderr: /SECRET_KEY is not the one/ });
});

t.test('what no given key opens is counted, told and left as it is', async (t) => {
  const strange = new SecretBox({ current: 'a-third-secret-key-that-nobody-has-any-more', previous: [] });
  const [lost, known] = [randomUUID(), randomUUID()];
  const envelope = strange.seal(new Secret('lost'), placeOf('credentials', lost));
  for (const [id, secret] of [
    [lost, envelope],
    [known, former.seal(new Secret('known'), placeOf('credentials', known))],
  ])
    await client.query(
      `insert into credentials (id, organization_id, name, kind, username, secret)
       values ($1, $2, 'odd ' || $3, 'password', 'admin', $3)`,
      [id, organization_id, secret],
    );
  const said = await rotated.run('rotate-secrets');
  t.match(said, { code: 1, stderr: /1 secrets are sealed with a key that is not given, or were changed/ });
  const { rows } = await client.query('select id, secret from credentials where id = any ($1)', [
    [lost, known],
  ]);
  const secrets = new Map(rows.map(({ id, secret }) => [id, secret]));
  t.equal(secrets.get(lost), envelope);
  t.equal(current.open(secrets.get(known), placeOf('credentials', known)).reveal(), 'known');
  t.match(await rotated.run('doctor'), { code: 0, stdout: /warn {2}secrets +1 sealed with a former key/ });
});

t.test('a head that no given key has signed is told', async (t) => {
  await client.query(`update audit_heads set head_mac = repeat('0', 64)`);
  t.match(await rotated.run('doctor'), {
    code: 1,
    stdout: /fail {2}audit keys +1 chains end with a signature of no given key/,
  });
});
