import { type Token, token } from '@patchbay/kernel/di';
import { defineJob } from '@patchbay/kernel/jobs';
import Type from 'typebox';

/** Ends attempts that were not confirmed in time. */
export interface RollsBack {
  look(organization_id: string, attempt_id: string): Promise<void>;
}

export const ROLLBACK: Token<RollsBack> = token('changes.taking-back');

/**
 * When the time to confirm is over: takes back what was not confirmed. It looks again later while the attempt is still
 * under way, or the device does not answer; which of several processes ends it, the database decides.
 */
export const rollbackJob = defineJob({
  id: 'changes.take-back',
  lane: 'outside',
  payload: Type.Object({ attempt_id: Type.String(), organization_id: Type.String() }),
  maxAttempts: 25,
  deps: { takingBack: ROLLBACK },
  run: ({ payload, deps }) => deps.takingBack.look(payload.organization_id, payload.attempt_id),
});
