import { type Database, exempt, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Authority, Factors, SecondFactor } from '../../contract.ts';
import { secondStepUnavailable } from '../../errors/accounts.ts';

const factorsExemption = exempt(
  'identity.second_factors',
  'a sign-in asks for its second step before it has a principal',
);

/** The second factors users have, from the modules that own them. */
export class SecondFactors
  extends Service<{ database: Database; authority: Authority; kinds: Contributions<SecondFactor> }>
  implements Factors
{
  methodsOf(user_id: string): Promise<readonly string[]> {
    return this.parts.database.readAsSystem(factorsExemption, (trx) => this.#methods(trx, user_id));
  }

  async demandedOf(user_id: string): Promise<readonly string[]> {
    const { methods, flagged } = await this.parts.database.readAsSystem(factorsExemption, async (trx) => {
      const [enrolled, is_flagged] = await Promise.all([
        this.#methods(trx, user_id),
        isFlagged(trx, user_id),
      ]);
      return { methods: enrolled, flagged: is_flagged };
    });
    if (methods.length === 0 && flagged) throw secondStepUnavailable();
    return methods;
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
    if (!mfa_enabled) await work.sql.deleteFrom('backup_codes').where('user_id', '=', user_id).execute();
    work.afterCommit(() => this.parts.authority.changed(user_id));
  }

  async reset(work: UnitOfWork, user_id: string): Promise<void> {
    for (const kind of this.parts.kinds.values) await kind.remove(work, user_id);
    await this.changed(work, user_id);
  }

  async #methods(trx: UnitOfWork['sql'], user_id: string): Promise<readonly string[]> {
    const enrolled = await this.#enrolled(trx, user_id);
    if (enrolled.length === 0) return [];
    return (await hasBackupCode(trx, user_id)) ? [...enrolled, 'backup_code'] : enrolled;
  }

  async #enrolled(trx: UnitOfWork['sql'], user_id: string): Promise<readonly string[]> {
    const kinds = this.parts.kinds.values;
    const enrolled = await Promise.all(kinds.map((kind) => kind.isEnrolled(trx, user_id)));
    return kinds.filter((_, index) => enrolled[index]).map(({ method }) => method);
  }
}

async function isFlagged(trx: UnitOfWork['sql'], user_id: string): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select('mfa_enabled')
    .where('id', '=', user_id)
    .executeTakeFirst();
  return user?.mfa_enabled ?? false;
}

/** Backup codes stand in for a factor; alone they are none. */
async function hasBackupCode(trx: UnitOfWork['sql'], user_id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('backup_codes')
    .select('id')
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
