import { route } from '@patchbay/kernel/http';
import { adapterErrors } from '@patchbay/vendor-kit';
import { atController, atSite, featureParams, LiveQuery, LiveReply } from '../schemas/controllers.ts';
import { LiveObjects } from '../services/live-objects.ts';

const live = {
  method: 'GET',
  summary: 'Live objects of a feature, as the vendor gives them',
  access: { permission: 'network:read' },
  query: LiveQuery,
  reply: LiveReply,
  errors: Object.values(adapterErrors),
  deps: { live: LiveObjects },
} as const;

export const liveRoutes = [
  route({
    ...live,
    id: 'gateway.live',
    path: '/gateway-{family}/{controller_id}/{feature}',
    named: atController,
    params: featureParams,
    handle: ({ principal, params, query, deps }) => deps.live.list(principal, params, query),
  }),
  route({
    ...live,
    id: 'gateway.live_at_site',
    path: '/gateway-{family}/{controller_id}/sites/{site_id}/{feature}',
    named: atSite,
    params: featureParams,
    handle: ({ principal, params, query, deps }) => deps.live.list(principal, params, query),
  }),
];
