import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Accounts, Factors } from '@patchbay/module-identity/contract';
import { factorsReset } from '../contract.ts';
import { assertBelow } from './assert-below.ts';

/** Help for members who lost what they take their second step with. */
export class MemberFactors extends Service<{
  database: Database;
  accounts: Pick<Accounts, 'lock'>;
  factors: Pick<Factors, 'reset'>;
}> {
  /** Takes every factor and ends every session. Throws `kernel.not_found` and `security.user_too_high`. */
  async reset(principal: Principal, user_id: string): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      const { username, role } = await this.parts.accounts.lock(work, user_id);
      assertBelow(principal, role);
      await this.parts.factors.reset(work, user_id);
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
