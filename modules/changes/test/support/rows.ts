import type { StagedFeature } from '@patchbay/vendor-kit';
import Type from 'typebox';
import type { ChangeRow } from '../../services/record/change-view.ts';

export const ORGANIZATION = '01900000-0000-7000-8000-00000000000a';
export const OTHER_ORGANIZATION = '01900000-0000-7000-8000-00000000000b';
export const SITE = '01900000-0000-7000-8000-0000000000c1';
export const OTHER_SITE = '01900000-0000-7000-8000-0000000000c2';
export const CONTROLLER = '01900000-0000-7000-8000-0000000000d1';
export const USER = '01900000-0000-7000-8000-0000000000e1';

/** A feature that is never pushed. */
export const feature = (facts: Partial<StagedFeature> = {}): StagedFeature => ({
  key: 'acme.vlan',
  title: 'VLAN',
  vendor: 'acme',
  area: 'interfaces',
  operations: ['create', 'update', 'delete'],
  permission: 'network:write',
  risk: 'normal',
  payload: () => Type.Object({ name: Type.Optional(Type.String()), mtu: Type.Optional(Type.Integer()) }),
  apply: () => Promise.reject(new Error('not pushed in this test')),
  ...facts,
});

/** What a change of the tests writes, and where. */
export const target = {
  organization_id: ORGANIZATION,
  controller_id: CONTROLLER,
  site_id: SITE,
  vendor: 'acme',
  area: 'interfaces',
  feature: 'acme.vlan',
  operation: 'update',
  target_id: '*1',
  payload: { name: 'blue' },
} as const;

export const change = (facts: Partial<ChangeRow> = {}): ChangeRow => ({
  id: '01900000-0000-7000-8000-0000000000f1',
  ...target,
  sealed_payload: null,
  kept_secrets: [],
  payload_hash: 'hash',
  notes: null,
  staged_by: USER,
  status: 'pending',
  permission: 'network:write',
  risk: 'normal',
  base: { name: 'red' },
  base_known: true,
  diff: [],
  diff_base: 'synced',
  stale: false,
  last_outcome: null,
  last_error: null,
  causation: [],
  confirm: 'inverse',
  warnings: [],
  reverts: null,
  approvals_required: null,
  applied_at: null,
  applied_by: null,
  discarded_at: null,
  discarded_by: null,
  created_at: '2026-01-01T00:00:00.000000Z',
  updated_at: '2026-01-01T00:00:00.000000Z',
  ...facts,
});
