import { RouterOsController } from '@patchbay/lab';
import { type LabDevice, vendorContract } from '@patchbay/test/contract';
import { loginOf } from '@patchbay/test/harness';
import t from 'tap';
import { samples } from './feature-samples.ts';

async function start(): Promise<LabDevice> {
  const lab = new RouterOsController({ plain_http: true, devices: 8, reboot_ms: 60_000 });
  const endpoint = await lab.start();
  return { lab, endpoint, credential: loginOf(endpoint) };
}

t.test('mikrotik', (t) =>
  vendorContract(t, {
    vendor: 'mikrotik',
    isApart: true,
    start,
    groundwork: [
      ['vpn.wireguard', { name: 'wg-main' }],
      ['vpn.ipsec_peer', { name: 'branch', address: '198.51.100.7/32' }],
    ],
    samples: () => samples,
    secrets: ['a long passphrase', 'between the two'],
    isBeside: ({ path }) => path.endsWith('/unset'),
    faults: [
      {
        feature: 'interfaces.vlan',
        operation: 'create',
        payload: { interface: 'bridge', 'vlan-id': 99, name: 'vlan99' },
        meets: { method: 'PUT' },
      },
    ],
  }),
);
