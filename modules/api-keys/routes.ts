import { pageQuerySchema } from '@patchbay/kernel/database';
import { resource } from '@patchbay/kernel/http';
import { notItself, scopeNotHeld, tooManyKeys, unscopedNeeded } from './errors.ts';
import { CreatedKey, KeyInput, KeySchema } from './schemas.ts';
import { ApiKeys } from './services/api-keys.ts';

const access = { authenticated: true, firstParty: true } as const;

const keys = resource({
  id: 'api_keys',
  path: '/api-keys',
  parameter: 'key_id',
  service: ApiKeys,
  read: access,
  write: access,
  reply: KeySchema,
});

export const listKeys = keys.list({
  summary: "The caller's keys that are not revoked",
  query: pageQuerySchema({ sort: ['created_at', 'name', 'expires_at', 'last_used_at'] }),
});

export const createKey = keys.create({
  summary: 'Make a key; its secret is shown this once',
  description: 'Needs a proof of identity, so that no key makes another.',
  proof: 'required',
  body: KeyInput,
  reply: CreatedKey,
  secretReply: true,
  errors: [tooManyKeys, scopeNotHeld, unscopedNeeded],
});

export const getKey = keys.get({ summary: "One of the caller's keys" });

export const revokeKey = keys.remove({
  id: 'api_keys.revoke',
  summary: "Revoke one of the caller's keys",
  description: 'A scoped key revokes no key but itself. Keys of others: `DELETE /security/keys/{key_id}`.',
  errors: [notItself],
});
