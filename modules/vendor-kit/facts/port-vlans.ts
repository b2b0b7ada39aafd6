import { networkOf, objectsOf, textIn } from './field-text.ts';
import type { ObjectsByFeature, VendorValue } from './vendor-value.ts';
import type { FoundVlan, Vlan, VlanReading, VlanRefusal, VlanWrite } from './vlans.ts';

/** Field names of a firewall whose VLANs are devices on a port. */
export interface PortVlanFields {
  /** Feature of the VLAN devices (`if`, `tag`, `descr`, `vlanif`). */
  readonly vlans: string;
  /** Feature of the interfaces that may stand on one. */
  readonly interfaces: string;
  /** Field of a VLAN that names the object. */
  readonly id: string;
  /** Fields of an interface: its device, its name, its description. */
  readonly device: string;
  readonly name: string;
  readonly description: string;
  /** Address with length of an interface. */
  addressOf(on: VendorValue): string;
  /** Tag as the product takes it. */
  tagOf(vlan_id: number): string | number;
  /** Further fields of a new VLAN. */
  readonly created?: VendorValue;
}

/** VLAN devices on ports; name and network may come from the interface that stands on one. */
export const portVlans = (fields: PortVlanFields): VlanReading => ({
  features: [fields.vlans, fields.interfaces],
  read: (objects) => read(fields, objects),
  write: (wanted, found, objects) => write(fields, wanted, found, objects),
});

function read(fields: PortVlanFields, objects: ObjectsByFeature): readonly FoundVlan[] {
  const interfaces = new Map(
    objectsOf(objects, fields.interfaces).map((row) => [textIn(row, fields.device), row]),
  );
  return objectsOf(objects, fields.vlans)
    .map((row) => {
      const on = interfaces.get(textIn(row, 'vlanif')) ?? {};
      return {
        feature: fields.vlans,
        target_id: textIn(row, fields.id),
        vlan_id: Number(textIn(row, 'tag')),
        name: textIn(row, 'descr') || textIn(on, fields.description),
        subnet: networkOf(fields.addressOf(on)),
        enabled: true,
      };
    })
    .toSorted((one, other) => one.vlan_id - other.vlan_id);
}

function write(
  fields: PortVlanFields,
  wanted: Vlan,
  found: FoundVlan | null,
  objects: ObjectsByFeature,
): VlanWrite | VlanRefusal {
  const feature = fields.vlans;
  const descr = wanted.name ?? '';
  const tag = fields.tagOf(wanted.vlan_id);
  if (found !== null) {
    const payload = {
      ...(descr === '' || descr === found.name ? {} : { descr }),
      ...(wanted.vlan_id === found.vlan_id ? {} : { tag }),
    };
    return { feature, operation: 'update', target_id: found.target_id, payload };
  }
  const parent = trunkOf(fields, objects);
  if (parent === null) return { refused: 'No port is known that carries VLANs.' };
  return { feature, operation: 'create', payload: { if: parent, tag, ...fields.created, descr } };
}

/** The port that carries most VLANs, else the one that the LAN stands on. */
function trunkOf(fields: PortVlanFields, objects: ObjectsByFeature): string | null {
  const counts = new Map<string, number>();
  for (const row of objectsOf(objects, fields.vlans)) {
    const port = textIn(row, 'if');
    if (port !== '') counts.set(port, (counts.get(port) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  const lan = objectsOf(objects, fields.interfaces).find((row) => textIn(row, fields.name) === 'lan');
  return most?.[0] ?? (lan ? textIn(lan, fields.device) || null : null);
}
