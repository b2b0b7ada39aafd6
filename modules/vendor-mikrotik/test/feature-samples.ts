import type { FeatureSample, Refusal } from '@patchbay/test/contract';
import { loadFeatures } from '../services/writes/features.ts';
import { changes, examples } from './feature-examples.ts';

/** Seeded objects of menus in which nothing can be made. */
const targets: Readonly<Record<string, string>> = {
  'interfaces.ethernet': '*1',
  'interfaces.poe': '*1',
  'services.ip_service': '*1',
};

const secret = { delete: 'changes.secrets_not_kept' } as const;
const unset = { update: 'changes.cannot_unset' } as const;

/** Parts that cannot be undone: secrets are not read back, and some fields cannot be cleared. */
const stays: Readonly<Record<string, FeatureSample['stays']>> = {
  'interfaces.wifi': secret,
  'interfaces.wifi_security': secret,
  'vpn.wireguard': secret,
  'vpn.ipsec_identity': secret,
  'ppp.secret': secret,
  'hotspot.user': secret,
  'services.radius': secret,
  'security.user': secret,
  'dhcp.relay': unset,
  'queues.type': unset,
  'hotspot.server': unset,
  'system.ntp_client': unset,
};

/** Features that take the router away, or its configuration. */
export const ends: readonly string[] = [
  'system.config_restore',
  'system.reboot',
  'system.shutdown',
  'system.factory_reset',
  'system.package_upgrade',
  'system.routerboot_upgrade',
];

/** Outputs that attempts of diagnoses keep. */
const prints: Readonly<Record<string, FeatureSample['prints']>> = {
  'diagnostics.ping': {
    create: ['0', '1', '2'].map((seq) => ({ seq, host: '192.168.88.1', time: String, 'packet-loss': '0' })),
  },
  'diagnostics.torch': { create: [{ 'ip-protocol': 'tcp', tx: String, rx: String }, {}] },
  'diagnostics.bandwidth_test': { create: [{}, {}, { status: 'done testing', 'rx-current': '912345678' }] },
};

const first = { 'system.config_restore': [['system.backup_save', { name: 'before' }]] } as const;

export const samples: Readonly<Record<string, FeatureSample>> = Object.fromEntries(
  loadFeatures().map(({ feature, operations, example, command }) => {
    const name = feature.slice('routeros.'.length);
    const payload = examples[feature] ?? example ?? {};
    const update = operations.includes('create') ? (changes[feature] ?? { comment: 'changed' }) : payload;
    const isCommand = command !== null && command !== 'set';
    const noInverse = Object.fromEntries(
      operations.map((operation): [string, Refusal] => [operation, 'changes.no_inverse']),
    );
    return [
      name,
      {
        create: payload,
        update,
        ...(targets[name] === undefined ? {} : { target: targets[name] }),
        ...(isCommand ? { stays: noInverse } : { stays: stays[name] }),
        ...(ends.includes(name) ? { isEnd: true as const } : {}),
        ...(prints[name] === undefined ? {} : { prints: prints[name] }),
        ...(name in first ? { first: first['system.config_restore'] } : {}),
      },
    ];
  }),
);
