import type { Database } from '@patchbay/kernel/database';
import type { Principal, SiteGuard } from '@patchbay/kernel/permissions';

/** Answers which sites a caller can see; row-level security narrows to the organization and the grants. */
export class SiteVisibility implements SiteGuard {
  readonly #database: Pick<Database, 'read'>;

  constructor(database: Pick<Database, 'read'>) {
    this.#database = database;
  }

  isVisible(principal: Principal, site_id: string): Promise<boolean> {
    return this.#database.read(principal, async ({ sql: trx }) => {
      const site = await trx
        .selectFrom('sites')
        .select('id')
        .where('id', '=', site_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return site !== undefined;
    });
  }
}
