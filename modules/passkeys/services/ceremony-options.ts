import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import type { CreationOptions, RequestOptions } from '../schemas.ts';
import { ALGORITHMS, bytesOf, type Descriptor, knownTransports } from './credential.ts';
import type { RelyingParty } from './relying-parties.ts';

const NAME = 'Patchbay';
const TIMEOUT_MS = 5 * 60_000;

const described = ({ credential_id, transports }: Descriptor) => ({
  id: credential_id,
  transports: knownTransports(transports),
});

export async function creationOptions(
  { id }: RelyingParty,
  user: { readonly handle: string; readonly name: string; readonly display_name: string },
  existing: readonly Descriptor[],
  challenge: string,
): Promise<CreationOptions['options']> {
  const authenticatorSelection = {
    residentKey: 'preferred',
    requireResidentKey: false,
    userVerification: 'preferred',
  } as const;
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: id,
    userID: bytesOf(user.handle),
    userName: user.name,
    userDisplayName: user.display_name,
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: existing.map(described),
    authenticatorSelection: { ...authenticatorSelection },
    supportedAlgorithmIDs: [...ALGORITHMS],
  });
  const { rp, user: account, pubKeyCredParams, excludeCredentials = [] } = options;
  return {
    rp: { id, name: rp.name },
    user: account,
    challenge: options.challenge,
    pubKeyCredParams,
    timeout: TIMEOUT_MS,
    attestation: 'none',
    excludeCredentials,
    authenticatorSelection,
  };
}

/** `allowed` null: whichever passkey the person picks. */
export async function requestOptions(
  { id }: RelyingParty,
  allowed: readonly Descriptor[] | null,
  userVerification: 'preferred' | 'required',
  challenge: string,
): Promise<RequestOptions['options']> {
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    userVerification,
    ...(allowed === null ? {} : { allowCredentials: allowed.map(described) }),
  });
  const { allowCredentials } = options;
  return {
    rpId: id,
    challenge: options.challenge,
    timeout: TIMEOUT_MS,
    userVerification,
    ...(allowCredentials === undefined ? {} : { allowCredentials }),
  };
}
