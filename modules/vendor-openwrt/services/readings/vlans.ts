import {
  type FoundVlan,
  listIn,
  maskLength,
  networkOf,
  type ObjectsByFeature,
  objectsOf,
  textIn,
  type VendorValue,
  type Vlan,
  type VlanReading,
  type VlanRefusal,
  type VlanWrite,
} from '@patchbay/vendor-kit';

const FILTERED = 'interfaces.bridge_vlan';
const DEVICE = 'interfaces.device';

/** VLANs of filtering bridges and VLAN devices; name and network come from the interface that stands on one. */
export const deviceVlans: VlanReading = { features: [FILTERED, DEVICE, 'interfaces.interface'], read, write };

function read(objects: ObjectsByFeature): readonly FoundVlan[] {
  const onBridges = objectsOf(objects, FILTERED).map((row) => {
    const device = `${textIn(row, 'device')}.${textIn(row, 'vlan')}`;
    return found(objects, FILTERED, row, Number(textIn(row, 'vlan')), device);
  });
  const devices = objectsOf(objects, DEVICE)
    .filter((row) => ['8021q', '8021ad'].includes(textIn(row, 'type')))
    .map((row) => found(objects, DEVICE, row, Number(textIn(row, 'vid')), textIn(row, 'name')));
  return [...onBridges, ...devices].toSorted((one, other) => one.vlan_id - other.vlan_id);
}

function found(
  objects: ObjectsByFeature,
  feature: string,
  row: VendorValue,
  vlan_id: number,
  device: string,
): FoundVlan {
  const on = objectsOf(objects, 'interfaces.interface').find((each) => textIn(each, 'device') === device);
  return {
    feature,
    target_id: textIn(row, '.id'),
    vlan_id,
    // The device keeps no name with a VLAN; an interface has one.
    name: on ? textIn(on, '.name') : null,
    subnet: on ? subnetOf(on) : null,
    enabled: true,
  };
}

function subnetOf(row: VendorValue): string | null {
  const [address = ''] = listIn(row, 'ipaddr');
  const length = maskLength(textIn(row, 'netmask'));
  return networkOf(address.includes('/') ? address : `${address}/${length}`);
}

/**
 * On a bridge that filters VLANs one more is set up there; on one that does not a VLAN device is put on it, since
 * the first VLAN of a bridge would cut off everything untagged.
 */
function write(wanted: Vlan, now: FoundVlan | null, objects: ObjectsByFeature): VlanWrite | VlanRefusal {
  const { vlan_id } = wanted;
  if (now !== null) return update(wanted, now);
  const [filtering] = objectsOf(objects, FILTERED);
  if (filtering) {
    const ports = listIn(filtering, 'ports', /\s+/).map((port) => `${port.split(':')[0]}:t`);
    const payload = { device: textIn(filtering, 'device'), vlan: vlan_id, ports };
    return { feature: FILTERED, operation: 'create', payload };
  }
  const bridges = objectsOf(objects, DEVICE).filter((row) => textIn(row, 'type') === 'bridge');
  const [bridge] = bridges;
  if (!bridge || bridges.length > 1) return { refused: 'There is no one bridge to put it on.' };
  const ifname = textIn(bridge, 'name');
  const payload = { name: `${ifname}.${vlan_id}`, type: '8021q', ifname, vid: String(vlan_id) };
  return { feature: DEVICE, operation: 'create', payload };
}

function update({ vlan_id }: Vlan, now: FoundVlan): VlanWrite | VlanRefusal {
  if (vlan_id === now.vlan_id)
    return { refused: 'The name is that of an interface, which other settings refer to.' };
  if (now.feature === DEVICE) return { refused: 'The number of a VLAN device is part of its name.' };
  return { feature: FILTERED, operation: 'update', target_id: now.target_id, payload: { vlan: vlan_id } };
}
