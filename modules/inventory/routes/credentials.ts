import { resource, route } from '@patchbay/kernel/http';
import { credentialInUse, credentialNotBound } from '../errors.ts';
import {
  CredentialInput,
  CredentialPatch,
  CredentialQuery,
  CredentialReply,
  CredentialTestInput,
  CredentialTestReply,
} from '../schemas/credentials.ts';
import { ControllerProbe } from '../services/controllers/controller-probe.ts';
import { Credentials } from '../services/credentials/credentials.ts';

const read = { permission: 'settings:read' } as const;
const write = { permission: 'settings:write' } as const;

const credentials = resource({
  id: 'credentials',
  path: '/credentials',
  parameter: 'credential_id',
  service: Credentials,
  read,
  write,
  reply: CredentialReply,
});

export const credentialRoutes = [
  credentials.list({
    summary: 'List the sign-ins for equipment',
    query: CredentialQuery,
  }),
  credentials.create({
    summary: 'Keep a sign-in for equipment',
    description:
      'The secret is encrypted at rest, never answered again, and sent only to the `hosts` it is bound to. People ' +
      'held to sites give one of theirs as `site_id`; such a credential is used at that site alone.',
    reach: 'sites',
    body: CredentialInput,
  }),
  credentials.get({ summary: 'Get a sign-in, without its secret' }),
  credentials.update({
    summary: 'Change a sign-in',
    description:
      '`hosts` replaces the hosts the secret may be sent to. Another `kind` needs its secret, except between ' +
      'password, token and key.',
    reach: 'sites',
    body: CredentialPatch,
    errors: [credentialInUse],
  }),
  credentials.remove({
    summary: 'Delete a sign-in that no controller uses',
    reach: 'sites',
    errors: [credentialInUse],
  }),
  route({
    id: 'credentials.test',
    method: 'POST',
    path: '/credentials/{credential_id}/test',
    unaudited: 'asks gear and changes nothing',
    summary: 'Try a sign-in at a controller',
    description: 'Binds the credential to the host of the controller, since its secret is sent there.',
    access: write,
    reach: 'sites',
    body: CredentialTestInput,
    reply: CredentialTestReply,
    errors: [credentialNotBound],
    deps: { probe: ControllerProbe },
    handle: ({ principal, params, body, deps }) =>
      deps.probe.testCredential(principal, params.credential_id, body.controller_id),
  }),
];
