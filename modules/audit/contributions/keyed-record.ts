import { type Database, exempt, sql } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { KeyedRecord } from '@patchbay/operator';
import type { AuditChain } from '../services/audit-chain.ts';

const chainsExemption = exempt('secrets.chains', 'a new key signs the audit chain of every organization');

export interface KeyedRecordDeps {
  readonly chain: Pick<AuditChain, 'seal' | 'countForeignHeads'>;
  readonly database: Pick<Database, 'asSystem' | 'write'>;
  readonly secrets: Pick<SecretBox, 'keyId'>;
}

/**
 * Moves the head of every audit chain by a record that says why, so that it is signed with the current key: a
 * later start without the former key can still seal, and cannot validate records that key signed.
 */
export const keyedRecord = ({ chain, database, secrets }: KeyedRecordDeps): KeyedRecord => ({
  signAgain: async () => {
    const ids = await database.asSystem(chainsExemption, (db) =>
      sql<{ organization_id: string }>`select organization_id from audit_heads`.execute(db),
    );
    for (const { organization_id } of ids.rows) {
      await database.write(systemPrincipal(organization_id), async (work) =>
        work.audit.record({ action: 'secrets.rotated', detail: { key_id: secrets.keyId } }),
      );
      await chain.seal(organization_id);
    }
  },
  countForeign: () => chain.countForeignHeads(),
});
