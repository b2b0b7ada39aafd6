import { pageQuerySchema } from '@patchbay/kernel/database';
import { resource, route } from '@patchbay/kernel/http';
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

const applications = resource({
  id: 'oauth2.applications',
  path: '/oauth2/applications',
  parameter: 'application_id',
  service: Applications,
  read: access,
  write: access,
  reply: ApplicationSchema,
});

export const listApplications = applications.list({
  summary: 'Applications that may ask the users of the organization',
  query: pageQuerySchema({ sort: ['name', 'created_at', 'updated_at'] }),
});

export const createApplication = applications.create({
  summary: 'Register an application; the secret of a confidential one is shown this once',
  proof: 'required',
  body: ApplicationInput,
  reply: ApplicationWithSecret,
  secretReply: true,
  errors: [tooManyApplications],
});

export const getApplication = applications.get({ summary: 'One application' });

export const updateApplication = applications.update({
  summary: 'Change an application',
  description: 'Switching it off ends its grants. A scope taken from it is gone from its tokens at once.',
  proof: 'required',
  body: ApplicationPatch,
});

export const deleteApplication = applications.remove({
  summary: 'Delete an application; its grants and tokens end at once',
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
