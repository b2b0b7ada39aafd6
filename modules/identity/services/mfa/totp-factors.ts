import type { Unit, UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { newId } from '@patchbay/kernel/schema';
import type { Secret, SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import { mfaEnabled } from '../../errors/mfa.ts';

export interface StoredTotp {
  readonly id: string;
  readonly secret: Secret;
  /** False: set up, but not shown to work yet. */
  readonly is_enabled: boolean;
}

/** The rows of authenticator apps, secrets sealed; every step of a code is spent by compare-and-set. */
export class TotpFactors extends Service<{ secrets: Pick<SecretBox, 'seal' | 'open'>; clock: Clock }> {
  async find({ sql, organization_id }: Unit, user_id: string): Promise<StoredTotp | undefined> {
    const row = await sql
      .selectFrom('totp_factors')
      .select(['id', 'secret', 'enabled_at'])
      .where('user_id', '=', user_id)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const place = { table: 'totp_factors', row_id: row.id, organization_id };
    return {
      id: row.id,
      secret: this.parts.secrets.open(row.secret, place),
      is_enabled: row.enabled_at !== null,
    };
  }

  /** Keeps a secret until it is enabled, instead of one that waits. Throws `identity.mfa_enabled`. */
  async pend({ sql, organization_id }: UnitOfWork, user_id: string, secret: Secret): Promise<void> {
    const id = newId();
    const sealed = this.parts.secrets.seal(secret, { table: 'totp_factors', row_id: id, organization_id });
    const kept = await sql
      .insertInto('totp_factors')
      .values({ id, organization_id, user_id, secret: sealed })
      .onConflict((conflict) =>
        conflict
          .constraint('totp_factors_user_key')
          .doUpdateSet({ id, secret: sealed, last_step: null, updated_at: this.#now() })
          .where('totp_factors.enabled_at', 'is', null),
      )
      .returning('id')
      .executeTakeFirst();
    if (!kept) throw mfaEnabled();
  }

  /** Enables the waiting secret; false when it waits no more. */
  async enable({ sql }: UnitOfWork, id: string): Promise<boolean> {
    const enabled = await sql
      .updateTable('totp_factors')
      .set({ enabled_at: this.#now(), updated_at: this.#now() })
      .where('id', '=', id)
      .where('enabled_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return enabled !== undefined;
  }

  /** False when a code of this step, or of a later one, was taken before. */
  async spend({ sql }: UnitOfWork, id: string, step: number): Promise<boolean> {
    const spent = await sql
      .updateTable('totp_factors')
      .set({ last_step: step, updated_at: this.#now() })
      .where('id', '=', id)
      .where(({ eb, or }) => or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
      .returning('id')
      .executeTakeFirst();
    return spent !== undefined;
  }

  #now(): string {
    return this.parts.clock.now().toISOString();
  }
}
