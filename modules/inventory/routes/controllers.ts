import { resource } from '@patchbay/kernel/http';
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

const controllers = resource({
  id: 'controllers',
  path: '/controllers',
  parameter: 'controller_id',
  service: ControllerRecords,
  read,
  write,
  reply: ControllerReply,
});

export const controllerRoutes = [
  controllers.list({
    summary: 'List controllers',
    query: ControllerQuery,
  }),
  controllers.create({
    summary: 'Register a controller',
    description:
      'Nothing is contacted; test or sync it afterwards. Naming a credential needs `settings:write` and binds it to the ' +
      'host of `url`. A credential over plain HTTP to another machine needs `allow_plaintext`.',
    reach: 'sites',
    body: ControllerInput,
    errors: [unknownVendor, quotaExceeded, credentialNotBound],
  }),
  controllers.get({ summary: 'Get a controller' }),
  controllers.update({
    summary: 'Change a controller',
    description:
      'A credential does not follow to another place: when `url` or `tls` changes and `credential_id` is not ' +
      'named, it becomes null. Naming a credential needs `settings:write` and binds it to the host. Devices that were not placed elsewhere ' +
      'follow it to another `site_id`.',
    reach: 'sites',
    body: ControllerPatch,
    errors: [credentialNotBound],
  }),
  controllers.remove({
    summary: 'Delete a controller and its devices',
    reach: 'sites',
  }),
];
