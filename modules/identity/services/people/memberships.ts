import { Service } from '@patchbay/kernel/di';
import type { Authority, Factors, FirstStep, Membership } from '../../contract.ts';

/** Membership of users at the end of a first step: their authority, and the second steps they owe. */
export class Memberships extends Service<{
  authority: Pick<Authority, 'now'>;
  factors: Pick<Factors, 'demandedOf'>;
}> {
  async of({ user_id, two_factors }: Pick<FirstStep, 'user_id' | 'two_factors'>): Promise<Membership> {
    const [user, methods] = await Promise.all([
      this.parts.authority.now(user_id),
      two_factors ? [] : this.parts.factors.demandedOf(user_id),
    ]);
    return { user, methods };
  }

  /** Begins reading beside the check of a password, which takes longer; failures wait to be asked for. */
  ahead(user_id: string): Promise<Membership> {
    const standing = this.of({ user_id, two_factors: false });
    standing.catch(() => undefined);
    return standing;
  }
}
