import {
  columnsOf,
  type Database,
  isUnchangedBy,
  type Page,
  type PageQuery,
  sql,
  TableRows,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Authority } from '@patchbay/module-identity/contract';
import { noSecret, tooManyApplications } from '../../errors.ts';
import {
  type ApplicationInput,
  type ApplicationPatch,
  ApplicationSchema,
  type ApplicationView,
  type ApplicationWithSecret,
} from '../../schemas/applications.ts';
import { newOpaque, opaqueHash } from '../tokens/opaque-text.ts';
import type { ApplicationRules } from './application-rules.ts';

const MAX_APPLICATIONS = 100;

const rows = new TableRows('oauth2_applications', {
  columns: columnsOf(ApplicationSchema),
  searched: ['name', 'client_id'],
  sort: 'name',
  ties: 'asc',
});

/** Third parties' programs, as the administrators of an organization register them. */
export class Applications extends Service<{
  database: Database;
  authority: Authority;
  secrets: Pick<SecretBox, 'randomToken'>;
  rules: ApplicationRules;
}> {
  list(principal: Principal, query: PageQuery): Promise<Page<ApplicationView>> {
    return this.parts.database.read(principal, (unit) => rows.page(unit, query));
  }

  get(principal: Principal, id: string): Promise<ApplicationView> {
    return this.parts.database.read(principal, (unit) => rows.get(unit, id));
  }

  /** A confidential one comes with its secret, which is nowhere kept. Throws `oauth2.too_many_applications`. */
  async create(principal: Principal, input: ApplicationInput): Promise<ApplicationWithSecret> {
    this.parts.rules.check(input);
    const secret = input.confidential ? this.#newSecret() : undefined;
    const row = await this.parts.database.write(principal, async (work) => {
      await rows.assertRoom(work, MAX_APPLICATIONS, tooManyApplications);
      const created = await rows.add(work, {
        id: newId(),
        client_id: newOpaque('client', (bytes) => this.parts.secrets.randomToken(bytes)),
        secret_hash: secret === undefined ? null : opaqueHash(secret),
        name: input.name,
        redirect_uris: [...new Set(input.redirect_uris)],
        scopes: [...new Set(input.scopes)],
        confidential: input.confidential,
        is_active: input.is_active ?? true,
      });
      noted(work, 'create', created);
      return created;
    });
    return secret === undefined ? row : { ...row, client_secret: secret };
  }

  /** Switching it off ends its grants; a scope taken from it is gone from its tokens at once. */
  update(
    principal: Principal,
    id: string,
    patch: ApplicationPatch,
    if_match: string | null,
  ): Promise<ApplicationView> {
    this.parts.rules.check(patch);
    return this.parts.database.write(principal, async (work) => {
      const before = await rows.hold(work, id, if_match);
      if (isUnchangedBy(before, patch)) return before;
      const row = await rows.change(work, id, patch);
      if (patch.is_active === false) await this.#endGrants(work, id, 'application_disabled');
      noted(work, 'update', row);
      if (patch.scopes || patch.is_active === false)
        work.afterCommit(() => this.parts.authority.organizationChanged());
      return row;
    });
  }

  async remove(principal: Principal, id: string, if_match: string | null): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      const row = await rows.hold(work, id, if_match);
      await rows.remove(work, id, { is_active: false });
      await this.#endGrants(work, id, 'application_deleted');
      noted(work, 'delete', row);
      work.afterCommit(() => this.parts.authority.organizationChanged());
    });
  }

  /** The former secret is no good from now on. Throws `oauth2.no_secret` for a public application. */
  async rotateSecret(principal: Principal, id: string): Promise<ApplicationWithSecret> {
    const client_secret = this.#newSecret();
    const row = await this.parts.database.write(principal, async (work) => {
      const { confidential } = await rows.hold(work, id);
      if (!confidential) throw noSecret();
      const rotated = await rows.change(work, id, { secret_hash: opaqueHash(client_secret) });
      noted(work, 'rotate_secret', rotated);
      return rotated;
    });
    return { ...row, client_secret };
  }

  #newSecret(): string {
    return newOpaque('secret', (bytes) => this.parts.secrets.randomToken(bytes));
  }

  async #endGrants(work: UnitOfWork, application_id: string, revoked_reason: string): Promise<void> {
    await work.sql
      .updateTable('oauth2_grants')
      .set({ revoked_at: sql<string>`now()`, revoked_reason })
      .where('application_id', '=', application_id)
      .where('revoked_at', 'is', null)
      .execute();
  }
}

function noted(work: UnitOfWork, verb: string, { id, client_id, scopes, is_active }: ApplicationView): void {
  work.audit.record({
    action: `oauth2.applications.${verb}`,
    target_type: 'oauth2_application',
    target_id: id,
    detail: { client_id, scopes, is_active },
  });
}
