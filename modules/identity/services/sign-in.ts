import { type Database, exempt } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Passwords } from '@patchbay/kernel/secrets';
import type { Logger } from '@patchbay/kernel/telemetry';
import type { Authority, FirstStep } from '../contract.ts';
import { secondStepNeeded, wrongCredentials } from '../errors.ts';
import type { LoginAttempts } from './login-attempts.ts';
import { foldLogin } from './login-name.ts';
import type { Client, Sessions } from './sessions.ts';
import type { TokenPair } from './token-pair.ts';

const loginExemption = exempt('identity.login', 'a login is unique platform-wide and names no organization');

export interface SignInInput {
  readonly login: string;
  readonly password: string;
  readonly remember_me: boolean;
}

interface Candidate {
  readonly id: string;
  readonly organization_id: string;
  readonly password_hash: string | null;
  readonly mfa_enabled: boolean;
}

/** Failed attempts whose audit rows are still being written; beyond it they are logged only. */
const MOST_RECORDING = 500;

/** Login and password (SPEC 4.2, DECISIONS 8). */
export class SignIn {
  readonly #database: Database;
  readonly #authority: Authority;
  readonly #sessions: Sessions;
  readonly #attempts: LoginAttempts;
  readonly #passwords: Pick<Passwords, 'verify'>;
  readonly #logger: Logger;
  readonly #recording = new Set<Promise<void>>();

  constructor(
    database: Database,
    authority: Authority,
    sessions: Sessions,
    attempts: LoginAttempts,
    passwords: Pick<Passwords, 'verify'>,
    logger: Logger,
  ) {
    this.#database = database;
    this.#authority = authority;
    this.#sessions = sessions;
    this.#attempts = attempts;
    this.#passwords = passwords;
    this.#logger = logger;
  }

  /** The user whose password it is. Throws `identity.wrong_credentials` and `identity.account_locked`. */
  async firstStep(input: SignInInput, client: Client): Promise<FirstStep> {
    const { id } = await this.#check(input, client);
    return { user_id: id, method: 'password', remember_me: input.remember_me, two_factors: false };
  }

  /** The OAuth2 password grant: the same, but never for accounts with a second step. */
  async grant(input: SignInInput, client: Client): Promise<TokenPair> {
    const user = await this.#check(input, client);
    if (user.mfa_enabled) throw secondStepNeeded();
    const authority = await this.#authority.ofUser(user.id);
    return this.#sessions.open(authority, client, { method: 'password', remember_me: input.remember_me });
  }

  async #check({ login, password }: SignInInput, client: Client): Promise<Candidate> {
    const key = this.#attempts.keyOf(login);
    const user = await this.#find(key, foldLogin(login));
    const right = await this.#passwords.verify(password, user?.password_hash ?? null);
    if (user === undefined || !right) {
      await this.#database.asSystem(loginExemption, (trx) => this.#attempts.failed(trx, key));
      if (user !== undefined) this.#recordFailure(user, client);
      throw wrongCredentials();
    }
    await this.#database.asSystem(loginExemption, (trx) => this.#attempts.succeeded(trx, key));
    return user;
  }

  #find(login_key: string, folded: string): Promise<Candidate | undefined> {
    return this.#database.asSystem(loginExemption, async (trx) => {
      const [, user] = await Promise.all([
        this.#attempts.assertOpen(trx, login_key),
        trx
          .selectFrom('users')
          .select(['id', 'organization_id', 'password_hash', 'mfa_enabled'])
          .where((where) => where.or([where('email_key', '=', folded), where('username_key', '=', folded)]))
          .where('deleted_at', 'is', null)
          .executeTakeFirst(),
      ]);
      return user;
    });
  }

  /** Beside the answer, not before it: an unknown login has nothing to record, and time must not tell. */
  #recordFailure(user: Candidate, { ip }: Client): void {
    if (this.#recording.size >= MOST_RECORDING) {
      this.#logger.warn('a failed sign-in was not audited: too many at once', { user_id: user.id, ip });
      return;
    }
    const recorded = this.#database
      .write(systemPrincipal(user.organization_id), async (work) => {
        work.audit.record({
          action: 'auth.login_failed',
          target_type: 'user',
          target_id: user.id,
          detail: { ip },
        });
      })
      .catch((error: unknown) => this.#logger.error('a failed sign-in was not audited', { error }))
      .finally(() => this.#recording.delete(recorded));
    this.#recording.add(recorded);
  }

  /** Waits for audit rows that are still being written. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#recording);
  }
}
