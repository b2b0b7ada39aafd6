import { pageQuerySchema } from '@patchbay/kernel/database';
import { resource, route } from '@patchbay/kernel/http';
import { ceilingTooHigh, slugTaken, tooManyProviders } from '../errors.ts';
import { ProviderInput, ProviderPatch, ProviderSchema, TestReply } from '../schemas/providers.ts';
import { ConnectionTest } from '../services/providers/connection-test.ts';
import { Providers } from '../services/providers/providers.ts';

const access = { role: 'org_admin', unscoped: true } as const;

const providers = resource({
  id: 'sso.providers',
  path: '/auth/sso/providers',
  parameter: 'provider_id',
  service: Providers,
  read: access,
  write: access,
  reply: ProviderSchema,
});

export const listProviders = providers.list({
  summary: 'Sign-on providers of the organization',
  query: pageQuerySchema({ sort: ['name', 'kind', 'created_at', 'updated_at'] }),
});

export const createProvider = providers.create({
  summary: 'Add a sign-on provider',
  description:
    'Its people get a role by the mapping, else the default role, never above the ceiling; with null only people whom the mapping names are let in.',
  proof: 'required',
  body: ProviderInput,
  errors: [ceilingTooHigh, slugTaken, tooManyProviders],
});

export const getProvider = providers.get({ summary: 'One sign-on provider, without its secret' });

export const updateProvider = providers.update({
  summary: 'Change a sign-on provider',
  description:
    'Settings that are not sent stay, null takes one away. The secret stays too, unless the address it is shown at changes.',
  proof: 'required',
  body: ProviderPatch,
  errors: [ceilingTooHigh, slugTaken],
});

export const deleteProvider = providers.remove({
  summary: 'Remove a sign-on provider; its users stay',
  proof: 'required',
  errors: [ceilingTooHigh],
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
