import t, { type Test } from 'tap';
import { UnifiController, type UnifiOptions } from '../controllers/unifi/controller.ts';

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

type Json = Readonly<Record<string, unknown>>;

async function console_(t: Test, options: UnifiOptions = {}) {
  const lab = new UnifiController({ plain_http: true, devices: 8, ...options });
  const { url, credentials } = await lab.start();
  t.teardown(() => lab.stop());
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    own: Record<string, string> = {},
  ): Promise<Reply> => {
    const headers = { 'x-api-key': credentials.api_key ?? '', 'content-type': 'application/json', ...own };
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: sent,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const sites = await send('GET', '/proxy/network/integration/v1/sites');
  const site = ((sites.body as Json)?.['data'] as readonly Json[] | undefined)?.[0]?.['id'];
  return { lab, send, credentials, integration: `/proxy/network/integration/v1/sites/${String(site)}` };
}

const classic = '/proxy/network/api/s/default';
const unmanaged = { management: 'UNMANAGED', name: 'Lab', enabled: true, vlanId: 77 };

t.test('lists are paged, capped and filtered', async (t) => {
  const { send, integration } = await console_(t, { devices: 300 });
  t.match((await send('GET', `${integration}/clients`)).body, {
    offset: 0,
    limit: 25,
    count: 25,
    totalCount: 300,
  });
  t.match((await send('GET', `${integration}/clients?offset=200&limit=200`)).body, {
    count: 100,
    totalCount: 300,
  });
  t.match(await send('GET', `${integration}/clients?limit=201`), {
    status: 400,
    body: { code: 'api.request.error' },
  });
  t.match(await send('GET', `${integration}/clients?limit=many`), {
    status: 400,
    body: { code: 'api.request.argument-type-mismatch' },
  });
  const named = await send(
    'GET',
    `${integration}/networks?filter=${encodeURIComponent("and(name.eq('Staff'),vlanId.gt(5))")}`,
  );
  t.match(named.body, { totalCount: 1, data: [{ name: 'Staff', vlanId: 20 }] });
  t.notMatch(JSON.stringify(named.body), /ipv4Configuration/, 'an overview has no addressing');
  for (const filter of ['name', 'name.eq(', 'secret.eq(1)', 'not(a.eq(1),b.eq(2))', 'name.like'])
    t.equal(
      (await send('GET', `${integration}/networks?filter=${encodeURIComponent(filter)}`)).status,
      400,
      filter,
    );
});

t.test('the integration interface refuses what its schema refuses, in its own shape', async (t) => {
  const { send, integration } = await console_(t);
  const cases: readonly (readonly [string, string, unknown, number, string])[] = [
    ['POST', '/networks', { ...unmanaged, colour: 'red' }, 400, 'api.request.unknown-property'],
    ['POST', '/networks', { ...unmanaged, management: 'NOBODY' }, 400, 'api.request.unknown-type-id'],
    ['POST', '/networks', { ...unmanaged, vlanId: 'many' }, 400, 'api.request.argument-type-mismatch'],
    ['POST', '/networks', { ...unmanaged, vlanId: 5_000 }, 400, 'api.request.error'],
    ['POST', '/networks', { management: 'UNMANAGED', name: 'x' }, 400, 'api.request.error'],
    ['POST', '/networks', '{"name":', 400, 'api.request.error'],
    [
      'POST',
      '/networks',
      {
        ...unmanaged,
        management: 'GATEWAY',
        isolationEnabled: false,
        cellularBackupEnabled: false,
        internetAccessEnabled: true,
        ipv4Configuration: { autoScaleEnabled: true, hostIpAddress: '10.0.0.1', prefixLength: 24 },
      },
      400,
      'api.network.validation.missing-zone-id',
    ],
    ['GET', '/networks/nonsense', undefined, 400, 'api.request.argument-type-mismatch'],
    ['GET', '/networks/0199aa00-0000-7000-8000-00000000dead', undefined, 404, 'api.request.error'],
    ['PUT', '/networks', undefined, 405, 'api.request.error'],
    ['GET', '/nowhere', undefined, 404, 'api.request.error'],
    ['GET', '/firewall/policies/ordering', undefined, 400, 'api.request.error'],
    ['DELETE', '/hotspot/vouchers', undefined, 400, 'api.request.error'],
  ];
  for (const [method, path, body, status, code] of cases) {
    const reply = await send(method, `${integration}${path}`, body);
    t.match(
      reply,
      {
        status,
        body: {
          statusCode: status,
          code,
          message: String,
          timestamp: String,
          requestPath: String,
          requestId: String,
        },
      },
      `${method} ${path} ${JSON.stringify(body)}`,
    );
  }
  t.equal((await send('PATCH', `${integration}/networks`)).headers.get('allow'), 'GET, POST');
  const record = {
    type: 'A_RECORD',
    enabled: true,
    domain: 'nas.example',
    ipv4Address: '192.168.1.9',
    ttlSeconds: 300,
  };
  t.equal((await send('POST', `${integration}/dns/policies`, record)).status, 201);
  t.match(await send('POST', `${integration}/dns/policies`, record), {
    status: 400,
    body: { code: 'api.dns.policy.validation.record-already-exists' },
  });
});

