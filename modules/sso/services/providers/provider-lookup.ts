import { type Database, exempt, type Kysely, type Tables } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import { severalDirectories } from '../../errors.ts';
import type { ProviderKind } from '../../schemas/providers.ts';
import type { SignInProvider } from '../admission/sign-in-provider.ts';
import type { ProviderSecrets } from './provider-secrets.ts';
import { PROVIDER_COLUMNS, type ProviderRow } from './provider-view.ts';

const lookupExemption = exempt('sso.lookup', 'a sign-in names its provider before anybody is known');

export interface Button {
  readonly id: string;
  readonly name: string;
  readonly kind: ProviderKind;
}

const MAX_BUTTONS = 20;

/** Providers as sign-ins find them: enabled ones of organizations that are active. */
export class ProviderLookup extends Service<{ database: Database; secrets: ProviderSecrets }> {
  buttons(organization_slug: string): Promise<readonly Button[]> {
    return this.parts.database.asSystem(lookupExemption, (trx) =>
      enabled(trx)
        .select(['sso_providers.id', 'sso_providers.name', 'kind'])
        .where('organizations.slug', '=', organization_slug)
        .orderBy('sso_providers.name')
        .orderBy('sso_providers.id')
        .limit(MAX_BUTTONS)
        .execute(),
    );
  }

  /** Throws `kernel.not_found` for any provider without a sign-in of this kind. */
  async enabled(id: string, kind: ProviderKind): Promise<SignInProvider> {
    const [row] = await this.parts.database.asSystem(lookupExemption, (trx) =>
      rows(trx, kind).where('sso_providers.id', '=', id).execute(),
    );
    return this.#opened(row as ProviderRow | undefined);
  }

  /** The only directory of an organization; throws `sso.several_directories` when there are more. */
  async directoryOf(organization_slug: string): Promise<SignInProvider> {
    const [row, another] = await this.parts.database.asSystem(lookupExemption, (trx) =>
      rows(trx, 'ldap').where('organizations.slug', '=', organization_slug).limit(2).execute(),
    );
    if (another !== undefined) throw severalDirectories();
    return this.#opened(row as ProviderRow | undefined);
  }

  /** For administrators who try a provider that may not be enabled yet. */
  async own(principal: Principal, id: string): Promise<SignInProvider> {
    const row = await this.parts.database.read(principal, ({ sql: trx }) =>
      trx
        .selectFrom('sso_providers')
        .select(PROVIDER_COLUMNS)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    );
    return this.#opened(row as ProviderRow | undefined);
  }

  #opened(row: ProviderRow | undefined): SignInProvider {
    if (row === undefined) throw notFound();
    return { ...row, secret: row.secret === null ? null : this.parts.secrets.open(row, row.secret) };
  }
}

const enabled = (trx: Kysely<Tables>) =>
  trx
    .selectFrom('sso_providers')
    .innerJoin('organizations', 'organizations.id', 'sso_providers.organization_id')
    .where('sso_providers.is_enabled', '=', true)
    .where('sso_providers.deleted_at', 'is', null)
    .where('organizations.is_active', '=', true)
    .where('organizations.deleted_at', 'is', null);

const rows = (trx: Kysely<Tables>, kind: ProviderKind) =>
  enabled(trx)
    .select(PROVIDER_COLUMNS.map((column) => `sso_providers.${column}` as const))
    .where('kind', '=', kind);
