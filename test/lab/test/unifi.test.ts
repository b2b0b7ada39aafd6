import t from 'tap';
import { classic, type Json, unifiBench, unmanaged } from './support/unifi-bench.ts';

//
t.test('lists are paged, capped and filtered', async (t) => {
  const { send, integration } = await unifiBench(t, { devices: 300 });
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
  const { send, integration } = await unifiBench(t);
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
  const { send, integration } = await unifiBench(t);
  const zones = ((await send('GET', `${integration}/firewall/zones`)).body as { data: Json[] }).data;
  t.equal((await send('DELETE', `${integration}/firewall/zones/${String(zones[0]?.['id'])}`)).status, 400);
  const network = (await send('POST', `${integration}/networks`, unmanaged)).body as Json;
  await send('POST', `${integration}/firewall/zones`, { name: 'Lab', networkIds: [network['id']] });
  t.equal((await send('DELETE', `${integration}/networks/${String(network['id'])}`)).status, 400);
});

t.test('without zones the firewall paths say so', async (t) => {
  const { send, integration } = await unifiBench(t, { zone_firewall: false });
  t.match(await send('GET', `${integration}/firewall/zones`), {
    status: 400,
    body: { code: 'api.firewall.zone-based-firewall-not-configured' },
  });
});

t.test('the classic interface answers in its envelope and names the refused field', async (t) => {
  const { send } = await unifiBench(t);
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
