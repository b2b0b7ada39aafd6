import { Batcher } from '@patchbay/kernel/concurrency';
import { type Database, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import type { Principal, RoleName } from '@patchbay/kernel/permissions';
import { AUTHORITY_FUNCTION } from '@patchbay/module-identity/contract';

interface AuthorityRow {
  readonly user_id: string;
  readonly organization_id: string | null;
  readonly role: RoleName;
  readonly is_active: boolean;
  readonly token_version: number;
  readonly site_ids: readonly string[] | null;
}

const authorExemption = exempt('fabric.author', 'a run reads what its author may do before it has a scope');

const READINGS_AT_ONCE = 2;

/**
 * Authors as principals, read from the database at the moment of effect and never remembered (RULES R7). An
 * author who is gone, disabled or at home in another organization is absent.
 */
export class Authors {
  /** All that are asked for at one moment are read together; lanes, so that none waits for an earlier reading. */
  readonly #asked: Batcher<string, Principal | undefined>;

  constructor(database: Pick<Database, 'onceAsSystem'>) {
    this.#asked = new Batcher(
      async (ids) => {
        const authors = await database.onceAsSystem(authorExemption, (db) =>
          this.among(db, [...new Set(ids)]),
        );
        return ids.map((id) => authors.get(id));
      },
      { lanes: READINGS_AT_ONCE },
    );
  }

  /** Null: may not act any more. */
  async now(author_id: string, organization_id: string): Promise<Principal | null> {
    return actingIn(await this.#asked.add(author_id), organization_id);
  }

  /** Principals by user id, in the caller's transaction. */
  async among(db: Kysely<Tables>, author_ids: readonly string[]): Promise<ReadonlyMap<string, Principal>> {
    if (author_ids.length === 0) return new Map();
    const { rows } = await sql<AuthorityRow>`
      select a.user_id, b.organization_id, b.role, b.is_active, b.token_version, b.site_ids
      from unnest(${author_ids}::uuid[]) as a(user_id), lateral ${sql.raw(AUTHORITY_FUNCTION)}(a.user_id, null) b`.execute(
      db,
    );
    return new Map(rows.filter(({ is_active }) => is_active).map((row) => [row.user_id, principalOf(row)]));
  }
}

/** An author acts in the organization that holds the account. */
export const actingIn = (author: Principal | undefined, organization_id: string): Principal | null =>
  author !== undefined && author.organization_id === organization_id ? author : null;

const principalOf = (row: AuthorityRow): Principal =>
  Object.freeze({
    kind: 'user',
    user_id: row.user_id,
    organization_id: String(row.organization_id),
    role: row.role,
    scopes: null,
    site_ids: row.site_ids,
    key_id: null,
    session_id: null,
    token_version: row.token_version,
  });
