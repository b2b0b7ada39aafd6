import type { Database, Page } from '@patchbay/kernel/database';
import type { Principal } from '@patchbay/kernel/permissions';
import type { KeyDirectory, KeyReport, KeyReportQuery } from '@patchbay/module-api-keys/contract';

/** The organization's keys, for those who look after them. */
export class MemberKeys {
  readonly #database: Database;
  readonly #keys: Pick<KeyDirectory, 'report' | 'revoke'>;

  constructor(database: Database, keys: Pick<KeyDirectory, 'report' | 'revoke'>) {
    this.#database = database;
    this.#keys = keys;
  }

  report(principal: Principal, query: KeyReportQuery): Promise<Page<KeyReport>> {
    return this.#database.read(principal, (unit) => this.#keys.report(unit, query));
  }

  /** Throws `kernel.not_found`, and `api_keys.owner_too_high` for the key of a user not below. */
  async revoke(principal: Principal, key_id: string): Promise<void> {
    await this.#database.write(principal, (work) => this.#keys.revoke(work, key_id));
  }
}
