import { type Database, exempt, sql, type UnitOfWork } from '@patchbay/kernel/database';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Authority, Factors, SecondFactor } from '../contract.ts';

const factorsExemption = exempt(
  'identity.second_factors',
  'a sign-in asks for its second step before it has a principal',
);

/** The second factors users have, as the modules that own them tell. */
export class SecondFactors implements Factors {
  readonly #database: Database;
  readonly #authority: Authority;
  readonly #kinds: Contributions<SecondFactor>;

  constructor(database: Database, authority: Authority, kinds: Contributions<SecondFactor>) {
    this.#database = database;
    this.#authority = authority;
    this.#kinds = kinds;
  }

  methodsOf(user_id: string): Promise<readonly string[]> {
    return this.#database.asSystem(factorsExemption, (trx) => this.#enrolled(trx, user_id));
  }

  async changed(work: UnitOfWork, user_id: string): Promise<void> {
    const mfa_enabled = (await this.#enrolled(work.sql, user_id)).length > 0;
    await work.sql
      .updateTable('users')
      .set((each) => ({
        mfa_enabled,
        token_version: each('token_version', '+', 1),
        updated_at: sql<string>`now()`,
      }))
      .where('id', '=', user_id)
      .execute();
    work.afterCommit(() => this.#authority.changed(user_id));
  }

  async reset(work: UnitOfWork, user_id: string): Promise<void> {
    for (const kind of this.#kinds.values) await kind.remove(work, user_id);
    await this.changed(work, user_id);
  }

  async #enrolled(trx: UnitOfWork['sql'], user_id: string): Promise<readonly string[]> {
    const methods: string[] = [];
    for (const kind of this.#kinds.values) {
      if (await kind.isEnrolled(trx, user_id)) methods.push(kind.method);
    }
    return methods;
  }
}
