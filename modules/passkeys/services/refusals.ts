import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { PatchbayError } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Purpose } from './challenges.ts';

/** Reason of a refusal, for the record only: callers do not see it. */
export type RefusalReason =
  | 'challenge'
  | 'replayed'
  | 'no_passkey'
  | 'unknown_passkey'
  | 'user_handle'
  | 'not_verified'
  | 'counter_went_back'
  | 'user_inactive'
  | 'user_gone_or_changed';

export interface Refusal {
  readonly purpose: Purpose | 'removal';
  readonly user_id: string;
  /** Else the id of the error that was thrown. */
  readonly reason: RefusalReason | `passkeys.${string}`;
  readonly ip: string;
  readonly passkey_id?: string | undefined;
}

/** Keeps on record what was refused to whom. */
export class Refusals extends Service<{ database: Database }> {
  async record(principal: Principal, { user_id, ...detail }: Refusal): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      work.audit.record({ action: 'passkeys.refused', target_type: 'user', target_id: user_id, detail });
    });
  }

  /** Runs `work`, whose unit is undone when it refuses; then the refusal is recorded in one of its own. */
  async watch<T>(
    principal: Principal,
    about: Omit<Refusal, 'reason' | 'user_id'>,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { user_id } = principal;
      if (user_id !== null && error instanceof PatchbayError && isOwn(error.id))
        await this.record(principal, { ...about, user_id, reason: error.id });
      throw error;
    }
  }
}

const isOwn = (id: string): id is `passkeys.${string}` => id.startsWith('passkeys.');
