import { Batcher } from '@patchbay/kernel/concurrency';
import { type Database, exempt, type Kysely, type Tables } from '@patchbay/kernel/database';
import type { Principal } from '@patchbay/kernel/permissions';
import { actingIn, actingUsers } from '@patchbay/module-identity/contract';
import type { AuthorOf } from '@patchbay/runs';

const authorExemption = exempt('fabric.author', 'a run reads what its author may do before it has a scope');

const READINGS_AT_ONCE = 2;

/** Authors as principals, read from the database at the moment of effect and never kept (RULES R7). */
export class Authors {
  /** All that are asked for at one moment are read together; lanes, so that none waits for an earlier reading. */
  readonly #asked: Batcher<string, Principal | undefined>;

  constructor(database: Pick<Database, 'onceAsSystem'>) {
    this.#asked = new Batcher(
      async (ids) => {
        const authors = await database.onceAsSystem(authorExemption, (db) => actingUsers(db, ids));
        return ids.map((id) => authors.get(id));
      },
      { lanes: READINGS_AT_ONCE },
    );
  }

  /** Null for an author who is gone, disabled or at home in another organization. */
  async now(author_id: string, organization_id: string): Promise<Principal | null> {
    return actingIn(await this.#asked.add(author_id), organization_id);
  }
}

/** Authors by what they wrote, in the caller's transaction. */
export async function authorsAmong(db: Kysely<Tables>, ids: readonly string[]): Promise<AuthorOf> {
  const users = await actingUsers(db, ids);
  return ({ author_id, organization_id }) => actingIn(users.get(author_id), organization_id);
}
