import type { VendorValue } from '@patchbay/vendor-kit';

/**
 * Unit of which a list is read once: the cluster, each node, each guest, each storage of a node, each virtual
 * network.
 */
export type Scope = 'cluster' | 'node' | 'qemu' | 'lxc' | 'storage' | 'vnet';

export interface ObjectKind {
  readonly scope: Scope;
  /** Path of the rows at one place of the scope; null when there is only `item`. */
  readonly list: string | null;
  /** Path of one object by itself; null when it is found in the list. */
  readonly item: string | null;
  /** Parameters in `target_id`. */
  readonly names: readonly string[];
  /** Fields of a row that carry a name of the target under another one. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Fields of state rather than of configuration. */
  readonly live?: readonly string[];
  /** The row as it is shown; null for rows that are no objects. */
  shown?(row: VendorValue): VendorValue | null;
  /** There is a running copy beside the saved one. */
  readonly isStaged?: true;
}

const inList = (
  scope: Scope,
  list: string,
  names: readonly string[],
  rest: Partial<ObjectKind> = {},
): ObjectKind => ({ scope, list, item: null, names, ...rest });
const alone = (scope: Scope, item: string, names: readonly string[]): ObjectKind => ({
  scope,
  list: null,
  item,
  names,
});

const snapshots = (scope: 'qemu' | 'lxc'): ObjectKind =>
  inList(scope, `/nodes/{node}/${scope}/{vmid}/snapshot`, ['vmid', 'snapname'], {
    fields: { snapname: 'name' },
    live: ['running'],
    shown: (row) => (row['name'] === 'current' ? null : row),
  });

const network = ['active', 'exists', 'priority', 'families', 'method', 'method6', 'altnames'];
const staged = (list: string, name: string): ObjectKind =>
  inList('cluster', list, [name], { isStaged: true, live: ['pending', 'state'] });

/** Objects by the feature that lists them. */
export const objectKinds: Readonly<Record<string, ObjectKind>> = {
  'vm.config': alone('qemu', '/nodes/{node}/qemu/{vmid}/config', ['vmid']),
  'container.config': alone('lxc', '/nodes/{node}/lxc/{vmid}/config', ['vmid']),
  'snapshot.config': snapshots('qemu'),
  'container.snapshot': snapshots('lxc'),
  'firewall.rule': inList('qemu', '/nodes/{node}/qemu/{vmid}/firewall/rules', ['vmid', 'pos']),
  'firewall.cluster_rule': inList('cluster', '/cluster/firewall/rules', ['pos']),
  'storage.definition': inList('cluster', '/storage', ['storage']),
  'storage.volume': inList(
    'storage',
    '/nodes/{node}/storage/{storage}/content',
    ['node', 'storage', 'volume'],
    {
      fields: { volume: 'volid' },
      live: ['used', 'verification'],
    },
  ),
  'storage.zfs_pool': inList('node', '/nodes/{node}/disks/zfs', ['node', 'name'], {
    live: ['alloc', 'free', 'frag', 'dedup'],
  }),
  'backup.job': inList('cluster', '/cluster/backup', ['id'], { live: ['next-run'] }),
  'cluster.options': alone('cluster', '/cluster/options', []),
  'cluster.pool': {
    ...inList('cluster', '/pools', ['poolid']),
    item: '/pools/{poolid}',
    shown: membersListed,
  },
  'ha.resource': inList('cluster', '/cluster/ha/resources', ['sid'], { live: ['status'] }),
  'ha.rule': inList('cluster', '/cluster/ha/rules', ['rule'], { live: ['order'] }),
  'ha.group': inList('cluster', '/cluster/ha/groups', ['group']),
  'node.network': inList('node', '/nodes/{node}/network', ['node', 'iface'], { live: network }),
  'node.dns': alone('node', '/nodes/{node}/dns', ['node']),
  'replication.job': inList('cluster', '/cluster/replication', ['id']),
  'sdn.zone': staged('/cluster/sdn/zones', 'zone'),
  'sdn.vnet': staged('/cluster/sdn/vnets', 'vnet'),
  'sdn.subnet': {
    ...inList('vnet', '/cluster/sdn/vnets/{vnet}/subnets', ['vnet', 'subnet']),
    isStaged: true,
    live: ['pending', 'state'],
  },
  'sdn.controller': staged('/cluster/sdn/controllers', 'controller'),
};

/** Features that write to the objects of another one. */
const shared: Readonly<Record<string, string>> = {
  'vm.create': 'vm.config',
  'vm.destroy': 'vm.config',
  'backup.restore': 'vm.config',
  'container.create': 'container.config',
  'container.destroy': 'container.config',
  'snapshot.create': 'snapshot.config',
  'snapshot.delete': 'snapshot.config',
};

export function kindOf(feature: string): ObjectKind | undefined {
  const name = shared[feature] ?? feature;
  return Object.hasOwn(objectKinds, name) ? objectKinds[name] : undefined;
}

/** Whether its objects go by their place in a list. */
export const isPlaced = ({ names }: ObjectKind): boolean => names.includes('pos');

/** The `target_id` of an object. */
export function objectIdOf(feature: string, value: VendorValue): string | null {
  const kind = kindOf(feature);
  if (kind === undefined || kind.names.length === 0) return null;
  const parts = kind.names.map((name) => value[kind.fields?.[name] ?? name]);
  return parts.some((part) => part === undefined || part === null) ? null : parts.join('/');
}

/** A pool names its members in the words its parameters have. */
function membersListed({ members, ...row }: VendorValue): VendorValue {
  if (!Array.isArray(members)) return row;
  const listed = (isStorage: boolean, field: string): string => {
    const own = (members as readonly VendorValue[]).filter(({ type }) => (type === 'storage') === isStorage);
    return [...new Set(own.map((member) => String(member[field])))].join(',');
  };
  return { ...row, vms: listed(false, 'vmid'), storage: listed(true, 'storage') };
}
