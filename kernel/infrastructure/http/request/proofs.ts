import { Service } from '../../../di/index.ts';
import type { Contributions } from '../../../extension/index.ts';
import type { Principal, Proof, ProofKeeper } from '../../../permissions/index.ts';
import { reauthenticationRequired } from '../http-errors.ts';

/** Holds callers to the proof their route asks for (DECISIONS 45). */
export class Proofs extends Service<{ keepers: Contributions<ProofKeeper> | null }> {
  /** Before the body is read. Throws `http.reauthentication_required`. */
  async assertOf(principal: Principal | null, proof: Proof): Promise<void> {
    if (typeof proof === 'object') return;
    if (!principal?.session_id) throw reauthenticationRequired();
    if (proof === 'required') await this.#assertFresh(principal);
  }

  /** With the checked body, for routes that need a proof for some of its fields only. */
  async assertFor(principal: Principal | null, proof: Proof, body: unknown): Promise<void> {
    if (typeof proof !== 'object' || typeof body !== 'object' || body === null) return;
    if (proof.toChange.some((field) => Object.hasOwn(body, field))) await this.#assertFresh(principal);
  }

  async #assertFresh(principal: Principal | null): Promise<void> {
    if (principal?.session_id)
      for (const keeper of this.parts.keepers?.values ?? []) if (await keeper.isFresh(principal)) return;
    throw reauthenticationRequired();
  }
}
