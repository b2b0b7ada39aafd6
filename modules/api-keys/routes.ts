import { pageQuerySchema, pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { notItself, scopeNotHeld, tooManyKeys, unscopedNeeded } from './errors.ts';
import { CreatedKey, KeyInput, KeySchema } from './schemas.ts';
import { ApiKeys } from './services/api-keys.ts';

const deps = { keys: ApiKeys };

export const listKeys = route({
  id: 'api_keys.list',
  method: 'GET',
  path: '/api-keys',
  summary: "The caller's keys that are not revoked",
  access: { authenticated: true, firstParty: true },
  query: pageQuerySchema({
    sort: ['created_at', 'name', 'expires_at', 'last_used_at'],
  }),
  reply: pageSchema(KeySchema),
  deps,
  handle: ({ query, principal, deps: { keys } }) => keys.list(principal, query),
});

export const createKey = route({
  id: 'api_keys.create',
  method: 'POST',
  path: '/api-keys',
  summary: 'Make a key; its secret is shown this once',
  description: 'Needs a proof of identity, so that no key makes another.',
  access: { authenticated: true, firstParty: true },
  proof: 'required',
  body: KeyInput,
  reply: CreatedKey,
  status: 201,
  secretReply: true,
  errors: [tooManyKeys, scopeNotHeld, unscopedNeeded],
  deps,
  handle: ({ body, principal, deps: { keys } }) => keys.create(principal, body),
});

export const getKey = route({
  id: 'api_keys.get',
  method: 'GET',
  path: '/api-keys/{key_id}',
  summary: "One of the caller's keys",
  access: { authenticated: true, firstParty: true },
  reply: KeySchema,
  deps,
  handle: ({ params, principal, deps: { keys } }) => keys.get(principal, params.key_id),
});

export const revokeKey = route({
  id: 'api_keys.revoke',
  method: 'DELETE',
  path: '/api-keys/{key_id}',
  summary: "Revoke one of the caller's keys",
  description: 'A scoped key revokes no key but itself. Keys of others: `DELETE /security/keys/{key_id}`.',
  access: { authenticated: true, firstParty: true },
  status: 204,
  errors: [notItself],
  deps,
  handle: ({ params, principal, deps: { keys } }) => keys.revoke(principal, params.key_id),
});
