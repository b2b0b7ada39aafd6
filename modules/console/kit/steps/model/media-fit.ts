/** Media types of an operation or an action. */
export interface MediaFacts {
  readonly accepts: readonly string[];
  readonly produces: readonly string[];
}

/** In `accepts`: bytes of any kind. */
const ANY_MEDIA = 'blob';

/** A step that is not handed what it takes. */
export interface MediaFault {
  readonly step: number;
  readonly accepts: readonly string[];
  /** Media types that stand before it; none when nothing brings an artifact. */
  readonly before: readonly string[];
}

const fits = (accepts: readonly string[], produced: readonly string[]): boolean =>
  produced.length > 0 && (accepts.includes(ANY_MEDIA) || accepts.some((type) => produced.includes(type)));

/** Steps that take an artifact which neither the event nor the last producer before them brings. */
export function mediaFaults(
  brought: readonly string[],
  steps: readonly (MediaFacts | undefined)[],
): readonly MediaFault[] {
  let before = brought;
  return steps.flatMap((facts, step) => {
    const { accepts = [], produces = [] } = facts ?? {};
    const isFit = accepts.length === 0 || fits(accepts, before);
    const fault = { step, accepts, before };
    if (produces.length > 0) before = produces;
    return isFit ? [] : [fault];
  });
}

/**
 * The fault that another order of steps would bring; null when it brings none. `places` are the places of the former
 * steps in the new order, null for a new step, so that a fault that was there already refuses nothing.
 */
export function newMediaFault(
  brought: readonly string[],
  former: readonly (MediaFacts | undefined)[],
  next: readonly (MediaFacts | undefined)[],
  places: readonly (number | null)[],
): MediaFault | null {
  const known = new Set(mediaFaults(brought, former).map(({ step }) => step));
  return (
    mediaFaults(brought, next).find(({ step }) => {
      const place = places[step] ?? null;
      return place === null || !known.has(place);
    }) ?? null
  );
}
