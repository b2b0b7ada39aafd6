import { isDeepStrictEqual } from 'node:util';
import { OpnsenseController } from '@patchbay/lab';
import { isRestCall, type LabDevice, type Samples, vendorContract } from '@patchbay/test/contract';
import t from 'tap';
import { samples } from './feature-samples.ts';
import { copyOf } from './lab-firewall.ts';

/** A relay sends to a destination, which no feature makes. */
async function start(): Promise<LabDevice<OpnsenseController>> {
  const lab = new OpnsenseController({ plain_http: true, devices: 8, reboot_ms: 60_000 });
  const endpoint = await lab.start();
  const { username, password: secret } = endpoint.credentials;
  await fetch(`${endpoint.url}/api/dhcrelay/settings/addDest`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ destination: { name: 'd1', server: '10.0.0.1' } }),
  });
  return { lab, endpoint, credential: { kind: 'key', username, secret } };
}

function withDestination({ lab }: LabDevice<OpnsenseController>): Samples {
  const saved = lab.state()['saved'] as Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;
  const table = Object.keys(saved).find((name) => name.endsWith('#destinations')) ?? '';
  const relay = samples['dhcp.relay'] ?? {};
  return {
    ...samples,
    'dhcp.relay': { ...relay, create: { ...relay.create, destination: saved[table]?.[0]?.['uuid'] } },
  };
}

/** The table writes commands in snake case, which releases before 25 do not know. */
const plain = (path: string): string => path.replaceAll('_', '').toLowerCase();

t.test('opnsense', (t) =>
  vendorContract(t, {
    vendor: 'opnsense',
    isApart: true,
    start,
    samples: withDestination,
    secrets: ['between the two', 'Passw0rd!x'],
    waiting: ({ lab }) => {
      const [saved, running] = [copyOf(lab, 'saved'), copyOf(lab, 'running')];
      // No feature makes an object whose commit needs destinations.
      const tables = Object.keys(saved).filter((table) => !table.endsWith('#destinations'));
      return tables.filter((table) => !isDeepStrictEqual(running[table], saved[table]));
    },
    isCall: (template, written) => {
      const [method = '', path = ''] = template.split(' ');
      return isRestCall(`${method} ${plain(path)}`, { ...written, path: plain(written.path) });
    },
    faults: [
      {
        feature: 'firewall.alias',
        operation: 'create',
        payload: { name: 'web_hosts', type: 'host', content: '10.20.0.10' },
        meets: { path: '/api/firewall/alias/addItem' },
      },
    ],
  }),
);
