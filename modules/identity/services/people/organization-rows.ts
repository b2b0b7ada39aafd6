import {
  containing,
  type Database,
  exempt,
  type Page,
  type PageQuery,
  readPage,
  sql,
  type Unit,
  type UnitOfWork,
  violates,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import { type Authority, slugOf, type TenantChange, type Tenants, type TenantView } from '../../contract.ts';
import { organizationSlugTaken } from '../../errors/accounts.ts';

const platformExemption = exempt('identity.tenants', 'super administrators manage every organization');

const COLUMNS = [
  'id',
  'name',
  'slug',
  'is_active',
  'mfa_required',
  'quotas',
  'created_at',
  'updated_at',
] as const;
const MAX_SUFFIXES = 1_000;

/** The rows of organizations. */
export class OrganizationRows
  extends Service<{ database: Database; authority: Authority }>
  implements Tenants
{
  async create(
    work: UnitOfWork,
    { name, slug }: { readonly name: string; readonly slug?: string | undefined },
  ): Promise<TenantView> {
    if (slug !== undefined) return this.#insert(work, name, slug);
    const stem = slugOf(name, 'organization');
    for (let suffix = 1; suffix <= MAX_SUFFIXES; suffix += 1) {
      const row = await this.#insertIfFree(work, name, suffix === 1 ? stem : `${stem}-${suffix}`);
      if (row) return row;
    }
    throw organizationSlugTaken();
  }

  async #insert(work: UnitOfWork, name: string, slug: string): Promise<TenantView> {
    const row = await this.#insertIfFree(work, name, slug);
    if (!row) throw organizationSlugTaken();
    return row;
  }

  #insertIfFree(work: UnitOfWork, name: string, slug: string): Promise<TenantView | undefined> {
    return work.sql
      .insertInto('organizations')
      .values({ id: work.organization_id, name, slug })
      .onConflict((conflict) => conflict.column('slug').where('deleted_at', 'is', null).doNothing())
      .returning(COLUMNS)
      .executeTakeFirst();
  }

  async get({ sql: trx, organization_id }: Unit): Promise<TenantView> {
    const row = await trx
      .selectFrom('organizations')
      .select(COLUMNS)
      .where('id', '=', organization_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!row) throw notFound();
    return row;
  }

  listAll(query: PageQuery): Promise<Page<TenantView>> {
    return this.parts.database.asSystem(platformExemption, async (trx) => {
      let found = trx.selectFrom('organizations').where('deleted_at', 'is', null);
      if (query.search !== undefined) {
        const pattern = containing(query.search);
        found = found.where(({ eb, or }) => or([eb('name', 'ilike', pattern), eb('slug', 'ilike', pattern)]));
      }
      return readPage(found.select(COLUMNS), query, { sort: 'name', ties: 'asc' });
    });
  }

  async exists(id: string): Promise<boolean> {
    const row = await this.parts.database.asSystem(platformExemption, (trx) =>
      trx
        .selectFrom('organizations')
        .select('id')
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  async change(work: UnitOfWork, { quotas, ...change }: TenantChange): Promise<TenantView> {
    const row = await uniqueSlug(
      work.sql
        .updateTable('organizations')
        .set({ ...change, updated_at: sql<string>`now()` })
        .$if(quotas !== undefined, (query) => query.set({ quotas: sql`${JSON.stringify(quotas)}::jsonb` }))
        .where('id', '=', work.organization_id)
        .where('deleted_at', 'is', null)
        .returning(COLUMNS)
        .executeTakeFirst(),
    );
    if (!row) throw notFound();
    if (change.is_active !== undefined || change.mfa_required !== undefined)
      work.afterCommit(() => this.parts.authority.organizationChanged());
    return row;
  }

  async remove(work: UnitOfWork): Promise<void> {
    const { numUpdatedRows } = await work.sql
      .updateTable('organizations')
      .set({ deleted_at: sql<string>`now()`, is_active: false })
      .where('id', '=', work.organization_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw notFound();
    work.afterCommit(() => this.parts.authority.organizationChanged());
  }
}

async function uniqueSlug<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    if (violates(error, 'organizations_slug_key')) throw organizationSlugTaken({ cause: error });
    throw error;
  }
}
