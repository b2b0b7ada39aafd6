import { route } from '@patchbay/kernel/http';
import { ChangeSchema, changeErrors } from '@patchbay/module-changes/contract';
import { adapterErrors } from '@patchbay/vendor-kit';
import { unknownVendor } from '../errors.ts';
import { ApplyBody, ApplyReply, ByGatewayQuery, ChangesReply, DiscardQuery } from '../schemas/controllers.ts';
import { GatewayChanges } from '../services/gateway-changes.ts';

const deps = { changes: GatewayChanges };
/** The change's own feature names the permission, so the applier asks for it: not found comes before forbidden. */
const byFeature = { authenticated: true } as const;

export const applyingRoutes = [
  route({
    id: 'gateway.changes_by_gateway',
    method: 'GET',
    path: '/gateway-vpn/changes/by-gateway/{gateway_id}',
    summary: 'List the changes of one gateway across its areas, newest first',
    access: { permission: 'controller:read' },
    query: ByGatewayQuery,
    reply: ChangesReply,
    errors: [unknownVendor],
    deps,
    handle: async ({ principal, params, query, reply, deps }) => {
      const { items, total } = await deps.changes.byGateway(principal, params.gateway_id, query);
      reply.header('X-Total-Count', String(total));
      return items;
    },
  }),
  route({
    id: 'gateway.apply',
    method: 'POST',
    path: '/gateway-vpn/changes/{change_id}/apply',
    summary: 'Push a reviewed change to its device; `force` must be true',
    access: byFeature,
    body: ApplyBody,
    reply: ApplyReply,
    errors: [...changeErrors, ...Object.values(adapterErrors)],
    deps,
    handle: ({ principal, params, body, deps }) =>
      deps.changes.apply(principal, params.change_id, { ...body, force: body.force }),
  }),
  route({
    id: 'gateway.discard',
    method: 'POST',
    path: '/gateway-vpn/changes/{change_id}/discard',
    summary: 'Discard a change; nothing is pushed',
    access: byFeature,
    query: DiscardQuery,
    reply: ChangeSchema,
    errors: changeErrors.filter(({ kind }) => kind === 'conflict'),
    deps,
    handle: ({ principal, params, query, deps }) => deps.changes.discard(principal, params.change_id, query),
  }),
];
