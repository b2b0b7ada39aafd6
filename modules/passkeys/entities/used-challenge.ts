import { defineTable, p, platformRights, timestamp } from '@patchbay/kernel/database';

/** An answered challenge, right or wrong: it works no second time. */
export const UsedChallenge = defineTable('passkey_used_challenges', {
  columns: { challenge: p.string().primary(), expires_at: timestamp() },
  lock: platformRights('passkey_used_challenges'),
  indexes: ['create index passkey_used_challenges_by_expiry on passkey_used_challenges (expires_at)'],
});
