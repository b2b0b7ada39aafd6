import {
  assertUnchanged,
  type Database,
  isUnchangedBy,
  type Page,
  type PageQuery,
  pageOf,
  type Unit,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { type ErrorDetail, notFound, validationFailed } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Factors, Tenants } from '@patchbay/module-identity/contract';
import type { DashboardPart } from '../contract/dashboard-part.ts';
import { organizationSettingsChanged, type Quotas } from '../contract.ts';
import { mfaMissing, ownOrganization, platformOnly } from '../errors.ts';
import type { Dashboard, OrganizationInput, OrganizationPatch, OrganizationView } from '../schemas.ts';
import { actingIn } from './acting-in.ts';
import type { OrganizationCounts } from './organization-counts.ts';

const seesAll = ({ role, scopes }: Principal): boolean => role === 'super_admin' && scopes === null;

/** Organizations: everybody's own, and all of them for super administrators (DECISIONS 13). */
export class Organizations extends Service<{
  database: Database;
  tenants: Tenants;
  factors: Factors;
  counts: OrganizationCounts;
  quotas: Pick<Quotas, 'isEnforced'>;
  parts: Contributions<DashboardPart>;
}> {
  async list(principal: Principal, query: PageQuery): Promise<Page<OrganizationView>> {
    if (!seesAll(principal)) return this.#ownOnly(principal, query);
    const page = await this.parts.tenants.listAll(query);
    const countsOf = await this.parts.counts.ofEach(page.items.map(({ id }) => id));
    return { ...page, items: page.items.map((tenant) => ({ ...tenant, counts: countsOf(tenant.id) })) };
  }

  async #ownOnly(principal: Principal, query: PageQuery): Promise<Page<OrganizationView>> {
    const own = await this.get(principal, principal.organization_id);
    const text = query.search?.toLowerCase() ?? '';
    const matches = [own].filter(({ name, slug }) => `${name}\n${slug}`.toLowerCase().includes(text));
    return pageOf(query.page === 1 ? matches : [], matches.length, query);
  }

  get(principal: Principal, id: string): Promise<OrganizationView> {
    return this.parts.database.read(this.#within(principal, id), (unit) => this.#view(unit));
  }

  dashboard(principal: Principal, id: string): Promise<Dashboard> {
    return this.parts.database.read(this.#within(principal, id), async (unit) => {
      const [{ name, counts, quotas }, sections] = await Promise.all([
        this.#view(unit),
        this.#sections(unit),
      ]);
      const { isEnforced: quotas_enforced } = this.parts.quotas;
      return { organization_id: id, name, counts, quotas, quotas_enforced, sections };
    });
  }

  async #sections(unit: Unit): Promise<Dashboard['sections']> {
    const read = this.parts.parts.values.map(async (part) => {
      const { counts, attention } = await part.read(unit);
      return [
        part.name,
        { counts: { ...counts }, attention: attention.map((notice) => ({ ...notice })) },
      ] as const;
    });
    return Object.fromEntries(await Promise.all(read));
  }

  create(principal: Principal, input: OrganizationInput): Promise<OrganizationView> {
    return this.parts.database.write(actingIn(principal, newId()), async (work) => {
      const tenant = await this.parts.tenants.create(work, input);
      work.audit.record({
        action: 'organizations.create',
        target_type: 'organization',
        target_id: tenant.id,
        detail: { name: tenant.name, slug: tenant.slug },
      });
      return { ...tenant, counts: await this.parts.counts.of(work) };
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
    await this.#assertPolicy(principal, patch);
    return this.parts.database.write(acting, async (work) => {
      const before = await this.parts.tenants.get(work);
      assertUnchanged(if_match, before.updated_at);
      if (isUnchangedBy(before, patch)) return { ...before, counts: await this.parts.counts.of(work) };
      const tenant = await this.parts.tenants.change(work, patch);
      work.audit.record({
        action: 'organizations.update',
        target_type: 'organization',
        target_id: id,
        detail: { fields: Object.keys(patch), ...policyOf(patch) },
      });
      work.events.publish(organizationSettingsChanged, {
        organization_id: id,
        fields: Object.keys(patch),
        actor_id: principal.user_id,
      });
      return { ...tenant, counts: await this.parts.counts.of(work) };
    });
  }

  /** Soft-deletes; its members cannot act from then on. */
  async remove(principal: Principal, id: string): Promise<void> {
    if (id === principal.organization_id) throw ownOrganization();
    await this.parts.database.write(this.#within(principal, id), async (work) => {
      await this.parts.tenants.get(work);
      await this.parts.tenants.remove(work);
      work.audit.record({ action: 'organizations.delete', target_type: 'organization', target_id: id });
    });
  }

  /** Quotas are the platform's; only a user with a second factor may demand them, or would lock themselves out. */
  async #assertPolicy(principal: Principal, { quotas, mfa_required }: OrganizationPatch): Promise<void> {
    if (quotas !== undefined && !seesAll(principal)) throw platformOnly();
    const unknown = Object.keys(quotas ?? {}).filter((kind) => !this.parts.counts.kinds.includes(kind));
    if (unknown.length > 0) throw validationFailed({ details: unknown.map(unknownKind) });
    if (mfa_required !== true || principal.user_id === null) return;
    if ((await this.parts.factors.methodsOf(principal.user_id)).length === 0) throw mfaMissing();
  }

  #within(principal: Principal, id: string): Principal {
    if (id !== principal.organization_id && !seesAll(principal)) throw notFound();
    return actingIn(principal, id);
  }

  async #view(unit: Unit): Promise<OrganizationView> {
    const [tenant, counts] = await Promise.all([this.parts.tenants.get(unit), this.parts.counts.of(unit)]);
    return { ...tenant, counts };
  }
}

const unknownKind = (kind: string): ErrorDetail => ({
  field: `quotas.${kind}`,
  message: 'nothing of this kind is limited',
  type: 'unknown_kind',
});

/** Settings that the record holds whole, since they decide what others may do. */
const policyOf = ({ mfa_required, quotas }: OrganizationPatch): Partial<OrganizationPatch> => ({
  ...(mfa_required === undefined ? {} : { mfa_required }),
  ...(quotas === undefined ? {} : { quotas }),
});
