import { type Token, token } from '@patchbay/kernel/di';
import type { Assertions } from './services/assertions.ts';
import type { Challenges } from './services/challenges.ts';
import type { OwnPasskeys } from './services/own-passkeys.ts';
import type { PasskeyProof } from './services/passkey-proof.ts';
import type { PasskeySignIn } from './services/passkey-sign-in.ts';
import type { Refusals } from './services/refusals.ts';
import type { Registrations } from './services/registrations.ts';
import type { RelyingParties } from './services/relying-party.ts';

export const RELYING_PARTIES: Token<RelyingParties> = token('passkeys.relying-parties');
export const CHALLENGES: Token<Challenges> = token('passkeys.challenges');
export const REFUSALS: Token<Refusals> = token('passkeys.refusals');
export const ASSERTIONS: Token<Assertions> = token('passkeys.assertions');
export const REGISTRATIONS: Token<Registrations> = token('passkeys.registrations');
export const OWN_PASSKEYS: Token<OwnPasskeys> = token('passkeys.own');
export const PASSKEY_PROOF: Token<PasskeyProof> = token('passkeys.proof');
export const PASSKEY_SIGN_IN: Token<PasskeySignIn> = token('passkeys.sign-in');
