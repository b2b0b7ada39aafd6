import {
  assertUnchanged,
  containing,
  type Database,
  type Page,
  type PageQuery,
  readPage,
  sql,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Accounts, Factors } from '@patchbay/module-identity/contract';
import type { PasskeyView } from '../schemas.ts';
import { PASSKEY_COLUMNS } from './passkey-rows.ts';
import type { Refusals } from './refusals.ts';

/** People's own passkeys; those of others are not found. */
export class OwnPasskeys extends Service<{
  database: Database;
  accounts: Pick<Accounts, 'lock'>;
  factors: Pick<Factors, 'changed'>;
  refusals: Refusals;
}> {
  list(principal: Principal, query: PageQuery): Promise<Page<PasskeyView>> {
    return this.parts.database.read(principal, async ({ sql: trx }) => {
      let own = trx.selectFrom('passkeys').where('user_id', '=', principal.user_id);
      if (query.search) own = own.where('name', 'ilike', containing(query.search));
      return readPage(own.select(PASSKEY_COLUMNS), query, { sort: '-created_at', ties: 'asc' });
    });
  }

  rename(principal: Principal, id: string, name: string, if_match: string | null): Promise<PasskeyView> {
    return this.parts.database.write(principal, async (work) => {
      const before = await work.sql
        .selectFrom('passkeys')
        .select(PASSKEY_COLUMNS)
        .where('id', '=', id)
        .where('user_id', '=', principal.user_id)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (before === undefined) throw notFound();
      assertUnchanged(if_match, before.updated_at);
      if (before.name === name) return before;
      work.audit.record({
        action: 'passkeys.renamed',
        target_type: 'passkey',
        target_id: id,
        detail: { from: before.name, to: name },
      });
      return work.sql
        .updateTable('passkeys')
        .set({ name, updated_at: sql<string>`now()` })
        .where('id', '=', id)
        .returning(PASSKEY_COLUMNS)
        .executeTakeFirstOrThrow();
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
