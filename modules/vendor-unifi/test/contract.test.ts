import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { UnifiController } from '@patchbay/lab';
import {
  type FeatureSample,
  isRestCall,
  type LabDevice,
  type Samples,
  vendorContract,
} from '@patchbay/test/contract';
import t from 'tap';
import { stagedFeatures } from '../services/writes/staged-features.ts';
import { seededIn, steps } from './examples.ts';
import { features, known, type LabConsole, labConsole } from './lab-console.ts';

const file = new URL('../vendor-data/features.json', import.meta.url);
const { prefixes } = JSON.parse(readFileSync(file, 'utf8')) as { prefixes: Readonly<Record<string, string>> };
const staged = new Map(stagedFeatures(features, known).map((feature) => [feature.key, feature]));
const secret = 'changes.secrets_not_kept';
/** Secrets are not read back; an address that was not set cannot be cleared; one rule has one order. */
const stays: Readonly<Record<string, FeatureSample['stays']>> = {
  'vpn.site_to_site': { delete: secret },
  'vpn.user': { update: secret, delete: secret },
  'wifi.wlan': { update: secret, delete: secret },
  'routing.dynamic_dns': { delete: secret },
  'hotspot.operator': { delete: secret },
  'profiles.radius': { delete: secret },
  'routing.wan': { update: 'changes.cannot_unset' },
  'firewall.acl_order': { update: 'changes.nothing_to_undo' },
};
const ends = new Set(['firmware.console_update', 'system.console_reboot']);

t.test('unifi', (t) => {
  const consoles = new Map<UnifiController, LabConsole>();
  const start = async (): Promise<LabDevice<UnifiController>> => {
    const console = await labConsole(t);
    const { lab, url, credentials } = console;
    consoles.set(lab, console);
    const { username, password: secret } = credentials;
    const endpoint = { url, credentials, ledger_url: '', control_url: '' };
    return { lab, endpoint, credential: { kind: 'password', username, secret } };
  };
  const samples = async ({ lab }: LabDevice<UnifiController>): Promise<Samples> => {
    const console = consoles.get(lab);
    if (console === undefined) throw new Error('not one of these consoles');
    const list = Object.entries(steps(await seededIn(console.session)));
    return Object.fromEntries(
      list.map(([name, operations]) => {
        const sample: FeatureSample = {
          ...Object.fromEntries(operations.map(({ operation, payload }) => [operation, payload])),
          ...(operations[0]?.target_id === undefined ? {} : { target: operations[0].target_id }),
          ...(stays[name] ? { stays: stays[name] } : {}),
          ...(name === 'bulk.device_restart' ? { calls: 2 } : {}),
          ...(name === 'firewall.policy_order' ? { after: ['firewall.policy'] } : {}),
          ...(ends.has(name) ? { isEnd: true as const } : {}),
          ...(staged.get(name)?.read || staged.get(name)?.inverse
            ? {}
            : {
                stays: Object.fromEntries(
                  operations.map(({ operation }) => [operation, 'changes.no_inverse']),
                ),
              }),
        };
        return [name, sample];
      }),
    );
  };
  return vendorContract(t, {
    vendor: 'unifi',
    isApart: true,
    start,
    samples,
    secrets: ['Very-Secret', 'Correct-Horse', 'Keyed-Secret'],
    waiting: ({ lab }) => {
      lab.clock.advance(2_000);
      const { saved, running } = lab.state();
      return Object.keys(saved).filter((table) => !isDeepStrictEqual(running[table], saved[table]));
    },
    isCall: (template, written) => {
      if (template.includes('<any write')) return written.path.startsWith('/proxy/network/integration/');
      const prefix = Object.keys(prefixes).find((each) => template.includes(` ${each}`)) ?? '';
      return isRestCall(template.replace(prefix, prefixes[prefix] ?? ''), written);
    },
    faults: [
      {
        feature: 'firewall.group',
        operation: 'create',
        payload: { name: 'servers', group_type: 'address-group', group_members: ['10.0.0.1'] },
        meets: { method: 'POST', path: '/proxy/network/api/s/default/rest/firewallgroup' },
        // The session is judged before anything is done, so another sign-in asks again.
        ends: { unauthorized: 'succeeded' },
      },
      {
        feature: 'network.vlan',
        operation: 'create',
        payload: { management: 'UNMANAGED', name: 'Lab', enabled: true, vlanId: 77 },
        meets: { method: 'POST', path: '/proxy/network/integration/*' },
        ends: { unauthorized: 'succeeded' },
      },
    ],
  });
});
