import { PatchbayError } from '@patchbay/kernel/errors';
import {
  definePermission,
  PermissionMap,
  type Principal,
  systemPrincipal,
} from '@patchbay/kernel/permissions';
import type { StagedFeature, WriteNeeds } from '@patchbay/vendor-kit';
import t from 'tap';
import { APPLY_CHECKS, type ApplyFacts, assertAll, PUSH_CHECKS } from '../services/applying/apply-checks.ts';
import { FeatureIndex } from '../services/staging/feature-index.ts';
import { needsOf } from '../services/weighing/write-needs.ts';
import { change, feature, ORGANIZATION, USER } from './support/rows.ts';

const permissions = new PermissionMap([
  definePermission({ id: 'network:write', title: 'Write networks', lowest: 'operator' }),
]);
const operator: Principal = {
  ...systemPrincipal(ORGANIZATION),
  kind: 'user',
  user_id: USER,
  role: 'operator',
};

const needs = (facts: Partial<StagedFeature> = {}): WriteNeeds =>
  needsOf(feature(facts), change(), () => undefined);

const fine: ApplyFacts = {
  change: change(),
  feature: feature(),
  needs: needs(),
  principal: operator,
  permissions,
  input: { force: true },
  isTargetBusy: false,
  isGateOpen: true,
  confirm: 'inverse',
};

/** Each fault alone, in the order in which an apply with all of them must be refused. */
const faults: readonly (readonly [string, Partial<ApplyFacts>])[] = [
  ['kernel.forbidden', { principal: { ...operator, role: 'viewer' } }],
  ['changes.force_required', { input: { force: 'true' } }],
  ['changes.not_pending', { change: change({ status: 'applied' }) }],
  ['changes.already_running', { change: change({ last_outcome: 'running' }) }],
  ['changes.unacknowledged', { change: change({ last_outcome: 'unknown' }) }],
  ['changes.target_busy', { isTargetBusy: true }],
  ['changes.controller_busy', { isControllerBusy: true }],
  ['changes.feature_unavailable', { feature: undefined }],
  ['changes.cannot_confirm', { input: { force: true, confirm_within_seconds: 60 }, confirm: null }],
  ['changes.gate_closed', { isGateOpen: false }],
];

const refusalOf = (facts: ApplyFacts, checks = APPLY_CHECKS): string | null => {
  try {
    assertAll(checks, facts);
    return null;
  } catch (error) {
    return error instanceof PatchbayError ? error.id : String(error);
  }
};

t.test('an apply without fault passes', async (t) => {
  t.equal(refusalOf(fine), null);
});

for (const [index, [id, fault]] of faults.entries())
  t.test(`${id} is refused before everything that follows it`, async (t) => {
    t.equal(refusalOf({ ...fine, ...fault }), id);
    for (const [, later] of faults.slice(index + 1)) {
      const row = { ...fine.change, ...later.change, ...fault.change };
      t.equal(
        refusalOf({ ...fine, ...later, ...fault, change: fault.change ? row : (later.change ?? row) }),
        id,
      );
    }
  });

t.test('a catastrophic feature needs a site administrator', async (t) => {
  const reset = { feature: feature({ risk: 'catastrophic' }), needs: needs({ risk: 'catastrophic' }) };
  t.equal(refusalOf({ ...fine, ...reset }), 'kernel.forbidden');
  t.equal(refusalOf({ ...fine, ...reset, principal: { ...operator, role: 'site_admin' } }), null);
});

t.test('the floor holds while the module of a catastrophic feature is off', async (t) => {
  const stored = change({ risk: 'catastrophic' });
  const features = new FeatureIndex({
    contributed: { values: [], version: 1 },
    vendors: { values: [], version: 1 },
  });
  const facts = { ...fine, feature: undefined, needs: features.needsOn(stored), change: stored };
  t.equal(refusalOf(facts), 'kernel.forbidden');
});

t.test('a key whose scopes do not cover the permission is refused', async (t) => {
  t.equal(refusalOf({ ...fine, principal: { ...operator, scopes: ['device:read'] } }), 'kernel.forbidden');
  t.equal(refusalOf({ ...fine, principal: { ...operator, scopes: ['network:*'] } }), null);
});

t.test('the system itself never applies', async (t) => {
  t.equal(refusalOf({ ...fine, principal: systemPrincipal(ORGANIZATION) }), 'kernel.forbidden');
});

t.test('an unknown outcome is applied again once it is acknowledged', async (t) => {
  const facts = { ...fine, change: change({ last_outcome: 'unknown' }) };
  t.equal(refusalOf({ ...facts, input: { force: true, acknowledge_unknown: true } }), null);
});

t.test('a change awaiting confirmation counts as running', async (t) => {
  t.equal(
    refusalOf({ ...fine, change: change({ last_outcome: 'awaiting_confirmation' }) }),
    'changes.already_running',
  );
});

t.test('right before the push, authority and gate are looked at again', async (t) => {
  t.equal(refusalOf({ ...fine, change: change({ last_outcome: 'running' }) }, PUSH_CHECKS), null);
  t.equal(refusalOf({ ...fine, isGateOpen: false }, PUSH_CHECKS), 'changes.gate_closed');
  t.equal(refusalOf({ ...fine, principal: { ...operator, role: 'guest' } }, PUSH_CHECKS), 'kernel.forbidden');
});
