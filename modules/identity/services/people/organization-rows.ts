import {
  type Database,
  exempt,
  jsonValue,
  type Page,
  type PageQuery,
  TableRows,
  type Unit,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import {
  type Authority,
  type TenantChange,
  type Tenants,
  type TenantView,
  underFreeSlug,
} from '../../contract.ts';
import { organizationSlugTaken } from '../../errors/accounts.ts';

const platformExemption = exempt('identity.tenants', 'super administrators manage every organization');

const rows = new TableRows('organizations', {
  columns: ['id', 'name', 'slug', 'is_active', 'mfa_required', 'quotas', 'created_at', 'updated_at'],
  searched: ['name', 'slug'],
  sort: 'name',
  ties: 'asc',
  taken: { organizations_slug_key: organizationSlugTaken },
});

/** The rows of organizations. */
export class OrganizationRows
  extends Service<{ database: Database; authority: Authority }>
  implements Tenants
{
  create(
    work: UnitOfWork,
    { name, slug: given }: { readonly name: string; readonly slug?: string | undefined },
  ): Promise<TenantView> {
    return underFreeSlug({ given, name, fallback: 'organization', taken: organizationSlugTaken }, (slug) =>
      work.sql
        .insertInto('organizations')
        .values({ id: work.organization_id, name, slug })
        .onConflict((conflict) => conflict.column('slug').where('deleted_at', 'is', null).doNothing())
        .returning(rows.columns)
        .executeTakeFirst(),
    );
  }

  get(unit: Unit): Promise<TenantView> {
    return rows.get(unit, unit.organization_id);
  }

  listAll(query: PageQuery): Promise<Page<TenantView>> {
    return this.parts.database.asSystem(platformExemption, (trx) => rows.page({ sql: trx }, query));
  }

  exists(id: string): Promise<boolean> {
    return this.parts.database.asSystem(platformExemption, async (trx) => {
      const found = trx.selectFrom('organizations').select('id').where('id', '=', id);
      return (await found.where('deleted_at', 'is', null).executeTakeFirst()) !== undefined;
    });
  }

  async change(work: UnitOfWork, { quotas, ...change }: TenantChange): Promise<TenantView> {
    const row = await rows.change(work, work.organization_id, {
      ...change,
      ...(quotas === undefined ? {} : { quotas: jsonValue(quotas) }),
    });
    if (change.is_active !== undefined || change.mfa_required !== undefined)
      work.afterCommit(() => this.parts.authority.organizationChanged());
    return row;
  }

  async remove(work: UnitOfWork): Promise<void> {
    await rows.remove(work, work.organization_id, { is_active: false });
    work.afterCommit(() => this.parts.authority.organizationChanged());
  }
}
