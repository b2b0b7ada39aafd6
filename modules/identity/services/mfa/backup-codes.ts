import { randomBytes } from 'node:crypto';
import type { Unit, UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { newId } from '@patchbay/kernel/schema';
import type { Passwords, SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';

const CODES = 10;
const CODE_BYTES = 4;

/** Codes to show once, with their stored hashes. */
export interface CodeSet {
  readonly codes: readonly string[];
  readonly hashes: readonly string[];
}

export interface StoredCode {
  readonly id: string;
  readonly code_hash: string;
  readonly is_used: boolean;
}

/** Ten single-use codes of eight hex characters, under a slow hash with one salt per set (DECISIONS 10). */
export class BackupCodes extends Service<{
  passwords: Pick<Passwords, 'hash' | 'hashLike'>;
  secrets: Pick<SecretBox, 'equal'>;
  clock: Clock;
}> {
  /** Slow on purpose, so call it before opening a unit. */
  async make(): Promise<CodeSet> {
    const made = new Set<string>();
    while (made.size < CODES) made.add(randomBytes(CODE_BYTES).toString('hex'));
    const [first = '', ...others] = made;
    const hash = await this.parts.passwords.hash(first);
    const hashes = await Promise.all(others.map((code) => this.parts.passwords.hashLike(code, hash)));
    return { codes: [first, ...others], hashes: [hash, ...hashes] };
  }

  /** Voids the user's former codes. */
  async replace(work: UnitOfWork, user_id: string, hashes: readonly string[]): Promise<void> {
    const { sql, organization_id } = work;
    await sql.deleteFrom('backup_codes').where('user_id', '=', user_id).execute();
    const rows = hashes.map((code_hash) => ({ id: newId(), organization_id, user_id, code_hash }));
    await sql.insertInto('backup_codes').values(rows).execute();
  }

  async stored({ sql }: Unit, user_id: string): Promise<readonly StoredCode[]> {
    const rows = await sql
      .selectFrom('backup_codes')
      .select(['id', 'code_hash', 'used_at'])
      .where('user_id', '=', user_id)
      .execute();
    return rows.map(({ id, code_hash, used_at }) => ({ id, code_hash, is_used: used_at !== null }));
  }

  /** The stored code this is, used or not; one slow hash, since the set shares its salt. */
  async match(code: string, stored: readonly StoredCode[]): Promise<StoredCode | undefined> {
    const [first] = stored;
    if (first === undefined) return undefined;
    const hash = await this.parts.passwords.hashLike(code, first.code_hash);
    return stored.filter(({ code_hash }) => this.parts.secrets.equal(code_hash, hash))[0];
  }

  /** False when it was used before, or voided. */
  async spend({ sql }: UnitOfWork, id: string): Promise<boolean> {
    const at = this.parts.clock.now().toISOString();
    const spent = await sql
      .updateTable('backup_codes')
      .set({ used_at: at, updated_at: at })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return spent !== undefined;
  }
}
