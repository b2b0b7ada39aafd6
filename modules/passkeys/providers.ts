import { KERNEL_CONFIG } from '@patchbay/kernel/config';
import { DATABASE } from '@patchbay/kernel/database';
import { type Provider, provide } from '@patchbay/kernel/di';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { ACCOUNTS, FACTORS, PROOFS, SIGN_INS } from '@patchbay/module-identity/contract';
import { PASSKEYS_CONFIG } from './config.ts';
import { Assertions } from './services/assertions.ts';
import { Challenges } from './services/challenges.ts';
import { OwnPasskeys } from './services/own-passkeys.ts';
import { PasskeyProof } from './services/passkey-proof.ts';
import { PasskeySignIn } from './services/passkey-sign-in.ts';
import { Refusals } from './services/refusals.ts';
import { Registrations } from './services/registrations.ts';
import { RelyingParties } from './services/relying-party.ts';
import * as own from './tokens.ts';

export const providers: readonly Provider[] = [
  provide(
    own.RELYING_PARTIES,
    [PASSKEYS_CONFIG, KERNEL_CONFIG, LOGGER],
    (...deps) => new RelyingParties(...deps),
  ),
  provide(own.CHALLENGES, [DATABASE, SECRETS, CLOCK], (...deps) => new Challenges(...deps)),
  provide(own.REFUSALS, [DATABASE], (...deps) => new Refusals(...deps)),
  provide(
    own.ASSERTIONS,
    [DATABASE, own.CHALLENGES, own.REFUSALS, CLOCK],
    (...deps) => new Assertions(...deps),
  ),
  provide(
    own.REGISTRATIONS,
    [DATABASE, ACCOUNTS, FACTORS, own.CHALLENGES, own.REFUSALS, SECRETS],
    (...deps) => new Registrations(...deps),
  ),
  provide(
    own.OWN_PASSKEYS,
    [DATABASE, ACCOUNTS, FACTORS, own.REFUSALS],
    (...deps) => new OwnPasskeys(...deps),
  ),
  provide(
    own.PASSKEY_PROOF,
    [DATABASE, PROOFS, own.RELYING_PARTIES, own.CHALLENGES, own.ASSERTIONS],
    (...deps) => new PasskeyProof(...deps),
  ),
  provide(
    own.PASSKEY_SIGN_IN,
    [DATABASE, SIGN_INS, own.RELYING_PARTIES, own.CHALLENGES, own.ASSERTIONS, own.REFUSALS],
    (...deps) => new PasskeySignIn(...deps),
  ),
];
