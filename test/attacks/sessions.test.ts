import t from 'tap';
import { StreamReader } from '../demo/stream.ts';
import { bootPlatform, freshAddress, PASSWORD, waitFor } from '../harness/index.ts';

const harness = await bootPlatform(t);
const owner = await harness.owner();
const other = await harness.organization('Second');
const foreigner = await harness.person('org_admin', other);

function counts(statuses: readonly number[]): Record<number, number> {
  const sum: Record<number, number> = {};
  for (const status of statuses) sum[status] = (sum[status] ?? 0) + 1;
  return sum;
}

t.test('of fifty parallel refreshes one wins and the session lives on', async (t) => {
  const person = await harness.person('viewer');
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      harness.call('POST', '/auth/refresh', { body: { refresh_token: person.refresh_token } }),
    ),
  );
  t.same(counts(answers.map(({ status }) => status)), { 200: 1, 401: 49 });
  const pair = answers.find(({ status }) => status === 200)?.body;
  t.equal((await harness.call('GET', '/auth/me', { token: pair.access_token })).status, 200);
  const next = await harness.call('POST', '/auth/refresh', { body: { refresh_token: pair.refresh_token } });
  t.equal(next.status, 200);
  const reused = await harness.call('POST', '/auth/refresh', {
    body: { refresh_token: person.refresh_token },
  });
  t.equal(reused.status, 401);
  t.equal(
    (await harness.call('GET', '/auth/me', { token: next.body.access_token })).status,
    401,
    'reuse after use ends the session',
  );
});

t.test('tokens of one kind are taken for no other', async (t) => {
  const person = await harness.person('viewer');
  const status = async (options: object, path = '/auth/me') =>
    (await harness.call('GET', path, options)).status;
  t.equal(await status({ token: person.refresh_token }), 401);
  t.equal(await status({ apiKey: person.token }), 401);
  t.equal(await status({ apiKey: person.refresh_token }), 401);
  const key = await harness.call('POST', '/api-keys', { as: person, body: { name: 'k' } });
  t.equal(key.status, 201, key.text);
  t.equal(await status({ token: key.body.secret }), 401);
  t.equal(await status({ headers: { cookie: `svc_access=${key.body.secret}` } }), 401);
  t.equal(
    (await harness.call('POST', '/auth/refresh', { body: { refresh_token: person.token } })).status,
    401,
  );
  const [head, body, mac] = person.token.split('.') as [string, string, string];
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'svc-access+jwt' })).toString('base64url');
  t.equal(await status({ token: `${none}.${body}.` }), 401);
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...claims, role: 'super_admin', org_id: other })).toString(
    'base64url',
  );
  t.equal(await status({ token: `${head}.${forged}.${mac}` }), 401);
  t.equal(await status({ token: person.token, apiKey: key.body.secret }), 400);
});

t.test('fifty guesses at once from fifty addresses are worth five, the right one included', async (t) => {
  const person = await harness.person('viewer');
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      harness.call('POST', '/auth/login', {
        body: { login: person.email, password: n === 49 ? PASSWORD : `Wrong-password-${n}!` },
        from: freshAddress(),
        timeoutMs: 60_000,
      }),
    ),
  );
  const seen = counts(answers.map(({ status }) => status));
  t.ok((seen[401] ?? 0) <= 5, JSON.stringify(seen));
  const late = await harness.call('POST', '/auth/login', {
    body: { login: person.email, password: PASSWORD },
    from: freshAddress(),
  });
  t.ok(late.status === 423 || seen[200] === 1, `${late.status} after ${JSON.stringify(seen)}`);
});

