import { type Database, exempt, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Logger } from '@patchbay/kernel/telemetry';
import { securityAccountLocked, securityStuffingDetected } from '../../events.ts';
import { FAILURE_WINDOW, type LoginAttempts } from './login-attempts.ts';

const watchExemption = exempt(
  'identity.guess_watch',
  'failures are counted per user before anybody acts in an organization',
);

/** Failures whose counting is under way; beyond it they are logged only. */
const MAX_UNDER_WAY = 500;

/**
 * Adds up the failures at one user, by whatever name and at whatever step, and publishes locks and full windows
 * in the user's organization. Beside the answer, not before it: an unknown login publishes nothing, and time must
 * not reveal that.
 */
export class BruteForceAlarm extends Service<{
  database: Database;
  attempts: LoginAttempts;
  logger: Logger;
}> {
  readonly #underWay = new Set<Promise<void>>();

  /** `locked_until`: the lock that this failure brought about, if it did. */
  failed(user_id: string, locked_until: string | null): void {
    if (this.#underWay.size >= MAX_UNDER_WAY) {
      this.parts.logger.warn('a failed attempt was not counted for its user: too many at once', { user_id });
      return;
    }
    const told = this.#tell(user_id, locked_until)
      .catch((error: unknown) =>
        this.parts.logger.error('a failed attempt was not counted for its user', { error }),
      )
      .finally(() => this.#underWay.delete(told));
    this.#underWay.add(told);
  }

  async #tell(user_id: string, locked_until: string | null): Promise<void> {
    const { organization_id, failures } = await this.#count(user_id);
    const isFull = failures === FAILURE_WINDOW.most;
    if (organization_id === undefined || (!isFull && locked_until === null)) return;
    await this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      if (locked_until !== null) recordLock(work, user_id, locked_until);
      if (isFull) recordStuffing(work, user_id);
    });
  }

  /** Failures in the user's window now: exactly one caller sees each number. */
  #count(user_id: string): Promise<{ organization_id: string | undefined; failures: number }> {
    return this.parts.database.asSystem(watchExemption, async (trx) => {
      const user = await trx
        .selectFrom('users')
        .select('organization_id')
        .where('id', '=', user_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      const key = this.parts.attempts.keyOf(`user ${user_id}`);
      return { organization_id: user?.organization_id, failures: await this.parts.attempts.seen(trx, key) };
    });
  }

  /** Waits for events that are being published. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }
}

function recordLock(work: UnitOfWork, user_id: string, locked_until: string): void {
  const detail = { locked_until };
  work.events.publish(securityAccountLocked, { user_id, locked_until });
  work.audit.record({ action: 'auth.account_locked', target_type: 'user', target_id: user_id, detail });
}

function recordStuffing(work: UnitOfWork, user_id: string): void {
  const detail = { failures: FAILURE_WINDOW.most, window_seconds: FAILURE_WINDOW.milliseconds / 1_000 };
  work.events.publish(securityStuffingDetected, { user_id, ...detail });
  work.audit.record({ action: 'auth.stuffing_detected', target_type: 'user', target_id: user_id, detail });
}
