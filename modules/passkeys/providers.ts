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
import { RelyingParties } from './services/relying-parties.ts';

export const providers: readonly Provider[] = [
  provide(RelyingParties, [PASSKEYS_CONFIG, KERNEL_CONFIG, LOGGER]),
  provide(Challenges, [DATABASE, SECRETS, CLOCK]),
  provide(Refusals, { database: DATABASE }),
  provide(Assertions, { database: DATABASE, challenges: Challenges, refusals: Refusals, clock: CLOCK }),
  provide(Registrations, {
    database: DATABASE,
    accounts: ACCOUNTS,
    factors: FACTORS,
    challenges: Challenges,
    refusals: Refusals,
    secrets: SECRETS,
  }),
  provide(OwnPasskeys, { database: DATABASE, accounts: ACCOUNTS, factors: FACTORS, refusals: Refusals }),
  provide(PasskeyProof, {
    database: DATABASE,
    proofs: PROOFS,
    parties: RelyingParties,
    challenges: Challenges,
    assertions: Assertions,
  }),
  provide(PasskeySignIn, {
    database: DATABASE,
    signIns: SIGN_INS,
    parties: RelyingParties,
    challenges: Challenges,
    assertions: Assertions,
    refusals: Refusals,
  }),
];
