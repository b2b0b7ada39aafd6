import { Nullable } from '@patchbay/kernel/schema';
import Type, { type Static } from 'typebox';

const bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });

/** Browsers add fields to `toJSON()` as the standard grows; fields that are not listed here are ignored. */
const open = { additionalProperties: true };
const CredentialId = bytes(1_364);
const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Nullable(Type.String({ maxLength: 50 }))),
  clientExtensionResults: Type.Optional(Type.Object({}, open)),
};

/** `PublicKeyCredential.toJSON()` after `navigator.credentials.create`. */
export const RegistrationResponse = Type.Object({
  ...credential,
  response: Type.Object(
    {
      clientDataJSON: bytes(8_192),
      attestationObject: bytes(16_384),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 20 })),
    },
    open,
  ),
});
export type RegistrationResponse = Static<typeof RegistrationResponse>;

/** `PublicKeyCredential.toJSON()` after `navigator.credentials.get`. */
export const AssertionResponse = Type.Object({
  ...credential,
  response: Type.Object(
    {
      clientDataJSON: bytes(8_192),
      authenticatorData: bytes(8_192),
      signature: bytes(2_048),
      userHandle: Type.Optional(Nullable(Type.String({ maxLength: 86 }))),
    },
    open,
  ),
});
export type AssertionResponse = Static<typeof AssertionResponse>;

const ChallengeId = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'from the options; works once, within five minutes',
});
const MfaToken = Type.String({ minLength: 1, maxLength: 4_000 });
const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\p{Cc}]*[^\\s\\p{Cc}][^\\p{Cc}]*$' });

export const PasskeyInput = Type.Object({
  challenge_id: ChallengeId,
  name: Name,
  response: RegistrationResponse,
});
export type PasskeyInput = Static<typeof PasskeyInput>;

export const PasskeyChange = Type.Object({ name: Name });
export const SecondStepStart = Type.Object({ mfa_token: MfaToken });
export const SecondStepInput = Type.Object({
  mfa_token: MfaToken,
  challenge_id: ChallengeId,
  response: AssertionResponse,
});
export const ProofInput = Type.Object({ challenge_id: ChallengeId, response: AssertionResponse });
export const SignInInput = Type.Object({
  challenge_id: ChallengeId,
  response: AssertionResponse,
  remember_me: Type.Optional(Type.Boolean({ description: 'keeps the sign-in for 30 days' })),
});

export const PasskeySchema = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
  last_used_at: Nullable(Type.String()),
  backed_up: Type.Boolean({ description: 'kept on more than one device, as its authenticator says' }),
  transports: Type.Array(Type.String()),
});
export type PasskeyView = Readonly<Static<typeof PasskeySchema>>;

const Descriptor = Type.Object({
  id: Type.String(),
  type: Type.String(),
  transports: Type.Optional(Type.Array(Type.String())),
});

export const CreationOptions = Type.Object({
  challenge_id: Type.String(),
  options: Type.Object(
    {
      rp: Type.Object({ id: Type.String(), name: Type.String() }),
      user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
      challenge: Type.String(),
      pubKeyCredParams: Type.Array(Type.Object({ type: Type.String(), alg: Type.Integer() })),
      timeout: Type.Integer({ description: 'milliseconds' }),
      attestation: Type.String(),
      excludeCredentials: Type.Array(Descriptor),
      authenticatorSelection: Type.Object({
        residentKey: Type.String(),
        requireResidentKey: Type.Boolean(),
        userVerification: Type.String(),
      }),
    },
    { description: 'for PublicKeyCredential.parseCreationOptionsFromJSON' },
  ),
});
export type CreationOptions = Static<typeof CreationOptions>;

export const RequestOptions = Type.Object({
  challenge_id: Type.String(),
  options: Type.Object(
    {
      rpId: Type.String(),
      challenge: Type.String(),
      allowCredentials: Type.Optional(Type.Array(Descriptor)),
      timeout: Type.Integer({ description: 'milliseconds' }),
      userVerification: Type.String(),
    },
    { description: 'for PublicKeyCredential.parseRequestOptionsFromJSON' },
  ),
});
export type RequestOptions = Static<typeof RequestOptions>;
