import { type Database, exempt } from '@patchbay/kernel/database';
import type { Attempts } from '../contract.ts';
import type { LoginAttempts } from './login-attempts.ts';

const attemptsExemption = exempt('identity.attempts', 'failed attempts are counted platform-wide');

/** Failed attempts, each step in a transaction of its own. */
export class CountedAttempts implements Attempts {
  readonly #database: Database;
  readonly #attempts: LoginAttempts;

  constructor(database: Database, attempts: LoginAttempts) {
    this.#database = database;
    this.#attempts = attempts;
  }

  async assertOpen(subject: string): Promise<void> {
    const key = this.#attempts.keyOf(subject);
    await this.#database.asSystem(attemptsExemption, (trx) => this.#attempts.assertOpen(trx, key));
  }

  async failed(subject: string): Promise<void> {
    const key = this.#attempts.keyOf(subject);
    await this.#database.asSystem(attemptsExemption, (trx) => this.#attempts.failed(trx, key));
  }

  async succeeded(subject: string): Promise<void> {
    const key = this.#attempts.keyOf(subject);
    await this.#database.asSystem(attemptsExemption, (trx) => this.#attempts.succeeded(trx, key));
  }
}
