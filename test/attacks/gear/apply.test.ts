import t from 'tap';
import { bootPlatform, registered } from '../../harness/index.ts';
import { HostileRouter } from './hostile-router.ts';

t.test('a text that cannot be stored does not make an applied change look unknown', async (t) => {
  const harness = await bootPlatform(t, { environment: { ADAPTER_READ_ONLY: 'false' } });
  const owner = await harness.owner();
  const site = await harness.site(owner, 'Apply');
  const router = new HostileRouter();
  const url = await router.start();
  t.teardown(() => router.stop());
  const rule = {
    '.id': '*1',
    chain: 'forward',
    action: 'drop',
    comment: 'old\u0000text',
    'src-address': '10.0.0.0/8',
  };
  router.answers = { '/ip/firewall/filter': [rule], '/ip/firewall/filter/*1': rule };
  const login = { kind: 'password', username: 'u', secret: 'x' };
  const id = await registered(harness, owner, {
    name: 'x',
    site_id: site,
    vendor: 'mikrotik',
    endpoint: { url },
    login,
  });
  const staged = await harness.call(
    'POST',
    `/gateway-routeros-firewall/${id}/changes/routeros.firewall.filter?operation=update`,
    { as: owner, body: { target_id: '*1', payload: { 'src-address': '10.0.0.0/8' } } },
  );
  t.equal(staged.status, 201, staged.text);
  const applied = await harness.call('POST', `/gateway-vpn/changes/${staged.body.id}/apply`, {
    as: owner,
    body: { force: true, accept_stale: true },
    timeoutMs: 25_000,
  });
  t.equal(applied.status, 200, applied.text);
});
