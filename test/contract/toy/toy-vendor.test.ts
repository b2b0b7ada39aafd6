import type { DiscoveredModule } from '@patchbay/kernel/modules';
import t from 'tap';
import { bootPlatform, registered, synced } from '../../harness/index.ts';
import type { LabDevice } from '../samples.ts';
import { vendorContract } from '../vendor-contract.ts';
import { AcmeController } from './acme-server.ts';
import declaration from './index.ts';
import { ACME_TABLE } from './services/acme-names.ts';

const modules: readonly DiscoveredModule[] = [{ file: `${import.meta.dirname}/index.ts`, declaration }];

async function start(): Promise<LabDevice> {
  const lab = new AcmeController();
  const endpoint = await lab.start();
  return { lab, endpoint, credential: { kind: 'token', secret: endpoint.credentials.api_key ?? '' } };
}

t.test('a vendor of others keeps the contract of vendors', (t) =>
  vendorContract(t, {
    vendor: 'acme',
    modules,
    table: ACME_TABLE,
    start,
    samples: () => ({
      'dns.name': {
        create: { name: 'desk.example', address: '192.0.2.7' },
        update: { address: '192.0.2.8' },
      },
    }),
    faults: [
      {
        feature: 'dns.name',
        operation: 'create',
        payload: { name: 'met.example', address: '192.0.2.9' },
        meets: { method: 'POST', path: '/names' },
      },
    ],
    secrets: ['Brass-Key-41'],
  }),
);

t.test('its gear is synced, listed, written to after review, and read back', async (t) => {
  const platform = await bootPlatform(t, { modules, environment: { ADAPTER_READ_ONLY: 'false' } });
  const as = await platform.owner();
  const { lab, endpoint, credential } = await start();
  t.teardown(() => lab.stop());
  const made = (path: string, body: object) => platform.created(as, path, body);
  const site_id = await platform.site(as, 'Office');
  const names = { name: 'names', site_id, vendor: 'acme', endpoint, login: credential };
  const id = await registered(platform, as, names);
  const sync = await synced(platform, as, id);
  t.match(sync, { status: 'succeeded' });
  const change_id = await made(`/gateway-acme-dns/${id}/changes/acme.dns.name?operation=create`, {
    payload: { name: 'printer.example', address: '192.0.2.20' },
  });
  t.equal(lab.ledger.size, 0, 'staging writes nothing');
  const review = await platform.call('GET', `/changes/${change_id}`, { as });
  t.match(review.body, {
    status: 'pending',
    vendor: 'acme',
    diff: [{ field: 'name' }, { field: 'address' }],
  });
  const applied = await platform.call('POST', `/gateway-vpn/changes/${change_id}/apply`, {
    as,
    body: { force: true },
  });
  t.match(applied.body, {
    change: { status: 'applied' },
    attempt: { after: { id: 'n1', name: 'printer.example', address: '192.0.2.20' } },
  });
  const live = await platform.call('GET', `/gateway-acme-dns/${id}/acme.dns.name`, { as });
  t.same(live.body.items, [{ id: 'n1', name: 'printer.example', address: '192.0.2.20' }]);
});
