import type { Database, Page } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { KeyDirectory, KeyReport, KeyReportQuery } from '@patchbay/module-api-keys/contract';

/** The organization's keys, for those who look after them. */
export class MemberKeys extends Service<{
  database: Database;
  keys: Pick<KeyDirectory, 'report' | 'revoke'>;
}> {
  list(principal: Principal, query: KeyReportQuery): Promise<Page<KeyReport>> {
    return this.parts.database.read(principal, (unit) => this.parts.keys.report(unit, query));
  }

  /** Throws `kernel.not_found`, and `api_keys.owner_too_high` for the key of a user not below. */
  async remove(principal: Principal, key_id: string): Promise<void> {
    await this.parts.database.write(principal, (work) => this.parts.keys.revoke(work, key_id));
  }
}
