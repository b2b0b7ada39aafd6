/** A subscription that wants a place. `slow`: it fails, or takes long to answer. */
export interface Candidate {
  readonly id: string;
  readonly organization_id: string;
  readonly slow: boolean;
}

export interface SlotLimits {
  readonly maxAtOnce: number;
  readonly maxSlow: number;
  readonly maxPerOrganization: number;
  readonly maxSlowPerOrganization: number;
}

export const SLOT_LIMITS: SlotLimits = {
  maxAtOnce: 128,
  maxSlow: 64,
  maxPerOrganization: 32,
  maxSlowPerOrganization: 16,
};

/**
 * Chooses due queues for the free slots, in the order given. Receivers that hang or fail share slots of their
 * own, and so do those of one organization: the others find theirs free.
 */
export function fillSlots(
  wanting: readonly Candidate[],
  held: readonly Candidate[],
  limits: SlotLimits,
): readonly Candidate[] {
  const counts = new Map<string, number>();
  const add = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  const has = (key: string): number => counts.get(key) ?? 0;
  const take = ({ organization_id, slow }: Candidate): void => {
    add('all');
    add(organization_id);
    if (!slow) return;
    add('slow');
    add(`slow ${organization_id}`);
  };
  held.forEach(take);
  return wanting.filter((candidate) => {
    const { organization_id, slow } = candidate;
    const hasRoom =
      has('all') < limits.maxAtOnce &&
      has(organization_id) < limits.maxPerOrganization &&
      (!slow ||
        (has('slow') < limits.maxSlow && has(`slow ${organization_id}`) < limits.maxSlowPerOrganization));
    if (hasRoom) take(candidate);
    return hasRoom;
  });
}
