import {
  type VerifiedAuthenticationResponse,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { AssertionResponse, RegistrationResponse } from '../schemas.ts';
import { ALGORITHMS, type Assertion, bytesOf, knownTransports, type NewCredential } from './credential.ts';
import type { RelyingParty } from './relying-parties.ts';

const MAX_KEY_BYTES = 1_100;

/** The credential that was made in answer to the challenge, or null when anything about it is wrong. */
export async function verifiedRegistration(
  { id, origins }: RelyingParty,
  challenge: string,
  response: RegistrationResponse,
): Promise<NewCredential | null> {
  const { clientDataJSON, attestationObject, transports = [] } = response.response;
  let verified: VerifiedRegistrationResponse;
  try {
    if (isFramed(clientDataJSON) || !isUnattested(attestationObject)) return null;
    verified = await verifyRegistrationResponse({
      response: {
        id: response.id,
        rawId: response.rawId,
        type: response.type,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
  } catch {
    return null;
  }
  const { registrationInfo } = verified;
  if (!verified.verified || registrationInfo === undefined) return null;
  const { credential, credentialBackedUp } = registrationInfo;
  if (credential.id !== response.id || credential.publicKey.byteLength > MAX_KEY_BYTES) return null;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    sign_count: credential.counter,
    transports: knownTransports(transports),
    backed_up: credentialBackedUp,
  };
}

/**
 * Signed facts of the answer to the challenge, or null when anything about it is wrong. PostgreSQL judges whether
 * its count went back: the library would judge it before the signature.
 */
export async function verifiedAssertion(
  { id, origins }: RelyingParty,
  challenge: string,
  response: AssertionResponse,
  { public_key, needsUserVerified }: { readonly public_key: string; readonly needsUserVerified: boolean },
): Promise<Assertion | null> {
  const { clientDataJSON, authenticatorData, signature } = response.response;
  let verified: VerifiedAuthenticationResponse;
  try {
    if (isFramed(clientDataJSON)) return null;
    verified = await verifyAuthenticationResponse({
      response: {
        id: response.id,
        rawId: response.rawId,
        type: response.type,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      credential: { id: response.id, publicKey: bytesOf(public_key), counter: 0 },
      requireUserVerification: needsUserVerified,
    });
  } catch {
    return null;
  }
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return verified.verified ? { sign_count: newCounter, backed_up: credentialBackedUp } : null;
}

/** Our pages are never framed by a page of another origin. */
const isFramed = (clientDataJSON: string): boolean =>
  decodeClientDataJSON(clientDataJSON).crossOrigin === true;

/**
 * None is asked for: browsers then send none, or what the key itself signed. Certificates are refused unread,
 * since the library would fetch addresses that stand in them.
 */
function isUnattested(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(bytesOf(attestationObject));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}
