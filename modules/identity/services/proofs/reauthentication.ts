import type { Database } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { ProofReply, Proofs } from '../../contract/proofs.ts';
import { wrongCode } from '../../errors/mfa.ts';
import type { SecondStep } from '../mfa/second-step.ts';
import { type OwnPassword, passwordOf } from '../passwords/own-password.ts';

/** A session shows once more who its user is: by password, or by a code of a second factor. */
export class Reauthentication {
  readonly #database: Database;
  readonly #password: OwnPassword;
  readonly #step: Pick<SecondStep, 'take'>;
  readonly #proofs: Proofs;

  constructor(database: Database, password: OwnPassword, step: Pick<SecondStep, 'take'>, proofs: Proofs) {
    this.#database = database;
    this.#password = password;
    this.#step = step;
    this.#proofs = proofs;
  }

  /** Throws `identity.wrong_password` and `identity.account_locked`. */
  async byPassword(principal: Principal, password: string, ip: string): Promise<ProofReply> {
    const user_id = userOf(principal);
    const stored = await this.#database.read(principal, ({ sql }) => passwordOf(sql, user_id));
    const refusal = { action: 'auth.reauthentication_refused', detail: { ip, method: 'password' } };
    await this.#password.show(principal, stored, password, refusal);
    return this.#renew(principal, 'password');
  }

  /** Throws `identity.wrong_code` and `identity.account_locked`. */
  async byCode(principal: Principal, code: string, ip: string): Promise<ProofReply> {
    const owner = { user_id: userOf(principal), organization_id: principal.organization_id };
    const method = await this.#step.take(owner, code, ip);
    if (method === null) throw wrongCode();
    return this.#renew(principal, method);
  }

  #renew(principal: Principal, method: string): Promise<ProofReply> {
    return this.#database.write(principal, (work) => this.#proofs.renew(work, method));
  }
}

function userOf({ user_id }: Principal): string {
  if (user_id === null) throw notFound();
  return user_id;
}
