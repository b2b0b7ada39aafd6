import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Attempts } from '../../contract.ts';
import type { BackupCodes } from './backup-codes.ts';
import type { TotpCodes } from './totp-codes.ts';
import type { TotpFactors } from './totp-factors.ts';

/** Owner of the second step. */
export interface StepOwner {
  readonly user_id: string;
  readonly organization_id: string;
}

export type StepMethod = 'totp' | 'backup_code';

/** `spent`: it was right once, so that it is refused but does not count as a guess. */
type Outcome = 'held' | 'wrong' | 'spent';

const TOTP = /^[0-9]{6}$/;
const BACKUP = /^[0-9a-f]{8}$/;

/** Takes the codes of second steps: each once, five wrong ones lock the step (DECISIONS 10). */
export class SecondStep extends Service<{
  database: Database;
  attempts: Attempts;
  codes: TotpCodes;
  factors: TotpFactors;
  backup: BackupCodes;
}> {
  /**
   * Kind of code that matched; null for one that is wrong or used. Throws `identity.account_locked`,
   * `identity.totp_unavailable` for an app's code while the library is missing.
   */
  async take(owner: StepOwner, text: string, ip: string): Promise<StepMethod | null> {
    const subject = `second-step ${owner.user_id}`;
    await this.parts.attempts.assertOpen(subject, owner.user_id);
    const code = text.replace(/[\s-]/g, '').toLowerCase();
    const method = TOTP.test(code) ? 'totp' : 'backup_code';
    const outcome =
      method === 'totp' ? await this.#takeTotp(owner, code) : await this.#takeBackup(owner, code);
    if (outcome !== 'held') await this.#recordRefusal(owner, { ip, method, why: outcome });
    if (outcome === 'wrong') await this.parts.attempts.failed(subject, owner.user_id);
    if (outcome !== 'held') return null;
    await this.parts.attempts.succeeded(subject);
    return method;
  }

  #takeTotp({ user_id, organization_id }: StepOwner, code: string): Promise<Outcome> {
    return this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      const factor = await this.parts.factors.find(work, user_id);
      const step = factor?.is_enabled ? await this.parts.codes.stepOf(factor.secret, code) : null;
      if (factor === undefined || step === null) return 'wrong';
      return (await this.parts.factors.spend(work, factor.id, step)) ? 'held' : 'spent';
    });
  }

  async #takeBackup({ user_id, organization_id }: StepOwner, code: string): Promise<Outcome> {
    if (!BACKUP.test(code)) return 'wrong';
    const system = systemPrincipal(organization_id);
    const stored = await this.parts.database.read(system, (unit) => this.parts.backup.stored(unit, user_id));
    const found = await this.parts.backup.match(code, stored);
    if (found === undefined) return 'wrong';
    if (found.is_used) return 'spent';
    const won = await this.parts.database.write(system, (work) => this.parts.backup.spend(work, found.id));
    return won ? 'held' : 'spent';
  }

  async #recordRefusal(
    { user_id, organization_id }: StepOwner,
    detail: Readonly<Record<string, string>>,
  ): Promise<void> {
    await this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      work.audit.record({
        action: 'auth.second_step_failed',
        target_type: 'user',
        target_id: user_id,
        detail,
      });
    });
  }
}
