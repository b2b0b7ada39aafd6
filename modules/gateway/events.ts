import { defineEvent } from '@patchbay/kernel/events';
import { Nullable } from '@patchbay/kernel/schema';
import Type from 'typebox';

const access = { permission: 'controller:read' } as const;

/** A controller of a vendor that makes gateways was read, or could not be (SPEC 6.1). */
export const gatewaySyncCompleted = defineEvent({
  type: 'gateway.sync.completed',
  title: 'Gateway sync completed',
  description: 'A sync of a gateway controller ended, well or not.',
  category: 'gateway',
  access,
  payload: Type.Object({
    controller_id: Type.String(),
    site_id: Type.String(),
    vendor: Type.String(),
    name: Type.String(),
    sync_id: Type.String(),
    status: Type.Enum(['succeeded', 'failed']),
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    missing: Type.Integer(),
    error: Nullable(Type.String()),
    finished_at: Type.String(),
  }),
});

/** Published once; again only after the brain was online in between (SPEC 6.1). */
export const gatewayBrainOffline = defineEvent({
  type: 'gateway.brain.offline',
  title: 'Brain of a site offline',
  description: 'The controller that holds the canonical VLANs of a site stopped answering, or refuses us.',
  category: 'gateway',
  priority: 'high',
  access,
  payload: Type.Object({
    site_id: Type.String(),
    controller_id: Type.String(),
    vendor: Type.String(),
    name: Type.String(),
    /** `unreachable` or `error`. */
    status: Type.String(),
    reason: Nullable(Type.String()),
    last_sync_at: Nullable(Type.String()),
  }),
});

export const gatewayBrainChanged = defineEvent({
  type: 'gateway.brain.changed',
  title: 'Brain of a site changed',
  description: 'Another controller, or none, holds the canonical VLANs of a site from now on.',
  category: 'gateway',
  access,
  payload: Type.Object({
    site_id: Type.String(),
    controller_id: Nullable(Type.String()),
    previous_controller_id: Nullable(Type.String()),
    actor_id: Nullable(Type.String()),
  }),
});

export const gatewayEvents = [gatewaySyncCompleted, gatewayBrainOffline, gatewayBrainChanged];
