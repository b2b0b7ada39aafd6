import type { BodyOf } from '@patchbay/client';

/** Options of the platform, as WebAuthn writes them in JSON. */
export type JsonOptions = object;
/** Proof of a passkey, as the platform takes it. */
export type PasskeyAssertion = BodyOf<'POST', '/auth/passkeys/sign-in'>['response'];
/** A new passkey, as the platform takes it. */
export type NewPasskey = BodyOf<'POST', '/auth/passkeys'>['response'];

/** Asks the browser for a passkey; throws what the browser throws when the user declines. */
export async function assertPasskey(options: JsonOptions): Promise<PasskeyAssertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  const { response, ...rest } = jsonOf(await navigator.credentials.get({ publicKey }));
  if (!('signature' in response)) throw new Error(NONE);
  return {
    ...rest,
    type: 'public-key',
    clientExtensionResults: { ...rest.clientExtensionResults },
    response: { ...response },
  };
}

/** Makes a passkey in the browser. */
export async function createPasskey(options: JsonOptions): Promise<NewPasskey> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  const { response, ...rest } = jsonOf(await navigator.credentials.create({ publicKey }));
  if (!('attestationObject' in response)) throw new Error(NONE);
  return {
    ...rest,
    type: 'public-key',
    clientExtensionResults: { ...rest.clientExtensionResults },
    response: { ...response },
  };
}

const NONE = 'The browser gave no passkey.';

function jsonOf(credential: Credential | null): RegistrationResponseJSON | AuthenticationResponseJSON {
  if (!(credential instanceof PublicKeyCredential)) throw new Error(NONE);
  return credential.toJSON();
}

export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';
