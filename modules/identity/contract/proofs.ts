import type { UnitOfWork } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import Type, { type Static } from 'typebox';

export const ProofReply = Type.Object({
  valid_until: Type.String({ description: 'until then the session may use routes that need a proof' }),
});
export type ProofReply = Readonly<Static<typeof ProofReply>>;

/** Proofs of who the caller is, bound to the session that gave them (DECISIONS 45). */
export interface Proofs {
  /** To be called in a unit of the caller whose proof just held; `method` is kept on record. */
  renew(work: UnitOfWork, method: string): Promise<ProofReply>;
}

export const PROOFS: Token<Proofs> = token('identity.proofs');
