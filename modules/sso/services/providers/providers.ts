import { recorderOf } from '@patchbay/kernel/audit';
import {
  assertUnchanged,
  type Database,
  isUnchangedBy,
  jsonValue,
  type Page,
  type PageQuery,
  TableRows,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { outranks, type Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { underFreeSlug } from '@patchbay/module-identity/contract';
import { ceilingTooHigh, slugTaken, tooManyProviders } from '../../errors.ts';
import type {
  GrantableRole,
  ProviderInput,
  ProviderPatch,
  ProviderView,
  RoleRule,
} from '../../schemas/providers.ts';
import type { PlainHosts } from '../oidc/plain-hosts.ts';
import { checkConfig, checkRules, mergedConfig } from './provider-check.ts';
import type { ProviderSecrets } from './provider-secrets.ts';
import { PROVIDER_COLUMNS, type ProviderRow, viewOf } from './provider-view.ts';

const MAX_PROVIDERS = 20;

const record = recorderOf('sso.providers', 'sso_provider');
const rows = new TableRows('sso_providers', {
  columns: PROVIDER_COLUMNS,
  searched: ['name'],
  sort: 'name',
  taken: { sso_providers_slug_key: slugTaken },
});

type Draft = Pick<
  ProviderRow,
  | 'name'
  | 'kind'
  | 'is_enabled'
  | 'config'
  | 'role_mapping'
  | 'default_role'
  | 'role_ceiling'
  | 'just_in_time'
  | 'link_by_email'
  | 'allowed_email_domains'
>;

/** An organization's providers. Changing one takes a role strictly above its ceiling. */
export class Providers extends Service<{ database: Database; secrets: ProviderSecrets; plain: PlainHosts }> {
  list(principal: Principal, query: PageQuery): Promise<Page<ProviderView>> {
    return this.parts.database.read(principal, async (unit) => {
      const page = await rows.page(unit, query);
      return { ...page, items: page.items.map((row) => viewOf(row as ProviderRow)) };
    });
  }

  get(principal: Principal, id: string): Promise<ProviderView> {
    return this.parts.database.read(principal, async (unit) =>
      viewOf((await rows.get(unit, id)) as ProviderRow),
    );
  }

  async create(principal: Principal, input: ProviderInput): Promise<ProviderView> {
    const { name, kind, is_enabled = true, just_in_time = true, link_by_email = false } = input;
    const draft: Draft = {
      name,
      kind,
      is_enabled,
      just_in_time,
      link_by_email,
      config: mergedConfig(kind, {}, input.config),
      role_mapping: input.role_mapping ?? [],
      default_role: (input.default_role ?? null) as GrantableRole | null,
      role_ceiling: (input.role_ceiling ?? 'viewer') as GrantableRole,
      allowed_email_domains: folded(input.allowed_email_domains ?? null),
    };
    await this.#check(principal, draft);
    return this.parts.database.write(principal, async (work) => {
      await rows.assertRoom(work, MAX_PROVIDERS, tooManyProviders);
      const id = newId();
      const secret = this.parts.secrets.sealed(
        { ...draft, id, organization_id: work.organization_id },
        input.config,
      );
      const values = { ...draft, id, secret };
      const row = await underFreeSlug(
        { given: input.slug, name, fallback: 'provider', taken: slugTaken },
        (slug) => insertIfFree(work, values, slug),
      );
      record(work, 'create', id, { name, kind, role_ceiling: row.role_ceiling });
      return viewOf(row);
    });
  }

  update(
    principal: Principal,
    id: string,
    patch: ProviderPatch,
    if_match: string | null,
  ): Promise<ProviderView> {
    return this.parts.database.write(principal, async (work) => {
      const before = await heldBelow(work, id, if_match);
      if (isUnchangedBy(viewOf(before), patch)) return viewOf(before);
      const { slug = before.slug, config = {}, ...rest } = patch;
      const draft = {
        ...before,
        ...rest,
        config: mergedConfig(before.kind, before.config, config),
      } as ProviderRow;
      await this.#check(principal, draft);
      const secret = this.parts.secrets.changed(before, draft.config, config);
      const domains = folded(draft.allowed_email_domains);
      const row = await changed(work, { ...draft, slug, secret, allowed_email_domains: domains });
      record(work, 'update', id, {
        name: row.name,
        fields: Object.keys(patch),
        settings: Object.keys(config),
        secret: secret === before.secret ? 'kept' : secret === null ? 'dropped' : 'set',
      });
      return viewOf(row);
    });
  }

  /** Users who signed in with it stay; only this way in ends. */
  remove(principal: Principal, id: string, if_match: string | null): Promise<void> {
    return this.parts.database.write(principal, async (work) => {
      const before = await heldBelow(work, id, if_match);
      await work.sql.deleteFrom('sso_identities').where('provider_id', '=', id).execute();
      await rows.remove(work, id, { is_enabled: false, secret: null });
      record(work, 'delete', id, { name: before.name, kind: before.kind });
    });
  }

  async #check(principal: Principal, draft: Draft): Promise<void> {
    assertBelow(principal, draft.role_ceiling);
    await checkConfig(draft.kind, draft.config, this.parts.plain);
    checkRules(draft);
  }
}

function assertBelow({ role }: Principal, ceiling: ProviderRow['role_ceiling']): void {
  if (!outranks(role, ceiling)) throw ceilingTooHigh();
}

const folded = (domains: readonly string[] | null): readonly string[] | null =>
  domains?.map((domain) => domain.toLowerCase()) ?? null;

async function heldBelow(work: UnitOfWork, id: string, if_match: string | null): Promise<ProviderRow> {
  const row = (await rows.hold(work, id)) as ProviderRow;
  assertBelow(work.principal, row.role_ceiling);
  assertUnchanged(if_match, row.updated_at);
  return row;
}

type NewRow = Draft & { readonly id: string; readonly secret: string | null };

async function insertIfFree(
  { sql: trx, organization_id }: UnitOfWork,
  { config, role_mapping, allowed_email_domains, ...values }: NewRow,
  slug: string,
): Promise<ProviderRow | undefined> {
  const row = await trx
    .insertInto('sso_providers')
    .values({
      ...values,
      organization_id,
      slug,
      config: jsonValue(config),
      role_mapping: jsonValue<readonly RoleRule[]>(role_mapping),
      allowed_email_domains: allowed_email_domains && [...allowed_email_domains],
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'slug']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning(PROVIDER_COLUMNS)
    .executeTakeFirst();
  return row as ProviderRow | undefined;
}

async function changed(work: UnitOfWork, row: ProviderRow): Promise<ProviderRow> {
  const { id, organization_id, kind, created_at, updated_at, config, role_mapping, ...values } = row;
  const after = await rows.change(work, id, {
    ...values,
    allowed_email_domains: values.allowed_email_domains && [...values.allowed_email_domains],
    config: jsonValue(config),
    role_mapping: jsonValue<readonly RoleRule[]>(role_mapping),
  });
  return after as ProviderRow;
}
