import { createHash } from 'node:crypto';
import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import { createLogger } from '@patchbay/kernel/telemetry';
import t from 'tap';
import { bootPlatform, waitFor } from '../harness/index.ts';
import { HostileRouter } from './gear/hostile-router.ts';

const look = exempt('test.attacks.secrets', 'a test searches every table for planted secrets');
const PLANTED = 'planted-8f3b1c';

/** JSON with its keys in order, as anybody who guesses would write it. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

t.test('what a viewer may read does not let a secret be guessed', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const viewer = await harness.person('viewer');
  const site = await harness.site(owner, 'Guess');
  const controller = await harness.call('POST', '/controllers', {
    as: owner,
    body: { name: 'g', site_id: site, vendor: 'mikrotik', url: 'http://192.0.2.1' },
  });
  const payload = { name: 'branch', password: '73104422', service: 'l2tp' };
  const staged = await harness.call(
    'POST',
    `/gateway-routeros-ppp/${controller.body.id}/changes/routeros.ppp.secret?operation=create`,
    { as: owner, body: { payload } },
  );
  t.equal(staged.status, 201, staged.text);
  t.notOk(staged.text.includes(payload.password));
  const trail = await harness.call('GET', '/audit?per_page=200', { as: viewer });
  const row = trail.body.items?.find((each: { action: string }) => each.action === 'changes.stage');
  const { feature, operation, controller_id, target_id } = staged.body;
  const guess = (password: string): string =>
    createHash('sha256')
      .update(
        inOrder({
          controller_id,
          feature,
          operation,
          target_id,
          payload: { ...staged.body.payload, password },
        }),
      )
      .digest('hex');
  t.not(
    row?.detail?.payload_hash,
    guess('73104422'),
    `GET /audit as a viewer answered ${trail.status}; the right guess shows itself`,
  );
});

t.test('what is kept of an Idempotency-Key does not let a password be guessed', async (t) => {
  const harness = await bootPlatform(t, { work: false });
  const owner = await harness.owner();
  const body = { name: 'i', kind: 'password', username: 'u', secret: '73104422' };
  const made = await harness.call('POST', '/credentials', {
    as: owner,
    body,
    headers: { 'idempotency-key': 'k1' },
  });
  t.equal(made.status, 201);
  const { rows } = await harness
    .get(DATABASE)
    .asSystem(look, (db) =>
      sql<{ fingerprint: string }>`select fingerprint from idempotency_keys`.execute(db),
    );
  const guess = createHash('sha256')
    .update(JSON.stringify(['', JSON.stringify(body)]))
    .digest('base64url');
  t.not(
    rows[0]?.fingerprint,
    guess,
    'the stored fingerprint is a plain hash of the body with the secret in it',
  );
});

t.test('secrets planted in every field reach no log, no event, no record and no answer', async (t) => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'trace', stream: { write: (line: string) => void lines.push(line) } });
  const harness = await bootPlatform(t, { logger, environment: { LOG_LEVEL: 'trace' } });
  const owner = await harness.owner();
  const site = await harness.site(owner, 'Planted');
  const router = new HostileRouter();
  const url = await router.start();
  t.teardown(() => router.stop());
  const answers: string[] = [];
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await harness.call(method, path, { as: owner, ...(body === undefined ? {} : { body }) });
    answers.push(`${method} ${path} ${answer.text}`);
    return answer;
  };
  const credential = await call('POST', '/credentials', {
    name: 'c',
    kind: 'password',
    username: 'u',
    secret: PLANTED,
  });
  const controller = await call('POST', '/controllers', {
    name: 'p',
    site_id: site,
    vendor: 'mikrotik',
    url,
    credential_id: credential.body.id,
  });
  await call('POST', `/controllers/${controller.body.id}/test`);
  router.answers = { '/system/resource': 'not json at all' };
  await call('POST', `/controllers/${controller.body.id}/test`);
  await call(
    'POST',
    `/gateway-routeros-ppp/${controller.body.id}/changes/routeros.ppp.secret?operation=create`,
    {
      payload: { name: 'x', password: PLANTED },
    },
  );
  await call(
    'POST',
    `/gateway-routeros-ppp/${controller.body.id}/changes/routeros.ppp.secret?operation=create`,
    {
      payload: { nmae: 'x', password: [PLANTED] },
    },
  );
  await call('POST', '/auth/password/change', { current_password: PLANTED, new_password: `${PLANTED}-Aa1!` });
  await call('POST', '/users', {
    email: 'not an email',
    username: PLANTED.slice(0, 3),
    password: PLANTED,
    role: 'viewer',
  });
  await harness.call('POST', '/fabric/connections', {
    as: owner,
    body: {
      name: 'w',
      source_event: 'site.*',
      steps: [
        {
          operation_id: 'fabric.webhook',
          params: {
            url: 'http://127.0.0.1:9/',
            headers: { authorization: `Bearer ${PLANTED}`, 'x-api-key': PLANTED },
            payload: { password: PLANTED },
          },
        },
      ],
    },
  });
  await harness.call('POST', '/auth/login', {
    body: { login: owner.email, password: PLANTED },
    from: '127.77.0.1',
  });
  await harness.call('POST', '/auth/refresh', { body: { refresh_token: PLANTED } });
  await harness.call('GET', `/auth/me?token=${PLANTED}`, { token: PLANTED });
  await harness.call('GET', '/auth/me', { apiKey: PLANTED });
  await call('PATCH', `/sites/${site}`, { name: 'again' });
  await waitFor('the run to end', async () => {
    const { rows } = await harness.get(DATABASE).asSystem(look, (db) =>
      sql<{
        n: number;
      }>`select count(*)::int as n from connection_runs where finished_at is not null`.execute(db),
    );
    return (rows[0]?.n ?? 0) > 0;
  });
  const member = await harness.person('org_admin');
  const runs = await harness.call('GET', '/fabric/connections', { as: member });
  for (const each of runs.body.items)
    answers.push(
      (await harness.call('GET', `/fabric/connections/${each.id}`, { as: member })).text,
      (await harness.call('GET', `/fabric/connections/${each.id}/runs`, { as: owner })).text,
    );
  for (const line of answers) t.notOk(line.includes(PLANTED), line.slice(0, 300));
  t.same(
    lines.filter((line) => line.includes(PLANTED)).map((line) => line.slice(0, 400)),
    [],
    `${lines.length} log lines`,
  );
  t.ok(lines.length > 10);
  const { rows: tables } = await harness.get(DATABASE).asSystem(look, (db) =>
    sql<{
      name: string;
    }>`select relname as name from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = 'public' and relkind = 'r' and has_table_privilege(c.oid, 'select')`.execute(
      db,
    ),
  );
  for (const { name } of tables) {
    const { rows } = await harness.get(DATABASE).asSystem(look, (db) =>
      sql<{
        row: string;
      }>`select left(x::text, 400) as row from ${sql.table(name)} x where x::text like ${`%${PLANTED}%`}`.execute(
        db,
      ),
    );
    t.same(rows, [], name);
  }
});
