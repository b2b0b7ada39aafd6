import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { timestamp } from '@patchbay/kernel/database';

/** A challenge that somebody answered, well or badly: it works no second time. */
export const UsedChallenge = defineEntity({
  name: 'UsedChallenge',
  tableName: 'passkey_used_challenges',
  properties: { challenge: p.string().primary(), expires_at: timestamp() },
});

declare module '@patchbay/kernel/database' {
  interface Tables {
    passkey_used_challenges: InferKyselyTable<typeof UsedChallenge>;
  }
}
