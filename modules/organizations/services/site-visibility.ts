import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal, SiteGuard } from '@patchbay/kernel/permissions';

/** Answers which sites a caller can see; row-level security narrows to the organization and the grants. */
export class SiteVisibility extends Service<{ database: Pick<Database, 'read'> }> implements SiteGuard {
  isVisible(principal: Principal, site_id: string): Promise<boolean> {
    return this.parts.database.read(principal, async ({ sql: trx }) => {
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
