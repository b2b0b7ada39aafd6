import { type Database, exempt } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Attempts } from '../../contract.ts';
import { accountLocked, tooManyFailures } from '../../errors/accounts.ts';
import type { BruteForceAlarm } from './brute-force-alarm.ts';
import type { AttemptState, LoginAttempts } from './login-attempts.ts';

const attemptsExemption = exempt('identity.attempts', 'failed attempts are counted platform-wide');

/** Failed attempts, each step in a transaction of its own. */
export class CountedAttempts
  extends Service<{ database: Database; attempts: LoginAttempts; watch: Pick<BruteForceAlarm, 'failed'> }>
  implements Attempts
{
  async assertOpen(subject: string, user_id?: string): Promise<void> {
    const key = this.parts.attempts.keyOf(subject);
    const standing = await this.parts.database.readAsSystem(attemptsExemption, (trx) =>
      this.parts.attempts.standing(trx, key),
    );
    if (standing.state === 'locked') await this.#guessedAtLock(subject, user_id);
    refuseUnlessOpen(standing);
  }

  async failed(subject: string, user_id?: string): Promise<void> {
    const standing = await this.#counted('failed', subject);
    if (user_id !== undefined) this.parts.watch.failed(user_id, standing.newLockUntil);
    refuseUnlessOpen(standing);
  }

  async succeeded(subject: string): Promise<void> {
    refuseUnlessOpen(await this.#counted('succeeded', subject));
  }

  /** A guess at a locked subject is a failure like any other. */
  async #guessedAtLock(subject: string, user_id?: string): Promise<void> {
    await this.#counted('failed', subject);
    if (user_id !== undefined) this.parts.watch.failed(user_id, null);
  }

  #counted(step: 'failed' | 'succeeded', subject: string): Promise<AttemptState> {
    const key = this.parts.attempts.keyOf(subject);
    return this.parts.database.asSystem(attemptsExemption, (trx) => this.parts.attempts[step](trx, key));
  }
}

function refuseUnlessOpen({ state, leftMs }: AttemptState): void {
  if (state === 'open') return;
  const error = state === 'locked' ? accountLocked : tooManyFailures;
  throw error({ retryAfterSeconds: Math.ceil(leftMs / 1_000) });
}
