import t from 'tap';
import { classic, type Json, unifiBench } from './support/unifi-bench.ts';

t.test('keys, cookies and tokens are asked for as the console asks', async (t) => {
  const { send, credentials, integration, lab } = await unifiBench(t);
  t.match(await send('GET', `${integration}/networks`, undefined, { 'x-api-key': 'wrong' }), {
    status: 401,
    body: { error: { code: 401, message: 'Unauthorized' } },
  });
  const none = { 'x-api-key': '' };
  t.match(await send('GET', `${integration}/networks`, undefined, none), {
    status: 401,
    body: { code: 'api.authentication.missing-credentials' },
  });
  t.match(await send('GET', `${classic}/rest/tag`, undefined, none), {
    status: 401,
    body: { meta: { rc: 'error', msg: 'api.err.LoginRequired' } },
  });
  const { username, password } = credentials;
  const login = await send('POST', '/api/auth/login', { username, password }, none);
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  const csrf = login.headers.get('x-csrf-token') ?? '';
  t.match(cookie, /^TOKEN=/);
  t.equal(
    (await send('POST', `${classic}/rest/tag`, { name: 'a' }, { ...none, cookie })).status,
    403,
    'no token',
  );
  const first = await send(
    'POST',
    `${classic}/rest/tag`,
    { name: 'a' },
    { ...none, cookie, 'x-csrf-token': csrf },
  );
  t.equal(first.status, 200);
  const renewed = first.headers.get('x-updated-csrf-token') ?? '';
  t.notSame(renewed, csrf);
  const second = { ...none, cookie, 'x-csrf-token': renewed };
  t.equal((await send('POST', `${classic}/rest/tag`, { name: 'b' }, second)).status, 200);
  t.equal(
    (await send('POST', `${classic}/rest/tag`, { name: 'c' }, { ...none, cookie, 'x-csrf-token': csrf }))
      .status,
    403,
    'long renewed',
  );
  t.equal((await send('POST', '/api/auth/logout', undefined, second)).status, 200);
  t.equal((await send('GET', `${classic}/rest/tag`, undefined, second)).status, 401);
  t.same(
    lab.ledger.entries().map(({ outcome }) => outcome.result),
    ['refused', 'executed', 'executed', 'refused'],
  );
});

t.test('the sixth login within a minute is refused, right or wrong, until the time is over', async (t) => {
  const { send, credentials, lab } = await unifiBench(t);
  const { username, password } = credentials;
  const login = (given: string) =>
    send('POST', '/api/auth/login', { username, password: given }, { 'x-api-key': '' });
  for (let index = 0; index < 5; index += 1) t.equal((await login('wrong')).status, 403);
  t.match(await login(password), { status: 429, body: { code: 'AUTHENTICATION_FAILED_LIMIT_REACHED' } });
  lab.clock.advance(200_000);
  t.equal((await login(password)).status, 200);
});

t.test('a write is saved at once and run when the devices have taken it', async (t) => {
  const { send, lab } = await unifiBench(t);
  const tags = () => [
    lab.state().saved['default tag']?.length ?? 0,
    lab.state().running['default tag']?.length ?? 0,
  ];
  await send('POST', `${classic}/rest/tag`, { name: 'floor' });
  t.same(tags(), [1, 0]);
  const states = async () =>
    ((await send('GET', `${classic}/stat/device`)).body as { data: Json[] }).data.map(({ state }) => state);
  t.same(await states(), [5, 5, 5, 5], 'while they do, they say so');
  lab.clock.advance(2_000);
  t.same(tags(), [1, 1]);
  t.same(await states(), [1, 1, 1, 1]);
});

t.test('an old application and a self-hosted one have the paths they have', async (t) => {
  const old = await unifiBench(t, { version: '8.6.9' });
  t.equal((await old.send('GET', '/proxy/network/integration/v1/info')).status, 404);
  t.equal((await old.send('GET', `${classic}/stat/sysinfo`)).status, 200);
  const own = await unifiBench(t, { self_hosted: true });
  t.match(await own.send('GET', '/integration/v1/info'), {
    status: 200,
    body: { applicationVersion: '10.5.66' },
  });
  t.equal((await own.send('GET', '/proxy/network/integration/v1/info')).status, 404);
  t.equal((await own.send('POST', '/api/auth/login', {}, { 'x-api-key': '' })).status, 404);
});

t.test('a reboot ends the sessions and refuses connections for its time', async (t) => {
  const { send, lab } = await unifiBench(t, { reboot_ms: 60_000 });
  t.equal((await send('POST', '/api/system/reboot')).status, 204);
  await t.rejects(send('GET', `${classic}/stat/sysinfo`));
  await lab.power(true);
  t.equal((await send('GET', `${classic}/stat/sysinfo`)).status, 200);
});

t.test('adoption and upgrades take their minutes on the lab clock', async (t) => {
  const { send, lab, integration } = await unifiBench(t);
  const adopt = { macAddress: '02:aa:00:00:01:00', ignoreDeviceLimit: false };
  t.match((await send('POST', `${integration}/devices`, adopt)).body, { state: 'ADOPTING' });
  await send('POST', `${classic}/cmd/devmgr/upgrade`, { mac: '02:aa:00:00:00:02' });
  const saved = (table: string, field: string) =>
    (lab.state().saved[`default ${table}`] ?? []).map((row) => row[field]);
  t.same(saved('device', 'state'), [1, 4, 1, 1]);
  lab.clock.advance(600_000);
  t.same(saved('device', 'state'), [1, 1, 1, 1]);
  t.equal(saved('device', 'version')[1], '7.1.66');
  t.equal(saved('/devices', 'state').at(-1), 'ONLINE');
});
