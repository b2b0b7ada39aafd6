import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { forbidden } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { ProofReply, Proofs, SignInRequest } from '@patchbay/module-identity/contract';
import type { Static } from 'typebox';
import { noPasskey, passkeyRefused, proofRefused } from '../errors.ts';
import type { ProofInput, RequestOptions } from '../schemas.ts';
import type { Assertions, Owner } from './assertions.ts';
import type { Challenges } from './challenges.ts';
import { descriptorsOf } from './passkey-rows.ts';
import type { RelyingParties } from './relying-parties.ts';

/** A session that shows once more who its user is, by one of their passkeys (DECISIONS 45). */
export class PasskeyProof extends Service<{
  database: Database;
  proofs: Proofs;
  parties: RelyingParties;
  challenges: Challenges;
  assertions: Assertions;
}> {
  /** Throws `passkeys.none` for a user without one. */
  async options(
    principal: Principal,
    { base_url }: Pick<SignInRequest, 'base_url'>,
  ): Promise<RequestOptions> {
    const party = this.parts.parties.at(base_url);
    const { user_id } = ownerOf(principal);
    const allowed = await this.parts.database.read(principal, (unit) => descriptorsOf(unit, user_id));
    if (allowed.length === 0) throw noPasskey();
    const { challenge, challenge_id } = this.parts.challenges.issue('reauthentication', user_id);
    const { requestOptions } = await import('./ceremony-options.ts');
    return { challenge_id, options: await requestOptions(party, allowed, 'preferred', challenge) };
  }

  /** Throws `passkeys.proof_refused`: the session itself is as good as before. */
  async take(
    principal: Principal,
    { challenge_id, response }: Static<typeof ProofInput>,
    { base_url, ip }: SignInRequest,
  ): Promise<ProofReply> {
    const party = this.parts.parties.at(base_url);
    const owner = ownerOf(principal);
    const attempt = { purpose: 'reauthentication', owner, challenge_id, response, party, ip } as const;
    try {
      await this.parts.assertions.verify(attempt);
    } catch (error) {
      throw passkeyRefused.matches(error) ? proofRefused({ cause: error }) : error;
    }
    return this.parts.database.write(principal, (work) => this.parts.proofs.renew(work, 'passkey'));
  }
}

/** Only the system has no user, and it has no passkeys. */
function ownerOf({ user_id, organization_id }: Principal): Owner {
  if (user_id === null) throw forbidden();
  return { user_id, organization_id };
}
