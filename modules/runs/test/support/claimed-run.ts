import type { ClaimedRun } from '../../running/claimed-run.ts';

/** A run that a worker has claimed, without steps. */
export const claimedRun = (id: string, owner_id = 'c1'): ClaimedRun => ({
  id,
  organization_id: 'o1',
  owner_id,
  claim_id: `claim-${id}`,
  claims: 1,
  author_id: 'u1',
  shadow: false,
  steps: [],
  sealed_records: null,
  sealed_plan: '',
  event_id: null,
  trigger: {},
  causation: [],
  refusal: null,
});
