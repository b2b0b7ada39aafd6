import { route } from '@patchbay/kernel/http';
import { oneself } from '@patchbay/kernel/permissions';
import { ProofReply } from '@patchbay/module-identity/contract';
import { noPasskey, notConfigured, proofRefused } from '../errors.ts';
import { ProofInput, RequestOptions } from '../schemas.ts';
import { PasskeyProof } from '../services/passkey-proof.ts';

const deps = { proof: PasskeyProof };

export const beginReauthentication = route({
  id: 'passkeys.begin_reauthentication',
  unaudited: 'begins a proof; nothing is changed',
  method: 'POST',
  path: '/auth/passkeys/reauthentication/options',
  summary: 'Begin to prove your identity again with a passkey',
  access: oneself,
  proof: 'given',
  reply: RequestOptions,
  errors: [noPasskey, notConfigured],
  deps,
  handle: ({ principal, request, deps: { proof } }) => proof.options(principal, request),
});

export const reauthenticate = route({
  id: 'passkeys.reauthenticate',
  method: 'POST',
  path: '/auth/passkeys/reauthentication',
  summary: 'Prove your identity again with a passkey',
  description: 'As `POST /auth/reauthenticate`, for the five minutes that follow.',
  access: oneself,
  proof: 'given',
  bodyLimitBytes: 65_536,
  body: ProofInput,
  reply: ProofReply,
  errors: [proofRefused, notConfigured],
  deps,
  handle: ({ body, principal, request, deps: { proof } }) => proof.take(principal, body, request),
});
