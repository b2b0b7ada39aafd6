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

const FEATURE = 'network.vlan';
/** The product numbers VLANs up to here. */
const HIGHEST = 4009;
/** Its own name for the untagged network. */
const UNTAGGED = 1;

/** Networks with a VLAN; addresses stand in those that the console's gateway serves. */
export const networkVlans: VlanReading = { features: [FEATURE], read, write };

function read(objects: ObjectsByFeature): readonly FoundVlan[] {
  return objectsOf(objects, FEATURE)
    .filter((row) => Number(textIn(row, 'vlanId')) > UNTAGGED)
    .map((row) => ({
      feature: FEATURE,
      target_id: textIn(row, 'id'),
      vlan_id: Number(textIn(row, 'vlanId')),
      name: textIn(row, 'name'),
      subnet: subnetOf(row['ipv4Configuration']),
      enabled: row['enabled'] !== false,
    }))
    .toSorted((one, other) => one.vlan_id - other.vlan_id);
}

function subnetOf(addressing: unknown): string | null {
  if (typeof addressing !== 'object' || addressing === null) return null;
  const { hostIpAddress, prefixLength } = { hostIpAddress: '', prefixLength: '', ...addressing };
  return networkOf(`${hostIpAddress}/${prefixLength}`);
}

/** A new network carries the VLAN only; its addresses stay with the gateway that serves them. */
function write(wanted: Vlan, found: FoundVlan | null): VlanWrite | VlanRefusal {
  if (wanted.vlan_id > HIGHEST) return { refused: `The console numbers VLANs up to ${HIGHEST}.` };
  const name = wanted.name || `VLAN ${wanted.vlan_id}`;
  if (found === null) {
    const payload = { management: 'UNMANAGED', name, enabled: true, vlanId: wanted.vlan_id };
    return { feature: FEATURE, operation: 'create', payload };
  }
  const payload = {
    ...(wanted.name && wanted.name !== found.name ? { name } : {}),
    ...(wanted.vlan_id === found.vlan_id ? {} : { vlanId: wanted.vlan_id }),
    ...(found.enabled ? {} : { enabled: true }),
  };
  return { feature: FEATURE, operation: 'update', target_id: found.target_id, payload };
}
