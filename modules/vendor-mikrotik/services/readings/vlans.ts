import {
  type FoundVlan,
  networkOf,
  type ObjectsByFeature,
  objectsOf,
  textIn,
  type Vlan,
  type VlanReading,
  type VlanRefusal,
  type VlanWrite,
} from '@patchbay/vendor-kit';

const FEATURE = 'interfaces.vlan';

/** VLAN interfaces; their networks are those of the addresses on them. */
export const routerVlans: VlanReading = {
  features: [FEATURE, 'interfaces.bridge', 'interfaces.interface', 'interfaces.address'],
  read,
  write,
};

function read(objects: ObjectsByFeature): readonly FoundVlan[] {
  const subnets = new Map(
    objectsOf(objects, 'interfaces.address').map((row) => [textIn(row, 'interface'), textIn(row, 'address')]),
  );
  return objectsOf(objects, FEATURE)
    .map((row) => ({
      feature: FEATURE,
      target_id: textIn(row, '.id'),
      vlan_id: Number(textIn(row, 'vlan-id')),
      name: textIn(row, 'name'),
      subnet: networkOf(subnets.get(textIn(row, 'name')) ?? ''),
      enabled: textIn(row, 'disabled') !== 'true',
    }))
    .toSorted((one, other) => one.vlan_id - other.vlan_id);
}

function write(wanted: Vlan, found: FoundVlan | null, objects: ObjectsByFeature): VlanWrite | VlanRefusal {
  const name = freeName(wanted, found, objects);
  if (found === null) {
    const parent = trunkOf(objects);
    if (parent === null) return { refused: 'No bridge or interface is known that carries VLANs.' };
    const payload = { name, interface: parent, 'vlan-id': String(wanted.vlan_id) };
    return { feature: FEATURE, operation: 'create', payload };
  }
  const payload = {
    ...(wanted.name !== null && name !== found.name ? { name } : {}),
    ...(wanted.vlan_id === found.vlan_id ? {} : { 'vlan-id': String(wanted.vlan_id) }),
    ...(found.enabled ? {} : { disabled: 'false' }),
  };
  return { feature: FEATURE, operation: 'update', target_id: found.target_id, payload };
}

/** Names of interfaces are unique on a router, whatever they name. */
function freeName({ name, vlan_id }: Vlan, found: FoundVlan | null, objects: ObjectsByFeature): string {
  if (!name) return `vlan${vlan_id}`;
  const isTaken = objectsOf(objects, 'interfaces.interface').some(
    (row) => textIn(row, 'name') === name && name !== found?.name,
  );
  return isTaken ? `vlan${vlan_id}-${name}` : name;
}

/** The bridge that carries most VLANs already, else the only one. */
function trunkOf(objects: ObjectsByFeature): string | null {
  const counts = new Map<string, number>();
  for (const row of objectsOf(objects, FEATURE)) {
    const parent = textIn(row, 'interface');
    if (parent !== '') counts.set(parent, (counts.get(parent) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  const bridges = objectsOf(objects, 'interfaces.bridge');
  return most?.[0] ?? (bridges.length === 1 && bridges[0] ? textIn(bridges[0], 'name') : null);
}
