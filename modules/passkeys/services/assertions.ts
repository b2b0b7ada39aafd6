import { type Database, exempt } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import { passkeyRefused } from '../errors.ts';
import type { AssertionResponse } from '../schemas.ts';
import type { Challenges, Purpose } from './challenges.ts';
import type { Assertion } from './credential.ts';
import type { RefusalReason, Refusals } from './refusals.ts';
import type { RelyingParty } from './relying-parties.ts';

const lookUpExemption = exempt(
  'passkeys.look_up',
  'a passkey names its user before any organization is known',
);

export interface Owner {
  readonly user_id: string;
  readonly organization_id: string;
}

/** An answer to a challenge. */
export interface Attempt {
  readonly purpose: Exclude<Purpose, 'registration'>;
  /** Owner of the second step; null when the passkey names the user. */
  readonly owner: Owner | null;
  readonly challenge_id: string;
  readonly response: AssertionResponse;
  readonly party: RelyingParty;
  readonly ip: string;
}

interface Found extends Owner {
  readonly id: string;
  readonly token_version: number;
  readonly public_key: string;
  readonly handle: string | null;
}

/** Proves a user's identity by one of their passkeys. */
export class Assertions extends Service<{
  database: Database;
  challenges: Challenges;
  refusals: Refusals;
  clock: Clock;
}> {
  /**
   * Owner of the passkey, once, with the `token_version` the user had before. Every failure throws the same
   * `passkeys.refused`, and uses the challenge up.
   */
  async verify(attempt: Attempt): Promise<Owner & { readonly token_version: number }> {
    const passkey = await this.#find(attempt.response.id);
    const reason = await this.#reasonAgainst(attempt, passkey);
    if (passkey !== undefined && reason === null) {
      const { user_id, organization_id, token_version } = passkey;
      return { user_id, organization_id, token_version };
    }
    const owner = attempt.owner ?? passkey;
    const { purpose, ip } = attempt;
    if (owner !== undefined)
      await this.parts.refusals.record(systemPrincipal(owner.organization_id), {
        user_id: owner.user_id,
        purpose,
        ip,
        reason: reason ?? 'unknown_passkey',
        passkey_id: passkey?.user_id === owner.user_id ? passkey.id : undefined,
      });
    throw passkeyRefused();
  }

  async #reasonAgainst(attempt: Attempt, passkey: Found | undefined): Promise<RefusalReason | null> {
    const { challenge_id, purpose, owner, response, party } = attempt;
    const challenge = this.parts.challenges.open(challenge_id, purpose, owner?.user_id ?? null);
    if (challenge === null) return 'challenge';
    if (!(await this.parts.challenges.consume(challenge))) return 'replayed';
    if (passkey === undefined || (owner !== null && passkey.user_id !== owner.user_id))
      return 'unknown_passkey';
    if (!isHandleOf(passkey, response.response.userHandle, owner === null)) return 'user_handle';
    const { verifiedAssertion } = await import('./verification.ts');
    const shown = await verifiedAssertion(party, challenge.challenge, response, {
      public_key: passkey.public_key,
      needsUserVerified: purpose === 'sign_in',
    });
    return shown === null ? 'not_verified' : this.#used(attempt, passkey, shown);
  }

  #find(credential_id: string): Promise<Found | undefined> {
    return this.parts.database.asSystem(lookUpExemption, (trx) =>
      trx
        .selectFrom('passkeys')
        .innerJoin('users', 'users.id', 'passkeys.user_id')
        .leftJoin('passkey_handles', 'passkey_handles.user_id', 'passkeys.user_id')
        .select([
          'passkeys.id',
          'passkeys.user_id',
          'passkeys.organization_id',
          'passkeys.public_key',
          'users.token_version',
          'passkey_handles.handle',
        ])
        .where('passkeys.credential_id', '=', credential_id)
        .executeTakeFirst(),
    );
  }

  /** Counts the use; a count that does not rise, where there is one, shows a copied authenticator. */
  #used(
    { purpose, ip }: Attempt,
    { id, user_id, organization_id }: Found,
    { sign_count, backed_up }: Assertion,
  ): Promise<RefusalReason | null> {
    return this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      const used = await work.sql
        .updateTable('passkeys')
        .set({ sign_count, backed_up, last_used_at: this.parts.clock.now().toISOString() })
        .where('id', '=', id)
        .where(({ or, and, eb }) =>
          or([eb('sign_count', '<', sign_count), and([eb('sign_count', '=', 0), eb.val(sign_count === 0)])]),
        )
        .returning('id')
        .executeTakeFirst();
      if (used === undefined) return this.#whyUnused(work.sql, id);
      work.audit.record({
        action: 'passkeys.used',
        target_type: 'passkey',
        target_id: id,
        detail: { user_id, purpose, ip },
      });
      return null;
    });
  }

  async #whyUnused(sql: Parameters<Parameters<Database['asSystem']>[1]>[0], id: string) {
    const still = await sql.selectFrom('passkeys').select('id').where('id', '=', id).executeTakeFirst();
    return still === undefined ? 'unknown_passkey' : 'counter_went_back';
  }
}

/** A passkey that names its user must send the handle; elsewhere it may leave it out. */
const isHandleOf = ({ handle }: Found, said: string | null | undefined, isNeeded: boolean): boolean =>
  said ? said === handle : !isNeeded;
