import type { FoundVlan, ObjectsByFeature, Vlan, VlanReading, VlanWrite } from '@patchbay/vendor-kit';
import { nameKey } from './vlan-names.ts';

export type CellState = 'present' | 'missing' | 'differs' | 'conflict';

/** State of one VLAN of the site on one controller, and the write that would correct it. */
export interface VlanCell {
  readonly state: CellState;
  readonly found: FoundVlan | null;
  /** In words; empty when it is present. */
  readonly differences: readonly string[];
  /** Null where there is nothing to write, or where the vendor cannot. */
  readonly write: VlanWrite | null;
  /** Why it cannot be written. */
  readonly refused: string | null;
}

/**
 * Missing: neither its id nor its name stands there. Differs: its id does, without a name although the controller
 * could keep one, or switched off. Conflict: its id does with another name or network, or its name does with
 * another id; writing would change a VLAN of another purpose.
 */
export function cellOf(
  wanted: Vlan,
  vlans: readonly FoundVlan[],
  reading: VlanReading,
  objects: ObjectsByFeature,
): VlanCell {
  const same = vlans.find(({ vlan_id }) => vlan_id === wanted.vlan_id) ?? null;
  const namesake = namesakeOf(wanted, vlans);
  const conflicts = [
    ...(same ? conflictsOf(wanted, same) : []),
    ...(namesake ? [`${namesake.name} has the id ${namesake.vlan_id} here`] : []),
  ];
  const gaps = same ? gapsOf(wanted, same) : [];
  const found = same ?? namesake;
  const state =
    conflicts.length > 0 ? 'conflict' : found === null ? 'missing' : gaps.length > 0 ? 'differs' : 'present';
  const differences = [...conflicts, ...gaps];
  if (state === 'present') return { state, found, differences, write: null, refused: null };
  const written = reading.write(wanted, found, objects);
  if ('refused' in written) return { state, found, differences, write: null, refused: written.refused };
  const isEmpty = Object.keys(written.payload).length === 0;
  const refused = isEmpty ? 'Addresses are not written; they belong to the service that assigns them.' : null;
  return { state, found, differences, write: isEmpty ? null : written, refused };
}

function conflictsOf(wanted: Vlan, { vlan_id, name, subnet }: FoundVlan): readonly string[] {
  const [own, theirs] = [nameKey(wanted.name ?? '', vlan_id), nameKey(name ?? '', vlan_id)];
  return [
    ...(own !== '' && theirs !== '' && own !== theirs ? [`is called ${name} here`] : []),
    ...(wanted.subnet && subnet && wanted.subnet !== subnet ? [`has the network ${subnet} here`] : []),
  ];
}

function gapsOf(wanted: Vlan, { vlan_id, name, enabled }: FoundVlan): readonly string[] {
  const isUnnamed =
    name !== null && nameKey(name, vlan_id) === '' && nameKey(wanted.name ?? '', vlan_id) !== '';
  return [...(isUnnamed ? ['has no name here'] : []), ...(enabled ? [] : ['is switched off here'])];
}

/** The same name under another id. */
function namesakeOf({ vlan_id, name }: Vlan, vlans: readonly FoundVlan[]): FoundVlan | null {
  const key = nameKey(name ?? '', vlan_id);
  if (key === '') return null;
  return (
    vlans.find((each) => each.vlan_id !== vlan_id && nameKey(each.name ?? '', each.vlan_id) === key) ?? null
  );
}
