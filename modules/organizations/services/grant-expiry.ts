import { type Database, exempt, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { closeEnded, MAX_ENDED } from './ended-grants.ts';

const expiryExemption = exempt('organizations.grant_expiry', 'grants run out in every organization');

const MAX_ORGANIZATIONS = 1_000;

/**
 * Puts grants that ran out on record. They stopped to count the moment they ran out (`user_site_ids`,
 * `ended_authority`), so nothing depends on when this runs.
 */
export class GrantExpiry extends Service<{ database: Database }> {
  async sweep(signal: AbortSignal): Promise<void> {
    for (const organization_id of await this.#due()) {
      const principal = systemPrincipal(organization_id);
      let closed = MAX_ENDED;
      while (closed === MAX_ENDED && !signal.aborted)
        closed = await this.parts.database.write(principal, (work) => closeEnded(work));
    }
  }

  async #due(): Promise<readonly string[]> {
    const rows = await this.parts.database.asSystem(expiryExemption, (trx) =>
      trx
        .selectFrom('site_grants')
        .select('organization_id')
        .distinct()
        .where('ended_at', 'is', null)
        .where('deleted_at', 'is', null)
        .where('expires_at', '<=', sql<string>`now()`)
        .limit(MAX_ORGANIZATIONS)
        .execute(),
    );
    return rows.map(({ organization_id }) => organization_id);
  }
}
