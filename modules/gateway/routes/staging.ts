import { route } from '@patchbay/kernel/http';
import { ChangeSchema, ownedByOrchestration, tooManyPending } from '@patchbay/module-changes/contract';
import {
  atController,
  atSite,
  ChangesQuery,
  ChangesReply,
  featureParams,
  OperationQuery,
  placeParams,
  StageInput,
} from '../schemas/controllers.ts';
import { GatewayChanges } from '../services/gateway-changes.ts';

const read = { permission: 'controller:read' } as const;
/** The feature decides which of them it needs; a caller with none of them stages nothing. */
const write = {
  anyOf: [
    { permission: 'network:write' },
    { permission: 'vpn:write' },
    { permission: 'firewall:write' },
    { permission: 'hypervisor:write' },
    { permission: 'controller:write' },
  ],
} as const;
const deps = { changes: GatewayChanges };

const staging = {
  method: 'POST',
  summary: 'Stage a write; the device is not contacted',
  description:
    'Risk, role floor and permissions follow from the feature and from the fields of the payload; the reply shows the ' +
    'risk. On the brain of a site the features that orchestration owns (VLANs, their addresses, their DHCP) are 409. ' +
    'A secret that an update sends back as it was shown (`[redacted]`, or `secret: unchanged` of a diff) stays as the ' +
    'device has it; right before the push it is read from the device where the device would lose it otherwise. The ' +
    'marker anywhere else, and in creations, is 422 and names the field.',
  access: write,
  reach: 'sites',
  query: OperationQuery,
  body: StageInput,
  // Secrets of an object that is updated stay; staging refuses the rest by name.
  keepsMarkers: ['payload.**'],
  reply: ChangeSchema,
  status: 201,
  errors: [tooManyPending, ownedByOrchestration],
  deps,
} as const;

const listing = {
  method: 'GET',
  summary: 'List the changes of one area of a controller, newest first',
  description: 'A bare array; `X-Total-Count` is their number.',
  access: read,
  query: ChangesQuery,
  reply: ChangesReply,
  deps,
} as const;

export const stagingRoutes = [
  route({
    ...staging,
    id: 'gateway.stage',
    path: '/gateway-{family}/{controller_id}/changes/{feature}',
    named: atController,
    params: featureParams,
    handle: ({ principal, params, query, body, deps }) =>
      deps.changes.stage(principal, params, query.operation, body),
  }),
  route({
    ...staging,
    id: 'gateway.stage_at_site',
    path: '/gateway-{family}/{controller_id}/sites/{site_id}/changes/{feature}',
    named: atSite,
    params: featureParams,
    handle: ({ principal, params, query, body, deps }) =>
      deps.changes.stage(principal, params, query.operation, body),
  }),
  route({
    ...listing,
    id: 'gateway.changes',
    path: '/gateway-{family}/{controller_id}/changes',
    named: atController,
    params: placeParams,
    handle: async ({ principal, params, query, reply, deps }) => {
      const { items, total } = await deps.changes.list(principal, params, query);
      reply.header('X-Total-Count', String(total));
      return items;
    },
  }),
  route({
    ...listing,
    id: 'gateway.changes_at_site',
    path: '/gateway-{family}/{controller_id}/sites/{site_id}/changes',
    named: atSite,
    params: placeParams,
    handle: async ({ principal, params, query, reply, deps }) => {
      const { items, total } = await deps.changes.list(principal, params, query);
      reply.header('X-Total-Count', String(total));
      return items;
    },
  }),
];
