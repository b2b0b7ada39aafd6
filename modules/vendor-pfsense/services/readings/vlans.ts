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

/** VLAN devices; name and network may come from the interface that stands on one. */
export const firewallVlans: VlanReading = { features: [FEATURE, 'interfaces.assignment'], read, write };

function read(objects: ObjectsByFeature): readonly FoundVlan[] {
  const interfaces = new Map(
    objectsOf(objects, 'interfaces.assignment').map((row) => [textIn(row, 'if'), row]),
  );
  return objectsOf(objects, FEATURE)
    .map((row) => {
      const on = interfaces.get(textIn(row, 'vlanif')) ?? {};
      return {
        feature: FEATURE,
        target_id: textIn(row, 'target_id'),
        vlan_id: Number(textIn(row, 'tag')),
        name: textIn(row, 'descr') || textIn(on, 'descr'),
        subnet: networkOf(`${textIn(on, 'ipaddr')}/${textIn(on, 'subnet')}`),
        enabled: true,
      };
    })
    .toSorted((one, other) => one.vlan_id - other.vlan_id);
}

function write(wanted: Vlan, found: FoundVlan | null, objects: ObjectsByFeature): VlanWrite | VlanRefusal {
  const descr = wanted.name ?? '';
  if (found !== null) {
    const payload = {
      ...(descr === '' || descr === found.name ? {} : { descr }),
      ...(wanted.vlan_id === found.vlan_id ? {} : { tag: wanted.vlan_id }),
    };
    return { feature: FEATURE, operation: 'update', target_id: found.target_id, payload };
  }
  const parent = trunkOf(objects);
  if (parent === null) return { refused: 'No port is known that carries VLANs.' };
  return { feature: FEATURE, operation: 'create', payload: { if: parent, tag: wanted.vlan_id, descr } };
}

/** The port that carries most VLANs, else the one that the LAN stands on. */
function trunkOf(objects: ObjectsByFeature): string | null {
  const counts = new Map<string, number>();
  for (const row of objectsOf(objects, FEATURE)) {
    const port = textIn(row, 'if');
    if (port !== '') counts.set(port, (counts.get(port) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  const lan = objectsOf(objects, 'interfaces.assignment').find((row) => textIn(row, 'id') === 'lan');
  return most?.[0] ?? (lan ? textIn(lan, 'if') || null : null);
}
