import type { Database } from '@patchbay/kernel/database';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Accounts, Factors } from '@patchbay/module-identity/contract';
import { factorsReset } from '../contract.ts';
import { assertBelow } from './assert-below.ts';

/** Help for members who lost what they take their second step with. */
export class MemberFactors {
  readonly #database: Database;
  readonly #accounts: Pick<Accounts, 'lock'>;
  readonly #factors: Pick<Factors, 'reset'>;

  constructor(database: Database, accounts: Pick<Accounts, 'lock'>, factors: Pick<Factors, 'reset'>) {
    this.#database = database;
    this.#accounts = accounts;
    this.#factors = factors;
  }

  /** Takes every factor and ends every session. Throws `kernel.not_found` and `security.user_too_high`. */
  async reset(principal: Principal, user_id: string): Promise<void> {
    await this.#database.write(principal, async (work) => {
      const { username, role } = await this.#accounts.lock(work, user_id);
      assertBelow(principal, role);
      await this.#factors.reset(work, user_id);
      work.events.publish(factorsReset, { user_id, username });
      work.audit.record({
        action: 'security.factors_reset',
        target_type: 'user',
        target_id: user_id,
        detail: { username },
      });
    });
  }
}
