import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { ProofReply, Proofs } from '../../contract/proofs.ts';
import { wrongCode } from '../../errors/mfa.ts';
import type { SecondStep } from '../mfa/second-step.ts';
import { type OwnPassword, passwordOf } from '../passwords/own-password.ts';

/** A session shows once more who its user is: by password, or by a code of a second factor. */
export class Reauthentication extends Service<{
  database: Database;
  password: OwnPassword;
  step: Pick<SecondStep, 'take'>;
  proofs: Proofs;
}> {
  /** Throws `identity.wrong_password` and `identity.account_locked`. */
  async byPassword(principal: Principal, password: string, ip: string): Promise<ProofReply> {
    const user_id = userOf(principal);
    const stored = await this.parts.database.read(principal, ({ sql }) => passwordOf(sql, user_id));
    const refusal = { action: 'auth.reauthentication_refused', detail: { ip, method: 'password' } };
    await this.parts.password.show(principal, stored, password, refusal);
    return this.#renew(principal, 'password');
  }

  /** Throws `identity.wrong_code` and `identity.account_locked`. */
  async byCode(principal: Principal, code: string, ip: string): Promise<ProofReply> {
    const owner = { user_id: userOf(principal), organization_id: principal.organization_id };
    const method = await this.parts.step.take(owner, code, ip);
    if (method === null) throw wrongCode();
    return this.#renew(principal, method);
  }

  #renew(principal: Principal, method: string): Promise<ProofReply> {
    return this.parts.database.write(principal, (work) => this.parts.proofs.renew(work, method));
  }
}

function userOf({ user_id }: Principal): string {
  if (user_id === null) throw notFound();
  return user_id;
}
