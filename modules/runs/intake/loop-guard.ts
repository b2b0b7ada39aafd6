import type { LoggedEvent } from '@patchbay/kernel/events';

/** Deepest chain of owners and events. */
const MAX_DEPTH = 8;
/** Each link of a chain is an event and the Connection or rule that answered it. */
const IDS_PER_LINK = 2;

/** A chain that comes back to its owner, or grows too long, ends here. */
export function loopRefusal(
  { id }: { readonly id: string },
  { causation }: Pick<LoggedEvent, 'causation'>,
  noun: string,
): string | null {
  if (causation.includes(id)) return `loop: this ${noun} led to the event`;
  if (isTooDeep(causation)) return `loop: the chain is deeper than ${MAX_DEPTH}`;
  return null;
}

/** Whether nothing may follow any more. */
export const isTooDeep = (causation: readonly string[]): boolean =>
  causation.length / IDS_PER_LINK >= MAX_DEPTH;

/** Causes of a run's effects, oldest first. */
export const causationOf = (
  { id, causation }: Pick<LoggedEvent, 'id' | 'causation'>,
  owner_id: string,
): readonly string[] => [...causation, id, owner_id];
