import { pageQuerySchema, pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { scopeNotHeld, tooManyKeys, unscopedNeeded } from './errors.ts';
import { CreatedKey, KeyInput, KeySchema } from './schemas.ts';
import { API_KEYS } from './tokens.ts';

const deps = { keys: API_KEYS };

export const listKeys = route({
  id: 'api_keys.list',
  method: 'GET',
  path: '/api-keys',
  summary: "The caller's keys that are not revoked",
  access: { authenticated: true },
  query: pageQuerySchema({ sort: ['created_at', 'name', 'expires_at'] }),
  reply: pageSchema(KeySchema),
  deps,
  handle: ({ query, principal, deps: { keys } }) => keys.list(principal, query),
});

export const createKey = route({
  id: 'api_keys.create',
  method: 'POST',
  path: '/api-keys',
  summary: 'Make a key; its secret is shown this once',
  access: { authenticated: true },
  body: KeyInput,
  reply: CreatedKey,
  status: 201,
  secretReply: true,
  errors: [tooManyKeys, scopeNotHeld, unscopedNeeded],
  deps,
  handle: ({ body, principal, deps: { keys } }) => keys.create(principal, body),
});

export const revokeKey = route({
  id: 'api_keys.revoke',
  method: 'DELETE',
  path: '/api-keys/{key_id}',
  summary: "Revoke one of the caller's keys",
  access: { authenticated: true },
  status: 204,
  deps,
  handle: ({ params, principal, deps: { keys } }) => keys.revoke(principal, params.key_id),
});
