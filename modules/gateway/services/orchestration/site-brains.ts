import { assertUnchanged, type Database, sql, type Unit, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound, validationFailed } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Principal, SiteGuard } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Vendor } from '@patchbay/vendor-kit';
import { gatewayBrainChanged } from '../../contract.ts';

export interface BrainView {
  readonly site_id: string;
  readonly controller_id: string | null;
  readonly name: string | null;
  readonly vendor: string | null;
  readonly status: string | null;
  readonly offline_since: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
}

interface Chosen {
  readonly controller_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Controllers that fell silent or refuse us for the second time in a row; once is a blink. */
export const OFFLINE = sql<boolean>`c.status in ('unreachable', 'error') and c.failures >= 2`;

/** Which controller holds the canonical VLANs of a site. It is only ever read. */
export class SiteBrains extends Service<{
  database: Database;
  vendors: Contributions<Vendor>;
  sites: Contributions<SiteGuard>;
}> {
  /** Throws `kernel.not_found` for a site of another organization, outside the caller's grants, or of nothing. */
  async assertSite(principal: Principal, site_id: string): Promise<void> {
    const seen = await Promise.all(
      this.parts.sites.values.map((guard) => guard.isVisible(principal, site_id)),
    );
    if (!seen.every(Boolean)) throw notFound();
  }

  async get(principal: Principal, site_id: string): Promise<BrainView> {
    await this.assertSite(principal, site_id);
    return this.parts.database.read(principal, (unit) => brainOf(unit, site_id));
  }

  /** Throws `kernel.not_found`, `kernel.precondition_failed`, or `kernel.validation_failed` naming the field. */
  async choose(
    principal: Principal,
    site_id: string,
    controller_id: string | null,
    if_match: string | null,
  ): Promise<BrainView> {
    await this.assertSite(principal, site_id);
    return this.parts.database.write(principal, async (work) => {
      if (controller_id !== null) await this.#assertFit(work, site_id, controller_id);
      const before = await held(work, site_id);
      assertUnchanged(if_match, before?.updated_at ?? '');
      if (before && before.controller_id === controller_id) return brainOf(work, site_id);
      await put(work, site_id, controller_id);
      const change = { site_id, controller_id, previous_controller_id: before?.controller_id ?? null };
      work.events.publish(gatewayBrainChanged, { ...change, actor_id: principal.user_id }, { site_id });
      work.audit.record({
        action: 'gateway.brain.choose',
        target_type: 'site',
        target_id: site_id,
        detail: change,
      });
      return brainOf(work, site_id);
    });
  }

  /** The lock keeps the controller at its site until the choice stands. */
  async #assertFit({ sql: db }: UnitOfWork, site_id: string, controller_id: string): Promise<void> {
    const controller = await db
      .selectFrom('controllers')
      .select(['site_id', 'vendor'])
      .where('id', '=', controller_id)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (!controller) throw notFound();
    if (controller.site_id !== site_id) throw unfit('stands at another site', 'other_site');
    const vendor = this.parts.vendors.values.find(({ id }) => id === controller.vendor);
    if (!vendor?.brain || !vendor.vlans)
      throw unfit(
        'only a firewall or a router can be a brain, and its vendor says it is none',
        'not_supported',
      );
  }
}

const unfit = (message: string, type: string) =>
  validationFailed({ details: [{ field: 'controller_id', message, type }] });

/** Two who choose at once come one after the other. */
async function held({ sql: db }: UnitOfWork, site_id: string): Promise<Chosen | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`gateway.brain ${site_id}`}, 0))`.execute(db);
  return db
    .selectFrom('site_brains')
    .select(['controller_id', 'created_at', 'updated_at'])
    .where('site_id', '=', site_id)
    .executeTakeFirst();
}

/** A brain that is offline when it is chosen did not go offline as the brain: nothing is published. */
async function put(work: UnitOfWork, site_id: string, controller_id: string | null): Promise<void> {
  const { organization_id, principal } = work;
  await sql`
    insert into site_brains (id, organization_id, site_id, controller_id, chosen_by, offline_since)
    values (${newId()}::uuid, ${organization_id}::uuid, ${site_id}::uuid, ${controller_id}::uuid,
            ${principal.user_id}::uuid,
            (select now() from controllers c where c.id = ${controller_id}::uuid and ${OFFLINE}))
    on conflict (site_id) do update set controller_id = excluded.controller_id, chosen_by = excluded.chosen_by,
      offline_since = excluded.offline_since, updated_at = clock_timestamp()`.execute(work.sql);
}

/** A controller that was deleted or moved to another site since is the brain no more. */
export async function brainOf({ sql: db }: Unit, site_id: string): Promise<BrainView> {
  const { rows } = await sql<Omit<BrainView, 'site_id'>>`
    select c.id as controller_id, c.name, c.vendor, c.status, b.created_at, b.updated_at,
           case when c.id is null then null else b.offline_since end as offline_since
    from site_brains b
    left join controllers c on c.id = b.controller_id and c.site_id = b.site_id and c.deleted_at is null
    where b.site_id = ${site_id}::uuid`.execute(db);
  const none = { controller_id: null, name: null, vendor: null, status: null, offline_since: null };
  return { site_id, ...(rows[0] ?? { ...none, created_at: null, updated_at: null }) };
}
