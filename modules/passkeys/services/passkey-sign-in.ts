import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { PatchbayError, unauthenticated } from '@patchbay/kernel/errors';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { SignInCookies, SignInReply, SignInRequest, SignIns } from '@patchbay/module-identity/contract';
import type { Static } from 'typebox';
import { passkeyRefused } from '../errors.ts';
import type { RequestOptions, SecondStepInput, SignInInput } from '../schemas.ts';
import type { Assertions, Owner } from './assertions.ts';
import type { Challenges, Purpose } from './challenges.ts';
import { descriptorsOf } from './passkey-rows.ts';
import type { Refusals } from './refusals.ts';
import type { RelyingParties } from './relying-parties.ts';

/** Passkeys as the second step of a sign-in, and as a whole one. */
export class PasskeySignIn extends Service<{
  database: Database;
  signIns: SignIns;
  parties: RelyingParties;
  challenges: Challenges;
  assertions: Assertions;
  refusals: Refusals;
}> {
  /** Throws `identity.mfa_token_refused`, and `passkeys.refused` for a user who has none. */
  async secondStepOptions(mfa_token: string, { base_url, ip }: SignInRequest): Promise<RequestOptions> {
    const party = this.parts.parties.at(base_url);
    const { user_id, organization_id } = await this.parts.signIns.pending(mfa_token);
    const system = systemPrincipal(organization_id);
    const allowed = await this.parts.database.read(system, (unit) => descriptorsOf(unit, user_id));
    if (allowed.length === 0) {
      await this.parts.refusals.record(system, { user_id, purpose: 'second_step', reason: 'no_passkey', ip });
      throw passkeyRefused();
    }
    const { challenge, challenge_id } = this.parts.challenges.issue('second_step', user_id);
    const { requestOptions } = await import('./ceremony-options.ts');
    return { challenge_id, options: await requestOptions(party, allowed, 'preferred', challenge) };
  }

  async secondStep(
    { mfa_token, challenge_id, response }: Static<typeof SecondStepInput>,
    request: SignInRequest,
    cookies: SignInCookies,
  ): Promise<SignInReply> {
    const { base_url, ip } = request;
    const party = this.parts.parties.at(base_url);
    const owner = await this.parts.signIns.pending(mfa_token);
    await this.parts.assertions.verify({ purpose: 'second_step', owner, challenge_id, response, party, ip });
    return this.#finished(owner, 'second_step', ip, () =>
      this.parts.signIns.finishSecond(owner, 'passkey', request, cookies),
    );
  }

  async options({ base_url }: SignInRequest): Promise<RequestOptions> {
    const party = this.parts.parties.at(base_url);
    const { challenge, challenge_id } = this.parts.challenges.issue('sign_in', null);
    const { requestOptions } = await import('./ceremony-options.ts');
    return { challenge_id, options: await requestOptions(party, null, 'required', challenge) };
  }

  /** The passkey has verified its user, so it is two factors: something they have, and know or are. */
  async signIn(
    { challenge_id, response, remember_me = false }: Static<typeof SignInInput>,
    request: SignInRequest,
    cookies: SignInCookies,
  ): Promise<SignInReply> {
    const { base_url, ip } = request;
    const party = this.parts.parties.at(base_url);
    const attempt = { purpose: 'sign_in', owner: null, challenge_id, response, party, ip } as const;
    const owner = await this.parts.assertions.verify(attempt);
    const { user_id, token_version } = owner;
    const step = { user_id, method: 'passkey', remember_me, two_factors: true, token_version } as const;
    return this.#finished(owner, 'sign_in', ip, () => this.parts.signIns.finish(step, request, cookies));
  }

  /** A passkey may outlive its user's activity, and the user: then it is refused. */
  async #finished<T>(
    { user_id, organization_id }: Owner,
    purpose: Purpose,
    ip: string,
    finish: () => Promise<T>,
  ): Promise<T> {
    try {
      return await finish();
    } catch (error) {
      if (!(error instanceof PatchbayError)) throw error;
      const isOver = unauthenticated.matches(error);
      const reason = isOver ? 'user_gone_or_changed' : 'user_inactive';
      if (isOver || error.kind === 'forbidden')
        await this.parts.refusals.record(systemPrincipal(organization_id), { user_id, purpose, reason, ip });
      throw isOver ? passkeyRefused() : error;
    }
  }
}
