import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { adapterErrors } from '@patchbay/vendor-kit';
import { vendorUnavailable } from '../errors.ts';
import {
  ControllerIds,
  ControllerTestReply,
  ControllerTestsReply,
  SyncQuery,
  SyncReply,
  SyncStartedReply,
  SyncsStartedReply,
} from '../schemas/controllers.ts';
import { ControllerProbe } from '../services/controllers/controller-probe.ts';
import { ControllerSyncs } from '../services/syncs/controller-syncs.ts';

const read = { permission: 'controller:read' } as const;
const write = { permission: 'controller:write', role: 'admin' } as const;
const errors = [vendorUnavailable, ...Object.values(adapterErrors)];
const probe = { probe: ControllerProbe };
const syncs = { syncs: ControllerSyncs };

export const contactRoutes = [
  route({
    id: 'controllers.test',
    method: 'POST',
    path: '/controllers/{controller_id}/test',
    unaudited: 'asks gear and changes nothing',
    summary: 'Try whether a controller answers and lets us in',
    access: write,
    reach: 'sites',
    reply: ControllerTestReply,
    errors,
    deps: probe,
    handle: ({ principal, params, deps }) => deps.probe.test(principal, params.controller_id),
  }),
  route({
    id: 'controllers.test_many',
    method: 'POST',
    path: '/controllers/test',
    unaudited: 'asks gear and changes nothing',
    summary: 'Try several controllers at once',
    access: write,
    reach: 'sites',
    body: ControllerIds,
    reply: ControllerTestsReply,
    errors: [vendorUnavailable],
    deps: probe,
    handle: async ({ principal, body, deps }) => ({
      results: [...(await deps.probe.testMany(principal, body.controller_ids))],
    }),
  }),
  route({
    id: 'controllers.sync',
    unaudited: 'a sync that is under way is joined; one that starts is recorded',
    method: 'POST',
    path: '/controllers/{controller_id}/sync',
    summary: 'Read a controller and its devices',
    description: 'Runs in the background. While one sync waits or runs, asking again answers that one.',
    access: write,
    reach: 'sites',
    reply: SyncStartedReply,
    status: 202,
    deps: syncs,
    handle: ({ principal, params, deps }) => deps.syncs.request(principal, params.controller_id),
  }),
  route({
    id: 'controllers.sync_many',
    unaudited: 'a sync that is under way is joined; one that starts is recorded',
    method: 'POST',
    path: '/controllers/sync',
    summary: 'Read several controllers',
    access: write,
    reach: 'sites',
    body: ControllerIds,
    reply: SyncsStartedReply,
    status: 202,
    deps: syncs,
    handle: async ({ principal, body, deps }) => ({
      syncs: [...(await deps.syncs.requestMany(principal, body.controller_ids))],
    }),
  }),
  route({
    id: 'controllers.syncs',
    method: 'GET',
    path: '/controllers/{controller_id}/syncs',
    summary: 'List the latest syncs of a controller',
    access: read,
    query: SyncQuery,
    reply: pageSchema(SyncReply),
    deps: syncs,
    handle: ({ principal, params, query, deps }) => deps.syncs.list(principal, params.controller_id, query),
  }),
  route({
    id: 'controllers.sync_status',
    method: 'GET',
    path: '/controllers/{controller_id}/syncs/{sync_id}',
    summary: 'See how a sync went',
    access: read,
    reply: SyncReply,
    deps: syncs,
    handle: ({ principal, params, deps }) => deps.syncs.get(principal, params.controller_id, params.sync_id),
  }),
];
