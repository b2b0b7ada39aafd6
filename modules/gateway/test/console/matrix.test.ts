import t from 'tap';
import {
  cellKey,
  distributionOf,
  isChosen,
  type Plan,
  type PlanCell,
  toggled,
  wholeChoice,
  writesOf,
} from '../../console/vlans/matrix.ts';

const cell = (controller_id: string, state: PlanCell['state'], more: Partial<PlanCell> = {}): PlanCell => ({
  controller_id,
  state,
  found: null,
  differences: [],
  action: state === 'present' ? null : state === 'missing' ? 'create' : 'update',
  refused: null,
  pending_change_id: null,
  ...more,
});
const controller = (id: string, role: 'brain' | 'limb'): Plan['controllers'][number] => ({
  id,
  name: id,
  vendor: 'v',
  role,
  status: 'online',
  last_sync_at: null,
  age_seconds: null,
  gap: null,
});
const vlan = (vlan_id: number, cells: PlanCell[]): Plan['vlans'][number] => ({
  vlan_id,
  name: null,
  subnet: null,
  decided_by: 'brain',
  cells,
});
const plan: Plan = {
  site_id: 's',
  layer: 2,
  brain: null,
  controllers: [controller('b', 'brain'), controller('x', 'limb'), controller('y', 'limb')],
  unread: [],
  vlans: [
    vlan(10, [cell('x', 'missing'), cell('y', 'conflict')]),
    vlan(20, [cell('x', 'present'), cell('y', 'differs', { pending_change_id: 'p' })]),
    vlan(30, [cell('x', 'differs'), cell('y', 'missing', { refused: 'no such port' })]),
  ],
  extra: [],
  counts: { present: 1, missing: 2, differs: 2, conflict: 1, extra: 0 },
};

t.test('everything that can be aligned is chosen at first, conflicts left out', async (t) => {
  const choice = wholeChoice(plan);
  t.equal(writesOf(plan, choice), 2);
  t.same(distributionOf(plan, choice), {
    vlan_ids: [10, 30],
    controller_ids: ['x'],
    states: ['missing', 'differs'],
    overwrite: [],
  });
});

t.test('a conflict is written over only when its cell is named', async (t) => {
  const choice = { ...wholeChoice(plan), overwrite: new Set([cellKey('y', 10)]) };
  t.equal(isChosen(choice, 10, cell('y', 'conflict')), true);
  t.same(distributionOf(plan, choice), {
    vlan_ids: [10, 30],
    controller_ids: ['x', 'y'],
    states: ['missing', 'differs'],
    overwrite: [{ vlan_id: 10, controller_id: 'y' }],
  });
});

t.test('VLANs, controllers and states narrow the choice', async (t) => {
  const whole = wholeChoice(plan);
  t.equal(writesOf(plan, { ...whole, vlan_ids: toggled(whole.vlan_ids, 10, false) }), 1);
  t.equal(writesOf(plan, { ...whole, controller_ids: new Set(['y']) }), 0);
  t.equal(writesOf(plan, { ...whole, states: new Set(['missing']) }), 1);
  t.equal(writesOf(plan, { ...whole, states: new Set() }), 0);
});
