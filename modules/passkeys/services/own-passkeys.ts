import type { Database, Page, PageQuery } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Accounts, Factors } from '@patchbay/module-identity/contract';
import type { PasskeyView } from '../schemas.ts';
import { passkeys } from './passkey-rows.ts';
import type { Refusals } from './refusals.ts';

/** People's own passkeys; those of others are not found. */
export class OwnPasskeys extends Service<{
  database: Database;
  accounts: Pick<Accounts, 'lock'>;
  factors: Pick<Factors, 'changed'>;
  refusals: Refusals;
}> {
  list(principal: Principal, query: PageQuery): Promise<Page<PasskeyView>> {
    return this.parts.database.read(principal, (unit) =>
      passkeys.page(unit, query, { user_id: String(principal.user_id) }),
    );
  }

  update(
    principal: Principal,
    id: string,
    { name }: { readonly name: string },
    if_match: string | null,
  ): Promise<PasskeyView> {
    const user_id = String(principal.user_id);
    return this.parts.database.write(principal, async (work) => {
      const before = await passkeys.hold(work, id, if_match, { user_id });
      if (before.name === name) return before;
      work.audit.record({
        action: 'passkeys.renamed',
        target_type: 'passkey',
        target_id: id,
        detail: { from: before.name, to: name },
      });
      return passkeys.change(work, id, { name });
    });
  }

  /** Ends every session of the user. */
  remove(principal: Principal, id: string, ip: string): Promise<void> {
    const user_id = String(principal.user_id);
    return this.parts.refusals.watch(principal, { purpose: 'removal', ip, passkey_id: id }, () =>
      this.parts.database.write(principal, async (work) => {
        await this.parts.accounts.lock(work, user_id);
        const removed = await work.sql
          .deleteFrom('passkeys')
          .where('id', '=', id)
          .where('user_id', '=', user_id)
          .returning('name')
          .executeTakeFirst();
        if (removed === undefined) throw notFound();
        await this.parts.factors.changed(work, user_id);
        work.audit.record({
          action: 'passkeys.removed',
          target_type: 'passkey',
          target_id: id,
          detail: { name: removed.name },
        });
      }),
    );
  }
}
