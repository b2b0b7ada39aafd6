import { type Applied, notSent, type Push } from '@patchbay/vendor-kit';
import type { FirewallSession } from '../exchange/firewall-session.ts';
import type { FirewallFeature } from './features.ts';
import { applying, committed, createObject, deleteObject, updateObject } from './push-object.ts';

const objectPushes = { create: createObject, update: updateObject, delete: deleteObject };

/** The calls of one row of the vendor's table, its commit step included. */
export async function push(
  session: FirewallSession,
  feature: FirewallFeature,
  change: Push,
): Promise<Applied> {
  const { operation, payload, target_id } = change;
  const call = feature.calls[operation];
  if (call === undefined) throw notSent(`The feature has no operation ${operation}.`);
  const { method, path } = call;
  switch (feature.kind) {
    case 'object':
      return objectPushes[operation](session, feature, path, change);
    case 'settings':
      await session.write(method, path, { ...payload, ...applying(feature) });
      await committed(session, feature);
      return { target_id };
    case 'flush':
      if (target_id === null) throw notSent('The change names no table.');
      await session.write(method, path, {}, { id: target_id });
      return { target_id };
    case 'purge':
      await session.write(method, path, {}, filters(payload));
      return { target_id };
    case 'command': {
      const { output } = await session.write(method, path, payload);
      // Of the arbitrary command of an administrator nothing is kept: it may print the whole configuration.
      return feature.catastrophic || !output ? { target_id } : { target_id, output };
    }
  }
}

const filters = (payload: Push['payload']): Record<string, string> =>
  Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value)]));
