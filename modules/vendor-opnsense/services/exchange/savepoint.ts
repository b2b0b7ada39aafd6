import { AdapterError, notSent } from '@patchbay/vendor-kit';
import { commitFailure, objectOf } from './answers.ts';
import type { ApiAnswer } from './api-client.ts';
import { refusal } from './failures.ts';
import { parameterOf } from './firewall-access.ts';

type Post = (path: string, body?: object) => Promise<ApiAnswer>;

/** Time after which the firewall takes an apply back by itself; the product knows no other. */
export const ROLLBACK_SECONDS = 60;

const APPLIED = '/api/firewall/filter/apply';

/**
 * The firewall's own way back for rules and NAT: a savepoint, an apply that is taken back after 60 seconds, and a
 * word that keeps it. Only older releases have it; where it is missing, `arm` answers null and nothing was changed.
 *
 * Use: `const token = await session.savepoint.arm(60)`, then apply the change over the same session (its commit carries
 * the token), then `confirm(token)` once the controller is still reached, or `cancel(token)` to go back at once. With
 * neither, the firewall goes back by itself. Errors are `AdapterError`s as everywhere.
 */
export interface ApplySavepoint {
  /** Areas whose features commit through the guarded apply. */
  readonly areas: readonly string[];
  /** Takes a savepoint for the next commit. Null when the release has none, or not within so many seconds. */
  arm(seconds: number): Promise<string | null>;
  /** Keeps what was applied under this token. */
  confirm(token: string): Promise<void>;
  /** Goes back to the savepoint at once. */
  cancel(token: string): Promise<void>;
}

export class Savepoint implements ApplySavepoint {
  readonly areas = ['firewall', 'nat'];
  readonly #post: Post;
  #armed: string | null = null;

  constructor(post: Post) {
    this.#post = post;
  }

  async arm(seconds: number): Promise<string | null> {
    if (seconds < ROLLBACK_SECONDS) return null;
    let revision: unknown;
    try {
      ({ revision } = objectOf(await this.#post('/api/firewall/filter/savepoint')));
    } catch (error) {
      if (error instanceof AdapterError && error.type === 'adapter_not_found') return null;
      throw error;
    }
    const token = typeof revision === 'string' ? parameterOf(revision) : null;
    if (token === null) throw refusal('the savepoint has no revision');
    this.#armed = token;
    return token;
  }

  /** The path of a commit: guarded once, for the first apply after `arm`. */
  pathOf(path: string): string {
    if (path !== APPLIED || this.#armed === null) return path;
    const guarded = `${path}/${this.#armed}`;
    this.#armed = null;
    return guarded;
  }

  confirm(token: string): Promise<void> {
    return this.#settle('cancelRollback', token);
  }

  cancel(token: string): Promise<void> {
    return this.#settle('revert', token);
  }

  async #settle(command: 'cancelRollback' | 'revert', token: string): Promise<void> {
    const revision = parameterOf(token);
    if (revision === null) throw notSent('not a savepoint of the firewall');
    if (this.#armed === token) this.#armed = null;
    const failure = commitFailure(await this.#post(`/api/firewall/filter/${command}/${revision}`));
    if (failure !== null) throw refusal(failure);
  }
}
