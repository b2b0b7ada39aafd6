import { forbidden, unauthenticated } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Authenticator } from '@patchbay/kernel/http';
import type { Principal } from '@patchbay/kernel/permissions';

/** Reads who somebody is at the moment of effect (RULES R7). */
export class Authority {
  readonly #authenticators: Contributions<Pick<Authenticator, 'revalidate'>>;

  constructor(authenticators: Contributions<Pick<Authenticator, 'revalidate'>>) {
    this.#authenticators = authenticators;
  }

  /** The principal as it is now; the system itself never applies anything. */
  async now(principal: Principal): Promise<Principal> {
    if (principal.kind === 'system')
      throw forbidden({ message: 'Only people and their keys apply changes.' });
    for (const authenticator of this.#authenticators.values) {
      const current = await authenticator.revalidate(principal);
      if (current !== null) return current;
    }
    throw unauthenticated();
  }
}

/** Whether a record of this site lies inside the principal's grants. */
export const seesSite = (principal: Principal, siteId: string): boolean =>
  principal.site_ids === null || principal.site_ids.includes(siteId);
