import { type Database, exempt } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Passwords } from '@patchbay/kernel/secrets';
import type { Logger } from '@patchbay/kernel/telemetry';
import type { Attempts, Authority, FirstStep, Membership } from '../../contract.ts';
import { secondStepNeeded, wrongCredentials } from '../../errors/accounts.ts';
import type { Memberships } from '../people/memberships.ts';
import type { Client, Sessions } from '../tokens/sessions.ts';
import type { TokenPair } from '../tokens/token-pairs.ts';
import { foldLogin, signInSubject } from './login-name.ts';

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
  readonly token_version: number;
}

interface Checked {
  readonly user: Candidate;
  readonly standing: Promise<Membership> | undefined;
  /** Fails when the login was locked while its password was being checked. */
  readonly confirmed: Promise<void>;
}

const MAX_USER_AGENT = 500;
/** Failed attempts whose audit rows are still being written; beyond it they are logged only. */
const MAX_RECORDING = 500;

/**
 * Login and password (SPEC 4.2, DECISIONS 8). Failures count per account, whichever of its names was typed, and per
 * login where there is no account: both are counted and answered alike.
 */
export class SignIn extends Service<{
  database: Database;
  authority: Authority;
  sessions: Sessions;
  attempts: Attempts;
  passwords: Pick<Passwords, 'verify'>;
  standings: Pick<Memberships, 'ahead'>;
  logger: Logger;
}> {
  readonly #recording = new Set<Promise<void>>();

  /** The user whose password it is. Throws `identity.wrong_credentials` and `identity.account_locked`. */
  async firstStep(input: SignInInput, client: Client): Promise<FirstStep> {
    const { user, standing, confirmed } = await this.#check(input, client);
    const { id: user_id, token_version } = user;
    const how = { method: 'password', remember_me: input.remember_me, two_factors: false } as const;
    return { user_id, token_version, ...how, standing, confirmed };
  }

  /** The OAuth2 password grant: the same, but never for accounts with a second step. */
  async grant(input: SignInInput, client: Client): Promise<TokenPair> {
    const { user, confirmed } = await this.#check(input, client);
    await confirmed;
    if (user.mfa_enabled) throw secondStepNeeded();
    const authority = await this.parts.authority.now(user.id);
    if (authority.token_version !== user.token_version) throw wrongCredentials();
    return this.parts.sessions.open(authority, client, {
      method: 'password',
      remember_me: input.remember_me,
    });
  }

  async #check({ login, password }: SignInInput, client: Client): Promise<Checked> {
    const user = await this.#find(foldLogin(login));
    const subject = user === undefined ? `login ${login}` : signInSubject(user.id);
    await this.parts.attempts.assertOpen(subject, user?.id);
    const standing = user && this.parts.standings.ahead(user.id);
    const right = await this.parts.passwords.verify(password, user?.password_hash ?? null);
    if (user === undefined || !right) {
      await this.parts.attempts.failed(subject, user?.id);
      if (user !== undefined) this.#recordFailure(user, client);
      throw wrongCredentials();
    }
    const confirmed = this.parts.attempts.succeeded(subject);
    confirmed.catch(() => undefined);
    return { user, standing, confirmed };
  }

  #find(folded: string): Promise<Candidate | undefined> {
    return this.parts.database.readAsSystem(loginExemption, (trx) =>
      trx
        .selectFrom('users')
        .select(['id', 'organization_id', 'password_hash', 'mfa_enabled', 'token_version'])
        .where((where) => where.or([where('email_key', '=', folded), where('username_key', '=', folded)]))
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    );
  }

  /** Beside the answer, not before it: an unknown login has nothing to record, and time must not reveal that. */
  #recordFailure(user: Candidate, { ip, user_agent }: Client): void {
    if (this.#recording.size >= MAX_RECORDING) {
      this.parts.logger.warn('a failed sign-in was not audited: too many at once', { user_id: user.id, ip });
      return;
    }
    const recorded = this.parts.database
      .write(systemPrincipal(user.organization_id), async (work) => {
        work.audit.record({
          action: 'auth.login_failed',
          target_type: 'user',
          target_id: user.id,
          detail: { ip, user_agent: user_agent.slice(0, MAX_USER_AGENT) },
        });
      })
      .catch((error: unknown) => this.parts.logger.error('a failed sign-in was not audited', { error }))
      .finally(() => this.#recording.delete(recorded));
    this.#recording.add(recorded);
  }

  /** Waits for audit rows that are still being written. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#recording);
  }
}
