import { PfSenseController } from '@patchbay/lab';
import {
  type FeatureSample,
  type LabDevice,
  type Refusal,
  type Samples,
  vendorContract,
} from '@patchbay/test/contract';
import { loginOf } from '@patchbay/test/harness';
import t from 'tap';
import { examples, prerequisites } from './feature-examples.ts';
import { featureOf, features } from './lab-firewall.ts';

/** Fields that the lab's firewall shows only once they were set cannot be cleared; secrets are not read back. */
const stays: Readonly<Record<string, FeatureSample['stays']>> = {
  'nat.outbound_mode': { update: 'changes.cannot_unset' },
  'dhcp.relay': { update: 'changes.cannot_unset' },
  'vpn.ipsec_phase1': { delete: 'changes.secrets_not_kept' },
  'vpn.wireguard_tunnel': { delete: 'changes.secrets_not_kept' },
  'services.freeradius_user': { delete: 'changes.secrets_not_kept' },
  'system.user': { delete: 'changes.secrets_not_kept' },
  'diagnostics.table_flush': { delete: 'changes.no_inverse' },
  'system.package': { create: 'changes.no_inverse' },
};
const ends = new Set(['system.reboot', 'system.halt', 'system.firmware_update']);

const noInverse = (operations: readonly string[]): FeatureSample['stays'] =>
  Object.fromEntries(operations.map((operation): [string, Refusal] => [operation, 'changes.no_inverse']));

const samples: Samples = Object.fromEntries(
  [...new Set([...Object.keys(examples), ...features.map(({ name }) => name)])].map((name) => {
    const { create, update, filters, target } = examples[name] ?? {};
    const isCommand = featureOf(name).inverse === undefined && featureOf(name).read === undefined;
    const sample: FeatureSample = {
      ...(create ? { create } : {}),
      ...(update ? { update } : {}),
      ...(filters ? { delete: filters } : {}),
      ...(target === undefined ? {} : { target }),
      ...(stays[name] ? { stays: stays[name] } : {}),
      ...(isCommand ? { stays: noInverse(featureOf(name).operations) } : {}),
      ...(ends.has(name) ? { isEnd: true as const } : {}),
      ...(name === 'diagnostics.ping'
        ? { prints: { create: /3 packets transmitted, 3 packets received/ } }
        : {}),
      // The output of an arbitrary command is not for every reader of attempts.
      ...(name === 'diagnostics.command' ? { prints: { create: null } } : {}),
    };
    return [name, sample];
  }),
);

async function start(): Promise<LabDevice<PfSenseController>> {
  const lab = new PfSenseController({ plain_http: true, devices: 8, reboot_ms: 60_000, apply_ms: 1 });
  const endpoint = await lab.start();
  return { lab, endpoint, credential: loginOf(endpoint) };
}

t.test('pfsense', (t) =>
  vendorContract(t, {
    vendor: 'pfsense',
    isApart: true,
    start,
    groundwork: prerequisites,
    samples: () => samples,
    secrets: ['Passw0rd!x', 'between the two', 'a static key'],
    waiting: ({ lab }) => lab.state().pending,
    faults: [
      {
        feature: 'firewall.alias',
        operation: 'create',
        payload: { name: 'web_hosts', type: 'host', address: ['10.20.0.10'] },
        meets: { method: 'POST', path: '/api/v2/firewall/alias' },
        // The sign-in is judged before anything is done, so a fresh one asks again.
        ends: { unauthorized: 'succeeded' },
      },
    ],
  }),
);
