import {
  columnsOf,
  type Database,
  type Page,
  type PageQuery,
  sql,
  TableRows,
  type Unit,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import { outranks, type Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Accounts, Authority } from '@patchbay/module-identity/contract';
import { grantExists, roleTooHigh } from '../errors.ts';
import { type GrantInput, GrantSchema, type GrantView } from '../schemas.ts';
import { actingIn } from './acting-in.ts';
import { closeEnded } from './ended-grants.ts';

const rows = new TableRows('site_grants', {
  columns: columnsOf(GrantSchema),
  searched: ['reason'],
  sort: 'created_at',
  ties: 'asc',
});

export type GrantQuery = PageQuery & { readonly user_id?: string | undefined };

/**
 * Which users are held to which sites. The first grant narrows a user to granted sites; a grant that
 * expires takes its site away, and revoking the last one lifts the restriction.
 */
export class SiteAccess extends Service<{ database: Database; accounts: Accounts; authority: Authority }> {
  list(principal: Principal, organization_id: string, query: GrantQuery): Promise<Page<GrantView>> {
    return this.parts.database.read(within(principal, organization_id), (unit) => {
      const { user_id, site_id } = query;
      return rows.page(unit, query, { user_id, site_id });
    });
  }

  async grant(principal: Principal, organization_id: string, input: GrantInput): Promise<GrantView> {
    const [grant] = await this.grantAll(principal, organization_id, [input]);
    if (grant === undefined) throw notFound();
    return grant;
  }

  /** All of them or none. */
  grantAll(
    principal: Principal,
    organization_id: string,
    inputs: readonly GrantInput[],
  ): Promise<readonly GrantView[]> {
    return this.parts.database.write(within(principal, organization_id), async (work) => {
      const grants: GrantView[] = [];
      for (const input of inputs) grants.push(await this.#grantOne(work, input));
      return grants;
    });
  }

  async #grantOne(
    work: UnitOfWork,
    { user_id, site_id, expires_at = null, reason = null }: GrantInput,
  ): Promise<GrantView> {
    await this.#assertBelow(work, user_id);
    await assertSite(work, site_id);
    await closeEnded(work, { user_id, site_id });
    const grant = await work.sql
      .insertInto('site_grants')
      .values({
        id: newId(),
        organization_id: work.organization_id,
        user_id,
        site_id,
        expires_at,
        reason,
        granted_by: work.principal.user_id,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'site_id'])
          .where('deleted_at', 'is', null)
          .where('ended_at', 'is', null)
          .doNothing(),
      )
      .returning(rows.columns)
      .executeTakeFirst();
    if (grant === undefined) throw grantExists();
    this.#noted(work, 'site_access.grant', grant);
    return grant;
  }

  revoke(principal: Principal, organization_id: string, id: string): Promise<void> {
    return this.revokeAll(principal, organization_id, [id]);
  }

  /** All of them or none. */
  async revokeAll(principal: Principal, organization_id: string, ids: readonly string[]): Promise<void> {
    await this.parts.database.write(within(principal, organization_id), async (work) => {
      const grants = await work.sql
        .selectFrom('site_grants')
        .select(rows.columns)
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      if (grants.length !== new Set(ids).size) throw notFound();
      for (const user_id of new Set(grants.map((grant) => grant.user_id)))
        await this.#assertBelow(work, user_id);
      await work.sql
        .updateTable('site_grants')
        .set({ deleted_at: sql<string>`now()` })
        .where('id', 'in', ids)
        .execute();
      for (const grant of grants) this.#noted(work, 'site_access.revoke', grant);
    });
  }

  async #assertBelow(work: UnitOfWork, user_id: string): Promise<void> {
    const user = await this.parts.accounts.get(work, user_id);
    if (!outranks(work.principal.role, user.role)) throw roleTooHigh();
  }

  #noted(work: UnitOfWork, action: string, { id, user_id, site_id, expires_at }: GrantView): void {
    work.audit.record({
      action,
      target_type: 'site_grant',
      target_id: id,
      detail: { user_id, site_id, expires_at },
    });
    work.afterCommit(() => this.parts.authority.changed(user_id));
  }
}

async function assertSite({ sql: trx }: Unit, id: string): Promise<void> {
  const site = await trx
    .selectFrom('sites')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (site === undefined) throw notFound();
}

function within(principal: Principal, organization_id: string): Principal {
  const foreign = organization_id !== principal.organization_id;
  if (foreign && (principal.role !== 'super_admin' || principal.scopes !== null)) throw notFound();
  return actingIn(principal, organization_id);
}
