import type { Test } from 'tap';
import { testDatabase } from './database.ts';
import { setPerson } from './people.ts';
import { person, startProcess, World } from './pipeline.ts';
import { FIRST } from './requests.ts';
import { startReview } from './review.ts';

export const ADA = '01900000-0000-7000-8000-0000000000a1';
export const BEN = '01900000-0000-7000-8000-0000000000a2';
export const stager = person('operator');
export const ada = person('operator', { user_id: ADA, session_id: ADA });
export const ben = person('operator', { user_id: BEN, session_id: BEN });
export const admin = person('org_admin', { user_id: '01900000-0000-7000-8000-0000000000a9' });
export const approve = { decision: 'approve' } as const;
export const reject = { decision: 'reject', comment: 'not tonight' } as const;

interface Policy {
  readonly min_approvers: number;
  readonly feature_pattern?: string;
  readonly step_up?: boolean;
  readonly site_id?: string;
  readonly risk?: 'catastrophic';
}

/** Reviews on a database of the test's own. */
export async function approvalScene(t: Pick<Test, 'teardown'>) {
  const { connect, owner } = await testDatabase(t);

  /** A world with no policy but those given. */
  async function begin(policies: readonly Policy[] = []) {
    await owner.query('update approval_policies set deleted_at = now()');
    for (const user_id of [ADA, BEN]) await setPerson(owner, user_id);
    const world = new World();
    world.device.objects.set('*1', { name: 'red', mtu: 1500 });
    world.synced.set('vlan *1', { name: 'red', mtu: 1500 });
    const first = startProcess(connect('first'), world, FIRST);
    const review = startReview(first);
    for (const policy of policies)
      await review.policies.create(admin, { feature_pattern: 'acme.*', ...policy });
    return { world, ...first, ...review };
  }

  return { connect, owner, begin };
}
