import type { ChainKeys } from '@patchbay/kernel/audit';
import type { Kysely, Tables } from '@patchbay/kernel/database';
import { headOf, macAt } from '../chain/chain-statements.ts';
import type { ChainProblem } from '../chain/chain-walk.ts';
import type { Checkpoint } from './checkpoint-folder.ts';

/**
 * Holds the chain in the database against a checkpoint kept outside of it: a chain that is shorter was cut or set
 * back, one that is another at that place was written anew. The problem stands at the checkpoint's own place, which
 * stays the same however the chain grows. Null when it fits. A checkpoint that no given key has
 * signed proves nothing and counts as none.
 */
export async function againstCheckpoint(
  db: Kysely<Tables>,
  keys: ChainKeys,
  checkpoint: Checkpoint | null,
): Promise<ChainProblem | null> {
  if (checkpoint === null) return null;
  const { organization_id, sequence, chain_mac, head_mac } = checkpoint;
  if (!keys.headFits(organization_id, sequence, chain_mac, head_mac)) return null;
  const head = await headOf(db, organization_id);
  if (head === null || head.sequence < sequence) return { kind: 'truncated', sequence };
  const now = await macAt(db, organization_id, sequence);
  return now === chain_mac ? null : { kind: now === null ? 'missing' : 'forked', sequence };
}