t.test('an idempotency key belongs to its principal and its organization', async (t) => {
  const headers = { 'idempotency-key': 'same-key' };
  const body = { name: 'Idempotent' };
  const mine = await harness.call('POST', '/sites', { as: owner, body, headers });
  const theirs = await harness.call('POST', '/sites', { as: foreigner, body, headers });
  t.equal(theirs.status, 201);
  t.not(mine.body.id, theirs.body.id);
  t.equal(theirs.headers['idempotency-replayed'], undefined);
  const again = await harness.call('POST', '/sites', { as: owner, body, headers });
  t.equal(again.headers['idempotency-replayed'], 'true');
  t.equal(again.body.id, mine.body.id);
  const admin = await harness.person('org_admin');
  const first = await harness.call('POST', '/sites', { as: admin, body, headers });
  t.not(first.body.id, mine.body.id);
  await harness.call('PATCH', `/users/${admin.user_id}`, { as: owner, body: { role: 'viewer' } });
  const demoted = await harness.signIn(admin.email);
  t.equal(
    (await harness.call('POST', '/sites', { as: demoted, body, headers })).status,
    403,
    'access is checked before a replay',
  );
  const many = await Promise.all(
    Array.from({ length: 30 }, () =>
      harness.call('POST', '/sites', {
        as: owner,
        body: { name: 'Once' },
        headers: { 'idempotency-key': 'race' },
      }),
    ),
  );
  t.equal(new Set(many.filter(({ status }) => status === 201).map((each) => each.body.id)).size, 1);
  t.equal((await harness.call('GET', '/sites?search=Once', { as: owner })).body.total, 1);
});

t.test(
  'the stream tells nobody of another organization, nor of a site that was just closed to them',
  async (t) => {
    const operator = await harness.person('operator');
    const [open, shut] = [await harness.site(owner, 'Open'), await harness.site(owner, 'Shut')];
    const readers = [
      new StreamReader(harness.url, foreigner.token),
      new StreamReader(harness.url, operator.token),
    ] as const;
    t.teardown(() => {
      for (const reader of readers) reader.close();
    });
    for (const reader of readers) {
      await reader.frame('connected');
      reader.send({ type: 'subscribe', subscriptions: ['site.*'], since: 0 });
      await reader.frame('subscribed');
    }
    await harness.call('PATCH', `/sites/${shut}`, { as: owner, body: { name: 'Shut 1' } });
    await readers[1].event('site.updated');
    const grant = await harness.call('POST', `/organizations/${owner.organization_id}/site-access`, {
      as: owner,
      body: { user_id: operator.user_id, site_id: open },
    });
    t.equal(grant.status, 201);
    const before = readers[1].frames.length;
    await harness.call('PATCH', `/sites/${shut}`, { as: owner, body: { name: 'Shut 2' } });
    await harness.call('PATCH', `/sites/${open}`, { as: owner, body: { name: 'Open 2' } });
    await waitFor('the event of the open site', () =>
      readers[1].frames.slice(before).find((frame) => JSON.stringify(frame).includes(open)),
    );
    t.same(
      readers[1].frames.slice(before).filter((frame) => JSON.stringify(frame).includes(shut)),
      [],
      `all: ${readers[1].frames.map((frame) => `${frame.type} ${frame['cursor']} ${JSON.stringify(frame.event?.payload)}`).join('\n')}`,
    );
    readers[1].send({ type: 'subscribe', subscriptions: ['site.updated'], since: 0 });
    await waitFor(
      'the replay',
      () => readers[1].frames.filter(({ type }) => type === 'subscribed').length === 2,
    );
    await harness.call('PATCH', `/sites/${open}`, { as: owner, body: { name: 'Open 3' } });
    await waitFor(
      'the last event',
      () =>
        readers[1].frames.filter((frame) => JSON.stringify(frame).includes(open)).length > 3 ||
        readers[1].frames.slice(before).length > 3,
    );
    t.notOk(
      readers[1].frames.slice(before).some((frame) => JSON.stringify(frame).includes(shut)),
      'nor in a replay',
    );
    t.notOk(
      readers[0].frames.some((frame) => frame.type === 'event' && !JSON.stringify(frame).includes(other)),
    );
  },
);
