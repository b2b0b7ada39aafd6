import { type ExtensionPoint, extensionPoint } from '../extension/index.ts';
import type { Principal } from './principal.ts';

/**
 * The proof a route asks for: that its caller showed in the last five minutes who they are, by a password, a
 * factor or a passkey (DECISIONS 45). `required`: always. `{ toChange }`: when the body holds one of these
 * fields. `given`: the body brings the proof along. Credentials without a session (keys, applications) can show
 * nothing, so each of them refuses these.
 */
export type Proof = 'required' | 'given' | { readonly toChange: readonly string[] };

/** Keeps when callers last showed who they are; PostgreSQL is the truth. */
export interface ProofKeeper {
  isFresh(principal: Principal): Promise<boolean>;
}

/** Asked before a route that needs a proof is handled; without a keeper every such route is refused. */
export const PROOF_KEEPERS: ExtensionPoint<ProofKeeper> = extensionPoint('permissions.proof-keepers');
