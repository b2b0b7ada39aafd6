import { defineEvent } from '@patchbay/kernel/events';
import { NullableText } from '@patchbay/kernel/schema';
import Type from 'typebox';

const pool = {
  controller_id: Type.String(),
  /** The machine the pool is a part of, where it is known as a device. */
  device_id: NullableText,
  site_id: Type.String(),
  vendor: Type.String(),
  pool: Type.String(),
  node: NullableText,
  kind: Type.String(),
};

export const poolDegraded = defineEvent({
  type: 'storage.pool.degraded',
  title: 'Pool degraded',
  description:
    'A storage pool that was healthy, or is seen for the first time, lost redundancy or is out of use.',
  category: 'storage',
  priority: 'high',
  access: { permission: 'device:read' },
  payload: Type.Object({
    ...pool,
    health: Type.Enum(['degraded', 'unavailable']),
    detail: NullableText,
  }),
});

export const capacityWarning = defineEvent({
  type: 'storage.capacity.warning',
  title: 'Capacity warning',
  description:
    'A storage pool is nearly full; published again after its usage fell well below the threshold.',
  category: 'storage',
  priority: 'high',
  access: { permission: 'device:read' },
  payload: Type.Object({
    ...pool,
    used_bytes: Type.Number(),
    total_bytes: Type.Number(),
    used_percent: Type.Number(),
    warning_percent: Type.Number(),
  }),
});
