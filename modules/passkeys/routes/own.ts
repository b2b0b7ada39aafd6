import { pageQuerySchema } from '@patchbay/kernel/database';
import { resource, route } from '@patchbay/kernel/http';
import { oneself } from '@patchbay/kernel/permissions';
import { notConfigured, passkeyTaken, registrationRefused, tooManyPasskeys } from '../errors.ts';
import { CreationOptions, PasskeyChange, PasskeyInput, PasskeySchema } from '../schemas.ts';
import { OwnPasskeys } from '../services/own-passkeys.ts';
import { Registrations } from '../services/registrations.ts';
import { RelyingParties } from '../services/relying-parties.ts';

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

const passkeys = resource({
  id: 'passkeys',
  path: '/auth/passkeys',
  parameter: 'passkey_id',
  service: OwnPasskeys,
  read: oneself,
  write: oneself,
  reply: PasskeySchema,
});

export const listPasskeys = passkeys.list({
  summary: "The caller's passkeys",
  query: pageQuerySchema({ sort: ['created_at', 'name', 'last_used_at'] }),
});

export const renamePasskey = passkeys.update({
  summary: "Rename one of the caller's passkeys",
  body: PasskeyChange,
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
