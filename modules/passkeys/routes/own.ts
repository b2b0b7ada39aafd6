import { pageQuerySchema, pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { notConfigured, passkeyTaken, registrationRefused, tooManyPasskeys } from '../errors.ts';
import { CreationOptions, PasskeyChange, PasskeyInput, PasskeySchema } from '../schemas.ts';
import { OwnPasskeys } from '../services/own-passkeys.ts';
import { Registrations } from '../services/registrations.ts';
import { RelyingParties } from '../services/relying-parties.ts';

/** Everybody for themselves, but never through a scoped key. */
const oneself = { role: 'guest', unscoped: true } as const;

export const beginRegistration = route({
  id: 'passkeys.begin_registration',
  method: 'POST',
  path: '/auth/passkeys/registration/options',
  summary: 'Begin to add a passkey',
  access: oneself,
  proof: 'required',
  reply: CreationOptions,
  errors: [tooManyPasskeys, notConfigured],
  deps: { registrations: Registrations, parties: RelyingParties },
  handle: ({ principal, request, deps: { registrations, parties } }) =>
    registrations.begin(principal, parties.at(request.base_url), request.ip),
});

export const addPasskey = route({
  id: 'passkeys.create',
  method: 'POST',
  path: '/auth/passkeys',
  summary: 'Add a passkey; ends every session',
  access: oneself,
  proof: 'required',
  bodyLimitBytes: 65_536,
  body: PasskeyInput,
  reply: PasskeySchema,
  status: 201,
  errors: [registrationRefused, passkeyTaken, tooManyPasskeys, notConfigured],
  deps: { registrations: Registrations, parties: RelyingParties },
  handle: ({ body, principal, request, deps: { registrations, parties } }) =>
    registrations.add(principal, body, parties.at(request.base_url), request.ip),
});

export const listPasskeys = route({
  id: 'passkeys.list',
  method: 'GET',
  path: '/auth/passkeys',
  summary: "The caller's passkeys",
  access: oneself,
  query: pageQuerySchema({ sort: ['created_at', 'name', 'last_used_at'] }),
  reply: pageSchema(PasskeySchema),
  deps: { passkeys: OwnPasskeys },
  handle: ({ query, principal, deps }) => deps.passkeys.list(principal, query),
});

export const renamePasskey = route({
  id: 'passkeys.update',
  method: 'PATCH',
  path: '/auth/passkeys/{passkey_id}',
  summary: "Rename one of the caller's passkeys",
  access: oneself,
  body: PasskeyChange,
  reply: PasskeySchema,
  deps: { passkeys: OwnPasskeys },
  handle: ({ params, body, principal, request, deps }) =>
    deps.passkeys.rename(principal, params.passkey_id, body.name, request.if_match),
});

export const removePasskey = route({
  id: 'passkeys.delete',
  method: 'DELETE',
  path: '/auth/passkeys/{passkey_id}',
  summary: "Remove one of the caller's passkeys; ends every session",
  access: oneself,
  proof: 'required',
  status: 204,
  deps: { passkeys: OwnPasskeys },
  handle: ({ params, principal, request, deps }) =>
    deps.passkeys.remove(principal, params.passkey_id, request.ip),
});
