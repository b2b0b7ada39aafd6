import type { Database, UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { forbidden } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Accounts, Factors, UserView } from '@patchbay/module-identity/contract';
import { passkeyTaken, registrationRefused, tooManyPasskeys } from '../errors.ts';
import type { CreationOptions, PasskeyInput, PasskeyView } from '../schemas.ts';
import type { Challenges } from './challenges.ts';
import type { Descriptor, NewCredential } from './credential.ts';
import { descriptorsOf, handleOf, insertPasskey } from './passkey-rows.ts';
import type { Refusals } from './refusals.ts';
import type { RelyingParty } from './relying-parties.ts';

const MAX_PASSKEYS = 20;

/** Adding a passkey to one's own account. */
export class Registrations extends Service<{
  database: Database;
  accounts: Pick<Accounts, 'lock'>;
  factors: Pick<Factors, 'changed'>;
  challenges: Challenges;
  refusals: Refusals;
  secrets: Pick<SecretBox, 'randomToken'>;
}> {
  /** Throws `passkeys.too_many`. */
  async begin(principal: Principal, party: RelyingParty, ip: string): Promise<CreationOptions> {
    const { user, handle, existing } = await this.parts.refusals.watch(
      principal,
      { purpose: 'registration', ip },
      () => this.parts.database.write(principal, (work) => this.#prepared(work, ip)),
    );
    const { challenge, challenge_id } = this.parts.challenges.issue('registration', user.id);
    const account = { handle, name: user.username, display_name: user.display_name ?? user.username };
    const { creationOptions } = await import('./ceremony-options.ts');
    return { challenge_id, options: await creationOptions(party, account, existing, challenge) };
  }

  /**
   * Ends every session of the user. Throws `passkeys.registration_refused`, `passkeys.taken` and `passkeys.too_many`.
   */
  add(principal: Principal, input: PasskeyInput, party: RelyingParty, ip: string): Promise<PasskeyView> {
    return this.parts.refusals.watch(principal, { purpose: 'registration', ip }, async () => {
      const user_id = ownerOf(principal);
      const credential = await this.#verified(user_id, input, party);
      return this.parts.database.write(principal, (work) =>
        this.#stored(work, user_id, input.name, credential),
      );
    });
  }

  async #prepared(work: UnitOfWork, ip: string) {
    const user_id = ownerOf(work.principal);
    const user: UserView = await this.parts.accounts.lock(work, user_id);
    const existing: readonly Descriptor[] = await descriptorsOf(work, user_id);
    if (existing.length >= MAX_PASSKEYS) throw tooManyPasskeys();
    const handle = await handleOf(work, user_id, () => this.parts.secrets.randomToken(32));
    work.audit.record({
      action: 'passkeys.registration_begun',
      target_type: 'user',
      target_id: user_id,
      detail: { ip },
    });
    return { user, handle, existing };
  }

  async #verified(
    user_id: string,
    { challenge_id, response }: PasskeyInput,
    party: RelyingParty,
  ): Promise<NewCredential> {
    const challenge = this.parts.challenges.open(challenge_id, 'registration', user_id);
    if (challenge === null || !(await this.parts.challenges.consume(challenge))) throw registrationRefused();
    const { verifiedRegistration } = await import('./verification.ts');
    const credential = await verifiedRegistration(party, challenge.challenge, response);
    if (credential === null) throw registrationRefused();
    return credential;
  }

  async #stored(
    work: UnitOfWork,
    user_id: string,
    name: string,
    credential: NewCredential,
  ): Promise<PasskeyView> {
    await this.parts.accounts.lock(work, user_id);
    const existing = await descriptorsOf(work, user_id);
    if (existing.length >= MAX_PASSKEYS) throw tooManyPasskeys();
    const added = await insertPasskey(work, user_id, name, credential);
    if (added === undefined) throw passkeyTaken();
    await this.parts.factors.changed(work, user_id);
    const { backed_up, transports } = credential;
    work.audit.record({
      action: 'passkeys.added',
      target_type: 'passkey',
      target_id: added.id,
      detail: { name, backed_up, transports },
    });
    return added;
  }
}

/** Only the system has no user, and it has no passkeys. */
function ownerOf({ user_id }: Principal): string {
  if (user_id === null) throw forbidden();
  return user_id;
}
