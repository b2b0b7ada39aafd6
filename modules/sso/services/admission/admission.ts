import { type Database, type UnitOfWork, violates } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound, PatchbayError } from '@patchbay/kernel/errors';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import { type Accounts, loginTaken, type UserView } from '@patchbay/module-identity/contract';
import { type Quotas, quotaExceeded, userCreated } from '@patchbay/module-organizations/contract';
import { notAdmitted } from '../../errors.ts';
import type { GrantableRole } from '../../schemas/providers.ts';
import { grantedRole, isAbove } from '../providers/role-rules.ts';
import { applyRole } from './apply-role.ts';
import { addIdentity, isMeant, type KnownIdentity, useIdentity } from './identities.ts';
import { usernameFor } from './new-username.ts';
import type { AssertedIdentity, SignInProvider } from './sign-in-provider.ts';
import { noteAdmission, noteRefusal, type SignInRecord } from './sign-in-record.ts';

type Verdict = { readonly user_id: string } | { readonly refused: string };

/** A new name may be taken by another user at the same moment. */
const MAX_TRIES = 3;
const SUFFIX_BYTES = 4;

/** Maps the provider's people to users of its organization (SPEC 4.2, 5). */
export class Admission extends Service<{
  database: Database;
  accounts: Accounts;
  quotas: Quotas;
  record: SignInRecord;
  box: Pick<SecretBox, 'randomToken'>;
  clock: Clock;
}> {
  /**
   * The user's id. Throws `sso.not_admitted` for anyone else; an inactive user is left to the completion of the
   * sign-in.
   */
  async admit(provider: SignInProvider, person: AssertedIdentity): Promise<string> {
    for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
      const suffix = attempt === 1 ? null : this.parts.box.randomToken(SUFFIX_BYTES).replace(/[_-]/g, '0');
      const verdict = await this.#try(provider, person, suffix);
      if (verdict === null) continue;
      if ('refused' in verdict) throw notAdmitted();
      return verdict.user_id;
    }
    await this.parts.record.refuse(provider, 'login_taken', { subject: person.subject });
    throw notAdmitted();
  }

  /** Null when another user had the login, or another sign-in of the same person was first: worth another try. */
  async #try(
    provider: SignInProvider,
    person: AssertedIdentity,
    suffix: string | null,
  ): Promise<Verdict | null> {
    try {
      return await this.parts.database.write(systemPrincipal(provider.organization_id), async (work) => {
        const verdict = await this.#decide(work, provider, person, suffix);
        if ('refused' in verdict) noteRefusal(work, provider, verdict.refused, { subject: person.subject });
        return verdict;
      });
    } catch (error) {
      if (loginTaken.matches(error) || isSecond(error)) return null;
      if (!quotaExceeded.matches(error)) throw error;
      await this.parts.record.refuse(provider, 'quota_exceeded', { subject: person.subject });
      return { refused: 'quota_exceeded' };
    }
  }

  async #decide(
    work: UnitOfWork,
    provider: SignInProvider,
    person: AssertedIdentity,
    suffix: string | null,
  ): Promise<Verdict> {
    if (!isFromAllowedDomain(provider, person)) return { refused: 'email_domain' };
    const role = grantedRole(provider, person.groups);
    if (role === null) return { refused: 'no_role' };
    const known = await useIdentity(work, provider, person, this.parts.clock.now());
    if (known !== undefined) return this.#known(work, provider, known, role);
    const linked = await this.#link(work, provider, person);
    return linked ?? this.#create(work, provider, person, role, suffix);
  }

  async #known(
    work: UnitOfWork,
    provider: SignInProvider,
    { user_id, is_creator }: KnownIdentity,
    role: GrantableRole,
  ): Promise<Verdict> {
    const user = await this.#locked(work, user_id);
    if (user === null) return { refused: 'user_deleted' };
    if (!user.is_active) return this.#inactive(work, provider, user_id);
    if (isAbove(user.role, provider.role_ceiling)) return { refused: 'user_above_ceiling' };
    const held = is_creator ? await applyRole(work, this.parts.accounts, provider, user, role) : user.role;
    noteAdmission(work, provider, user_id, { how: 'known', role: held });
    return { user_id };
  }

  /** The completion refuses them; the record names the provider. */
  #inactive(work: UnitOfWork, provider: SignInProvider, user_id: string): Verdict {
    noteRefusal(work, provider, 'user_inactive', { user_id });
    return { user_id };
  }

  /** Null: no user to link to, or linking is not allowed. */
  async #link(work: UnitOfWork, provider: SignInProvider, person: AssertedIdentity): Promise<Verdict | null> {
    const { email, email_verified } = person;
    if (!provider.link_by_email || email === null || email_verified !== true) return null;
    const found = await this.parts.accounts.findByEmail(work, email);
    const user = found === undefined ? null : await this.#locked(work, found.id);
    if (user === null) return null;
    if (isAbove(user.role, provider.role_ceiling)) return { refused: 'user_above_ceiling' };
    if (await isMeant(work, provider, person, user.id)) return { refused: 'other_subject' };
    if (!user.is_active) return this.#inactive(work, provider, user.id);
    const identity = { user_id: user.id, is_creator: false };
    await addIdentity(work, provider, person, identity, this.parts.clock.now());
    noteAdmission(work, provider, user.id, { how: 'linked', role: user.role });
    return { user_id: user.id };
  }

  async #create(
    work: UnitOfWork,
    provider: SignInProvider,
    person: AssertedIdentity,
    role: GrantableRole,
    suffix: string | null,
  ): Promise<Verdict> {
    const { email, email_verified, display_name } = person;
    if (!provider.just_in_time) return { refused: 'unknown_user' };
    if (email === null) return { refused: 'no_email' };
    if (email_verified === false) return { refused: 'email_not_verified' };
    await this.parts.quotas.assertRoom(work, 'users');
    const username = usernameFor(person, suffix);
    const user = await this.parts.accounts.create(work, {
      email,
      username,
      display_name,
      role,
      password_hash: null,
    });
    const identity = { user_id: user.id, is_creator: true };
    await addIdentity(work, provider, person, identity, this.parts.clock.now());
    const { id: user_id, is_active } = user;
    work.events.publish(userCreated, { user_id, username, role, is_active });
    noteAdmission(work, provider, user_id, { how: 'created', role });
    return { user_id };
  }

  async #locked(work: UnitOfWork, id: string): Promise<UserView | null> {
    try {
      return await this.parts.accounts.lock(work, id);
    } catch (error) {
      if (notFound.matches(error)) return null;
      throw error;
    }
  }
}

/** A domain says something only if the provider does not deny the address. */
function isFromAllowedDomain(
  { allowed_email_domains: allowed }: SignInProvider,
  { email, email_verified }: AssertedIdentity,
): boolean {
  if (allowed === null) return true;
  const domain = email?.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domain !== undefined && email_verified !== false && allowed.includes(domain);
}

/** Two first sign-ins of one person at once: the other one made the identity. */
const isSecond = (error: unknown): boolean => {
  const cause = error instanceof PatchbayError ? error.cause : error;
  return violates(cause, 'sso_identities_subject_key') || violates(cause, 'sso_identities_user_key');
};
