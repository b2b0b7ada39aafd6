import { PfSenseController } from '@patchbay/lab';
import t from 'tap';
import { bootPlatform, registered, started, synced } from '../../harness/index.ts';

t.test('a pfSense firewall is synced, reviewed and written to through the gateway', async (t) => {
  const platform = await bootPlatform(t, { environment: { ADAPTER_READ_ONLY: 'false' } });
  const call = platform.call.bind(platform);
  const owner = await platform.owner();
  const [viewer, operator] = await Promise.all([platform.person('viewer'), platform.person('operator')]);
  const site = await platform.site(owner, 'Office');
  const lab = new PfSenseController({ devices: 12, apply_ms: 20 });
  const endpoint = await started(t, lab);
  const login = { kind: 'key', secret: endpoint.credentials.api_key };
  const edge = { name: 'edge', site_id: site, vendor: 'pfsense', endpoint, login };
  const id = await registered(platform, owner, edge);
  const family = `/gateway-pfsense-firewall/${id}`;
  const apply = (change: string, body: object = { force: true }) =>
    call('POST', `/gateway-vpn/changes/${change}/apply`, { as: operator, body });

  await t.test('a sync brings the firewall, its clients and its configuration', async (t) => {
    const sync = () => synced(platform, owner, id);
    t.match(await sync(), { status: 'succeeded', created: 13 });
    t.match(await sync(), { status: 'succeeded', created: 0, updated: 0, unchanged: 13 });
    t.equal(lab.ledger.size, 0, 'reading writes nothing');
  });

  await t.test('a rule is staged, applied, read back and put into effect', async (t) => {
    const payload = {
      type: 'pass',
      interface: ['lan'],
      ipprotocol: 'inet',
      protocol: 'tcp',
      source: 'any',
      destination: 'admin_hosts',
      destination_port: '443',
      descr: 'reviewed',
    };
    const staged = await call('POST', `${family}/changes/pfsense.firewall.rule?operation=create`, {
      as: operator,
      body: { payload },
    });
    t.match(staged, {
      status: 201,
      body: { vendor: 'pfsense', area: 'firewall', status: 'pending', payload },
    });
    t.equal(lab.ledger.size, 0, 'staging contacts nobody');
    const applied = await apply(staged.body.id);
    t.match(
      applied,
      { status: 200, body: { change: { status: 'applied' }, attempt: { outcome: 'succeeded' } } },
      applied.text,
    );
    t.match(lab.state().running['FirewallRule']?.at(-1), { descr: 'reviewed' });
    const live = await call('GET', `${family}/firewall.rule?search=reviewed`, { as: viewer });
    t.match(live.body, {
      total: 1,
      items: [{ descr: 'reviewed', target_id: applied.body.attempt.target_id }],
    });
    const paths = lab.ledger.entries().map(({ method, path }) => `${method} ${path}`);
    t.same(paths, ['POST /api/v2/firewall/rule', 'POST /api/v2/firewall/apply']);
  });

  await t.test(
    'an update shows what it changes against the sync, and is stale when that moved',
    async (t) => {
      const path = `${family}/changes/firewall.alias?operation=update`;
      const target_id = 'admin_hosts';
      const body = { target_id, payload: { descr: 'people who may' } };
      const staged = await call('POST', path, { as: operator, body });
      t.match(staged.body, {
        diff: [{ field: 'descr', before: '', after: 'people who may' }],
        diff_base: 'synced',
      });
      const other = await call('POST', path, {
        as: operator,
        body: { target_id, payload: { address: ['192.168.1.99'] } },
      });
      t.equal((await apply(other.body.id)).status, 200);
      const stale = await apply(staged.body.id);
      t.equal(stale.status, 409, stale.text);
      const forced = await apply(staged.body.id, { force: true, accept_stale: true });
      t.match(forced, { status: 200, body: { attempt: { outcome: 'succeeded' } } }, forced.text);
      t.match(lab.state().running['FirewallAlias']?.[0], {
        descr: 'people who may',
        address: ['192.168.1.99'],
      });
    },
  );

  await t.test('an applied delete and an applied update are undone by changes of their own', async (t) => {
    const stage = async (feature: string, operation: string, body: object) => {
      const path = `/gateway-pfsense-firewall/${id}/changes/${feature}?operation=${operation}`;
      const { body: change } = await call('POST', path, { as: operator, body });
      const applied = await apply(change.id);
      t.equal(applied.status, 200, applied.text);
      return String(change.id);
    };
    const undo = async (change: string) => {
      const inverse = await call('POST', `/changes/${change}/undo`, { as: operator });
      t.equal(inverse.status, 201, inverse.text);
      const applied = await apply(inverse.body.id);
      t.equal(applied.status, 200, applied.text);
    };
    const descriptions = () => (lab.state().running['FirewallRule'] ?? []).map(({ descr }) => descr);
    const gone = await stage('firewall.rule', 'delete', { target_id: '100000102', payload: {} });
    t.notOk(descriptions().includes('guests stay outside'));
    await undo(gone);
    t.ok(descriptions().includes('guests stay outside'));
    const renamed = { target_id: '100000103', payload: { descr: 'renamed', log: true } };
    await undo(await stage('firewall.rule', 'update', renamed));
    t.match(
      lab.state().running['FirewallRule']?.find(({ tracker }) => tracker === 100_000_103),
      { descr: 'guests browse', log: false },
    );
  });

  await t.test('refusals name the field or the firewall’s own words', async (t) => {
    const bad = await call('POST', `${family}/changes/firewall.alias?operation=create`, {
      as: operator,
      body: { payload: { name: 'x', type: 'nope' } },
    });
    t.match(bad, { status: 422, body: { error: { details: [{ field: 'payload.type', type: 'enum' }] } } });
    const twice = await call('POST', `${family}/changes/firewall.alias?operation=create`, {
      as: operator,
      body: { payload: { name: 'mail_ports', type: 'port' } },
    });
    const refused = await apply(twice.body.id);
    t.match(refused, {
      status: 502,
      body: { error: { type: 'adapter_error', message: /FIELD_MUST_BE_UNIQUE/ } },
    });
    const gone = await call('POST', `${family}/changes/firewall.alias?operation=delete`, {
      as: operator,
      body: { target_id: 'nobody', payload: {} },
    });
    t.match(await apply(gone.body.id), { status: 404, body: { error: { type: 'adapter_not_found' } } });
    const discarded = await call('POST', `/gateway-vpn/changes/${gone.body.id}/discard?force=false`, {
      as: operator,
    });
    t.match(discarded, { status: 200, body: { status: 'discarded' } });
    const reboot = `/gateway-pfsense-system/${id}/changes/system.reboot?operation=update`;
    t.equal((await call('POST', reboot, { as: operator, body: { payload: {} } })).status, 403);
    t.equal((await call('POST', reboot, { as: owner, body: { payload: {} } })).status, 201);
  });

  await t.test('a lost answer is told as unknown and nothing is sent again', async (t) => {
    const staged = await call('POST', `${family}/changes/firewall.alias?operation=create`, {
      as: operator,
      body: { payload: { name: 'lost', type: 'host', address: ['10.0.0.1'] } },
    });
    const before = lab.ledger.size;
    lab.faults.set({ kind: 'drop_before_answer', count: 1, method: 'POST' });
    t.equal((await apply(staged.body.id)).status, 504);
    t.equal(lab.ledger.size, before + 1);
    t.equal((await apply(staged.body.id)).status, 409, 'somebody has to acknowledge it');
  });

  await t.test('other tenants see nothing of it', async (t) => {
    const stranger = await platform.person('org_admin', await platform.organization('Elsewhere'));
    for (const path of [`${family}/firewall.rule`, `${family}/changes`, `/controllers/${id}`])
      t.equal((await call('GET', path, { as: stranger })).status, 404, path);
    const staging = await call('POST', `${family}/changes/firewall.alias?operation=create`, {
      as: stranger,
      body: { payload: { name: 'mine', type: 'host' } },
    });
    t.equal(staging.status, 404);
    t.equal((await call('GET', `/gateway-pfsense-nowhere/${id}/changes`, { as: viewer })).status, 404);
    t.equal((await call('GET', `/gateway-routeros-firewall/${id}/changes`, { as: viewer })).status, 404);
  });
});
