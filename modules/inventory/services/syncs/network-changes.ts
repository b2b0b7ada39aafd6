import type { UnitOfWork } from '@patchbay/kernel/database';
import type { EventDeclaration } from '@patchbay/kernel/events';
import type { Snapshot, Vendor } from '@patchbay/vendor-kit';
import type { TSchema } from 'typebox';
import { vlanEvents, wifiEvents } from '../../events.ts';

type Objects = Snapshot['objects'];
type Reader = Pick<Vendor, 'id' | 'vlans' | 'wifi'>;
type Verb = 'created' | 'updated' | 'deleted';

interface Found {
  readonly feature: string;
  readonly target_id: string;
}

interface Place {
  readonly controller_id: string;
  readonly site_id: string;
}

/** Features of VLANs or wireless networks. */
export const networkFeatures = ({ vlans, wifi }: Partial<Reader>): ReadonlySet<string> =>
  new Set([...(vlans?.features ?? []), ...(wifi?.features ?? [])]);

/**
 * Publishes VLANs and wireless networks of a controller that came, changed or went, in the unit that keeps the
 * objects: after an apply, the next sync finds them kept and publishes nothing.
 */
export function publishNetworkChanges(
  work: UnitOfWork,
  vendor: Reader,
  place: Place,
  { before, after }: { readonly before: Objects; readonly after: Objects },
): void {
  const { vlans, wifi } = vendor;
  const where = { ...place, vendor: vendor.id };
  if (vlans)
    publishAll(
      work,
      vlanEvents,
      changesOf(vlans.read(before), vlans.read(after), ({ vlan_id }) => vlan_id),
      ({ vlan_id, name, subnet, enabled, feature, target_id }) => ({
        ...where,
        vlan_id,
        name,
        subnet,
        enabled,
        feature,
        target_id,
      }),
    );
  if (wifi)
    publishAll(
      work,
      wifiEvents,
      changesOf(wifi.read(before), wifi.read(after), ({ ssid }) => ssid),
      ({ ssid, security, enabled, feature, target_id }) => ({
        ...where,
        ssid,
        security,
        enabled,
        feature,
        target_id,
      }),
    );
}

function publishAll<T, S extends TSchema>(
  work: UnitOfWork,
  events: Readonly<Record<Verb, EventDeclaration<S>>>,
  news: readonly (readonly [Verb, T])[],
  payloadOf: (found: T) => Parameters<typeof work.events.publish<S>>[1] & { readonly site_id: string },
): void {
  for (const [verb, found] of news) {
    const payload = payloadOf(found);
    work.events.publish(events[verb], payload, { site_id: payload.site_id });
  }
}

/**
 * An object is known by its id, so that one with another name is the same thing changed. Several objects may stand
 * for one thing, identified by `keyOf`: another object for a known thing is no change, and neither is a new id of it.
 */
export function changesOf<T extends Found>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (found: T) => string | number,
): readonly (readonly [Verb, T])[] {
  const known = new Map(before.map((each) => [keyOf(each), each]));
  const earlier = new Map(before.map((each) => [objectKey(each), each]));
  const later = new Map(after.map((each) => [objectKey(each), each]));
  /** Things of which an object stands for another one now. */
  const moved = new Set(
    before.flatMap((each) => {
      const now = later.get(objectKey(each));
      return now !== undefined && keyOf(now) !== keyOf(each) ? [keyOf(each)] : [];
    }),
  );
  const seen = new Map<string | number, readonly [Verb, T] | null>();
  for (const each of after) {
    const key = keyOf(each);
    const same = earlier.get(objectKey(each));
    const isNew = same === undefined && (!known.has(key) || moved.has(key));
    if (same !== undefined && factsOf(same) !== factsOf(each)) seen.set(key, ['updated', each]);
    else seen.set(key, seen.get(key) ?? (isNew ? ['created', each] : null));
  }
  const gone = [...known].flatMap(([key, each]) =>
    seen.has(key) || moved.has(key) ? [] : [['deleted', each] as const],
  );
  return [...[...seen.values()].filter((each) => each !== null), ...gone];
}

const objectKey = ({ feature, target_id }: Found): string => `${feature}\n${target_id}`;

const factsOf = <T extends Found>({ feature: _f, target_id: _t, ...facts }: T): string =>
  JSON.stringify(Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1)));
