import { pageQuerySchema, pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { ceilingTooHigh, slugTaken, tooManyProviders } from '../errors.ts';
import { ProviderInput, ProviderPatch, ProviderSchema, TestReply } from '../schemas/providers.ts';
import { ConnectionTest } from '../services/providers/connection-test.ts';
import { Providers } from '../services/providers/providers.ts';

const access = { role: 'org_admin', unscoped: true } as const;
const deps = { providers: Providers };

export const listProviders = route({
  id: 'sso.providers.list',
  method: 'GET',
  path: '/auth/sso/providers',
  summary: 'Sign-on providers of the organization',
  access,
  query: pageQuerySchema({ sort: ['name', 'kind', 'created_at', 'updated_at'] }),
  reply: pageSchema(ProviderSchema),
  deps,
  handle: ({ query, principal, deps: { providers } }) => providers.list(principal, query),
});

export const createProvider = route({
  id: 'sso.providers.create',
  method: 'POST',
  path: '/auth/sso/providers',
  summary: 'Add a sign-on provider',
  description:
    'Its people get a role by the mapping, else the default role, never above the ceiling; null lets nobody in whom the mapping does not name.',
  access,
  proof: 'required',
  body: ProviderInput,
  reply: ProviderSchema,
  status: 201,
  errors: [ceilingTooHigh, slugTaken, tooManyProviders],
  deps,
  handle: ({ body, principal, deps: { providers } }) => providers.create(principal, body),
});

export const getProvider = route({
  id: 'sso.providers.get',
  method: 'GET',
  path: '/auth/sso/providers/{provider_id}',
  summary: 'One sign-on provider, without its secret',
  access,
  reply: ProviderSchema,
  deps,
  handle: ({ params, principal, deps: { providers } }) => providers.get(principal, params.provider_id),
});

export const updateProvider = route({
  id: 'sso.providers.update',
  method: 'PATCH',
  path: '/auth/sso/providers/{provider_id}',
  summary: 'Change a sign-on provider',
  description:
    'Settings that are not sent stay, null takes one away. The secret stays too, unless the address it is shown at changes.',
  access,
  proof: 'required',
  body: ProviderPatch,
  reply: ProviderSchema,
  errors: [ceilingTooHigh, slugTaken],
  deps,
  handle: ({ params, body, principal, request, deps: { providers } }) =>
    providers.update(principal, params.provider_id, body, request.if_match),
});

export const deleteProvider = route({
  id: 'sso.providers.delete',
  method: 'DELETE',
  path: '/auth/sso/providers/{provider_id}',
  summary: 'Remove a sign-on provider; its users stay',
  access,
  proof: 'required',
  status: 204,
  errors: [ceilingTooHigh],
  deps,
  handle: ({ params, principal, request, deps: { providers } }) =>
    providers.remove(principal, params.provider_id, request.if_match),
});

export const testProvider = route({
  id: 'sso.providers.test',
  method: 'POST',
  path: '/auth/sso/providers/{provider_id}/test',
  summary: 'Try whether a provider can be asked',
  access,
  reply: TestReply,
  deps: { test: ConnectionTest },
  handle: ({ params, principal, deps: { test } }) => test.run(principal, params.provider_id),
});
