import type { FoundVlan, Vlan } from '@patchbay/vendor-kit';
import { nameKey } from './vlan-names.ts';

/** Source of a VLAN's name at a site: the brain, all controllers that name it, most of them, or the oldest. */
export type DecidedBy = 'brain' | 'agreement' | 'majority' | 'oldest';

export interface CanonicalVlan extends Vlan {
  readonly decided_by: DecidedBy;
}

interface Vote {
  /** Names with the same key are equal. */
  readonly key: string;
  readonly spelled: string;
}

/** Layer 2: the brain's VLANs are those the site is to have. */
export const canonicalOfBrain = (vlans: readonly FoundVlan[]): readonly CanonicalVlan[] =>
  firstOfEach(vlans).map(({ vlan_id, name, subnet }) => ({ vlan_id, name, subnet, decided_by: 'brain' }));

/**
 * Layer 1, without a brain: every VLAN that any controller of the site has. It is called as most of those call it
 * that give it a name, and the oldest controller decides between names as frequent; likewise its network. Names that
 * differ in spelling only are one name, spelled as the oldest spells it.
 */
export function canonicalOfAll(byAge: readonly (readonly FoundVlan[])[]): readonly CanonicalVlan[] {
  const all = byAge.flatMap(firstOfEach);
  return [...Map.groupBy(all, ({ vlan_id }) => vlan_id)]
    .map(([vlan_id, found]) => {
      const names = found.map(({ name }) => ({ key: nameKey(name ?? '', vlan_id), spelled: name ?? '' }));
      const name = elected(names.filter(({ key }) => key !== ''));
      const subnet = elected(found.flatMap(({ subnet: net }) => (net ? [{ key: net, spelled: net }] : [])));
      return {
        vlan_id,
        name: name?.spelled ?? null,
        subnet: subnet?.spelled ?? null,
        decided_by: name?.by ?? 'agreement',
      };
    })
    .toSorted((one, other) => one.vlan_id - other.vlan_id);
}

/** A controller may show one VLAN on several ports. */
export function firstOfEach(vlans: readonly FoundVlan[]): readonly FoundVlan[] {
  const first = new Map<number, FoundVlan>();
  for (const vlan of vlans) {
    const known = first.get(vlan.vlan_id);
    if (known === undefined || (!known.name && vlan.name)) first.set(vlan.vlan_id, vlan);
  }
  return [...first.values()].toSorted((one, other) => one.vlan_id - other.vlan_id);
}

function elected(votes: readonly Vote[]): { readonly spelled: string; readonly by: DecidedBy } | null {
  const parties = [...Map.groupBy(votes, ({ key }) => key).values()];
  const most = Math.max(...parties.map(({ length }) => length));
  const leading = parties.filter(({ length }) => length === most);
  const [winner] = leading;
  if (winner?.[0] === undefined) return null;
  const by = parties.length === 1 ? 'agreement' : leading.length === 1 ? 'majority' : 'oldest';
  return { spelled: winner[0].spelled, by };
}
