import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
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
const deps = { credentials: Credentials };

export const credentialRoutes = [
  route({
    id: 'credentials.list',
    method: 'GET',
    path: '/credentials',
    summary: 'List the sign-ins for equipment',
    access: read,
    query: CredentialQuery,
    reply: pageSchema(CredentialReply),
    deps,
    handle: ({ principal, query, deps }) => deps.credentials.list(principal, query),
  }),
  route({
    id: 'credentials.create',
    method: 'POST',
    path: '/credentials',
    summary: 'Keep a sign-in for equipment',
    description:
      'What is secret is encrypted at rest, never answered again, and sent to the `hosts` it is bound to alone. People ' +
      'held to sites give one of theirs as `site_id`; such a credential is used at that site alone.',
    access: write,
    reach: 'sites',
    body: CredentialInput,
    reply: CredentialReply,
    status: 201,
    deps,
    handle: ({ principal, body, deps }) => deps.credentials.create(principal, body),
  }),
  route({
    id: 'credentials.get',
    method: 'GET',
    path: '/credentials/{credential_id}',
    summary: 'Get a sign-in, without its secret',
    access: read,
    reply: CredentialReply,
    deps,
    handle: ({ principal, params, deps }) => deps.credentials.get(principal, params.credential_id),
  }),
  route({
    id: 'credentials.update',
    method: 'PATCH',
    path: '/credentials/{credential_id}',
    summary: 'Change a sign-in',
    description:
      '`hosts` replaces the hosts the secret may be sent to. Another `kind` needs what is secret of it, except between ' +
      'password, token and key.',
    access: write,
    reach: 'sites',
    body: CredentialPatch,
    reply: CredentialReply,
    errors: [credentialInUse],
    deps,
    handle: ({ principal, params, body, request, deps }) =>
      deps.credentials.update(principal, params.credential_id, body, request.if_match),
  }),
  route({
    id: 'credentials.delete',
    method: 'DELETE',
    path: '/credentials/{credential_id}',
    summary: 'Delete a sign-in that no controller uses',
    access: write,
    reach: 'sites',
    status: 204,
    errors: [credentialInUse],
    deps,
    handle: ({ principal, params, deps }) => deps.credentials.remove(principal, params.credential_id),
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
