import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { quotaExceeded } from '@patchbay/module-organizations/contract';
import { credentialNotBound, unknownVendor } from '../errors.ts';
import {
  ControllerInput,
  ControllerPatch,
  ControllerQuery,
  ControllerReply,
} from '../schemas/controllers.ts';
import { ControllerRecords } from '../services/controllers/controller-records.ts';

const read = { permission: 'controller:read' } as const;
/** SPEC 4.3 lets admins write; the permission keeps scoped keys to their scopes. */
const write = { permission: 'controller:write', role: 'admin' } as const;
const deps = { controllers: ControllerRecords };

export const controllerRoutes = [
  route({
    id: 'controllers.list',
    method: 'GET',
    path: '/controllers',
    summary: 'List controllers',
    access: read,
    query: ControllerQuery,
    reply: pageSchema(ControllerReply),
    deps,
    handle: ({ principal, query, deps }) => deps.controllers.list(principal, query),
  }),
  route({
    id: 'controllers.create',
    method: 'POST',
    path: '/controllers',
    summary: 'Register a controller',
    description:
      'Nothing is contacted; test or sync it afterwards. Naming a credential needs `settings:write` and binds it to the ' +
      'host of `url`. A credential over plain HTTP to another machine needs `allow_plaintext`.',
    access: write,
    reach: 'sites',
    body: ControllerInput,
    reply: ControllerReply,
    status: 201,
    errors: [unknownVendor, quotaExceeded, credentialNotBound],
    deps,
    handle: ({ principal, body, deps }) => deps.controllers.create(principal, body),
  }),
  route({
    id: 'controllers.get',
    method: 'GET',
    path: '/controllers/{controller_id}',
    summary: 'Get a controller',
    access: read,
    reply: ControllerReply,
    deps,
    handle: ({ principal, params, deps }) => deps.controllers.get(principal, params.controller_id),
  }),
  route({
    id: 'controllers.update',
    method: 'PATCH',
    path: '/controllers/{controller_id}',
    summary: 'Change a controller',
    description:
      'A credential does not follow to another place: when `url` or `tls` changes and `credential_id` is not ' +
      'named, it becomes null. Naming a credential needs `settings:write` and binds it to the host. Devices that nobody placed elsewhere ' +
      'follow it to another `site_id`.',
    access: write,
    reach: 'sites',
    body: ControllerPatch,
    reply: ControllerReply,
    errors: [credentialNotBound],
    deps,
    handle: ({ principal, params, body, request, deps }) =>
      deps.controllers.update(principal, params.controller_id, body, request.if_match),
  }),
  route({
    id: 'controllers.delete',
    method: 'DELETE',
    path: '/controllers/{controller_id}',
    summary: 'Delete a controller and its devices',
    access: write,
    reach: 'sites',
    status: 204,
    deps,
    handle: ({ principal, params, deps }) => deps.controllers.remove(principal, params.controller_id),
  }),
];
