import {
  containing,
  type Database,
  type Page,
  type PageQuery,
  readPage,
  sql,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import { assertUnchanged } from '@patchbay/kernel/http';
import type { Principal } from '@patchbay/kernel/permissions';
import { Secret, type SecretBox } from '@patchbay/kernel/secrets';
import type { ControllerTarget } from '@patchbay/module-gateway/contract';
import type { Static } from 'typebox';
import { v7 as uuidv7 } from 'uuid';
import { credentialInUse } from '../errors.ts';
import type { CredentialInput, CredentialPatch, CredentialReply } from '../schemas.ts';

export type CredentialView = Static<typeof CredentialReply>;
export type OpenCredential = NonNullable<ControllerTarget['credential']>;

const columns = ['id', 'organization_id', 'name', 'kind', 'username', 'created_at', 'updated_at'] as const;

/** Sign-ins for equipment; the secret goes in and never comes out through here but to an adapter. */
export class Credentials {
  readonly #database: Database;
  readonly #secrets: Pick<SecretBox, 'seal' | 'open'>;

  constructor(database: Database, secrets: Pick<SecretBox, 'seal' | 'open'>) {
    this.#database = database;
    this.#secrets = secrets;
  }

  list(principal: Principal, query: PageQuery): Promise<Page<CredentialView>> {
    return this.#database.read(principal, async ({ sql: db }) => {
      let found = db.selectFrom('credentials').where('deleted_at', 'is', null);
      if (query.search) found = found.where('name', 'ilike', containing(query.search));
      const page = await readPage(found.select(columns), query, { sort: 'name' });
      return { ...page, items: page.items.map(shown) };
    });
  }

  get(principal: Principal, id: string): Promise<CredentialView> {
    return this.#database.read(principal, (unit) => this.#row(unit, id));
  }

  create(principal: Principal, input: Static<typeof CredentialInput>): Promise<CredentialView> {
    return this.#database.write(principal, async (work) => {
      const id = uuidv7();
      const { organization_id } = work;
      const { secret, username = null, name, kind } = input;
      const sealed = this.#seal(secret, id, organization_id);
      const row = await work.sql
        .insertInto('credentials')
        .values({ id, organization_id, name, kind: kind as CredentialKind, username, secret: sealed })
        .returning(columns)
        .executeTakeFirstOrThrow();
      work.audit.record({
        action: 'credentials.create',
        target_type: 'credential',
        target_id: id,
        detail: { name, kind },
      });
      return shown(row);
    });
  }

  update(
    principal: Principal,
    id: string,
    patch: Static<typeof CredentialPatch>,
    if_match: string | null,
  ): Promise<CredentialView> {
    return this.#database.write(principal, async (work) => {
      const before = await this.#row(work, id, true);
      assertUnchanged(if_match, before.updated_at);
      const { secret, ...plain } = patch;
      const row = await work.sql
        .updateTable('credentials')
        .set({
          ...(plain as Partial<{ name: string; kind: CredentialKind; username: string | null }>),
          ...(secret === undefined ? {} : { secret: this.#seal(secret, id, work.organization_id) }),
          updated_at: sql`now()`,
        })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning(columns)
        .executeTakeFirst();
      if (!row) throw notFound();
      work.audit.record({
        action: 'credentials.update',
        target_type: 'credential',
        target_id: id,
        detail: { fields: Object.keys(patch) },
      });
      return shown(row);
    });
  }

  remove(principal: Principal, id: string): Promise<void> {
    return this.#database.write(principal, async (work) => {
      await this.#row(work, id, true);
      const user = await work.sql
        .selectFrom('controllers')
        .select('id')
        .where('credential_id', '=', id)
        .where('deleted_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      if (user) throw credentialInUse();
      await work.sql
        .updateTable('credentials')
        .set({ deleted_at: sql`now()` })
        .where('id', '=', id)
        .execute();
      work.audit.record({ action: 'credentials.delete', target_type: 'credential', target_id: id });
    });
  }

  /** The sign-in as an adapter needs it, read inside the caller's unit. */
  async open(unit: UnitOfWork, id: string): Promise<OpenCredential> {
    const row = await unit.sql
      .selectFrom('credentials')
      .select(['kind', 'username', 'secret'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!row) throw notFound();
    const { kind, username } = row;
    const place = { table: 'credentials', row_id: id, organization_id: unit.organization_id };
    return { kind, username, secret: this.#secrets.open(row.secret, place).reveal() };
  }

  #seal(secret: string, row_id: string, organization_id: string): string {
    return this.#secrets.seal(new Secret(secret), { table: 'credentials', row_id, organization_id });
  }

  async #row({ sql: db }: UnitOfWork, id: string, lock = false): Promise<CredentialView> {
    const found = db
      .selectFrom('credentials')
      .select(columns)
      .where('id', '=', id)
      .where('deleted_at', 'is', null);
    const row = await (lock ? found.forUpdate() : found).executeTakeFirst();
    if (!row) throw notFound();
    return shown(row);
  }
}

type CredentialKind = OpenCredential['kind'];

const shown = <R extends object>(row: R): R & { readonly secret_set: true } => ({ ...row, secret_set: true });
