import type { FeatureSample, Refusal, Samples } from '@patchbay/test/contract';
import { isGroup } from '../services/inventory/models.ts';
import { type FirewallFeature, loadFeatures } from '../services/writes/features.ts';
import { changes, examples, targets } from './feature-examples.ts';

type Fields = Readonly<Record<string, unknown>>;

const features = new Map(loadFeatures().map((feature) => [feature.name, feature]));

/** Features that take the firewall away for a while, or its configuration. */
const ends = new Set([
  'system.reboot',
  'system.halt',
  'system.factory_reset',
  'system.firmware_update',
  'system.firmware_upgrade',
  'system.config_restore',
]);

/** Payload of an update of the feature. */
export function changeOf(name: string): Fields {
  const fields = features.get(name)?.model?.fields ?? {};
  const text = ['description', 'descr'].find((field) => fields[field] && !isGroup(fields[field]));
  return changes[name] ?? (text ? { [text]: 'changed' } : {});
}

/** Commands and jobs are not undone, nor is a server made again whose private key is not known. */
function staysOf({ name, kind, operations }: FirewallFeature): FeatureSample['stays'] {
  if (name === 'vpn.wireguard_server') return { delete: 'changes.no_inverse' };
  if (['object', 'settings', 'table_entry'].includes(kind)) return undefined;
  return Object.fromEntries(
    operations.map((operation): [string, Refusal] => [operation, 'changes.no_inverse']),
  );
}

const restored: FeatureSample = {
  first: [['firewall.category', { name: 'kept' }]],
  target: async (live) => String((await live('system.config_restore'))[0]?.['id']),
};

/** They name what these made by its own name, or by its number. */
const after: Readonly<Record<string, readonly string[]>> = {
  'firewall.rule': ['firewall.alias'],
  'vpn.openvpn_override': ['vpn.openvpn_instance'],
  'routing.gateway_group': ['routing.gateway'],
  'routing.static_route': ['routing.gateway'],
};

/** In an order in which each finds what it refers to. */
export const samples: Samples = Object.fromEntries(
  [...new Set([...Object.keys(examples), ...features.keys()])].flatMap((name) => {
    const feature = features.get(name);
    if (feature === undefined) return [];
    const sample: FeatureSample = {
      create: examples[name] ?? {},
      update: changeOf(name),
      stays: staysOf(feature),
      ...(targets[name] === undefined ? {} : { target: targets[name] }),
      ...(after[name] === undefined ? {} : { after: after[name] }),
      ...(ends.has(name) ? { isEnd: true as const } : {}),
      ...(name === 'system.config_restore' ? restored : {}),
    };
    return [[name, sample]];
  }),
);
