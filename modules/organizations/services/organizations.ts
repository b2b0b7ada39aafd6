import { type Database, type Page, type PageQuery, pageOf, type Unit } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import { assertUnchanged } from '@patchbay/kernel/http';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Tenants, TenantView } from '@patchbay/module-identity/contract';
import { v7 as uuidv7 } from 'uuid';
import type { OrganizationCount } from '../contract.ts';
import { ownOrganization, platformOnly } from '../errors.ts';
import type { Dashboard, OrganizationInput, OrganizationPatch, OrganizationView } from '../schemas.ts';
import { actingIn } from './acting-in.ts';

const seesAll = ({ role, scopes }: Principal): boolean => role === 'super_admin' && scopes === null;

/** Organizations: everybody's own, and all of them for super administrators (DECISIONS 13). */
export class Organizations {
  readonly #database: Database;
  readonly #tenants: Tenants;
  readonly #counts: Contributions<OrganizationCount>;

  constructor(database: Database, tenants: Tenants, counts: Contributions<OrganizationCount>) {
    this.#database = database;
    this.#tenants = tenants;
    this.#counts = counts;
  }

  async list(principal: Principal, query: PageQuery): Promise<Page<OrganizationView>> {
    if (!seesAll(principal)) return this.#ownOnly(principal, query);
    const page = await this.#tenants.listAll(query);
    const items: OrganizationView[] = [];
    for (const tenant of page.items) items.push(await this.#counted(actingIn(principal, tenant.id), tenant));
    return { ...page, items };
  }

  async #ownOnly(principal: Principal, query: PageQuery): Promise<Page<OrganizationView>> {
    const own = await this.get(principal, principal.organization_id);
    const text = query.search?.toLowerCase() ?? '';
    const matches = [own].filter(({ name, slug }) => `${name}\n${slug}`.toLowerCase().includes(text));
    return pageOf(query.page === 1 ? matches : [], matches.length, query);
  }

  get(principal: Principal, id: string): Promise<OrganizationView> {
    return this.#database.read(this.#within(principal, id), (unit) => this.#view(unit));
  }

  dashboard(principal: Principal, id: string): Promise<Dashboard> {
    return this.#database.read(this.#within(principal, id), async (unit) => {
      const [{ name }, counts] = await Promise.all([this.#tenants.get(unit), this.#countsOf(unit)]);
      return { organization_id: id, name, counts };
    });
  }

  create(principal: Principal, input: OrganizationInput): Promise<OrganizationView> {
    return this.#database.write(actingIn(principal, uuidv7()), async (work) => {
      const tenant = await this.#tenants.create(work, input);
      work.audit.record({
        action: 'organizations.create',
        target_type: 'organization',
        target_id: tenant.id,
        detail: { name: tenant.name, slug: tenant.slug },
      });
      return { ...tenant, counts: await this.#countsOf(work) };
    });
  }

  async update(
    principal: Principal,
    id: string,
    patch: OrganizationPatch,
    if_match: string | null,
  ): Promise<OrganizationView> {
    const acting = this.#within(principal, id);
    if (patch.is_active !== undefined && !seesAll(principal)) throw platformOnly();
    if (patch.is_active === false && id === principal.organization_id) throw ownOrganization();
    return this.#database.write(acting, async (work) => {
      const before = await this.#tenants.get(work);
      assertUnchanged(if_match, before.updated_at);
      const tenant = await this.#tenants.change(work, patch);
      work.audit.record({
        action: 'organizations.update',
        target_type: 'organization',
        target_id: id,
        detail: { fields: Object.keys(patch) },
      });
      return { ...tenant, counts: await this.#countsOf(work) };
    });
  }

  /** Soft-deletes; nobody of it can act from then on. */
  async remove(principal: Principal, id: string): Promise<void> {
    if (id === principal.organization_id) throw ownOrganization();
    await this.#database.write(this.#within(principal, id), async (work) => {
      await this.#tenants.get(work);
      await this.#tenants.remove(work);
      work.audit.record({ action: 'organizations.delete', target_type: 'organization', target_id: id });
    });
  }

  #within(principal: Principal, id: string): Principal {
    if (id !== principal.organization_id && !seesAll(principal)) throw notFound();
    return actingIn(principal, id);
  }

  #counted(principal: Principal, tenant: TenantView): Promise<OrganizationView> {
    return this.#database.read(principal, async (unit) => ({
      ...tenant,
      counts: await this.#countsOf(unit),
    }));
  }

  async #view(unit: Unit): Promise<OrganizationView> {
    const [tenant, counts] = await Promise.all([this.#tenants.get(unit), this.#countsOf(unit)]);
    return { ...tenant, counts };
  }

  async #countsOf(unit: Unit): Promise<Record<string, number>> {
    const pairs = this.#counts.values.map(async ({ name, count }) => [name, await count(unit)] as const);
    return Object.fromEntries(await Promise.all(pairs));
  }
}
