import type { Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { forbidden, PatchbayError, unauthenticated } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Authenticator, Principal } from '@patchbay/kernel/permissions';
import { type Authority as People, principalOf } from '@patchbay/module-identity/contract';

/** Reads a principal at the moment of effect (RULES R7). */
export class Authority extends Service<{
  authenticators: Contributions<Pick<Authenticator, 'revalidate'>>;
  people: Pick<People, 'now'>;
}> {
  /**
   * The principal as it is now; the system itself never applies anything. A person without a session left an
   * order behind (a change set): their rights count, signed in or not. Inside a write of theirs the guard of
   * writes has read it already.
   */
  async now(principal: Principal, unit?: Unit): Promise<Principal> {
    if (principal.kind === 'system')
      throw forbidden({ message: 'Only people and their keys apply changes.' });
    if (unit !== undefined && (await isGuarded(unit, principal))) return principal;
    if (principal.kind === 'user' && principal.session_id === null) return this.#personNow(principal);
    for (const authenticator of this.parts.authenticators.values) {
      const current = await authenticator.revalidate(principal);
      if (current !== null) return current;
    }
    throw unauthenticated();
  }

  async #personNow({ user_id, organization_id }: Principal): Promise<Principal> {
    if (user_id === null) throw unauthenticated();
    const person = await this.parts.people.now(user_id);
    if (person.organization_id !== organization_id) throw unauthenticated();
    return principalOf(person);
  }
}

/** Scopes of keys and grants are not part of the guard; a refusal is that of `now`. */
async function isGuarded(unit: Unit, principal: Principal): Promise<boolean> {
  const isSignedIn = principal.kind === 'user' && principal.session_id !== null;
  return isSignedIn && unit.principal === principal && unit.guarded().catch(() => false);
}

/** True for the answers that say: not any more. */
export const isAuthorityLost = (error: unknown): boolean =>
  error instanceof PatchbayError && ['unauthenticated', 'forbidden'].includes(error.kind);

/** Whether a record of this site lies inside the principal's grants. */
export const seesSite = (principal: Principal, siteId: string): boolean =>
  principal.site_ids === null || principal.site_ids.includes(siteId);
