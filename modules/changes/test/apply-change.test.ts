import { SecretBox } from '@patchbay/kernel/secrets';
import { ManualClock, silentLogger } from '@patchbay/kernel/telemetry';
import t from 'tap';
import { notSentInTime, outcomeUnknown } from '../errors/index.ts';
import { Applier } from '../services/applying/applier.ts';
import { AttemptLeases } from '../services/applying/attempt-leases.ts';
import type { AttemptResult } from '../services/applying/attempt-outcome.ts';
import { CHANGE_HASH, changeHash } from '../services/record/canonical-json.ts';
import type { AttemptRow } from '../services/record/change-view.ts';
import { person } from './support/pipeline.ts';
import { CONTROLLER, change, feature, ORGANIZATION, SITE, USER } from './support/rows.ts';

const secrets = new SecretBox({ current: 'a-key-for-tests-of-changes-32-characters', previous: [] });
const row = change({ payload_hash: changeHash(secrets.deriveKey(CHANGE_HASH), change()) });
const NOW = '2026-01-01T00:00:00.000000Z';
const attempt: AttemptRow = {
  id: '01900000-0000-7000-8000-0000000000f2',
  organization_id: ORGANIZATION,
  change_id: row.id,
  controller_id: CONTROLLER,
  site_id: SITE,
  target_key: 'acme.vlan *1',
  target_id: '*1',
  fencing: 1,
  payload_hash: row.payload_hash,
  sent_hash: null,
  outcome: 'running',
  before: null,
  after: null,
  output: null,
  output_truncated: false,
  error: null,
  error_type: null,
  actor_id: USER,
  owner_id: USER,
  lease_until: NOW,
  started_at: NOW,
  finished_at: null,
  confirm_mechanism: null,
  confirm_seconds: null,
  armed_at: null,
  confirm_token: null,
  confirm_until: null,
  ending: null,
  ending_until: null,
  ending_by: null,
  revert_sent_at: null,
  created_at: NOW,
  updated_at: NOW,
};

/** No lease lives long enough here to be renewed. */
const neverAsked = { asSystem: () => Promise.reject(new Error('not asked for')) };

/** An apply whose process stands still so long after it has marked the attempt as sent. */
async function applied({ frozenMs, recovered = false }: { frozenMs: number; recovered?: boolean }) {
  const clock = new ManualClock();
  const settled: AttemptResult[] = [];
  let pushes = 0;
  const pushed = feature({
    apply: async () => {
      pushes += 1;
      return { target_id: '*1' };
    },
  });
  const applier = new Applier({
    ledger: {
      claim: async (_principal, _id, input) => ({
        attempt,
        change: row,
        feature: pushed,
        input,
        open: async () => null,
      }),
      markArming: async () => true,
      markSent: async () => {
        clock.advance(frozenMs);
        return true;
      },
    },
    settling: {
      settle: async (_attempt, result) => {
        settled.push(result);
        return recovered ? null : { attempt, change: row };
      },
      ended: async () => null,
      withdraw: async () => {},
    },
    leases: new AttemptLeases({ database: neverAsked, logger: silentLogger, ownerId: USER, clock }),
    live: {
      open: async () => null,
      lookUp: async () => async () => null,
      refresh: async () => row,
      isStaleNow: async () => false,
    },
    arming: {
      prepare: async () => ({ token: null, maxPushMs: () => 30_000 }),
      disarm: async () => true,
    },
    verified: { remember: async () => {} },
    secrets,
    logger: silentLogger,
  });
  const refusal = await applier.apply(person('operator'), row.id, { force: true }).then(
    () => null,
    (error: unknown) => error,
  );
  return { refusal, pushes, settled };
}

t.test('a push begins while enough of its lease is left', async (t) => {
  t.match(await applied({ frozenMs: 15_000 }), {
    refusal: null,
    pushes: 1,
    settled: [{ outcome: 'succeeded' }],
  });
});

t.test('a process that stood still too long sends nothing and says so', async (t) => {
  const { refusal, pushes, settled } = await applied({ frozenMs: 15_001 });
  t.ok(notSentInTime.matches(refusal));
  t.equal(pushes, 0);
  t.match(settled, [{ outcome: 'failed', target_id: '*1', error_type: 'changes.not_sent_in_time' }]);
});

t.test('what another process recorded meanwhile stands', async (t) => {
  const { refusal, pushes } = await applied({ frozenMs: 60_000, recovered: true });
  t.ok(outcomeUnknown.matches(refusal));
  t.equal(pushes, 0);
});
