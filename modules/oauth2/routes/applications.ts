import { pageQuerySchema, pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { noSecret, tooManyApplications } from '../errors.ts';
import {
  ApplicationInput,
  ApplicationPatch,
  ApplicationSchema,
  ApplicationWithSecret,
} from '../schemas/applications.ts';
import { Applications } from '../services/applications/applications.ts';

const deps = { applications: Applications };
const access = { role: 'org_admin', unscoped: true } as const;

export const listApplications = route({
  id: 'oauth2.applications.list',
  method: 'GET',
  path: '/oauth2/applications',
  summary: 'Applications that may ask the users of the organization',
  access,
  query: pageQuerySchema({ sort: ['name', 'created_at', 'updated_at'] }),
  reply: pageSchema(ApplicationSchema),
  deps,
  handle: ({ query, principal, deps: { applications } }) => applications.list(principal, query),
});

export const createApplication = route({
  id: 'oauth2.applications.create',
  method: 'POST',
  path: '/oauth2/applications',
  summary: 'Register an application; the secret of a confidential one is shown this once',
  access,
  proof: 'required',
  body: ApplicationInput,
  reply: ApplicationWithSecret,
  status: 201,
  secretReply: true,
  errors: [tooManyApplications],
  deps,
  handle: ({ body, principal, deps: { applications } }) => applications.create(principal, body),
});

export const getApplication = route({
  id: 'oauth2.applications.get',
  method: 'GET',
  path: '/oauth2/applications/{application_id}',
  summary: 'One application',
  access,
  reply: ApplicationSchema,
  deps,
  handle: ({ params, principal, deps: { applications } }) =>
    applications.get(principal, params.application_id),
});

export const updateApplication = route({
  id: 'oauth2.applications.update',
  method: 'PATCH',
  path: '/oauth2/applications/{application_id}',
  summary: 'Change an application',
  description: 'Switching it off ends its grants. A scope taken from it is gone from its tokens at once.',
  access,
  proof: 'required',
  body: ApplicationPatch,
  reply: ApplicationSchema,
  deps,
  handle: ({ params, body, principal, request, deps: { applications } }) =>
    applications.update(principal, params.application_id, body, request.if_match),
});

export const deleteApplication = route({
  id: 'oauth2.applications.delete',
  method: 'DELETE',
  path: '/oauth2/applications/{application_id}',
  summary: 'Delete an application; its grants and tokens end at once',
  access,
  status: 204,
  deps,
  handle: ({ params, principal, request, deps: { applications } }) =>
    applications.remove(principal, params.application_id, request.if_match),
});

export const rotateSecret = route({
  id: 'oauth2.applications.rotate_secret',
  method: 'POST',
  path: '/oauth2/applications/{application_id}/rotate-secret',
  summary:
    'Give a confidential application another secret, shown this once; the former one is no good any more',
  access,
  proof: 'required',
  reply: ApplicationWithSecret,
  secretReply: true,
  errors: [noSecret],
  deps,
  handle: ({ params, principal, deps: { applications } }) =>
    applications.rotateSecret(principal, params.application_id),
});