t.test('what the console made itself, and what is in use, stays', async (t) => {
  const { send, integration } = await console_(t);
  const zones = ((await send('GET', `${integration}/firewall/zones`)).body as { data: Json[] }).data;
  t.equal((await send('DELETE', `${integration}/firewall/zones/${String(zones[0]?.['id'])}`)).status, 400);
  const network = (await send('POST', `${integration}/networks`, unmanaged)).body as Json;
  await send('POST', `${integration}/firewall/zones`, { name: 'Lab', networkIds: [network['id']] });
  t.equal((await send('DELETE', `${integration}/networks/${String(network['id'])}`)).status, 400);
});

t.test('without zones the firewall paths say so', async (t) => {
  const { send, integration } = await console_(t, { zone_firewall: false });
  t.match(await send('GET', `${integration}/firewall/zones`), {
    status: 400,
    body: { code: 'api.firewall.zone-based-firewall-not-configured' },
  });
});

t.test('the classic interface answers in its envelope and names the refused field', async (t) => {
  const { send } = await console_(t);
  const refused = async (method: string, path: string, body: unknown, msg: string, status = 400) =>
    t.match(
      await send(method, `${classic}${path}`, body),
      { status, body: { meta: { rc: 'error', msg: `api.err.${msg}` }, data: [] } },
      `${method} ${path}`,
    );
  t.match((await send('GET', `${classic}/rest/networkconf`)).body, {
    meta: { rc: 'ok' },
    data: [{ name: 'Default' }, {}],
  });
  t.match(await send('POST', `${classic}/rest/usergroup`, { name: 'x', qos_rate_max_up: 1 }), {
    status: 400,
    body: {
      meta: { msg: 'api.err.InvalidPayload', validationError: { field: 'qos_rate_max_up', pattern: String } },
    },
  });
  await refused('POST', '/rest/wlanconf', {}, 'InvalidPayload');
  await refused('GET', '/rest/tag/6650a1b2c3d4e5f60000ffff', undefined, 'IdInvalid');
  await refused('GET', '/rest/nowhere', undefined, 'NotFound', 404);
  await refused('POST', '/cmd/devmgr', { cmd: 'set-locate', mac: '02:00:00:00:00:00' }, 'UnknownDevice');
  await refused('POST', '/cmd/devmgr', {}, 'InvalidPayload');
  await refused('POST', '/cmd/devmgr', { cmd: 'explode' }, 'Invalid');
  await refused('POST', '/set/setting/snmp', { enabled: true }, 'InvalidPayload');
  const [group] = (
    (
      await send('POST', `${classic}/rest/firewallgroup`, {
        name: 'g',
        group_type: 'port-group',
        own: 'kept',
      })
    ).body as { data: Json[] }
  ).data;
  t.equal(group?.['own'], 'kept', 'keys nobody knows are kept');
  const id = String(group?.['_id']);
  await send('POST', `${classic}/rest/firewallrule`, {
    ruleset: 'WAN_IN',
    rule_index: 2_000,
    action: 'drop',
    src_firewallgroup_ids: [id],
  });
  await refused('DELETE', `/rest/firewallgroup/${id}`, undefined, 'ObjectReferredBy');
  await refused('POST', '/rest/user', { mac: '02:cc:00:00:00:01' }, 'MacUsed');
});

t.test('keys, cookies and tokens are asked for as the console asks', async (t) => {
  const { send, credentials, integration, lab } = await console_(t);
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
  const { send, credentials, lab } = await console_(t);
  const { username, password } = credentials;
  const login = (given: string) =>
    send('POST', '/api/auth/login', { username, password: given }, { 'x-api-key': '' });
  for (let index = 0; index < 5; index += 1) t.equal((await login('wrong')).status, 403);
  t.match(await login(password), { status: 429, body: { code: 'AUTHENTICATION_FAILED_LIMIT_REACHED' } });
  lab.clock.advance(200_000);
  t.equal((await login(password)).status, 200);
});

t.test('a write is saved at once and run when the devices have taken it', async (t) => {
  const { send, lab } = await console_(t);
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
  const old = await console_(t, { version: '8.6.9' });
  t.equal((await old.send('GET', '/proxy/network/integration/v1/info')).status, 404);
  t.equal((await old.send('GET', `${classic}/stat/sysinfo`)).status, 200);
  const own = await console_(t, { self_hosted: true });
  t.match(await own.send('GET', '/integration/v1/info'), {
    status: 200,
    body: { applicationVersion: '10.5.66' },
  });
  t.equal((await own.send('GET', '/proxy/network/integration/v1/info')).status, 404);
  t.equal((await own.send('POST', '/api/auth/login', {}, { 'x-api-key': '' })).status, 404);
});

t.test('a reboot ends the sessions and refuses connections for its time', async (t) => {
  const { send, lab } = await console_(t, { reboot_ms: 60_000 });
  t.equal((await send('POST', '/api/system/reboot')).status, 204);
  await t.rejects(send('GET', `${classic}/stat/sysinfo`));
  await lab.power(true);
  t.equal((await send('GET', `${classic}/stat/sysinfo`)).status, 200);
});

t.test('adoption and upgrades take their minutes on the lab clock', async (t) => {
  const { send, lab, integration } = await console_(t);
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
